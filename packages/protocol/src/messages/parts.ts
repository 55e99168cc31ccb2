/** Parts of schemas that several messages share. */
import * as v from 'valibot';
import { type FromSchema, wholeNumber } from '../input/schema.ts';
import type { PlayRefusal } from '../state/refusals.ts';

export const memberSchema = wholeNumber(1);

/** A moment of game time or a duration, in milliseconds. */
export const millis = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The code of a refusal. Any text is accepted, because a newer server may send codes that this client does not know. */
export const refusal = v.custom<PlayRefusal>(code => typeof code === 'string' && code !== '');

/** The game time when the message was sent, and whether it runs; it is frozen while the journal cannot be written. */
export const sandReading = v.strictObject({
  at: millis,
  runs: v.boolean(),
  /** True while the journal cannot be written, so every request waits; older servers do not send this field. */
  held: v.exactOptional(v.literal(true)),
});
export type SandReading = FromSchema<typeof sandReading>;

export const personSchema = v.strictObject({ member: memberSchema, name: v.string(), avatar: v.string() });
export type Person = FromSchema<typeof personSchema>;
