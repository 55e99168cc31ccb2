/** Heartbeats with the game time. */
import * as v from 'valibot';
import { wholeNumber } from '../input/schema.ts';
import { sandReading } from './parts.ts';

/** The time on the client's own clock, which the answer returns unchanged. */
const at = v.pipe(v.number(), v.finite());

export const TIME_FROM_CLIENT = {
  /** A ping; `ms` is the client's latest round trip. */
  ping: v.strictObject({ t: v.literal('ping'), at, ms: v.exactOptional(wholeNumber(0)) }),
};

export const TIME_FROM_SERVER = {
  sand: v.strictObject({ t: v.literal('sand'), sand: sandReading }),
  pong: v.strictObject({ t: v.literal('pong'), at, sand: sandReading }),
};
