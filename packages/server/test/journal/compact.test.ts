/** OP-21: text that a compaction forgets is in no file, whatever else is written, and its log is read and checked as before. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import type { JournalStore } from '../../src/journal/store.mjs';
import { directory } from '../server-kit.ts';

interface Opened {
  readonly store: JournalStore;
  readonly release: () => void;
}

function opened(dataDir: string): Opened {
  const found = openStore(dataDir);
  if (!found.ok) throw new Error(found.error.why);
  return found;
}

const bytesIn = (dataDir: string): Buffer =>
  Buffer.concat(readdirSync(dataDir).map(name => readFileSync(join(dataDir, name))));

/** A small generator of numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('OP-21a of 250 names in 30 logs, replaced in any order between other writes, only the last of each log is in the files', () => {
  const dataDir = directory();
  const { store, release } = opened(dataDir);
  const below = numbers(7);
  const versions = new Map<string, number>();
  const names = new Map<string, string>();
  const old: string[] = [];
  for (let n = 0; n < 250; n++) {
    const log = `people/T${below(30)}`;
    const name = `<name-${n}-${'x'.repeat(below(200))}>`;
    const expected = versions.get(log) ?? 0;
    const table = `table/T${n % 90}`;
    const filler = {
      type: 'append',
      log: table,
      expected: versions.get(table) ?? 0,
      entries: [`{"n":${n}}`],
    } as const;
    const [done] = store.write([{ type: 'compact', log, expected, entries: [name] }, filler]);
    expect(done).toEqual({ ok: true, version: expected + 1 });
    versions.set(log, expected + 1);
    versions.set(table, filler.expected + 1);
    const before = names.get(log);
    if (before !== undefined) old.push(before.slice(0, 12));
    names.set(log, name);
    store.tidy();
  }
  store.scrub();
  store.tidy();
  const bytes = bytesIn(dataDir);
  expect(old.length).toBeGreaterThan(200);
  expect(old.filter(name => bytes.includes(`${name.split('-', 2).join('-')}-`))).toEqual([]);
  for (const [log, name] of names) {
    expect(bytes.includes(name)).toBe(true);
    const version = versions.get(log) ?? 0;
    expect(store.read(log, version)).toEqual({ ok: true, entries: [name], version });
  }
  store.close();
  release();
});

test('OP-21a a compacted log is whole after the next start, and goes on', () => {
  const dataDir = directory();
  const first = opened(dataDir);
  first.store.write([{ type: 'append', log: 'people/A', expected: 0, entries: ['one', 'two'] }]);
  first.store.write([{ type: 'compact', log: 'people/A', expected: 2, entries: ['both'] }]);
  first.store.close();
  first.release();
  const { store, release } = opened(dataDir);
  expect(store.read('people/A', 1)).toEqual({ ok: true, entries: ['', '', 'both'], version: 3 });
  expect(store.write([{ type: 'append', log: 'people/A', expected: 3, entries: ['four'] }])).toEqual([
    { ok: true, version: 4 },
  ]);
  expect(store.read('people/A', 3)).toEqual({ ok: true, entries: ['both', 'four'], version: 4 });
  store.close();
  release();
});

/** What a fault does to a compacted log. */
const FAULTS: readonly (readonly [fault: string, sql: string, intact: number])[] = [
  ['the mark of the forgotten entries is missing', 'DELETE FROM entries WHERE version = 0', 0],
  ['the mark counts one less', "UPDATE entries SET text = '2' WHERE version = 0", 0],
  ['the first entry that is kept is missing', 'DELETE FROM entries WHERE version = 4', 3],
  ['the last entry is missing', 'DELETE FROM entries WHERE version = 5', 4],
];

test.each(FAULTS)('OP-20a a compacted log in which %s is damaged from there on', (_, sql, intact) => {
  const dataDir = directory();
  const first = opened(dataDir);
  first.store.write([{ type: 'append', log: 'people/A', expected: 0, entries: ['1', '2', '3'] }]);
  first.store.write([{ type: 'compact', log: 'people/A', expected: 3, entries: ['4', '5'] }]);
  first.store.close();
  first.release();
  const db = new Database(join(dataDir, 'hush.db'));
  db.exec(sql);
  db.close();
  const { store, release } = opened(dataDir);
  const page = store.read('people/A', 1);
  expect(page.ok ? page.entries.length : 0).toBe(intact);
  expect(store.read('people/A', intact + 1)).toMatchObject({
    ok: false,
    error: { type: 'corrupt', version: intact + 1 },
  });
  store.close();
  release();
});
