/** What people may ask of the table around the game. */
import * as v from 'valibot';
import { type FromSchema, oneWordOf, variantOf, wholeNumber } from '../input/schema.ts';
import { MOST_SEATS } from './seats.ts';
import { readTableWish, type TableWish } from './table-wish.ts';
import { TEMPERS } from './tempers.ts';

const member = wholeNumber(1);

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
  // Without spectators only those who sit here are let in.
  v.strictObject({ type: v.literal('spectators'), allowed: v.boolean() }),
  // Whether programs that say so may sit down (PR-75).
  v.strictObject({ type: v.literal('programs'), allowed: v.boolean() }),
  // Whether my games here may be collected for research (PR-76).
  v.strictObject({ type: v.literal('consent'), given: v.boolean() }),
  v.strictObject({ type: v.literal('handOver'), member }),
  v.strictObject({ type: v.literal('wish'), wish }),
  // How many bots, one by default; during a game only for vacant seats.
  v.strictObject({
    type: v.literal('seatBot'),
    temper: oneWordOf(TEMPERS),
    seats: v.exactOptional(wholeNumber(1, MOST_SEATS)),
  }),
  v.strictObject({ type: v.literal('sitIn'), allowed: v.boolean() }),
  v.strictObject({ type: v.literal('begin') }),
  // Plays the last game on from a moment of it: after so many of its events.
  v.strictObject({ type: v.literal('playOn'), events: wholeNumber(1) }),
  v.strictObject({ type: v.literal('abandon') }),
]);
export type TableCommand = FromSchema<typeof tableCommand>;
