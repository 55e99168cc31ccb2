/**
 * Tests of messages from clients: each valid message is read unchanged, and every other one is refused with one of our
 * sentences.
 */
import { DIRECTIONS, GESTURES, HEROES } from '@hush/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AVATARS,
  type ClientMessage,
  LARGEST_FRAME,
  PHRASE_NAMES,
  readMessage,
  readNewTable,
} from '../../src/index.ts';
import { frameOf } from '../../src/messages/frame.ts';
import { CLIENT_SCHEMAS, isFrequent, readWithSchema } from '../../src/messages/read-message.ts';
import { forAll } from '../for-all.ts';

const RUNS = 3_000;
const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  forAll(arbitrary, holds, { runs: RUNS, seed: 1 });

// Every message that a client may send.

const count = fc.nat();
const n = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const cell = fc.integer({ min: 0, max: 99 * 16 + 15 });
const seat = fc.integer({ min: 0, max: 8 });
const hero = fc.constantFrom(...HEROES);
const token = fc.stringMatching(/^[\w-]{20,64}$/);
const name = fc.stringMatching(/^[a-z]{1,24}$/);
const avatar = fc.constantFrom(...AVATARS);
const kind = <T extends string>(type: T) => ({ type: fc.constant(type) });
const maybe = { requiredKeys: [] as [] };

const wish = fc.record({
  scenario: fc.oneof(
    fc.integer({ min: 1, max: 17 }),
    fc.record({ name, stack: fc.uniqueArray(fc.integer({ min: 2, max: 24 })), rules: fc.constant([]) }),
  ),
  hourglass: fc.integer({ min: 1, max: 3600 }),
  house: fc.record({ pause: fc.boolean(), freeTalk: fc.boolean() }, maybe),
});

const step = fc.record(
  {
    ...kind('move'),
    hero,
    dir: fc.constantFrom(...DIRECTIONS),
    steps: fc.integer({ min: 1, max: 999 }),
    from: cell,
  },
  { requiredKeys: ['type', 'hero', 'dir', 'steps'] },
);

const playCommand = fc.oneof(
  fc.constantFrom(
    ...(['start', 'explore', 'steal', 'turn', 'pause', 'resume'] as const).map(type => ({ type })),
  ),
  fc.record({ ...kind('swap'), with: seat }),
  fc.record({ ...kind('place'), hero, to: cell }),
  step,
  fc.record({ ...kind('go'), hero, to: cell, from: cell }, { requiredKeys: ['type', 'hero', 'to'] }),
  fc.record({ ...kind('vortex'), hero, to: cell }),
  fc.record({ ...kind('escalator'), hero }),
  fc.record({ ...kind('lay'), door: cell }),
  fc.record({ ...kind('discard'), tile: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ ...kind('nudge'), to: seat }),
  fc.record({ ...kind('stare'), to: seat }),
  fc.record({ ...kind('say'), text: name }),
  fc.record({ ...kind('gesture'), gesture: fc.constantFrom(...GESTURES) }),
  fc.record({ ...kind('gesture'), gesture: fc.constant('point' as const), to: cell }),
  fc.record({ ...kind('phrase'), phrase: fc.constantFrom(...PHRASE_NAMES) }),
  fc.record({ ...kind('unsay'), author: n, said: n }),
);

const tableCommand = fc.oneof(
  fc.constantFrom(...(['leave', 'begin', 'abandon'] as const).map(type => ({ type }))),
  fc.record({ ...kind('ready'), ready: fc.boolean() }),
  fc.record({ ...kind('lock'), locked: fc.boolean() }),
  fc.record({ ...kind('spectators'), allowed: fc.boolean() }),
  fc.record({ ...kind('delay'), seconds: fc.nat({ max: 600 }) }),
  fc.record({ ...kind('programs'), allowed: fc.boolean() }),
  fc.record({ ...kind('consent'), given: fc.boolean() }),
  fc.record({ ...kind('kick'), member: n }),
  fc.record({ ...kind('mute'), member: n, muted: fc.boolean() }),
  fc.record({ ...kind('handOver'), member: n }),
  fc.record({ ...kind('wish'), wish }),
);

const t = <T extends string>(type: T) => ({ t: fc.constant(type) });
const ping = fc.record(
  { ...t('ping'), at: fc.double({ noNaN: true, noDefaultInfinity: true }), ms: fc.nat() },
  { requiredKeys: ['t', 'at'] },
);
const message = fc.oneof(
  fc.record(
    {
      ...t('hello'),
      protocol: count,
      table: fc.stringMatching(/^[2-9BCDFGHJKLMNPQRSTVWXZ]{8}$/),
      token,
      since: count,
      n: count,
    },
    { requiredKeys: ['t', 'protocol', 'table'] },
  ),
  fc.record(
    { ...t('join'), name, avatar, token, program: fc.boolean() },
    { requiredKeys: ['t', 'name', 'avatar'] },
  ),
  fc.record({ ...t('rename'), name, avatar }),
  fc.record({ ...t('report'), member: n, said: n }, { requiredKeys: ['t', 'member'] }),
  fc.record({ ...t('do'), n, c: playCommand }),
  fc.record({ ...t('table'), n, c: tableCommand }),
  ping,
) satisfies fc.Arbitrary<ClientMessage>;

test('PR-2a every message is read back unchanged from its frame', () => {
  const kinds = new Set<string>();
  check(message, sent => {
    const text = JSON.stringify(sent);
    expect(readMessage(text)).toEqual({ ok: true, value: JSON.parse(text) });
    kinds.add('c' in sent ? `${sent.t} ${sent.c.type}` : sent.t);
  });
  expect(kinds.size).toBe(5 + 20 + 13);
});

// Tests of invalid messages.

/** Words of the schema library or the platform, which must not appear in our sentences. */
const FOREIGN = /Invalid (type|key|value|format|length)|but received|Expected |Unexpected|undefined|\[object/;

function expectSentence(error: string): void {
  expect(error).toMatch(/^["A-Z].{5,280}\.$/s);
  expect(error).not.toMatch(FOREIGN);
}

/** Checks that `readMessage` never throws and that each refusal has a sentence. */
function expectBearable(text: string): void {
  for (const read of [readMessage(text), readNewTable(text)]) if (!read.ok) expectSentence(read.error);
}

test('PR-2c any text or JSON that is not a message is refused with a sentence, and nothing is thrown', () => {
  check(fc.string({ unit: 'binary' }), expectBearable);
  check(fc.json({ maxDepth: 5 }), expectBearable);
});

/** Messages in which one value, at any depth, is replaced, added or removed. */
const spoilt = fc
  .tuple(message, fc.nat(), fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('set', 'add', 'drop'), fc.string())
  .map(([sent, where, value, how, key]): unknown => {
    const copy = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
    const places = [copy, ...Object.values(copy).filter(isRecord)];
    const place = places[where % places.length] ?? copy;
    const keys = Object.keys(place);
    const old = keys[where % keys.length] ?? 't';
    if (how === 'drop') delete place[old];
    else place[how === 'set' ? old : key] = value;
    return copy;
  });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

test('PR-2c a message with one changed field is refused with a sentence, and nothing is thrown', () => {
  let refused = 0;
  check(spoilt, value => {
    const text = JSON.stringify(value);
    expectBearable(text);
    const read = readMessage(text);
    if (!read.ok) refused++;
    // The accepted message equals the sent one, so no field was dropped.
    else expect(JSON.parse(JSON.stringify(read.value))).toEqual(spelt(JSON.parse(text)));
  });
  expect(refused).toBeGreaterThan(RUNS / 2);
});

const frequent = fc.oneof(fc.record({ ...t('do'), n, c: step }), ping);
/** For every field, values just outside its allowed range. */
const OFF: readonly unknown[] = [
  -1,
  0,
  0.5,
  1000,
  1600,
  2 ** 53,
  '1',
  '',
  'mage',
  'north',
  null,
  true,
  [],
  {},
];

/** A message with a wrong value in one field, at any depth, or with one more field. */
function beside(json: unknown, [where, which]: readonly [number, number], value: unknown): unknown {
  const copy = structuredClone(json) as Record<string, unknown>;
  const places = [copy, ...Object.values(copy).filter(isRecord)];
  const place = places[where % places.length] ?? copy;
  const keys = [...Object.keys(place), 'more'];
  place[keys[which % keys.length] ?? ''] = value;
  return copy;
}

test('PR-2c the fast path accepts only messages that the schema accepts, with the same result', () => {
  let [hurried, refused] = [0, 0];
  const place = fc.tuple(fc.nat(), fc.nat());
  check(fc.tuple(frequent, place, fc.constantFrom(...OFF)), ([sent, where, value]) => {
    const json: unknown = JSON.parse(JSON.stringify(sent));
    expect(isFrequent(json)).toBe(true);
    expect(readWithSchema(json)).toEqual({ ok: true, value: json });
    const odd = beside(json, where, value);
    if (!isFrequent(odd)) refused++;
    else {
      hurried++;
      expect(readWithSchema(odd)).toEqual({ ok: true, value: odd });
    }
  });
  expect(hurried).toBeGreaterThan(RUNS / 50);
  expect(refused).toBeGreaterThan(RUNS / 2);
});

test('PR-13b `pong` written by the fast path equals JSON.stringify', () => {
  const sands = fc.record(
    { at: fc.nat(), runs: fc.boolean(), held: fc.constant(true as const) },
    { requiredKeys: ['at', 'runs'] },
  );
  check(fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), sands), ([at, { ...sand }]) =>
    expect(frameOf({ t: 'pong', at, sand })).toBe(JSON.stringify({ t: 'pong', at, sand })),
  );
});

/** Messages as the reader returns them: codes in capitals, texts cleaned. */
function spelt(said: Record<string, unknown>): unknown {
  const { table, name: given, c } = said;
  return {
    ...said,
    ...(typeof table === 'string' ? { table: table.toUpperCase() } : {}),
    ...(typeof given === 'string' ? { name: expect.any(String) } : {}),
    ...(isRecord(c) && 'text' in c ? { c: { ...c, text: expect.any(String) } } : {}),
  };
}

test.each([
  ['['.repeat(LARGEST_FRAME), 'The message must be JSON.'],
  ['{"t":'.repeat(1_000), 'The message must be JSON.'],
  [`${'['.repeat(8_000)}${']'.repeat(8_000)}`, '"t" is missing.'],
  [`{"t":"do","n":1,"c":${'{"c":'.repeat(2_000)}1${'}'.repeat(2_000)}}`, '"c.type" is missing.'],
  ['x'.repeat(LARGEST_FRAME + 1), `A message has at most ${LARGEST_FRAME} characters.`],
  [' '.repeat(1e7), `A message has at most ${LARGEST_FRAME} characters.`],
])('PR-2b a frame that is nested too deeply or is too long is refused: case %#', (text, sentence) => {
  expect(readMessage(text)).toEqual({ ok: false, error: sentence });
});

const HELLO = { t: 'hello', protocol: 1, table: 'BCDFGHJK' };
const AVATAR_LIST = AVATARS.join(', ');

test.each<readonly [unknown, string]>([
  [null, 'The message must be an object.'],
  [17, 'The message must be an object.'],
  [[], '"t" is missing.'],
  [{}, '"t" is missing.'],
  [{ t: 'fly' }, `"t" must be one of ${Object.keys(CLIENT_SCHEMAS).join(', ')}.`],
  [{ ...HELLO, colour: 1 }, 'The message has no field "colour".'],
  [{ ...HELLO, toString: 1 }, 'The message has no field "toString".'],
  [{ ...HELLO, ['x'.repeat(99)]: 1 }, `The message has no field "${'x'.repeat(40)}…".`],
  [{ ...HELLO, protocol: '1' }, '"protocol" must be a number.'],
  [{ ...HELLO, protocol: -1 }, '"protocol" must be at least 0.'],
  [{ ...HELLO, table: 'ABCDEFGH' }, '"table" must be eight of the characters 23456789BCDFGHJKLMNPQRSTVWXZ.'],
  [{ ...HELLO, token: 'short' }, '"token" must be 20 to 64 letters, digits, hyphens or underscores.'],
  [{ ...HELLO, since: 1.5 }, '"since" must be a whole number.'],
  [{ t: 'join', avatar: 'fox' }, '"name" is missing.'],
  [{ t: 'join', name: 7, avatar: 'fox' }, '"name" must be a text.'],
  [{ t: 'join', name: '\u200d', avatar: 'fox' }, 'A name needs at least one character that can be seen.'],
  [{ t: 'join', name: 'x'.repeat(25), avatar: 'fox' }, 'A name has at most 24 characters.'],
  [{ t: 'join', name: 'Ann', avatar: 'dragon' }, `"avatar" must be one of ${AVATAR_LIST}.`],
  [{ t: 'do', n: 1, c: [] }, '"c.type" is missing.'],
  [{ t: 'do', n: 1, c: 1 }, '"c" must be an object.'],
  [{ t: 'do', n: 0, c: { type: 'explore' } }, '"n" must be at least 1.'],
  [{ t: 'do', n: 1, c: { type: 'explore', seat: 2 } }, '"c" has no field "seat".'],
  [
    { t: 'do', n: 1, c: { type: 'escalator', hero: 'thief' } },
    '"c.hero" must be one of barbarian, mage, elf, dwarf.',
  ],
  [{ t: 'do', n: 1, c: { type: 'nudge', to: 9 } }, '"c.to" must be at most 8.'],
  [{ t: 'table', n: 1, c: { type: 'ready', ready: 'yes' } }, '"c.ready" must be true or false.'],
  [{ t: 'ping', at: null }, '"at" must be a number.'],
])('PR-2c PR-6a %j is refused: %s', (value, sentence) => {
  expect(readMessage(JSON.stringify(value))).toEqual({ ok: false, error: sentence });
});

test.each<readonly [unknown, string]>([
  [{ scenario: 1, players: 0 }, '"players" must be a whole number from 1 to 9.'],
  [{ scenario: 1, players: 10 }, '"players" must be a whole number from 1 to 9.'],
  [{ scenario: 1, players: 2.5 }, '"players" must be a whole number from 1 to 9.'],
  [{ scenario: 1, players: null }, '"players" must be a whole number from 1 to 9.'],
  [{ scenario: 1, heroes: {} }, 'A table places the heroes itself: a wish here names no "heroes".'],
  [
    { scenario: 1, actionTiles: [] },
    'A table deals the action tiles itself: a wish here names no "actionTiles".',
  ],
  [{ scenario: 1, pile: [] }, 'The set-up has no field "pile".'],
  [{ scenario: 1, seed: 'mine' }, 'The set-up has no field "seed".'],
  [{}, 'The set-up needs "scenario".'],
  [[], 'A wish must be an object.'],
  [null, 'A wish must be an object.'],
])('PR-1b the wish %j is refused: %s', (given, sentence) => {
  const asked = { t: 'table', n: 1, c: { type: 'wish', wish: given } };
  expect(readMessage(JSON.stringify(asked))).toEqual({ ok: false, error: sentence });
  expect(readNewTable(JSON.stringify({ wish: given }))).toEqual({ ok: false, error: sentence });
});

test('PR-1c a wish with `players` from 1 to 9, or without `players`, is accepted', () => {
  for (const wish of [{ scenario: 1, players: 9 }, { scenario: 2, players: 1, level: 12 }, { scenario: 3 }])
    expect(readNewTable(JSON.stringify({ wish }))).toEqual({ ok: true, value: { wish } });
});

const own = (name: string) => ({ scenario: { name, stack: [2, 3], rules: [] } });
const asWish = (wish: unknown): string => JSON.stringify({ t: 'table', n: 1, c: { type: 'wish', wish } });

test.each([
  ['The\u202e long\0 way\n home ', 'The long way home'],
  [`Z${'\u0300'.repeat(40)}algo`, 'Z\u0300\u0300\u0300algo'],
  ['é'.repeat(80), 'é'.repeat(80)],
])('PR-19b the name %j of a custom scenario is stored as %j', (given, kept) => {
  const wish = own(kept);
  expect(readMessage(asWish(own(given)))).toMatchObject({ ok: true, value: { c: { wish } } });
  expect(readNewTable(JSON.stringify({ wish: own(given) }))).toEqual({ ok: true, value: { wish } });
});

test('PR-19b a custom scenario with an invisible name is refused with a sentence', () => {
  const error = 'A title needs at least one character that can be seen.';
  expect(readMessage(asWish(own('\u202e\u200b')))).toEqual({ ok: false, error });
});

test('PR-3b a table code in small letters is read as capital letters', () => {
  const read = readMessage(JSON.stringify({ ...HELLO, table: 'bcdFGHjk' }));
  expect(read).toEqual({ ok: true, value: HELLO });
});

test('PR-1b `about` is cleaned, has at most 1000 characters, and is accepted only with a custom scenario', () => {
  const own = { name: 'Fog', stack: [2, 3], rules: [] };
  const read = (wish: object) => readNewTable(JSON.stringify({ wish }));
  const about = ' Run.\n\n\n\u202eHush! ';
  expect(read({ scenario: own, about })).toMatchObject({
    ok: true,
    value: { wish: { about: 'Run.\n\nHush!' } },
  });
  expect(read({ scenario: own, about: 'x'.repeat(1001) })).toMatchObject({ ok: false });
  expect(read({ scenario: own, about: 7 })).toMatchObject({ ok: false });
  expect(read({ scenario: 3, about: 'x' })).toMatchObject({ ok: false });
});
