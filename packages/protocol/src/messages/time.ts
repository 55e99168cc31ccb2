/** Heartbeats, and the time of the game. */
import type { Millis } from '@hush/rules';
import * as v from 'valibot';
import { wholeNumber } from '../input/schema.ts';

/** `at` is the client's own time and comes back unchanged; `ms` is its latest round trip. */
export const ping = v.strictObject({
  t: v.literal('ping'),
  at: v.pipe(v.number(), v.finite()),
  ms: v.exactOptional(wholeNumber(0)),
});

/** Game time at the moment of sending, and whether it runs: frozen while the journal cannot commit. */
export interface SandReading {
  readonly at: Millis;
  readonly runs: boolean;
  /** Nothing can be written down right now, so every request waits; an older server does not say. */
  readonly held?: true;
}

export interface PongMessage {
  readonly t: 'pong';
  readonly at: number;
  readonly sand: SandReading;
}

export type TimeMessage = PongMessage | { readonly t: 'sand'; readonly sand: SandReading };
