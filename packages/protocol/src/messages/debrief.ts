/** After a game: the table watches one replay together. Somebody leads, everybody may guess. Never stored. */
import * as v from 'valibot';
import { LARGEST_CELL } from '../commands/play-command.ts';
import { type FromSchema, variantOf, wholeNumber } from '../input/schema.ts';
import { member, millis } from './parts.ts';

const cell = wholeNumber(0, LARGEST_CELL);

const FASTEST_REPLAY = 8;

/** Where the replay stands: the moment, whether it runs and how fast, and which turning point is asked about. */
const showing = {
  at: millis,
  runs: v.boolean(),
  speed: wholeNumber(1, FASTEST_REPLAY),
  /** The turning point in view, by the number of events before it; missing where none is. */
  point: v.exactOptional(wholeNumber(1)),
  /** Whether its answer is shown. */
  answered: v.boolean(),
};

const request = variantOf('type', [
  // Comes to the debrief, or back to it.
  v.strictObject({ type: v.literal('open') }),
  v.strictObject({ type: v.literal('close') }),
  // Only for the leader.
  v.strictObject({ type: v.literal('show'), ...showing }),
  v.strictObject({ type: v.literal('give'), to: member }),
  // Asks for the lead; asking again takes it back.
  v.strictObject({ type: v.literal('ask'), wants: v.boolean() }),
  // Watches a moment of one's own; without a moment, the leader's.
  v.strictObject({ type: v.literal('free'), at: v.exactOptional(millis) }),
  // A guess; without a cell it is taken back.
  v.strictObject({ type: v.literal('pin'), cell: v.exactOptional(cell) }),
]);
export type DebriefRequest = FromSchema<typeof request>;

export const DEBRIEF_FROM_CLIENT = {
  /** `game` is the number of the finished game at this table. */
  debrief: v.strictObject({ t: v.literal('debrief'), game: wholeNumber(1), c: request }),
};

export const DEBRIEF_FROM_SERVER = {
  /** The debrief as it is now; every message has all of it. `at` is the moment of the replay when it was sent. */
  debrief: v.strictObject({
    t: v.literal('debrief'),
    game: wholeNumber(1),
    /** Null while nobody with a seat is there. */
    leader: v.nullable(member),
    ...showing,
    /** Who is there, in the order of arrival. */
    here: v.array(member),
    asks: v.array(member),
    free: v.array(v.strictObject({ m: member, at: millis })),
    pins: v.array(v.strictObject({ m: member, cell })),
  }),
};
export type DebriefMessage = FromSchema<typeof DEBRIEF_FROM_SERVER.debrief>;
