/** Taking a seat, names, and who is here. */
import { HEROES } from '@hush/rules';
import * as v from 'valibot';
import { AVATARS } from '../commands/avatars.ts';
import { type FromSchema, nameSchema, oneWordOf, wholeNumber } from '../input/schema.ts';
import { member, person } from './parts.ts';

export const tokenSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{20,64}$/, 'must be 20 to 64 letters, digits, hyphens or underscores'),
);
const profile = { name: nameSchema, avatar: oneWordOf(AVATARS) };

export const SEATS_FROM_CLIENT = {
  /** The client makes `token` itself, so that asking again for a seat never takes two. */
  join: v.strictObject({
    t: v.literal('join'),
    ...profile,
    token: v.exactOptional(tokenSchema),
    /** Who sits down is a program and says so (PR-75). */
    program: v.exactOptional(v.boolean()),
  }),
  rename: v.strictObject({ t: v.literal('rename'), ...profile }),
};

/** Where a bot looks that waits for somebody: whom it waits for, and the hero or the cell of the step. */
const gaze = v.strictObject({
  from: member,
  to: wholeNumber(0, 8),
  hero: v.exactOptional(oneWordOf(HEROES)),
  cell: v.exactOptional(wholeNumber(0)),
  /** How often it has nudged that person since they last did something. */
  asked: wholeNumber(0),
});
/** Where the bots look (PR-12f). */
export type Gaze = FromSchema<typeof gaze>;

const presence = {
  here: v.array(member),
  /** How many watch; missing where nobody does. */
  watching: v.exactOptional(wholeNumber(1)),
  /** The round trip of each of `here`, in round milliseconds; 0 where it is not known. */
  ms: v.exactOptional(v.array(wholeNumber(0))),
  gaze: v.exactOptional(gaze),
};
const presenceSchema = v.strictObject(presence);
/** Who is at the table now. */
export type Presence = FromSchema<typeof presenceSchema>;

export const SEATS_FROM_SERVER = {
  /** The secret of the seat just taken. */
  seated: v.strictObject({ t: v.literal('seated'), member, token: v.string() }),
  people: v.strictObject({ t: v.literal('people'), people: v.array(person) }),
  here: v.strictObject({ t: v.literal('here'), ...presence }),
};
