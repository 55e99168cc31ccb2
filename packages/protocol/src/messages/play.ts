/** Commands to the game and the table around it, and their results. */
import * as v from 'valibot';
import { playCommand } from '../commands/play-command.ts';
import { tableCommand } from '../commands/table-command.ts';
import { wholeNumber } from '../input/schema.ts';
import { member, refusal } from './parts.ts';

const n = wholeNumber(1);

export const PLAY_FROM_CLIENT = {
  do: v.strictObject({ t: v.literal('do'), n, c: playCommand }),
  table: v.strictObject({ t: v.literal('table'), n, c: tableCommand }),
  /** Asks which commands of the game are legal for one's own seat now. */
  legal: v.strictObject({ t: v.literal('legal') }),
};

/** An event as it travels: its type, then its fields. The server that sends it has checked it; entry.ts reads it. */
export const sentEvent = v.tupleWithRest([v.string()], v.unknown());

/** An entry of the log: its events, and that command `n` of member `m` caused it. */
const entryFields = {
  e: v.array(sentEvent),
  m: v.exactOptional(member),
  n: v.exactOptional(wholeNumber(0)),
  /** How many names there were at a start; for servers. */
  p: v.exactOptional(wholeNumber(0)),
};

export const entrySchema = v.strictObject(entryFields);

export const PLAY_FROM_SERVER = {
  news: v.strictObject({ t: v.literal('news'), v: wholeNumber(1), ...entryFields }),
  /** The commands that were legal for one's own seat at version `v`. */
  legal: v.strictObject({ t: v.literal('legal'), v: wholeNumber(0), c: v.array(playCommand) }),
  /** A refused command; `n` is 0 for requests without a number. */
  no: v.strictObject({
    t: v.literal('no'),
    n: wholeNumber(0),
    why: refusal,
    /** The member who was faster. */
    first: v.exactOptional(member),
    say: v.exactOptional(v.string()),
  }),
};
