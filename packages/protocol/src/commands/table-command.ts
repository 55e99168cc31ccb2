/** The commands that people may send to the table around the game. */
import * as v from 'valibot';
import { type FromSchema, oneWordOf, variantOf, wholeNumber } from '../input/schema.ts';
import { MOST_SEATS } from './seats.ts';
import { readTableWish, type TableWish } from './table-wish.ts';
import { TEMPERS } from './tempers.ts';

const member = wholeNumber(1);

/** The most seconds by which a host can delay spectators. */
export const LONGEST_DELAY = 600;

export const wish = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): TableWish => {
    const read = readTableWish(dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: read.error });
    return NEVER;
  }),
);

export const tableCommand = variantOf('type', [
  v.strictObject({ type: v.literal('leave') }),
  v.strictObject({ type: v.literal('ready'), ready: v.boolean() }),
  v.strictObject({ type: v.literal('kick'), member }),
  v.strictObject({ type: v.literal('mute'), member, muted: v.boolean() }),
  v.strictObject({ type: v.literal('lock'), locked: v.boolean() }),
  // Allows or forbids spectators; without them only members with a seat may connect.
  v.strictObject({ type: v.literal('spectators'), allowed: v.boolean() }),
  // From now on spectators see games this many seconds later; 0 shows them at once (PR-69).
  v.strictObject({ type: v.literal('delay'), seconds: wholeNumber(0, LONGEST_DELAY) }),
  // Allows or forbids that programs sit down (PR-75).
  v.strictObject({ type: v.literal('programs'), allowed: v.boolean() }),
  // Gives or withdraws the sender's consent that games at this table are collected for research (PR-76).
  v.strictObject({ type: v.literal('consent'), given: v.boolean() }),
  v.strictObject({ type: v.literal('handOver'), member }),
  v.strictObject({ type: v.literal('wish'), wish }),
  // Invites this number of bots (by default one); during a game only for vacant seats.
  v.strictObject({
    type: v.literal('seatBot'),
    temper: oneWordOf(TEMPERS),
    seats: v.exactOptional(wholeNumber(1, MOST_SEATS)),
  }),
  v.strictObject({ type: v.literal('sitIn'), allowed: v.boolean() }),
  v.strictObject({ type: v.literal('begin') }),
  // Begins a game that continues the last one from the moment after its first `events` events.
  v.strictObject({ type: v.literal('playOn'), events: wholeNumber(1) }),
  v.strictObject({ type: v.literal('abandon') }),
]);
export type TableCommand = FromSchema<typeof tableCommand>;
