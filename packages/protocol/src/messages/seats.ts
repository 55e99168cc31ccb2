/** Messages about seats, names and presence. */
import { HEROES } from '@hush/rules';
import * as v from 'valibot';
import { AVATARS } from '../commands/avatars.ts';
import { type FromSchema, nameSchema, oneWordOf, wholeNumber } from '../input/schema.ts';
import { memberSchema, personSchema } from './parts.ts';

export const tokenSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{20,64}$/, 'must be 20 to 64 letters, digits, hyphens or underscores'),
);
const profile = { name: nameSchema, avatar: oneWordOf(AVATARS) };

export const SEATS_FROM_CLIENT = {
  /** Asks for a seat. The client makes `token` itself, so that a repeated request never takes a second seat. */
  join: v.strictObject({
    t: v.literal('join'),
    ...profile,
    token: v.exactOptional(tokenSchema),
    /** Whether the sender is a program (PR-75); missing means no. */
    program: v.exactOptional(v.boolean()),
  }),
  rename: v.strictObject({ t: v.literal('rename'), ...profile }),
  /** Tells the operator of the server about a member's name or, with `said`, about a chat text of that member (PR-68). */
  report: v.strictObject({
    t: v.literal('report'),
    member: memberSchema,
    said: v.exactOptional(wholeNumber(1)),
  }),
};

/** Where a bot looks while it waits: the member who should act, and the hero or the cell of the expected step. */
const gaze = v.strictObject({
  from: memberSchema,
  to: wholeNumber(0, 8),
  hero: v.exactOptional(oneWordOf(HEROES)),
  cell: v.exactOptional(wholeNumber(0)),
  /** How often the bot has nudged that person since the person last acted. */
  asked: wholeNumber(0),
});
/** Where the bots look (PR-12f). */
export type Gaze = FromSchema<typeof gaze>;

const presence = {
  here: v.array(memberSchema),
  /** The number of spectators; missing if there are none. */
  watching: v.exactOptional(wholeNumber(1)),
  /** The round trip of each member in `here`, in rounded milliseconds; 0 if it is not known. */
  ms: v.exactOptional(v.array(wholeNumber(0))),
  gaze: v.exactOptional(gaze),
};
const presenceSchema = v.strictObject(presence);
/** Who is at the table now. */
export type Presence = FromSchema<typeof presenceSchema>;

export const SEATS_FROM_SERVER = {
  /** The secret token of the seat just taken. */
  seated: v.strictObject({ t: v.literal('seated'), member: memberSchema, token: v.string() }),
  people: v.strictObject({ t: v.literal('people'), people: v.array(personSchema) }),
  here: v.strictObject({ t: v.literal('here'), ...presence }),
  /** The operator will read the sender's report about this member. */
  reported: v.strictObject({ t: v.literal('reported'), member: memberSchema }),
};
