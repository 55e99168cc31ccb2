/** Taking a seat, names, and who is here. */
import * as v from 'valibot';
import { AVATARS } from '../commands/avatars.ts';
import { name, oneWordOf } from '../input/schema.ts';
import type { Member } from '../state/table-state.ts';

export const token = v.pipe(
  v.string(),
  v.regex(/^[\w-]{20,64}$/, 'must be 20 to 64 letters, digits, hyphens or underscores'),
);
const profile = { name, avatar: oneWordOf(AVATARS) };

/** `token` is a secret of the client's own making, so that asking again for a seat never takes two. */
export const join = v.strictObject({ t: v.literal('join'), ...profile, token: v.exactOptional(token) });
export const rename = v.strictObject({ t: v.literal('rename'), ...profile });

export interface Person {
  readonly member: Member;
  readonly name: string;
  readonly avatar: string;
}

/** Who is at the table now. */
export interface Presence {
  readonly here: readonly Member[];
  /** How many watch; missing where nobody does. */
  readonly watching?: number;
  /** The round trip of each of `here`, in round milliseconds; 0 where it is not known. */
  readonly ms?: readonly number[];
}

export type SeatsMessage =
  /** The secret of the seat just taken. */
  | { readonly t: 'seated'; readonly member: Member; readonly token: string }
  | { readonly t: 'people'; readonly people: readonly Person[] }
  | ({ readonly t: 'here' } & Presence);
