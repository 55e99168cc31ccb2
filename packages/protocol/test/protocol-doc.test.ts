/** Tests that the examples of docs/PROTOCOL.md are valid and its tables equal the code, because people write clients from it. */
import { readFileSync } from 'node:fs';
import { REFUSALS } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  CLOSE_CODES,
  FINAL_CODES,
  GAME_FIELDS,
  readMessage,
  readSharedHourglass,
  readSheet,
  TABLE_FIELDS,
  TABLE_REFUSALS,
} from '../src/index.ts';
import { CLIENT_SCHEMAS } from '../src/messages/read-message.ts';
import { schemaProblem } from './schemas/schema-kit.ts';

const DOC = readFileSync(new URL('../../../docs/PROTOCOL.md', import.meta.url), 'utf8');

const examples = [...DOC.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** The rows of the Markdown table whose heading has this cell, each as a list of cells. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const [, after = ''] = DOC.split(`| ${heading} |`);
  const lines = after.split('\n').slice(2);
  const end = lines.findIndex(line => !line.startsWith('|'));
  return lines.slice(0, end < 0 ? undefined : end).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

const fieldRows = (fields: Readonly<Record<string, readonly string[]>>): readonly (readonly string[])[] =>
  Object.entries(fields).map(([type, names]) => [type, names.join(', ')]);

test.each(examples)('PR-6a the example %s in docs/PROTOCOL.md is read by a server', example => {
  expect(readMessage(example)).toMatchObject({ ok: true });
});

test('PR-6a docs/PROTOCOL.md has an example of every message and every command', () => {
  const kinds = examples.map(example => JSON.parse(example));
  expect([...new Set(kinds.map(({ t }) => t))].sort()).toEqual(Object.keys(CLIENT_SCHEMAS).sort());
  expect(kinds.filter(({ t }) => t === 'do').length).toBe(21);
  expect(kinds.filter(({ t }) => t === 'table').length).toBe(16);
});

test('PR-11a docs/PROTOCOL.md lists the same event fields as the code', () => {
  expect(rowsOf('event of the game')).toEqual(fieldRows(GAME_FIELDS));
  expect(rowsOf('event of the table')).toEqual(fieldRows(TABLE_FIELDS));
});

test('PR-9c PR-15a docs/PROTOCOL.md lists the same close codes and refusals as the code', () => {
  const codes = rowsOf('code | why').map(([code, , back]) => [Number(code), back]);
  const expected = Object.values(CLOSE_CODES).map(code => [code, FINAL_CODES.includes(code) ? 'no' : 'yes']);
  expect(codes).toEqual(expected);
  expect(rowsOf('code | sentence')).toEqual(Object.entries({ ...REFUSALS, ...TABLE_REFUSALS }));
});

test('PR-5c docs/PROTOCOL.md lists every refusal of a seat', () => {
  const [, refusals = ''] = /`no` with `n` 0:([\s\S]*?), and then you go on watching/.exec(DOC) ?? [];
  const codes = [...refusals.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code);
  expect(codes).toEqual([
    'locked',
    'removed',
    'removed-nearby',
    'full',
    'game-running',
    'no-programs',
    'name-refused',
    'too-fast',
    'worn-out',
  ]);
});

test('PR-74a PR-74b the example entries in docs/PROTOCOL.md can be decoded', () => {
  const entries = [...DOC.matchAll(/`(\{"e": .*?\})`/g)].map(([, entry = '']) => entry);
  expect(entries.length).toBe(2);
  for (const entry of entries) expect(schemaProblem('entry', JSON.parse(entry))).toBe(null);
});

test('PR-58a PR-66c the example scenario and shared hourglass in docs/PROTOCOL.md are accepted', () => {
  const [, sheet = ''] = /^ {4}(\{"wish"[\s\S]*?"parent": null\})$/m.exec(DOC) ?? [];
  expect(readSheet(JSON.parse(sheet))).toMatchObject({ ok: true });
  const [, glass = ''] = /^ {4}(\{"n": 7.*\})$/m.exec(DOC) ?? [];
  expect(readSharedHourglass(JSON.parse(glass))).toMatchObject({ ok: true });
});
