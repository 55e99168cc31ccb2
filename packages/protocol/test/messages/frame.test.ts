/** Tests that frames written by hand equal JSON.stringify, and that a changed schema needs a new protocol version. */
import { type Cell, type Command, type Hero, sha256 } from '@hush/rules';
import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import type { PlayCommand } from '../../src/commands/play-command.ts';
import { GAME_FIELDS, type Phrase, PROTOCOL_VERSION, TABLE_FIELDS } from '../../src/index.ts';
import { encodeEntry } from '../../src/messages/entry.ts';
import { frameOf, newsFrame, refusalFrame, welcomeFrame } from '../../src/messages/frame.ts';
import { CLIENT_SCHEMAS } from '../../src/messages/read-message.ts';
import { SERVER_SCHEMAS } from '../../src/messages/server-message.ts';
import { isSpoken, PROTOCOL_VERSIONS } from '../../src/messages/version.ts';
import { EMPTY_TABLE } from '../../src/state/table-state.ts';
import { forAll } from '../for-all.ts';
import { frameProblem, STATE_SCHEMA } from './message-problem.ts';

const member = fc.integer({ min: 1, max: 99 });
const left = fc.record({ type: fc.constant('memberLeft' as const), member, kicked: fc.boolean() });
const entry = fc.record({
  events: fc.array(left, { maxLength: 3 }),
  cause: fc.option(fc.record({ member, n: fc.integer({ min: 1 }) })),
});

const HEAD = {
  t: 'welcome',
  protocol: PROTOCOL_VERSION,
  table: 'BCDFGHJK',
  member: 1,
  n: 4,
  v: 2,
  people: [{ member: 1, name: 'Änn "quoted" \u2028', avatar: 'fox' }],
  here: [1],
  sand: { at: 12.5, runs: true },
} as const;

test('PR-10a a `news` frame made from the text of an entry equals JSON.stringify', () =>
  forAll(
    fc.tuple(entry, fc.integer({ min: 1 })),
    ([written, v]) => {
      const text = encodeEntry(written);
      const frame = newsFrame(v, text);
      expect(frame).toBe(JSON.stringify({ t: 'news', v, ...JSON.parse(text) }));
      expect(frameProblem(frame)).toBe(null);
    },
    { runs: 500, seed: 9 },
  ));

test('PR-4a a welcome made from cached texts equals JSON.stringify, with entries and with a snapshot', () =>
  forAll(
    fc.array(entry, { maxLength: 4 }),
    written => {
      const texts = written.map(encodeEntry);
      const delta = welcomeFrame(HEAD, texts);
      expect(delta).toBe(JSON.stringify({ ...HEAD, entries: texts.map(text => JSON.parse(text)) }));
      const full = welcomeFrame(HEAD, JSON.stringify(EMPTY_TABLE));
      expect(full).toBe(JSON.stringify({ ...HEAD, snapshot: EMPTY_TABLE }));
      expect([frameProblem(delta), frameProblem(full)]).toEqual([null, null]);
    },
    { runs: 200, seed: 4 },
  ));

test('PR-8a a refusal frame equals JSON.stringify', () => {
  expect(refusalFrame(3, 'moved-on', { first: 2 })).toBe('{"t":"no","n":3,"why":"moved-on","first":2}');
  expect(frameOf({ t: 'bye', code: 1012, why: 'x' })).toBe('{"t":"bye","code":1012,"why":"x"}');
});

type WithoutSeat<C> = C extends unknown ? Omit<C, 'seat'> : never;
type Own = 'move' | 'seatBot' | 'playOn' | 'pause';
/** The rules' commands as a client may send them, written a second time, independently of the schema. */
type Expected =
  | WithoutSeat<Exclude<Command, { readonly type: Own }>>
  | { readonly type: 'pause' }
  | (WithoutSeat<Extract<Command, { readonly type: 'move' }>> & { readonly from?: Cell })
  | { readonly type: 'go'; readonly hero: Hero; readonly to: Cell; readonly from?: Cell }
  | { readonly type: 'phrase'; readonly phrase: Phrase }
  | { readonly type: 'unsay'; readonly author: number; readonly said: number };

test('PR-7a the schema of commands accepts exactly the rules’ commands without their seat', () => {
  expectTypeOf<PlayCommand>().toExtend<Expected>();
  expectTypeOf<Expected>().toExtend<PlayCommand>();
});

/** A schema as plain data (kinds, fields, words and bounds), so that it can be hashed. */
function plain(schema: unknown): unknown {
  if (schema instanceof RegExp) return String(schema);
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null)
    return typeof schema === 'function' ? 'function' : schema;
  const kept = Object.entries(schema).filter(
    ([name]) => !/^(?:~|reference|async|expects|message)/.test(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]));
}

test('PR-2a the last protocol version in the list is the current one and has the hash of all schemas and field lists', () => {
  const all = plain([CLIENT_SCHEMAS, SERVER_SCHEMAS, STATE_SCHEMA, GAME_FIELDS, TABLE_FIELDS]);
  const last = PROTOCOL_VERSIONS.at(-1);
  expect(last?.version).toBe(PROTOCOL_VERSION);
  expect(PROTOCOL_VERSIONS.map(({ version }) => version)).toEqual(PROTOCOL_VERSIONS.map((_, i) => i + 1));
  // If a message or event has changed, add a version to messages/version.ts (or change the last one, if it is not released).
  expect(last?.fingerprint).toBe(sha256(JSON.stringify(all)).slice(0, 16));
});

test('PR-2a a server accepts its own protocol version and no future one', () => {
  expect([0, PROTOCOL_VERSION, PROTOCOL_VERSION + 1].map(isSpoken)).toEqual([false, true, false]);
});
