/** Silence and talk windows (RULES 8, SC-4b, SC-9, SC-12, SC-14, SC-15): who may communicate how, right now. */
import { leaderOf } from './action-tiles.ts';
import type { CommandOf, CommandType, Refusal } from './events.ts';
import { editionOf, type Game, isOver } from './game.ts';
import { isCell, type Millis, type Seat, tileOf } from './vocabulary.ts';

export const TALK_STATES = ['open', 'gestures', 'silent'] as const;
export type Talk = (typeof TALK_STATES)[number];

/** Which communication is allowed at this moment; the server enforces it (CM-2b). */
export function talkState(game: Game): Talk {
  if (isOver(game)) return 'open'; // CM-4
  if (game.status === 'setup') return game.setUp.house.quietSetUp ? mostAllowed(game) : 'open'; // SU-5a, SC-12f, SC-14d
  if (game.status === 'paused') return 'silent'; // HG-8g
  if (!game.talking && !game.setUp.house.freeTalk) return 'silent'; // CM-1a, CM-5c
  return mostAllowed(game);
}

/** The most that the scenario allows. The free talk setting does not lift a ban on talk (CM-5d). */
function mostAllowed({ rules }: Game): Talk {
  if (rules.noTalk) return 'silent'; // SC-14a, SC-15a
  return rules.gesturesOnly ? 'gestures' : 'open'; // SC-12a
}

/** Commands that close a talk window (CM-3e, CM-3f); no other command does. */
const CLOSING: readonly string[] = [
  'move',
  'vortex',
  'escalator',
  'explore',
  'lay',
] satisfies readonly CommandType[];

export const endsTalk = (type: string): boolean => CLOSING.includes(type);

/** Whether players may rename themselves: not while the game runs, because names could carry messages (CM-2c). */
export const mayRename = (game: Game): boolean => game.status === 'setup' || isOver(game);

/**
 * The least time between two nudges of one player, and between two stares (CM-2a). RULES 11 says why it is one
 * second.
 */
export const coolDownOf = ({ setUp }: Pick<Game, 'setUp'>): Millis => (setUp.house.freeNudges ? 0 : 1000);

const isTooFast = (game: Game, last: Millis | null | undefined, at: Millis): boolean =>
  last !== null && last !== undefined && at - last < coolDownOf(game);

export function nudgeRefusal(game: Game, { seat, to }: CommandOf<'nudge'>, at: Millis): Refusal | null {
  const gate = signalGate(game, seat, to);
  if (gate !== null) return gate;
  if (game.rules.noPawn) return 'no-pawn'; // SC-15b
  if (game.rules.leader && leaderOf(game.actionTiles) !== seat) return 'not-leader'; // SC-9d
  const passesOn = editionOf(game).nudge === 'pawn' && game.pawn === seat; // a player who got the pawn may pass it on at once (CM-1h)
  return !passesOn && isTooFast(game, game.nudgedAt[seat], at) ? 'too-fast' : null;
}

export function stareRefusal(game: Game, { seat, to }: CommandOf<'stare'>, at: Millis): Refusal | null {
  return signalGate(game, seat, to) ?? (isTooFast(game, game.staredAt[seat], at) ? 'too-fast' : null);
}

/** The refusal of a nudge or a stare before or after the running game. */
function signalGate(game: Game, seat: Seat, to: Seat): Refusal | null {
  if (game.status === 'setup') return 'not-playing';
  if (game.status === 'paused') return 'paused'; // HG-8g
  if (isOver(game)) return 'over';
  const somebodyElse = to !== seat && Number.isInteger(to) && to >= 0 && to < game.setUp.players;
  return somebodyElse ? null : 'malformed';
}

export function sayRefusal(game: Game): Refusal | null {
  if (game.status === 'paused') return 'paused';
  return talkState(game) === 'open' ? null : 'silence';
}

export function gestureRefusal(game: Game, command: CommandOf<'gesture'>): Refusal | null {
  if (game.status === 'paused') return 'paused';
  return talkState(game) === 'silent' ? 'silence' : pointRefusal(game, command);
}

/**
 * The refusal of a pointing gesture: it needs a place that everybody can see (SC-12d), and no other gesture has a
 * place.
 */
export function pointRefusal(
  game: Game,
  { gesture, to }: Pick<CommandOf<'gesture'>, 'gesture' | 'to'>,
): Refusal | null {
  if (to === undefined) return null;
  return gesture === 'point' && isCell(to) && game.mall[tileOf(to)] !== undefined ? null : 'malformed';
}
