/** What a tile set holds, counted, and where the count differs from the standard set (CO-1, CO-5, BD-3, BD-6). */
import { deckOf } from './deck.ts';
import { type Problem, type ProblemValues, problem } from './problem.ts';
import { QUARTERS, type Tile } from './tiles.ts';
import { EMBLEMS, HEROES, type Hero, SIDES, type TileNumber } from './vocabulary.ts';

type Code =
  | 'tiles-missing'
  | 'tiles-beyond'
  | 'doors-upto'
  | 'doors-all'
  | 'vortices'
  | 'start-vortices'
  | 'escalators'
  | 'passages'
  | `tiles-${(typeof FEATURES)[number]}`;

export type Difference = Problem<Code>;

/** One line of the inventory. Of each group only the first line that differs is reported. */
interface Entry {
  readonly code: Code;
  /** Values that distinguish similar things, such as the hero of a door. */
  readonly of: ProblemValues;
  readonly group: string;
  readonly has: string;
  /** On how many tiles the thing is, if that is counted. */
  readonly tiles: number;
}

const keyOf = ({ code, of }: Entry): string => JSON.stringify([code, of]);

export function differences(tiles: readonly Tile[]): readonly Difference[] {
  const standard = new Map(inventory(standardTiles()).map(one => [keyOf(one), one]));
  const different = inventory(tiles)
    .map(one => ({ one, usual: standard.get(keyOf(one)) }))
    .filter(({ one, usual }) => one.has !== usual?.has || one.tiles !== usual.tiles);
  return different
    .filter(({ one }, i) => different.findIndex(other => other.one.group === one.group) === i)
    .map(({ one, usual }) => {
      const tilesOf = { tiles: one.tiles, usualTiles: usual?.tiles ?? 0 };
      const counted = one.tiles === 0 && tilesOf.usualTiles === 0 ? {} : tilesOf;
      return problem(one.code, { ...one.of, has: one.has, usual: usual?.has ?? NONE, ...counted });
    });
}

const NONE = 'none';

function standardTiles(): readonly Tile[] {
  const [a, b] = SIDES.map(side => deckOf({ tiles: null, side }));
  return [...(a ?? []), b?.[1]].filter(tile => tile !== undefined);
}

/** The highest tile number of each stack of the introduction. */
const PREFIXES: readonly TileNumber[] = [9, 12, 14, 19, Number.POSITIVE_INFINITY];

const STANDARD_IDS: readonly string[] = ['1A', '1B', ...Array.from({ length: 23 }, (_, i) => `${i + 2}`)];

function inventory(set: readonly Tile[]): readonly Entry[] {
  const tiles = [...set].sort((a, b) => a.number - b.number);
  const ids = tiles.map(tile => `${tile.number}${tile.side ?? ''}`);
  const stack = tiles.filter(tile => tile.number > 1);
  return [
    entry('tiles-missing', list(STANDARD_IDS.filter(id => !ids.includes(id)))),
    entry('tiles-beyond', list(ids.filter(id => !STANDARD_IDS.includes(id)))),
    ...HEROES.flatMap(hero => doorEntries(stack, hero)),
    ...HEROES.map(hero => entry('vortices', count(stack, vorticesOf(hero)), { hero })),
    ...tiles.filter(tile => tile.number === 1).map(startEntry),
    counted('escalators', stack, escalators),
    counted('passages', stack, passages),
    ...FEATURES.map(type => {
      const holders = tiles.filter(tile => tile.features.some(feature => feature?.type === type));
      return entry(`tiles-${type}`, list(holders.map(tile => `${tile.number}`)));
    }),
  ];
}

const entry = (code: Code, has: string | number, of: ProblemValues = {}, group?: string): Entry => ({
  code,
  of,
  group: group ?? JSON.stringify([code, of]),
  has: `${has}`,
  tiles: 0,
});

const FEATURES = ['item', 'exit', 'hourglass', 'ball', 'camera'] as const;

const list = (words: readonly string[]): string => words.join(' ') || NONE;

const colour = (hero: Hero): string => EMBLEMS[hero].colour;

type Count = (tile: Tile) => number;

const count = (tiles: readonly Tile[], of: Count): number => tiles.reduce((sum, tile) => sum + of(tile), 0);

const vorticesOf =
  (hero: Hero): Count =>
  tile =>
    tile.features.filter(feature => feature?.type === 'vortex' && feature.hero === hero).length;

const escalators: Count = tile => tile.escalators.filter(end => end >= 0).length / 2;
/** Counts passages; every edge is in the table twice, once for each of its squares. */
const passages: Count = tile => tile.edges.filter(edge => edge === 'orange').length / 2;

/** Counts doors: their number decides whether a short stack can be explored to its end. */
const doorEntries = (stack: readonly Tile[], hero: Hero): readonly Entry[] =>
  PREFIXES.map(highest => {
    const first = stack.filter(tile => tile.number <= highest);
    const doors = count(first, tile => QUARTERS.filter(side => tile.openings[side] === hero).length);
    return Number.isFinite(highest)
      ? entry('doors-upto', doors, { hero, high: highest }, `doors ${hero}`)
      : entry('doors-all', doors, { hero }, `doors ${hero}`);
  });

const startEntry = (tile: Tile): Entry => {
  const vortices = HEROES.flatMap(hero => Array<string>(vorticesOf(hero)(tile)).fill(colour(hero)));
  return entry('start-vortices', list(vortices), { side: tile.side ?? '' });
};

const counted = (code: Code, tiles: readonly Tile[], of: Count): Entry => ({
  ...entry(code, count(tiles, of)),
  tiles: tiles.filter(tile => of(tile) > 0).length,
});
