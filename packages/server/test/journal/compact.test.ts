/** Tests that text deleted by a compaction is in no file, and that the log can still be read and checked (OP-21). */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import { overwriteUnusedBytes } from '../../src/journal/slack.mjs';
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

/** A small random generator with a fixed seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Replaced {
  readonly versions: ReadonlyMap<string, number>;
  /** The last name of each log. */
  readonly names: ReadonlyMap<string, string>;
  /** The prefixes of replaced names, for which the files are searched. */
  readonly old: readonly string[];
}

/** Replaces 250 names in 30 logs, in random order, between other writes. */
function replaceNames(store: JournalStore): Replaced {
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
    if (before !== undefined) old.push(before.split('-', 2).join('-').concat('-'));
    names.set(log, name);
    store.tidy();
  }
  expect(old.length).toBeGreaterThan(200);
  return { versions, names, old };
}

test('OP-21a of 250 names in 30 logs, replaced in random order, only the last name of each log is in the files', () => {
  const dataDir = directory();
  const { store, release } = opened(dataDir);
  const { versions, names, old } = replaceNames(store);
  store.scrub();
  expect(store.isUnclean).toBe(false);
  expect(leftIn(dataDir, old)).toEqual([]);
  const bytes = bytesIn(dataDir);
  for (const [log, name] of names) {
    expect(bytes.includes(name)).toBe(true);
    const version = versions.get(log) ?? 0;
    expect(store.read(log, version)).toEqual({ ok: true, entries: [name], version });
  }
  store.close();
  release();
});

const leftIn = (dataDir: string, names: readonly string[]): readonly string[] => {
  const bytes = bytesIn(dataDir);
  return names.filter(name => bytes.includes(name));
};

test('OP-21d if a process stops before it has erased a text completely, the next process finishes that in steps', () => {
  const dataDir = directory();
  const first = opened(dataDir);
  const pages = Array.from({ length: 400 }, () => 'x'.repeat(4000)); // the file has more pages than one step reads
  for (let at = 0; at < pages.length; at += 50)
    first.store.write([{ type: 'append', log: 'table/A', expected: at, entries: pages.slice(at, at + 50) }]);
  first.store.settle();
  const { old, versions } = replaceNames(first.store);
  // the deleted text must still be in the file, otherwise this test proves nothing
  expect(leftIn(dataDir, old)).not.toEqual([]);
  first.store.scrub(); // this step is the first of several
  expect(first.store.isUnclean).toBe(true);
  const copy = directory(); // copies the files while they are open, as a crash would leave them
  for (const name of readdirSync(dataDir))
    if (name !== 'hush.lock') copyFileSync(join(dataDir, name), join(copy, name));
  const { store, release } = opened(copy);
  expect(store.isUnclean).toBe(true);
  while (store.isUnclean) store.scrub();
  expect(leftIn(copy, old)).toEqual([]);
  store.close();
  release();
  first.store.close();
  first.release();
  expect(leftIn(dataDir, old)).toEqual([]);
  const again = opened(dataDir);
  expect(again.store.isUnclean).toBe(false);
  for (const [log, version] of versions)
    expect(again.store.read(log, 1)).toMatchObject({ ok: true, version });
  again.store.close();
  again.release();
  const db = new Database(join(dataDir, 'hush.db'));
  expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  db.close();
});

/**
 * Writes a text into the unused part of the first or the last page that has one, as SQLite leaves copies of rows
 * there; returns the page's number.
 */
function plant(dataDir: string, text: string, where: 'first' | 'last'): number {
  const db = new Database(join(dataDir, 'hush.db'));
  const rows = db.prepare('SELECT pgno, data FROM sqlite_dbpage ORDER BY pgno').raw().all();
  const pages = rows as [number, Buffer][];
  for (const [number, page] of where === 'first' ? pages : pages.reverse()) {
    const gap = page.readUInt16BE(3) * 2 + 12;
    if (![10, 13].includes(page[0] ?? 0) || page.readUInt16BE(5) < gap + text.length) continue;
    page.write(text, gap);
    db.prepare('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?').run([page, number]);
    db.close();
    return number;
  }
  throw new Error('no page has an unused part');
}

test('OP-21d erasing reaches the end of a large file even if names are replaced all the time', () => {
  const dataDir = directory();
  const { store, release } = opened(dataDir);
  const pages = Array.from({ length: 400 }, () => 'x'.repeat(4000)); // the file has more pages than three steps read
  for (let at = 0; at < pages.length; at += 50)
    store.write([{ type: 'append', log: 'table/A', expected: at, entries: pages.slice(at, at + 50) }]);
  store.settle();
  const rename = (n: number): void => {
    store.write([{ type: 'compact', log: 'people/B', expected: n, entries: [`<name ${n}>`] }]);
    store.tidy();
  };
  rename(0);
  rename(1);
  expect(plant(dataDir, '<planted>', 'last')).toBeGreaterThan(256);
  for (let step = 2; step < 10; step++) {
    expect(store.scrub()).toBe(true);
    rename(step);
  }
  expect([store.isUnclean, leftIn(dataDir, ['<planted>'])]).toEqual([true, []]);
  store.scrub(); // after this step the next page to erase lies behind the page into which text is written now
  expect(plant(dataDir, '<early>', 'first')).toBeLessThan(100);
  rename(10);
  while (store.isUnclean) store.scrub();
  expect(leftIn(dataDir, ['<name 2>', '<name 8>', '<early>'])).toEqual([]);
  store.close();
  release();
});

test('OP-21d while another program has locked the journal, erasing waits, and a stop does not try page after page', () => {
  const dataDir = directory();
  const first = opened(dataDir);
  const { old } = replaceNames(first.store);
  const other = new Database(join(dataDir, 'hush.db'));
  other.exec('BEGIN IMMEDIATE');
  expect([first.store.scrub(100_000), first.store.isUnclean]).toEqual([false, true]);
  other.exec('ROLLBACK');
  other.close();
  expect([first.store.scrub(), first.store.isUnclean]).toEqual([true, false]);
  expect(leftIn(dataDir, old)).toEqual([]);
  first.store.close();
  first.release();
});

test('OP-21d a page with an inconsistent layout is counted and not changed', () => {
  const page = Buffer.alloc(4096);
  page.writeUInt8(13, 0);
  page.writeUInt16BE(1, 3);
  page.writeUInt16BE(4090, 5);
  page.writeUInt16BE(4090, 8);
  page.write('old', 100);
  const before = Buffer.from(page);
  page.set([3, 1, 1, 1, 1, 0], 4090); // the cell has five bytes, and there is room for six
  before.set([3, 1, 1, 1, 1, 0], 4090);
  expect(overwriteUnusedBytes(page, 2)).toBe('damaged');
  expect(page.equals(before)).toBe(true);
  page.set([4], 4090);
  expect(overwriteUnusedBytes(page, 2)).toBe('wiped');
  expect([page.includes('old'), overwriteUnusedBytes(page, 2)]).toEqual([false, 'clean']);
});

test('OP-21a a compacted log can be read and appended to after the next start', () => {
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

/** Faults that the test causes in a compacted log. */
const FAULTS: readonly (readonly [fault: string, sql: string, intact: number])[] = [
  ['the mark of the forgotten entries is missing', 'DELETE FROM entries WHERE version = 0', 0],
  ['the mark counts one less', "UPDATE entries SET text = '2' WHERE version = 0", 0],
  ['the first entry that is kept is missing', 'DELETE FROM entries WHERE version = 4', 3],
  ['the last entry is missing', 'DELETE FROM entries WHERE version = 5', 4],
];

test.each(FAULTS)(
  'OP-20a reading a compacted log in which %s is refused at that version',
  (_, sql, intact) => {
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
  },
);
