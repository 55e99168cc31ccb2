/**
 * Scenario 13: into which of the two malls a tile should go. After the theft nobody changes malls, so a hero's exit must
 * be where its item is, with the hero; and whoever has to change needs a vortex of its own in both. Which doors stay
 * open decides the rest, so the stack's unknown order is tried out in miniature: doors, vortices and pairs, no cells.
 */
import { deckOf, type Game, HEROES, type Hero, type Mall, type TileNumber } from '@hush/rules';
import { type Floor, featuresOf, floorOf, mallAt, tilesToCome } from './floor.ts';
import {
  type Card,
  DOORS,
  EXITS,
  ITEMS,
  isBroken,
  isWinnable,
  lay,
  layWell,
  type Miniature,
  PEOPLE,
  placesIn,
  SIZE,
  VORTICES,
} from './miniature.ts';

export interface Placing {
  readonly mall: number;
  /** Whose door. */
  readonly hero: Hero;
}

/** So many orders of the stack are tried for each placing. */
const TRIALS = 24;
/** Placings that fail so much more often than the best are not taken. */
const NEARLY = 0.05;

const known = new WeakMap<Mall, Map<string, readonly Placing[]>>();

/** The placings that leave the best chances; null where it does not matter. */
export function placingsOf(game: Game, tile: TileNumber | null): readonly Placing[] | null {
  if (!game.rules.twoMalls || tile === null) return null;
  const here = HEROES.map(hero => mallOfHero(game, hero));
  const key = `${tile} ${here.join()}`;
  const of = known.get(game.mall) ?? new Map<string, readonly Placing[]>();
  known.set(game.mall, of);
  const found = of.get(key) ?? judge(game, tile);
  of.set(key, found);
  return found;
}

export const isPlacing = (placings: readonly Placing[] | null, mall: number, hero: Hero): boolean =>
  placings === null || placings.some(placing => placing.mall === mall && placing.hero === hero);

function mallOfHero(game: Game, hero: Hero): number {
  const cell = game.heroes[hero];
  return cell === null ? -1 : mallAt(floorOf(game), cell);
}

function judge(game: Game, tile: TileNumber): readonly Placing[] {
  const start = miniatureOf(game);
  const pairs = game.rules.ownExits && !game.rules.wrongHands;
  const first = cardOf(game, tile);
  const cards = tilesToCome(game)
    .filter(other => other !== tile)
    .map(other => cardOf(game, other));
  const chances = placesIn(start).map(place => {
    const next = start.slice();
    lay(next, first, place);
    return { place, chance: chanceOf(next, cards, pairs) };
  });
  const best = Math.max(...chances.map(({ chance }) => chance));
  return chances
    .filter(({ chance }) => chance >= best - NEARLY)
    .flatMap(({ place }) =>
      HEROES.slice(place & 3, (place & 3) + 1).map(hero => ({ mall: place >> 2, hero })),
    );
}

function miniatureOf(game: Game): Miniature {
  const floor = floorOf(game);
  const mini = new Int8Array(SIZE);
  for (const [i, hero] of HEROES.entries()) {
    for (const mall of [0, 1]) {
      mini[DOORS + mall * 4 + i] = doorsIn(floor, mall, hero);
      mini[VORTICES + mall * 4 + i] = floor.vortices[hero].some(cell => mallAt(floor, cell) === mall) ? 1 : 0;
    }
    mini[ITEMS + i] = firstMall(floor, floor.items[hero]);
    mini[EXITS + i] = firstMall(floor, floor.exits[hero]);
    mini[PEOPLE + i] = mallOfHero(game, hero);
  }
  return mini;
}

const doorsIn = (floor: Floor, mall: number, hero: Hero): number =>
  floor.doors.filter(door => door.hero === hero && mallAt(floor, door.cell) === mall).length;

function firstMall(floor: Floor, cells: readonly number[]): number {
  const [cell] = cells;
  return cell === undefined ? -1 : mallAt(floor, cell);
}

function cardOf(game: Game, tile: TileNumber): Card {
  const features = featuresOf(game, tile);
  const heroesOf = (type: string): readonly number[] =>
    features.flatMap(feature => (feature.type === type && 'hero' in feature ? [indexOf(feature.hero)] : []));
  const openings = deckOf(game.setUp)[tile]?.openings ?? [];
  return {
    doors: openings.flatMap(opening => (opening === null || opening === 'arrow' ? [] : [indexOf(opening)])),
    vortices: heroesOf('vortex'),
    items: heroesOf('item'),
    exits: heroesOf('exit'),
  };
}

const indexOf = (hero: Hero): number => HEROES.indexOf(hero);

function chanceOf(start: Miniature, cards: readonly Card[], pairs: boolean): number {
  // Of two that never work out the one that breaks no pair is still the better.
  if (isBroken(start, pairs)) return -1;
  const below = dice(cards.length * 31 + 1);
  let won = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const mini = start.slice();
    for (const card of shuffled(cards, below)) if (!layWell(mini, card, pairs)) break;
    if (isWinnable(mini, pairs)) won++;
  }
  return won / TRIALS;
}

/** The same numbers for everybody at the table: nothing here is chance, it only looks like it. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return n => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x100000000) * n);
  };
}

function shuffled<T>(list: readonly T[], below: (n: number) => number): readonly T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = below(i + 1);
    const [a, b] = [result[i], result[j]];
    if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
  }
  return result;
}
