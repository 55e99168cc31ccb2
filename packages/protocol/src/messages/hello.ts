/** The handshake: a client says hello, the server answers with a welcome, and says goodbye at the end. */
import * as v from 'valibot';
import { tableCode, wholeNumber } from '../input/schema.ts';
import type { TableState } from '../state/table-state.ts';
import { member, millis, person, sandReading } from './parts.ts';
import { entrySchema } from './play.ts';
import { tokenSchema } from './seats.ts';

export const HELLO_FROM_CLIENT = {
  hello: v.strictObject({
    t: v.literal('hello'),
    protocol: wholeNumber(0),
    table: tableCode,
    /** The secret of a seat; without it the client watches. */
    token: v.exactOptional(tokenSchema),
    /** The last version this client has; without it everything comes as a snapshot. */
    since: v.exactOptional(wholeNumber(0)),
    /** The last number this client has used for a command; without it, it is a new window and older ones end. */
    n: v.exactOptional(wholeNumber(0)),
  }),
};

/** The whole state; a page trusts its server, so only the type is checked. */
export const snapshot = v.custom<TableState>(state => typeof state === 'object' && state !== null);

export const HELLO_FROM_SERVER = {
  welcome: v.strictObject({
    t: v.literal('welcome'),
    protocol: wholeNumber(1),
    table: v.string(),
    /** Null for those who watch. */
    member: v.nullable(member),
    /** Every command of this member up to this number has been answered; the next number must be higher. */
    n: wholeNumber(0),
    /** The version after applying the snapshot or the entries. */
    v: wholeNumber(0),
    people: v.array(person),
    here: v.array(member),
    sand: sandReading,
    /** Either everything, or the entries after `since`. */
    snapshot: v.exactOptional(snapshot),
    entries: v.exactOptional(v.array(entrySchema)),
  }),
  bye: v.strictObject({
    t: v.literal('bye'),
    code: wholeNumber(0),
    why: v.string(),
    retryAfter: v.exactOptional(millis),
  }),
};
