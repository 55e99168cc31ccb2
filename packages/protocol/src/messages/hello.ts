/** The handshake: a client sends hello, the server answers with welcome, and sends bye at the end. */
import * as v from 'valibot';
import { tableCode, wholeNumber } from '../input/schema.ts';
import type { TableState } from '../state/table-state.ts';
import { memberSchema, millis, personSchema, sandReading } from './parts.ts';
import { entrySchema } from './play.ts';
import { tokenSchema } from './seats.ts';

export const HELLO_FROM_CLIENT = {
  hello: v.strictObject({
    t: v.literal('hello'),
    protocol: wholeNumber(0),
    table: tableCode,
    /** The secret token of a seat; without it the client is a spectator. */
    token: v.exactOptional(tokenSchema),
    /** The last version that this client has; without it the server sends a snapshot. */
    since: v.exactOptional(wholeNumber(0)),
    /**
     * The last command number that this client has used; without it the client is a new window, and older windows of the
     * member end.
     */
    n: v.exactOptional(wholeNumber(0)),
  }),
};

/** The whole state of a table. A page trusts its server, so only the type is checked. */
export const snapshotSchema = v.custom<TableState>(state => typeof state === 'object' && state !== null);

export const HELLO_FROM_SERVER = {
  welcome: v.strictObject({
    t: v.literal('welcome'),
    protocol: wholeNumber(1),
    table: v.string(),
    /** The member of this connection; null for spectators. */
    member: v.nullable(memberSchema),
    /** All commands of this member up to this number have been judged; the next command needs a higher number. */
    n: wholeNumber(0),
    /** The version of the table after the client has applied the snapshot or the entries. */
    v: wholeNumber(0),
    people: v.array(personSchema),
    here: v.array(memberSchema),
    sand: sandReading,
    /** The message has either the snapshot, or the entries after `since`. */
    snapshot: v.exactOptional(snapshotSchema),
    entries: v.exactOptional(v.array(entrySchema)),
  }),
  bye: v.strictObject({
    t: v.literal('bye'),
    code: wholeNumber(0),
    why: v.string(),
    retryAfter: v.exactOptional(millis),
  }),
};
