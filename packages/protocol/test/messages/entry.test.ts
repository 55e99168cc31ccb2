/**
 * Tests of entries as text: they are unchanged after encoding and decoding, entries of older versions are understood, and
 * other texts are refused.
 */

import { ACTIONS, HEROES, sha256 } from '@hush/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeEntry,
  type Entry,
  encodeEntry,
  GAME_FIELDS,
  type LogEvent,
  TABLE_FIELDS,
} from '../../src/index.ts';
import { encodeAny, endsGame, GAME_ENDS, mayContain } from '../../src/messages/entry.ts';
import { isReadableBy, VOCABULARIES } from '../../src/messages/vocabularies.ts';
import { VOCABULARY } from '../../src/messages/vocabulary.ts';
import { forAll } from '../for-all.ts';

const value = fc.jsonValue({ maxDepth: 2 });

const move: fc.Arbitrary<LogEvent> = fc.record({
  type: fc.constant('heroMoved'),
  at: fc.oneof(fc.nat(), fc.maxSafeNat(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  seat: fc.nat({ max: 8 }),
  hero: fc.constantFrom(...HEROES),
  by: fc.constantFrom(...ACTIONS),
  to: fc.nat({ max: 1599 }),
});

/** Any event with any fields; except for moves, the codec does not check fields. */
const event: fc.Arbitrary<LogEvent> = fc.oneof(
  move,
  ...Object.entries(GAME_FIELDS)
    .filter(([type]) => type !== 'heroMoved')
    .map(([type, fields]) => arbitrary(type, ['at', ...fields])),
  ...Object.entries(TABLE_FIELDS).map(([type, fields]) => arbitrary(type, fields)),
);

function arbitrary(type: string, fields: readonly string[]): fc.Arbitrary<LogEvent> {
  const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    at: fc.nat(),
    vocabulary: fc.nat({ max: VOCABULARY }),
  };
  const values = Object.fromEntries(fields.map(field => [field, known[field] ?? value]));
  return fc.record({ type: fc.constant(type), ...values }) as unknown as fc.Arbitrary<LogEvent>;
}

const entry: fc.Arbitrary<Entry> = fc.record({
  events: fc.array(event, { maxLength: 4 }),
  cause: fc.option(fc.record({ member: fc.integer({ min: 1 }), n: fc.integer({ min: 1 }) })),
});

test('PR-11a every event is unchanged after encoding and decoding its entry', () => {
  const types = new Set<string>();
  forAll(
    entry,
    written => {
      for (const { type } of written.events) types.add(type);
      const plain = JSON.parse(JSON.stringify(written));
      expect(decodeEntry(encodeEntry(written))).toEqual({ ok: true, value: plain });
    },
    { runs: 1_500, seed: 4 },
  );
  expect(types.size).toBe(Object.keys(GAME_FIELDS).length + Object.keys(TABLE_FIELDS).length);
});

test('PR-11a `heroMoved` written by the fast path equals JSON.stringify', () => {
  const cause = fc.record({ member: fc.integer({ min: 1 }), n: fc.maxSafeNat() });
  forAll(
    fc.tuple(fc.array(move, { minLength: 1, maxLength: 2 }), fc.option(cause), fc.option(fc.nat())),
    ([events, cause, names]) => {
      const written = { events, cause, ...(names === null ? {} : { names }) };
      expect(encodeEntry(written)).toBe(encodeAny(written));
    },
    { runs: 1_500, seed: 5 },
  );
});

test('PR-11b an entry of an older version with fewer fields is accepted', () => {
  expect(decodeEntry('{"e":[["memberJoined",3,1]]}')).toEqual({
    ok: true,
    value: { events: [{ type: 'memberJoined', member: 3, seat: 1 }], cause: null },
  });
});

test.each([
  '{"e":[["gameAbandoned",1]]}',
  '{"e":[["heroMoved",1,0,"elf","north",17,"more"]]}',
  '{"e":[["sunRose",1]]}',
  `{"e":[["tableOpened",{"scenario":1},${VOCABULARY + 1}]]}`,
  '{"e":[["gameSetUp",0,{"tiles":null,"tileSet":99}]]}',
])('PR-11d %s is reported as an entry of a newer version, not as damage', text => {
  expect(decodeEntry(text)).toMatchObject({ ok: false, error: { type: 'newer' } });
});

/** The hash of field lists, which is compared with the hash of a release. */
const fingerprint = (fields: unknown): string => sha256(JSON.stringify(fields)).slice(0, 16);

test('PR-11c the last vocabulary has the hash of all field lists, so a new event needs a new vocabulary number', () => {
  expect(VOCABULARIES.map(({ vocabulary }) => vocabulary)).toEqual(VOCABULARIES.map((_, i) => i + 1));
  expect(VOCABULARY).toBe(VOCABULARIES.length);
  expect(VOCABULARIES.at(-1)?.fingerprint).toBe(fingerprint([GAME_FIELDS, TABLE_FIELDS]));
});

type FieldLists = Readonly<Record<string, readonly string[]>>;

/** Removes these events and fields from the field lists. */
const without = (lists: FieldLists, added: readonly string[]): FieldLists =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([type]) => !added.includes(type))
      .map(([type, fields]) => [type, fields.filter(field => !added.includes(`${type}.${field}`))]),
  );

test('PR-11c the field lists of a vocabulary, less what it has added, equal those of the vocabulary before', () => {
  let lists: readonly FieldLists[] = [GAME_FIELDS, TABLE_FIELDS];
  for (const { fingerprint: expected, added } of [...VOCABULARIES].reverse()) {
    expect(fingerprint(lists)).toBe(expected);
    lists = lists.map(list => without(list, added));
  }
});

test('PR-11e `isReadableBy` is true if a version knows the type of an event and all of its fields', () => {
  const opened = { type: 'tableOpened', wish: { scenario: 1 } } as const;
  expect([1, 2, 3].map(version => isReadableBy(version, opened))).toEqual([true, true, true]);
  const numbered = { ...opened, vocabulary: 3 };
  expect([1, 2, 3].map(version => isReadableBy(version, numbered))).toEqual([false, false, true]);
  const watched = { type: 'spectatorsAllowed', allowed: true } as const;
  expect([1, 2, 3].map(version => isReadableBy(version, watched))).toEqual([false, true, true]);
});

test.each([
  ['', 'not JSON'],
  ['{', 'not JSON'],
  ['null', 'no entry'],
  ['{}', 'no entry'],
  ['{"e":{}}', 'no entry'],
  ['{"e":[null]}', 'unknown event null'],
  ['{"e":[["toString"]]}', 'unknown event ["toString"]'],
  ['{"e":[["heroLeft","noon","elf"]]}', 'unknown event ["heroLeft","noon","elf"]'],
  ['{"e":[[{"toString":1}]]}', 'unknown event [{"toString":1}]'],
])('PR-11a %s is refused as an entry with the reason: %s', (text, why) => {
  expect(decodeEntry(text)).toEqual({ ok: false, error: { type: 'damaged', why } });
});

test('PR-11a any text or JSON is decoded as an entry or refused, and nothing is thrown', () => {
  const list = fc.array(fc.array(fc.oneof(value, fc.constantFrom('heroMoved', 'tableOpened', 'gameSetUp'))));
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ e: fc.oneof(list, value) }).map(e => JSON.stringify(e)),
  );
  forAll(
    texts,
    text => {
      expect(typeof decodeEntry(text).ok).toBe('boolean');
    },
    { runs: 3_000, seed: 5 },
  );
});

test('PR-11a `mayContain` never misses an event of the types it searches for', () => {
  const types = [...Object.keys(GAME_FIELDS), ...Object.keys(TABLE_FIELDS)] as LogEvent['type'][];
  const tests = types.map(type => ({ type, has: mayContain(type) }));
  forAll(
    entry,
    written => {
      const text = encodeEntry(written);
      for (const { type, has } of tests)
        if (written.events.some(one => one.type === type)) expect(has(text)).toBe(true);
    },
    { runs: 500, seed: 6 },
  );
});

test('PR-11a a player’s text never looks like an event to `mayContain`', () => {
  const scenario = { name: '["gameWon",1]', stack: [], rules: [] };
  const text = encodeEntry({ events: [{ type: 'wishChanged', wish: { scenario } }], cause: null });
  expect(text).toContain('gameWon');
  expect(mayContain('gameWon')(text)).toBe(false);
  expect(mayContain('gameWon', 'wishChanged')(text)).toBe(true);
});

test('PR-11a exactly the events of `GAME_ENDS` end a game', () => {
  expect(GAME_ENDS.every(type => endsGame({ type, at: 1, reason: 'sand' } as LogEvent))).toBe(true);
  expect(endsGame({ type: 'gameAbandoned' })).toBe(false);
});
