/** Data for the panels beside the board: goals, turns of the hourglass, the most urgent task. Pure functions. */
import {
  type Feature,
  featureAt,
  type Game,
  HEROES,
  type Hero,
  isTheftPossible,
  laidTiles,
  mayLeaveBy,
  type TileNumber,
  tileNumbered,
} from '@hush/rules';

import { say } from '../i18n/catalogs.ts';
import { heroName } from './game-words.ts';

export type GoalState = 'unseen' | 'seen' | 'done';
export interface Goal {
  readonly hero: Hero;
  readonly what: 'item' | 'exit';
  readonly state: GoalState;
}

const featuresOf = (game: Game, tile: TileNumber): readonly Feature[] =>
  (tileNumbered(game, tile)?.features ?? []).filter(feature => feature !== null);

function itemGoal(game: Game, hero: Hero, laid: readonly Feature[]): GoalState {
  const cell = game.heroes[hero];
  const under = cell === null ? null : featureAt(game, cell);
  if (under?.type === 'item' && (under.hero === hero) !== game.rules.wrongHands) return 'done';
  const isRight = (feature: Feature): boolean =>
    feature.type === 'item' && (feature.hero === hero) !== game.rules.wrongHands; // SC-10a
  return laid.some(isRight) ? 'seen' : 'unseen';
}

function exitGoal(game: Game, hero: Hero, laid: readonly Feature[]): GoalState {
  if (game.out[hero]) return 'done';
  const found = laid.some(feature => feature.type === 'exit' && mayLeaveBy(game, hero, feature.hero));
  return found ? 'seen' : 'unseen';
}

/** The goals: the items before the theft, the exits after it (TH-1a, TH-3a). */
export function goalsOf(game: Game): readonly Goal[] {
  const laid = laidTiles(game).flatMap(({ tile }) => featuresOf(game, tile));
  return HEROES.map(hero =>
    game.theft
      ? { hero, what: 'exit', state: exitGoal(game, hero, laid) }
      : { hero, what: 'item', state: itemGoal(game, hero, laid) },
  );
}

/** A goal in words, with the name of its hero. */
export const goalText = ({ hero, what, state }: Goal): string =>
  what === 'item'
    ? say(`game.item.${state}`, { hero: heroName(hero) })
    : say(`game.exit.${state}`, { hero: heroName(hero) });

/** The number of unused hourglass spaces, found or not (HG-4a). */
export function turnsLeft(game: Game): number {
  const tiles = new Set([...laidTiles(game).map(({ tile }) => tile), ...game.setUp.stack]);
  const spaces = [...tiles].flatMap(tile =>
    featuresOf(game, tile).filter(({ type }) => type === 'hourglass'),
  );
  return Math.max(0, spaces.length - game.turned);
}

/** The tasks that the panel of goals can name. */
export const URGENT_TASKS = ['setup', 'discard', 'lay', 'steal', 'exits', 'items', 'won', 'lost'] as const;
export type UrgentTask = (typeof URGENT_TASKS)[number];

/** The most urgent task at this moment. */
export function urgentIn(game: Game): UrgentTask {
  if (game.status === 'setup' || game.status === 'won' || game.status === 'lost') return game.status;
  if (game.discards > 0) return 'discard';
  if (game.drawn !== null) return 'lay';
  if (isTheftPossible(game)) return 'steal';
  return game.theft ? 'exits' : 'items';
}
