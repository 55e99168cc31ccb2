/** The state of a game: plain JSON, deeply readonly, the fold of its events; and small queries on it. */
import type { SoloPile } from './action-tiles.ts';
import { EDITION_RULES, type EditionRules } from './edition.ts';
import type { Drawn, LossReason } from './events.ts';
import { type Hourglass, leftAt, runsOutAt } from './hourglass.ts';
import { laidCameras } from './landmarks.ts';
import { featureAt, type MallBoard } from './mall.ts';
import type { Rules } from './scenario.ts';
import { SECOND_START } from './scenario.ts';
import type { SetUp } from './set-up.ts';
import {
  type Action,
  type ActionTile,
  type ByHero,
  type Cell,
  HEROES,
  type Hero,
  type Millis,
  type Seat,
  type TileNumber,
  tileOf,
} from './vocabulary.ts';

export const STATUSES = ['setup', 'playing', 'paused', 'won', 'lost'] as const;
export type Status = (typeof STATUSES)[number];

export interface Game extends MallBoard {
  readonly setUp: SetUp;
  readonly rules: Rules;
  readonly status: Status;
  readonly reason: LossReason | null;
  /** The time of the last event of the game. */
  readonly at: Millis;
  readonly hourglass: Hourglass;
  /** The number of hourglass spaces used (GB-1d). */
  readonly turned: number;
  /** The cell of each hero; null once the hero has left the board. */
  readonly heroes: ByHero<Cell | null>;
  /** Whether a hero has escaped; in scenarios with SC-10d or SC-17c an escaped hero remains on the exit. */
  readonly out: ByHero<boolean>;
  readonly theft: boolean;
  /** A talk window is open: the players may talk until the next action (CM-3a). */
  readonly talking: boolean;
  readonly stack: Stack;
  readonly drawn: Drawn | null;
  /** Cells with an out-of-order marker (CO-2b). */
  readonly outOfOrder: readonly Cell[];
  /** The crystal ball that has laid the first of its two tiles; null if there is none (SC-5l). */
  readonly halfUsedBall: Cell | null;
  /** How many tiles must be removed from the mall before anything else may happen (SC-11l). */
  readonly discards: number;
  readonly actionTiles: readonly ActionTile[];
  readonly solo: SoloPile | null;
  /** The seat before which the pawn stands (CM-1g). */
  readonly pawn: Seat | null;
  /** When each seat last nudged, and when it last stared (CM-2a). */
  readonly nudgedAt: readonly (Millis | null)[];
  readonly staredAt: readonly (Millis | null)[];
  /** Seats that a bot has played, even if only for a while (GB-1i). */
  readonly bots: readonly Seat[];
}

/** The stack as everybody sees it: how many of the original tiles are left, and which were put under them (SC-11j). */
export interface Stack {
  readonly left: number;
  readonly under: readonly TileNumber[];
  /** The uppermost tile if the stack lies face up, otherwise null (SC-8b). */
  readonly next: TileNumber | null;
}

export const editionOf = (game: Game): EditionRules => EDITION_RULES[game.setUp.edition];

export const isOver = (game: Game): boolean => game.status === 'won' || game.status === 'lost';

export const stackSize = ({ stack }: Game): number => stack.left + stack.under.length;

export const isSeat = (game: Game, seat: Seat): boolean =>
  Number.isInteger(seat) && seat >= 0 && seat < game.setUp.players;

/**
 * The actions of a seat: those of its action tile, or in a solo game the uppermost tile of the discard (AC-1d,
 * SO-2c).
 */
export function actionsOf(game: Game, seat: Seat): ActionTile {
  if (game.solo === null) return game.actionTiles[seat] ?? [];
  return game.solo.top === null ? [] : [game.solo.top];
}

export function owns(game: Game, seat: Seat, action: Action): boolean {
  return game.solo === null ? (game.actionTiles[seat]?.includes(action) ?? false) : game.solo.top === action;
}

/** Whether an action is struck out for everybody: the vortex after the theft (TH-2d) and in scenario 16 (SC-16b). */
export const isStruckOut = (game: Game, action: Action): boolean =>
  action === 'vortex' && (game.theft || game.rules.noVortex);

/** The actions of a seat that are not struck out. */
export const usableActions = (game: Game, seat: Seat): ActionTile =>
  actionsOf(game, seat).filter(action => !isStruckOut(game, action));

/** The hero on a cell, even one who has escaped: in scenarios with SC-10d or SC-17c escaped heroes occupy exits. */
export function heroAt({ heroes }: Game, cell: Cell): Hero | null {
  if (heroes.barbarian === cell) return 'barbarian';
  if (heroes.mage === cell) return 'mage';
  if (heroes.elf === cell) return 'elf';
  return heroes.dwarf === cell ? 'dwarf' : null;
}

export const isOutOfOrder = (game: Game, cell: Cell): boolean => game.outOfOrder.includes(cell);

/**
 * Whether a tile is a start tile: these are never discarded (SC-11f, SC-11s), and several heroes may stand on them
 * (SC-17b, SC-17f).
 */
export const isStartTile = (game: Game, tile: TileNumber): boolean =>
  tile === 1 || (game.rules.twoMalls && tile === SECOND_START);

export const startTiles = (game: Game): readonly TileNumber[] =>
  game.rules.twoMalls ? [1, SECOND_START] : [1];

/** Whether a hero other than `hero` is on the tile. */
export const othersOnTile = (game: Game, tile: TileNumber, hero: Hero): boolean =>
  HEROES.some(
    other => other !== hero && game.heroes[other] !== null && tileOf(game.heroes[other] ?? 0) === tile,
  );

/** The working cameras (SC-6d): laid, not switched off, and only if the scenario has their rule (SC-Lg). */
export function workingCameras(game: Game): readonly Cell[] {
  if (!game.rules.cameras) return [];
  return laidCameras(game).filter(cell => !isOutOfOrder(game, cell));
}

/** Whether two or more cameras work: then nobody may enter an hourglass space (SC-6c). */
export const areHourglassesWatched = (game: Game): boolean => workingCameras(game).length >= 2;

/** Whether a hero who has escaped remains on the exit (SC-10d, SC-17c). */
export const staysOnExit = ({ rules }: Pick<Game, 'rules'>): boolean =>
  rules.wrongHands || rules.noGatherings;

/** Returns the unused crystal ball on which the mage stands; null if there is none (SC-5d). */
export function activeBall(game: Game): Cell | null {
  const cell = game.heroes.mage;
  if (!game.rules.crystalBall || cell === null || isOutOfOrder(game, cell)) return null;
  return featureAt(game, cell)?.type === 'ball' ? cell : null;
}

/**
 * Returns the cell of the crystal ball that made places for the drawn tile possible; null if there is none, or if that
 * ball is now out of order or removed from the mall (SC-5s).
 */
export function offeringBall(game: Game): Cell | null {
  const ball = game.drawn?.ball ?? null;
  return ball === null || isOutOfOrder(game, ball) || game.mall[tileOf(ball)] === undefined ? null : ball;
}

/** How many tiles the crystal ball can still lay (SC-5d). */
export function ballTiles(game: Game): 0 | 1 | 2 {
  const ball = activeBall(game);
  if (ball === null) return 0;
  return game.halfUsedBall === ball ? 1 : 2;
}

/** The sand in the upper bulb; in a game without a clock it never runs (HG-9a). */
export const sandLeft = (game: Game, at: Millis): Millis =>
  game.status === 'setup' || game.setUp.house.noClock ? game.hourglass.capacity : leftAt(game.hourglass, at);

/**
 * The remaining sand for which a finished game is credited: none in a game without a clock, so that it beats no other
 * game (HG-9d).
 */
export const sandSaved = (game: Game): Millis => (game.setUp.house.noClock ? 0 : sandLeft(game, game.at));

/** The time at which the last grain falls: never in a game without a clock (HG-9a). */
export const sandEnd = ({ hourglass, setUp }: Game): Millis =>
  setUp.house.noClock ? Number.POSITIVE_INFINITY : runsOutAt(hourglass);
