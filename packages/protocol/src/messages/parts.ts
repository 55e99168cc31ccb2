/** Parts that several messages have. */
import * as v from 'valibot';
import { type FromSchema, wholeNumber } from '../input/schema.ts';
import type { PlayRefusal } from '../state/refusals.ts';

export const member = wholeNumber(1);

/** A moment of game time or a duration, in milliseconds. */
export const millis = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A newer server may have codes that this client does not know, so any text is one. */
export const refusal = v.custom<PlayRefusal>(code => typeof code === 'string' && code !== '');

/** Game time at the moment of sending, and whether it runs: frozen while the journal cannot commit. */
export const sandReading = v.strictObject({
  at: millis,
  runs: v.boolean(),
  /** Nothing can be written at the moment, so every request waits; an older server does not send this field. */
  held: v.exactOptional(v.literal(true)),
});
export type SandReading = FromSchema<typeof sandReading>;

export const person = v.strictObject({ member, name: v.string(), avatar: v.string() });
export type Person = FromSchema<typeof person>;
