/**
 * Everything that comes from a client goes through here: a fixed shape, bounded sizes, no recursion, before
 * anything is logged, cloned or echoed. What does not fit is refused as a whole.
 */
import { DIRECTIONS, err, GESTURES, HEROES, ok, type Result, readWish } from '@hush/rules';
import * as v from 'valibot';
import { AVATARS } from '../commands/avatars.ts';
import { PHRASE_NAMES } from '../commands/phrases.ts';
import { issueSentence, issueText } from '../input/problem.ts';
import { cleanedBy, name, oneWordOf, tableCode, wholeNumber } from '../input/schema.ts';
import { cleanAbout, cleanText, cleanTitle, LONGEST_SHEET_TEXT } from '../input/text.ts';
import { LONGEST_SDP, MOST_CANDIDATES } from '../presence/voice-relay.ts';
import { TEMPERS } from '../state/bot-seats.ts';
import { MOST_SEATS, type TableWish } from '../state/table-state.ts';
import { isFrequent, LARGEST_CELL, MOST_STEPS } from './fast-path.ts';
import type { ClientMessage } from './messages.ts';

/** Frames beyond this are not even parsed; the largest honest one carries an own scenario. A tile set comes with a new table. */
export const LARGEST_FRAME = 16 * 1024;

const count = wholeNumber(0);
const cell = wholeNumber(0, LARGEST_CELL);
const seat = wholeNumber(0, 8);
const member = wholeNumber(1);
const n = wholeNumber(1);
const hero = oneWordOf(HEROES);
const yesOrNo = v.boolean();

const avatar = oneWordOf(AVATARS);

/** What a table decides itself, and how. */
const NOT_WISHED: Readonly<Record<string, string>> = {
  heroes: 'A table places the heroes itself: a wish here names no "heroes".',
  actionTiles: 'A table deals the action tiles itself: a wish here names no "actionTiles".',
};

const seats = wholeNumber(1, MOST_SEATS);

function readTableWish(value: unknown): Result<TableWish, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err('A wish must be an object.');
  const decided = Object.keys(NOT_WISHED).find(key => Object.hasOwn(value, key));
  if (decided !== undefined) return err(NOT_WISHED[decided] ?? '');
  const { about, players, ...rest }: { readonly about?: unknown; readonly players?: unknown } = value;
  if (players !== undefined && !v.is(seats, players))
    return err(`"players" must be a whole number from 1 to ${MOST_SEATS}.`);
  const read = readWish({ ...rest, players: 1 });
  if (!read.ok) return read;
  const { players: _, ...wish } = read.value;
  return withCleanTitle({
    ...wish,
    ...(players === undefined ? {} : { players }),
    ...(about === undefined ? {} : { about: about as string }),
  });
}

/** An own scenario's name, and what is said about it, are shown to everybody, like any other words. */
function withCleanTitle(wish: TableWish): Result<TableWish, string> {
  const { scenario } = wish;
  if (typeof scenario === 'number')
    return wish.about === undefined ? ok(wish) : err('Only an own scenario has words "about" it.');
  const title = cleanTitle(scenario.name);
  if (!title.ok) return err(title.error.why);
  const named = { ...wish, scenario: { ...scenario, name: title.value } };
  if (wish.about === undefined) return ok(named);
  const about = cleanAbout(wish.about);
  return about === null
    ? err(`"about" must be a text of at most ${LONGEST_SHEET_TEXT} characters.`)
    : ok({ ...named, about });
}

const wish = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): TableWish => {
    const read = readTableWish(dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: read.error });
    return NEVER;
  }),
);

/**
 * One of several shapes, found by its kind. The library's own `variant` tries one after the other, which costs more
 * than all the rest of reading a message.
 */
function oneOf<K extends string, S extends Shape<K>>(key: K, shapes: readonly S[]): v.LazySchema<S> {
  const byKind = new Map<unknown, S>(shapes.map(shape => [shape.entries[key].literal, shape]));
  // Names the kinds there are; nothing that gets here is one of them.
  const unknown = v.looseObject({ [key]: oneWordOf(shapes.map(shape => shape.entries[key].literal)) });
  return v.lazy(input => byKind.get(kindOf(input, key)) ?? (unknown as unknown as S));
}

type Shape<K extends string> = v.GenericSchema & {
  readonly entries: Readonly<Record<K, v.LiteralSchema<string, undefined>>>;
};

const kindOf = (input: unknown, key: string): unknown =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined;

const playCommand = oneOf('type', [
  v.strictObject({ type: v.literal('start') }),
  v.strictObject({ type: v.literal('swap'), with: seat }),
  v.strictObject({ type: v.literal('place'), hero, to: cell }),
  v.strictObject({
    type: v.literal('move'),
    hero,
    dir: oneWordOf(DIRECTIONS),
    steps: wholeNumber(1, MOST_STEPS),
    from: v.exactOptional(cell),
  }),
  v.strictObject({ type: v.literal('go'), hero, to: cell, from: v.exactOptional(cell) }),
  v.strictObject({ type: v.literal('vortex'), hero, to: cell }),
  v.strictObject({ type: v.literal('escalator'), hero }),
  v.strictObject({ type: v.literal('explore') }),
  v.strictObject({ type: v.literal('lay'), door: cell }),
  v.strictObject({ type: v.literal('steal') }),
  v.strictObject({
    type: v.literal('discard'),
    tile: wholeNumber(1, 99),
  }),
  v.strictObject({ type: v.literal('turn') }),
  v.strictObject({ type: v.literal('pause') }), // that somebody was disconnected only the table may say
  v.strictObject({ type: v.literal('resume') }),
  v.strictObject({ type: v.literal('nudge'), to: seat }),
  v.strictObject({ type: v.literal('stare'), to: seat }),
  v.strictObject({ type: v.literal('say'), text: cleanedBy(cleanText) }),
  v.strictObject({ type: v.literal('phrase'), phrase: oneWordOf(PHRASE_NAMES) }),
  v.strictObject({ type: v.literal('unsay'), author: member, said: n }),
  v.strictObject({ type: v.literal('gesture'), gesture: oneWordOf(GESTURES), to: v.exactOptional(cell) }),
]);

const tableCommand = oneOf('type', [
  v.strictObject({ type: v.literal('leave') }),
  v.strictObject({ type: v.literal('ready'), ready: yesOrNo }),
  v.strictObject({ type: v.literal('kick'), member }),
  v.strictObject({ type: v.literal('mute'), member, muted: yesOrNo }),
  v.strictObject({ type: v.literal('lock'), locked: yesOrNo }),
  v.strictObject({ type: v.literal('handOver'), member }),
  v.strictObject({ type: v.literal('wish'), wish }),
  v.strictObject({
    type: v.literal('seatBot'),
    temper: oneWordOf(TEMPERS),
    seats: v.exactOptional(seats),
  }),
  v.strictObject({ type: v.literal('sitIn'), allowed: yesOrNo }),
  v.strictObject({ type: v.literal('begin') }),
  v.strictObject({ type: v.literal('abandon') }),
]);

const token = v.pipe(
  v.string(),
  v.regex(/^[\w-]{20,64}$/, 'must be 20 to 64 letters, digits, hyphens or underscores'),
);

/** Voice: what pages tell each other is not understood here, but it is short and has a shape. */
const upTo = (most: number) => v.pipe(v.string(), v.maxLength(most, `must have at most ${most} characters`));
const callId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}$/, 'must be 1 to 32 letters, digits, hyphens or underscores'),
);
const call = { id: callId, for: callId };
const sdp = upTo(LONGEST_SDP);
const candidate = v.strictObject({ candidate: upTo(512), mid: upTo(32) });
const signal = oneOf('type', [
  v.strictObject({ type: v.literal('hello'), id: callId }),
  v.strictObject({ type: v.literal('offer'), ...call, sdp }),
  v.strictObject({ type: v.literal('answer'), ...call, sdp }),
  v.strictObject({
    type: v.literal('candidates'),
    ...call,
    list: v.pipe(
      v.array(candidate),
      v.maxLength(MOST_CANDIDATES, `must have at most ${MOST_CANDIDATES} items`),
    ),
  }),
  v.strictObject({ type: v.literal('bye'), id: callId }),
]);

const message = oneOf('t', [
  v.strictObject({
    t: v.literal('hello'),
    protocol: count,
    table: tableCode,
    token: v.exactOptional(token),
    since: v.exactOptional(count),
    n: v.exactOptional(count),
  }),
  v.strictObject({ t: v.literal('join'), name, avatar, token: v.exactOptional(token) }),
  v.strictObject({ t: v.literal('rename'), name, avatar }),
  v.strictObject({ t: v.literal('do'), n, c: playCommand }),
  v.strictObject({ t: v.literal('table'), n, c: tableCommand }),
  v.strictObject({ t: v.literal('signal'), to: member, data: signal }),
  v.strictObject({ t: v.literal('ice') }),
  v.strictObject({ t: v.literal('ping'), at: v.pipe(v.number(), v.finite()), ms: v.exactOptional(count) }),
]);

/** What a client said, or in one sentence what is wrong with it. */
export function readMessage(text: string): Result<ClientMessage, string> {
  if (text.length > LARGEST_FRAME) return err(`A message has at most ${LARGEST_FRAME} characters.`);
  const json = parse(text);
  return isFrequent(json) ? ok(json) : readWithSchema(json);
}

export const readWithSchema = (json: unknown): Result<ClientMessage, string> =>
  judge(message, json, 'The message');

const newTable = v.strictObject({ wish });

/** What somebody who opens a table asks for; how long the text may be is for whoever receives it. */
export function readNewTable(text: string): Result<{ readonly wish: TableWish }, string> {
  return read(newTable, text, 'The request');
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

const read = <S extends v.GenericSchema>(
  schema: S,
  text: string,
  what: string,
): Result<v.InferOutput<S>, string> => judge(schema, parse(text), what);

function judge<S extends v.GenericSchema>(
  schema: S,
  json: unknown,
  what: string,
): Result<v.InferOutput<S>, string> {
  if (json === NOT_JSON) return err(`${what} must be JSON.`);
  const parsed = v.safeParse(schema, json, { abortEarly: true, message: issueText });
  return parsed.success ? ok(parsed.output) : err(issueSentence(parsed.issues[0], what));
}
