/**
 * The referee: decides which events a command causes, or why it is refused. It never changes the game (AC-4a); time and
 * the table's secret are arguments. One small function per command.
 */
import { pileOrder } from './action-tiles.ts';
import { withConsequences } from './consequences.ts';
import type { Command, CommandOf, CommandType, GameEvent, Refusal } from './events.ts';
import { evolve } from './evolve.ts';
import { editionOf, type Game, isSeat, offeringBall, sandEnd } from './game.ts';
import {
  discardRefusal,
  escalatorTarget,
  explorations,
  exploreRefusal,
  layRefusal,
  moveTarget,
  pauseRefusal,
  placeRefusal,
  playOnRefusal,
  resumeRefusal,
  seatBotRefusal,
  setUpGate,
  stealRefusal,
  swapRefusal,
  turnRefusal,
  vortexTarget,
} from './legal.ts';
import { doorAt } from './mall.ts';
import { err, ok, type Result } from './result.ts';
import { type Secret, stackOrder } from './set-up.ts';
import { gestureRefusal, nudgeRefusal, sayRefusal, stareRefusal } from './talk.ts';
import {
  ACTIONS,
  type Action,
  type Cell,
  type Hero,
  type Millis,
  type Seat,
  type TileNumber,
} from './vocabulary.ts';

/** The sand time of the command, and the secret that only the table knows. */
export interface DecideContext {
  readonly at: Millis;
  readonly secret: Secret;
}

export type DecideOutcome = Result<readonly GameEvent[], Refusal>;

export function decide(game: Game, command: Command, circumstances: DecideContext): DecideOutcome {
  if (isTooLate(game, circumstances.at)) return err('over'); // HG-5b
  // only players may give commands (AC-1d)
  if ('seat' in command && !isSeat(game, command.seat)) return err('malformed');
  const outcome = judge(game, command, circumstances);
  if (typeof outcome === 'string') return err(outcome);
  return ok(withSeed(outcome, circumstances.secret));
}

/**
 * The events that are due by `at` without any command. The table asks for them before `decide`, so a late action never
 * counts (HG-5b).
 */
export function due(game: Game, { at, secret }: DecideContext): readonly GameEvent[] {
  if (!isTooLate(game, at)) return [];
  return withSeed([{ type: 'gameLost', at: sandEnd(game), reason: 'sand' }], secret);
}

const isTooLate = (game: Game, at: Millis): boolean => game.status === 'playing' && at >= sandEnd(game);

/** Reveals the seed at the end, so that anyone can verify the shuffle. */
function withSeed(events: readonly GameEvent[], { seed }: Secret): readonly GameEvent[] {
  const last = events.at(-1);
  if (last?.type !== 'gameWon' && last?.type !== 'gameLost') return events;
  return [...events, { type: 'seedRevealed', at: last.at, seed }];
}

type Outcome = readonly GameEvent[] | Refusal;

function judge(game: Game, command: Command, circumstances: DecideContext): Outcome {
  const rule = JUDGES[command.type] as (
    game: Game,
    command: Command,
    circumstances: DecideContext,
  ) => Outcome;
  return rule(game, command, circumstances);
}

/** One function per command; a missing one is a compile error. */
const JUDGES: {
  readonly [T in CommandType]: (game: Game, command: CommandOf<T>, circumstances: DecideContext) => Outcome;
} = {
  move: (game, command, { at }) => goTo(game, command, { by: command.dir, at }, moveTarget(game, command)),
  vortex: (game, command, { at }) => goTo(game, command, { by: 'vortex', at }, vortexTarget(game, command)),
  escalator: (game, command, { at }) =>
    goTo(game, command, { by: 'escalator', at }, escalatorTarget(game, command)),
  explore: (game, command, when) => exploreRefusal(game, command) ?? explore(game, command, when),
  lay: (game, command, { at }) => layRefusal(game, command) ?? lay(game, command, at),
  steal: (game, { seat }, { at }) => stealRefusal(game) ?? [{ type: 'theftHappened', at, seat }],
  discard: (game, command, when) => discardRefusal(game, command) ?? discard(game, command, when),
  turn: (game, { seat }, { at, secret }) =>
    turnRefusal(game) ?? [{ type: 'actionTurned', at, seat, action: nextAction(game, secret) }],
  start: (game, _, { at }) => setUpGate(game) ?? [{ type: 'gameStarted', at }],
  swap: (game, command, { at }) =>
    swapRefusal(game, command) ?? [{ type: 'tilesSwapped', at, seat: command.seat, with: command.with }],
  place: (game, command, { at }) => {
    const { seat, hero, to } = command;
    return placeRefusal(game, command) ?? [{ type: 'heroPlaced', at, seat, hero, to }];
  },
  pause: (game, command, { at }) =>
    pauseRefusal(game, command) ?? [{ type: 'paused', at, seat: command.seat }],
  resume: (game, { seat }, { at }) => resumeRefusal(game) ?? [{ type: 'resumed', at, seat }],
  playOn: (game, { seat }, { at }) => playOnRefusal(game) ?? [{ type: 'playedOn', at, seat }],
  seatBot: (game, { seat }, { at }) => seatBotRefusal(game, seat) ?? [{ type: 'botSat', at, seat }],
  nudge: (game, command, { at }) => {
    const type = editionOf(game).nudge === 'pawn' ? 'pawnMoved' : 'tapped'; // CM-1g, CM-1j
    return nudgeRefusal(game, command, at) ?? [{ type, at, seat: command.seat, to: command.to }];
  },
  stare: (game, command, { at }) =>
    stareRefusal(game, command, at) ?? [{ type: 'stared', at, seat: command.seat, to: command.to }],
  // Words and gestures are accepted or refused here, but are not part of the game's log, so that they can be deleted.
  say: game => sayRefusal(game) ?? [],
  gesture: (game, command) => gestureRefusal(game, command) ?? [],
};

type Mover = { readonly seat: Seat; readonly hero: Hero };

function goTo(game: Game, { seat, hero }: Mover, { by, at }: Way, target: Cell | Refusal): Outcome {
  if (typeof target === 'string') return target;
  return withConsequences(game, { type: 'heroMoved', at, seat, hero, by, to: target });
}

interface Way {
  readonly by: Action;
  readonly at: Millis;
}

/** Draws a tile (EX-2a); lays it at once if only one place is possible (EX-3a). */
function explore(game: Game, { seat }: CommandOf<'explore'>, { at, secret }: DecideContext): Outcome {
  const found = explorations(game);
  const tile = uppermost(game, secret);
  if (tile === null) throw new Error('an exploration without a tile');
  const [door] = found.places;
  const next = game.rules.openStack ? afterUppermost(game, secret) : null;
  const drawn = { type: 'tileDrawn', at, seat, tile, next, ...found } as const;
  if (found.places.length > 1 || door === undefined) return [drawn];
  return [drawn, ...lay(evolve(game, drawn), { type: 'lay', seat, door }, at)];
}

/**
 * Lays the drawn tile. The crystal ball is not used up at a door whose own hero stands there or stood there when the
 * tile was drawn (SC-5o).
 */
function lay(game: Game, { seat, door }: CommandOf<'lay'>, at: Millis): readonly GameEvent[] {
  const { tile, own } = game.drawn ?? {};
  const hero = doorAt(game, door);
  if (tile === undefined || own === undefined || hero === null) throw new Error('no drawn tile, or no door');
  const ordinary = own.includes(door) || (game.heroes[hero] === door && !game.out[hero]);
  const laid = { type: 'tileLaid', at, seat, tile, door, by: ordinary ? hero : 'ball' } as const;
  const ball = offeringBall(game);
  if (ordinary || ball === null) return [laid];
  const spent = game.halfUsedBall === ball || game.heroes.mage !== ball;
  return spent ? [laid, { type: 'ballUsed', at, cell: ball }] : [laid];
}

/** Puts a tile of the mall under the stack; if the stack is empty, the tile becomes the stack (SC-11j, SC-11k). */
function discard(game: Game, { seat, tile }: CommandOf<'discard'>, { at, secret }: DecideContext): Outcome {
  const next = game.rules.openStack ? (uppermost(game, secret) ?? tile) : null;
  return [{ type: 'tileDiscarded', at, seat, tile, next }];
}

// Functions that look at face-down tiles.

const uppermost = (game: Game, secret: Secret): TileNumber | null => fromTop(game, secret, 0);
const afterUppermost = (game: Game, secret: Secret): TileNumber | null => fromTop(game, secret, 1);

function fromTop({ stack, setUp }: Game, secret: Secret, depth: number): TileNumber | null {
  if (depth >= stack.left) return stack.under[depth - stack.left] ?? null;
  return stackOrder(setUp, secret)[setUp.stack.length - stack.left + depth] ?? null;
}

/** The next tile of the solo pile. The order repeats until the hourglass is turned (SO-2b, SO-3a). */
function nextAction(game: Game, secret: Secret): Action {
  const order = (game.turned === 0 ? secret.pile : null) ?? pileOrder(secret.seed, game.turned);
  const left = game.solo?.pile ?? 0;
  const action = order[left === 0 ? 0 : ACTIONS.length - left];
  if (action === undefined) throw new Error('an empty solo pile');
  return action;
}
