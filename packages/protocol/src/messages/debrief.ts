/**
 * Messages of the debrief after a game: the table watches one replay together, one member leads it, and everybody may guess.
 * Nothing of it is stored.
 */
import * as v from 'valibot';
import { LARGEST_CELL } from '../commands/play-command.ts';
import { type FromSchema, variantOf, wholeNumber } from '../input/schema.ts';
import { memberSchema, millis } from './parts.ts';

const cell = wholeNumber(0, LARGEST_CELL);

const FASTEST_REPLAY = 8;

/** The position of the replay: the moment, whether it runs, its speed, and the current turning point. */
const showing = {
  at: millis,
  runs: v.boolean(),
  speed: wholeNumber(1, FASTEST_REPLAY),
  /** The current turning point, given as the number of events before it; missing if there is none. */
  point: v.exactOptional(wholeNumber(1)),
  /** Whether the answer to the turning point is shown. */
  answered: v.boolean(),
};

const request = variantOf('type', [
  // The sender joins the debrief, or comes back to it.
  v.strictObject({ type: v.literal('open') }),
  v.strictObject({ type: v.literal('close') }),
  // Requests that only the leader may send.
  v.strictObject({ type: v.literal('show'), ...showing }),
  v.strictObject({ type: v.literal('give'), to: memberSchema }),
  // Asks for the lead, or withdraws that request.
  v.strictObject({ type: v.literal('ask'), wants: v.boolean() }),
  // The sender watches another moment than the leader; without `at`, the leader's moment again.
  v.strictObject({ type: v.literal('free'), at: v.exactOptional(millis) }),
  // The sender's guess on the board; without `cell` the guess is removed.
  v.strictObject({ type: v.literal('pin'), cell: v.exactOptional(cell) }),
]);
export type DebriefRequest = FromSchema<typeof request>;

export const DEBRIEF_FROM_CLIENT = {
  /** A request about the debrief; `game` is the number of the finished game at this table. */
  debrief: v.strictObject({ t: v.literal('debrief'), game: wholeNumber(1), c: request }),
};

export const DEBRIEF_FROM_SERVER = {
  /** The complete current state of the debrief. `at` is the position of the replay when the message was sent. */
  debrief: v.strictObject({
    t: v.literal('debrief'),
    game: wholeNumber(1),
    /** The member who leads; null while no member with a seat is in the debrief. */
    leader: v.nullable(memberSchema),
    ...showing,
    /** The members in the debrief, in the order of arrival. */
    here: v.array(memberSchema),
    asks: v.array(memberSchema),
    free: v.array(v.strictObject({ m: memberSchema, at: millis })),
    pins: v.array(v.strictObject({ m: memberSchema, cell })),
  }),
};
export type DebriefMessage = FromSchema<typeof DEBRIEF_FROM_SERVER.debrief>;
