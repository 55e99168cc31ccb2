/** Commands to the game and to the table around it, and their results. */
import * as v from 'valibot';
import { playCommand } from '../commands/play-command.ts';
import { tableCommand } from '../commands/table-command.ts';
import { wholeNumber } from '../input/schema.ts';
import { memberSchema, refusal } from './parts.ts';

const n = wholeNumber(1);

export const PLAY_FROM_CLIENT = {
  do: v.strictObject({ t: v.literal('do'), n, c: playCommand }),
  table: v.strictObject({ t: v.literal('table'), n, c: tableCommand }),
  /** Asks which commands of the game are legal for the sender's seat. */
  legal: v.strictObject({ t: v.literal('legal') }),
};

/** An event in a message: its type, then its fields. The client trusts the server; entry.ts decodes events. */
export const sentEvent = v.tupleWithRest([v.string()], v.unknown());

/** The fields of a log entry: its events, and the member `m` and number `n` of the command that caused them. */
const entryFields = {
  e: v.array(sentEvent),
  m: v.exactOptional(memberSchema),
  n: v.exactOptional(wholeNumber(0)),
  /** How many names had been chosen when a game started; only servers use this field. */
  p: v.exactOptional(wholeNumber(0)),
};

export const entrySchema = v.strictObject(entryFields);

export const PLAY_FROM_SERVER = {
  news: v.strictObject({ t: v.literal('news'), v: wholeNumber(1), ...entryFields }),
  /** The commands that were legal for the receiver's seat at version `v`. */
  legal: v.strictObject({ t: v.literal('legal'), v: wholeNumber(0), c: v.array(playCommand) }),
  /** A refused command; `n` is 0 for requests without a command number. */
  no: v.strictObject({
    t: v.literal('no'),
    n: wholeNumber(0),
    why: refusal,
    /** The member whose command came first. */
    first: v.exactOptional(memberSchema),
    say: v.exactOptional(v.string()),
  }),
};
