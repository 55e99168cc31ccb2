/** Describes where things are, for players who do not see the board. */
import {
  type Cell,
  coordinatesOf,
  DIRECTIONS,
  type Direction,
  doorAt,
  type Game,
  HEROES,
  type Hero,
  mayLeaveBy,
  slide,
} from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { cellPlaceOf, cellsWith, escalatorEnd, heroOn, isUsed, opensNewTile } from '../model/cells.ts';
import { commaList, directionName, heroName, joinWords, thingAt } from '../model/game-words.ts';
import type { SpokenGoal } from './lexicon.ts';

/** Returns the straight offset between two cells, such as `3 east, 2 north`; null if they are in different malls. */
export function offset(game: Game, from: Cell, to: Cell): string | null {
  const [x, y, mall = 0] = coordinatesOf(game, from);
  const [u, v, other = 0] = coordinatesOf(game, to);
  if (mall !== other) return null;
  const parts = [[u - x, 'east', 'west'] as const, [y - v, 'north', 'south'] as const].flatMap(
    ([by, plus, minus]) =>
      by === 0
        ? []
        : [say('commands.by', { n: Math.abs(by), direction: directionName(by > 0 ? plus : minus) })],
  );
  return parts.length === 0 ? say('commands.here') : commaList(parts);
}

/** The cells that a goal of the command box stands for, for this hero. */
export function cellsOfGoal(game: Game, hero: Hero, goal: SpokenGoal): readonly Cell[] {
  if (goal === 'door') return cellsOfDoors(game).filter(cell => doorAt(game, cell) === hero);
  if (goal === 'stairs') return cellsOfStairs(game);
  return cellsWith(game, feature => {
    if (feature.type !== goal) return false;
    if (feature.type === 'item') return (feature.hero === hero) !== game.rules.wrongHands;
    if (feature.type === 'exit') return mayLeaveBy(game, hero, feature.hero);
    return !('hero' in feature) || feature.hero === hero;
  }).filter(cell => !isUsed(game, cell));
}

const allCells = (game: Game): readonly Cell[] =>
  Object.keys(game.mall).flatMap(tile => Array.from({ length: 16 }, (_, i) => Number(tile) * 16 + i));

export const cellsOfDoors = (game: Game): readonly Cell[] =>
  allCells(game).filter(cell => doorAt(game, cell) !== null && opensNewTile(game, cell));

const cellsOfStairs = (game: Game): readonly Cell[] =>
  allCells(game).filter(cell => escalatorEnd(game, cell) !== null);

/**
 * Describes the cell on which a hero stands, its feature, and where the hero's goal is. With `brief`, a goal that is not
 * found yet is not mentioned.
 */
export function whereIs(game: Game, hero: Hero, { brief = false } = {}): string {
  const cell = game.heroes[hero];
  const name = heroName(hero);
  if (cell === null || game.out[hero]) return say('commands.isOut', { hero: name });
  const thing = thingAt(game, cell);
  const goal: SpokenGoal = game.theft ? 'exit' : 'item';
  const goals = cellsOfGoal(game, hero, goal).flatMap(there => offset(game, cell, there) ?? []);
  const unknown = brief ? '' : say(`commands.unknown.${goal}`);
  return joinWords([
    say('commands.stands', { hero: name, place: say('commands.place', cellPlaceOf(game, cell)) }),
    thing === null ? '' : say('commands.on', { thing }),
    goals.length === 0 ? unknown : say(`commands.goalAt.${goal}`, { where: goals.join('; ') }),
  ]);
}

/** Describes a direction: how far the hero can go, and what is on the way. */
function outlook(game: Game, hero: Hero, dir: Direction): string {
  const cells = slide(game, hero, dir);
  const things = cells.flatMap((cell, i) => {
    const thing = thingAt(game, cell);
    return thing === null ? [] : [say('commands.atStep', { thing, n: i + 1 })];
  });
  return say('commands.outlook', {
    direction: directionName(dir),
    n: cells.length,
    things: commaList(['', ...things]),
  });
}

export function lookAround(game: Game, hero: Hero): string {
  const cell = game.heroes[hero];
  if (cell === null || game.out[hero]) return say('commands.isOut', { hero: heroName(hero) });
  const near = HEROES.flatMap(other => {
    const there = game.heroes[other];
    const where = other === hero || there === null ? null : offset(game, cell, there);
    return where === null ? [] : [say('commands.otherAt', { hero: heroName(other), where })];
  });
  return joinWords([whereIs(game, hero), ...DIRECTIONS.map(dir => outlook(game, hero, dir)), ...near]);
}

/** What blocks a hero after the last square of a slide: another hero or a wall. */
export function obstacle(game: Game, hero: Hero, dir: Direction): string {
  const step = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[dir];
  const last = slide(game, hero, dir).at(-1) ?? game.heroes[hero];
  if (last === null) return say('refusals.hero-out');
  const [x, y, mall = 0] = coordinatesOf(game, last);
  const other = HEROES.find(one => {
    const cell = one === hero ? null : game.heroes[one];
    if (cell === null) return false;
    const [u, v, m = 0] = coordinatesOf(game, cell);
    return u === x + (step[0] ?? 0) && v === y + (step[1] ?? 0) && m === mall;
  });
  return other === undefined ? say('commands.wall') : say('commands.inTheWay', { hero: heroName(other) });
}

export const isTaken = (game: Game, cell: Cell): boolean => heroOn(game, cell) !== null;
