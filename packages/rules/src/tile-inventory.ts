/** What a tile set holds, counted, and where the count differs from the standard set (CO-1, CO-5, BD-3, BD-6). */
import { deckOf } from './deck.ts';
import { type Feature, QUARTERS, type Tile } from './tiles.ts';
import { EMBLEMS, HEROES, type Hero, SIDES, type TileNumber } from './vocabulary.ts';

export interface Difference {
  readonly rule: 'CO-1' | 'CO-5' | 'BD-3' | 'BD-6' | 'SC-4a';
  /** One sentence. */
  readonly why: string;
}

/** One line of the inventory. Of a group only the first line that differs is worth a word. */
interface Entry {
  readonly rule: Difference['rule'];
  readonly group: string;
  readonly what: string;
  readonly has: string;
}

export function differences(tiles: readonly Tile[]): readonly Difference[] {
  const standard = new Map(inventory(standardTiles()).map(({ what, has }) => [what, has]));
  const entries = inventory(tiles).map(entry => ({ ...entry, usual: standard.get(entry.what) }));
  const different = entries.filter(({ has, usual }) => has !== usual);
  return different
    .filter(({ group }, i) => different.findIndex(other => other.group === group) === i)
    .map(({ rule, what, has, usual }) => ({
      rule,
      why: `${what}: here ${has}, in the standard set ${usual}.`,
    }));
}

function standardTiles(): readonly Tile[] {
  const [a, b] = SIDES.map(side => deckOf({ tiles: null, side }));
  return [...(a ?? []), b?.[1]].filter(tile => tile !== undefined);
}

/** The highest tile numbers of the introduction's stacks. */
const PREFIXES: readonly TileNumber[] = [9, 12, 14, 19, Number.POSITIVE_INFINITY];

const STANDARD_IDS: readonly string[] = ['1A', '1B', ...Array.from({ length: 23 }, (_, i) => `${i + 2}`)];

function inventory(set: readonly Tile[]): readonly Entry[] {
  const tiles = [...set].sort((a, b) => a.number - b.number);
  const ids = tiles.map(tile => `${tile.number}${tile.side ?? ''}`);
  const stack = tiles.filter(tile => tile.number > 1);
  return [
    entry('CO-1', 'Missing tiles', list(STANDARD_IDS.filter(id => !ids.includes(id)))),
    entry('CO-1', 'Tiles beyond 24', list(ids.filter(id => !STANDARD_IDS.includes(id)))),
    ...HEROES.flatMap(hero => doorEntries(stack, hero)),
    ...HEROES.map(hero => entry('BD-6', `Vortices in ${colour(hero)}`, count(stack, vorticesOf(hero)))),
    ...tiles.filter(tile => tile.number === 1).map(startEntry),
    entry('BD-6', 'Escalators', onHowManyTiles(stack, escalators)),
    entry('SC-4a', 'Passages in orange walls', onHowManyTiles(stack, passages)),
    ...FEATURES.map(([type, what]) => {
      const holders = tiles.filter(tile => tile.features.some(feature => feature?.type === type));
      return entry('CO-5', what, list(holders.map(tile => `${tile.number}`)));
    }),
  ];
}

const entry = (rule: Entry['rule'], what: string, has: string | number, group = what): Entry => ({
  rule,
  group,
  what,
  has: `${has}`,
});

const FEATURES: readonly (readonly [type: Feature['type'], what: string])[] = [
  ['item', 'Tiles with an item'],
  ['exit', 'Tiles with an exit'],
  ['hourglass', 'Tiles with an hourglass space'],
  ['ball', 'Tiles with a crystal ball'],
  ['camera', 'Tiles with a camera'],
];

const list = (words: readonly string[]): string => words.join(' ') || 'none';

const colour = (hero: Hero): string => EMBLEMS[hero].colour;

type Count = (tile: Tile) => number;

const count = (tiles: readonly Tile[], of: Count): number => tiles.reduce((sum, tile) => sum + of(tile), 0);

const vorticesOf =
  (hero: Hero): Count =>
  tile =>
    tile.features.filter(feature => feature?.type === 'vortex' && feature.hero === hero).length;

const escalators: Count = tile => tile.escalators.filter(end => end >= 0).length / 2;
/** Every edge stands in the table twice, once for each of its squares. */
const passages: Count = tile => tile.edges.filter(edge => edge === 'orange').length / 2;

/** How many doors there are decides whether a short stack can be explored to its end. */
const doorEntries = (stack: readonly Tile[], hero: Hero): readonly Entry[] =>
  PREFIXES.map(highest => {
    const first = stack.filter(tile => tile.number <= highest);
    const doors = count(first, tile => QUARTERS.filter(side => tile.openings[side] === hero).length);
    const where = Number.isFinite(highest) ? `on tiles 2-${highest}` : 'beside tile 1';
    return entry('BD-3', `Exploration spaces in ${colour(hero)} ${where}`, doors, `doors ${hero}`);
  });

const startEntry = (tile: Tile): Entry => {
  const vortices = HEROES.flatMap(hero => Array<string>(vorticesOf(hero)(tile)).fill(colour(hero)));
  return entry('BD-6', `Vortices on tile 1${tile.side}`, list(vortices));
};

const onHowManyTiles = (tiles: readonly Tile[], of: Count): string =>
  `${count(tiles, of)} on ${tiles.filter(tile => of(tile) > 0).length} tiles`;
