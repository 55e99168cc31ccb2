/**
 * Scenario 13: into which of the two malls a tile should go. After the theft no hero changes malls, so each hero's
 * item and exit must be in the same mall as the hero; to change malls before the theft, a hero needs a vortex in both
 * malls. Many orders of the unknown stack are simulated with the small model of miniature.ts.
 */
import {
  type Cell,
  deckOf,
  doorAt,
  type Game,
  HEROES,
  type Hero,
  layTile,
  type Mall,
  type TileNumber,
  tileOf,
  unexploredDoors,
} from '@hush/rules';
import { featuresOf, type MallGraph, mallAt, mallGraphOf, tilesToCome } from './mall-graph.ts';
import {
  type Card,
  DOORS,
  EXITS,
  ITEMS,
  isBroken,
  isWinnable,
  lay,
  layAtBestPlace,
  type Miniature,
  PEOPLE,
  placesIn,
  SIZE,
  VORTICES,
} from './miniature.ts';

/** How many orders of the stack are simulated for each place. */
const TRIALS = 24;
/** A door is rejected if its share of failures exceeds the best door’s by more than this. */
const NEARLY = 0.05;

const known = new WeakMap<Mall, Map<string, readonly Cell[]>>();

/** Returns the doors at which the tile has the best chances; null if all doors are equal. */
export function placingsOf(game: Game, tile: TileNumber | null): readonly Cell[] | null {
  if (!game.rules.twoMalls || tile === null) return null;
  const here = HEROES.map(hero => mallOfHero(game, hero));
  const key = `${tile} ${here.join()}`;
  const of = known.get(game.mall) ?? new Map<string, readonly Cell[]>();
  known.set(game.mall, of);
  const found = of.get(key) ?? judge(game, tile);
  of.set(key, found);
  return found;
}

export const isPlacing = (placings: readonly Cell[] | null, door: Cell): boolean =>
  placings === null || placings.includes(door);

function mallOfHero(game: Game, hero: Hero): number {
  const cell = game.heroes[hero];
  return cell === null ? -1 : mallAt(mallGraphOf(game), cell);
}

function judge(game: Game, tile: TileNumber): readonly Cell[] {
  const start = miniatureOf(game);
  const pairs = game.rules.ownExits && !game.rules.wrongHands;
  const first = cardOf(game, tile);
  const cards = tilesToCome(game)
    .filter(other => other !== tile)
    .map(other => cardOf(game, other));
  const floor = mallGraphOf(game);
  const places = placesIn(start);
  const judged = new Map<string, number>(); // doors of one colour in one mall mostly have the same result
  const chances = floor.doors.flatMap(({ cell, hero }) => {
    const place = mallAt(floor, cell) * 4 + indexOf(hero);
    if (!places.includes(place)) return [];
    const next = start.slice();
    lay(next, first, place);
    countDoors(next, { ...game, mall: layTile(game, tile, cell) });
    const key = next.join();
    const chance = judged.get(key) ?? chanceOf(next, cards, pairs);
    judged.set(key, chance);
    return [{ cell, chance }];
  });
  const best = Math.max(...chances.map(({ chance }) => chance));
  return chances.filter(({ chance }) => chance >= best - NEARLY).map(({ cell }) => cell);
}

/**
 * Doors that face another tile cannot be used any more, and neither can the doors opposite; so it matters at which door
 * of that colour a tile is laid.
 */
function countDoors(mini: Miniature, game: Game): void {
  mini.fill(0, DOORS, DOORS + 8);
  for (const cell of unexploredDoors(game)) {
    const hero = doorAt(game, cell);
    if (hero === null) continue;
    const place = DOORS + (game.mall[tileOf(cell)]?.mall ?? 0) * 4 + indexOf(hero);
    mini[place] = (mini[place] ?? 0) + 1;
  }
}

function miniatureOf(game: Game): Miniature {
  const floor = mallGraphOf(game);
  const mini = new Int8Array(SIZE);
  countDoors(mini, game);
  for (const [i, hero] of HEROES.entries()) {
    for (const mall of [0, 1])
      mini[VORTICES + mall * 4 + i] = floor.vortices[hero].some(cell => mallAt(floor, cell) === mall) ? 1 : 0;
    mini[ITEMS + i] = firstMall(floor, floor.items[hero]);
    mini[EXITS + i] = firstMall(floor, floor.exits[hero]);
    mini[PEOPLE + i] = mallOfHero(game, hero);
  }
  return mini;
}

function firstMall(floor: MallGraph, cells: readonly number[]): number {
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
  // If two places never lead to a win, the one that separates no hero's item from its exit is better.
  if (isBroken(start, pairs)) return -1;
  const below = dice(cards.length * 31 + 1);
  let won = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const mini = start.slice();
    for (const card of shuffled(cards, below)) if (!layAtBestPlace(mini, hemmedIn(card, below), pairs)) break;
    if (isWinnable(mini, pairs)) won++;
  }
  return won / TRIALS;
}

/**
 * Assumes that one door in five faces a laid tile. In measured games of bots it is one in fourteen; the more cautious
 * number keeps more doors open, so that fewer games run out of doors.
 */
const MET = 5;

const hemmedIn = (card: Card, below: (n: number) => number): Card => ({
  ...card,
  doors: card.doors.filter(() => below(MET) > 0),
});

/** Pseudo-random numbers that are the same for every bot at the table. */
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
