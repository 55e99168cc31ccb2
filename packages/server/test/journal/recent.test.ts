/**
 * Tests of recent entries: a commit writes them to a separate table, in the order of commits, and they are moved
 * later. They exist after a crash, and damage affects only the logs whose rows it hit.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import {
  directory,
  fill,
  LOGS,
  LONG,
  nameOf,
  readLog,
  textsOf,
  withDatabase,
  withStore,
} from './journal-kit.ts';

const FILES = ['hush.db', 'hush.db-wal', 'hush.end'];

/** Writes one log after the other, so that a page holds few logs. */
function fillInOrder(dataDir: string): { readonly close: () => void } {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  for (let log = 0; log < LOGS; log++)
    opened.store.write([{ type: 'append', log: nameOf(log), expected: 0, entries: textsOf(log) }]);
  return {
    close: () => {
      opened.store.close();
      opened.release();
    },
  };
}

/** Makes the files of a journal whose process was killed before it moved any entry. */
function killed(filled: typeof fillInOrder = fill): string {
  const [alive, dead] = [directory(), directory()];
  const { close } = filled(alive);
  for (const name of FILES) copyFileSync(join(alive, name), join(dead, name));
  close();
  return dead;
}

const count = (dataDir: string, table: string): number =>
  withDatabase(dataDir, db => {
    const [row] = db.prepare(`SELECT count(*) FROM ${table}`).raw().all([]) as [number][];
    return row?.[0] ?? -1;
  });

test('PR-52b recent entries are in a table of their own after a kill, and are moved at the next start', () => {
  const dataDir = killed();
  expect(count(dataDir, 'recent')).toBe(LOGS * LONG);
  withStore(dataDir, store => {
    for (let log = 0; log < LOGS; log++) expect(readLog(store, nameOf(log)).entries).toEqual(textsOf(log));
  });
  expect([count(dataDir, 'recent'), count(dataDir, 'entries')]).toEqual([0, LOGS * LONG]);
});

test('PR-52b after 4,000 appends entries are moved while the store runs, and logs are read across both tables', () => {
  const dataDir = directory();
  const texts = Array.from({ length: 4_100 }, (_, n) => `{"n":${n}}`);
  withStore(dataDir, store => {
    for (const [n, text] of texts.entries()) {
      store.write([{ type: 'append', log: 'long', expected: n, entries: [text] }]);
      store.tidy();
    }
    expect(readLog(store, 'long').entries).toEqual(texts);
    expect(count(dataDir, 'entries')).toBe(4_000);
    expect(store.read('long', 3_999)).toMatchObject({ ok: true, entries: texts.slice(3_998) });
  });
});

test('PR-52b a purge also deletes the recent entries of its log, on the disk and in memory', () => {
  const dataDir = directory();
  withStore(dataDir, store => {
    const append = (log: string, expected: number, text: string) =>
      store.write([{ type: 'append', log, expected, entries: [text] }])[0];
    append('kept', 0, 'stays');
    append('gone', 0, 'secret text');
    expect(store.write([{ type: 'purge', log: 'gone' }])).toEqual([{ ok: true }]);
    store.tidy();
    expect(store.read('gone', 1)).toMatchObject({ ok: true, entries: [], version: 0 });
    for (const name of ['hush.db', 'hush.db-wal'])
      expect(readFileSync(join(dataDir, name)).includes('secret text')).toBe(false);
    expect(append('gone', 0, 'anew')).toEqual({ ok: true, version: 1 });
    expect(readLog(store, 'kept').entries).toEqual(['stays']);
  });
  withStore(dataDir, store => expect(readLog(store, 'gone').entries).toEqual(['anew']));
});

test('PR-52b an append, a purge and an append of one log in one commit leave only the last append', () => {
  const dataDir = directory();
  const [one, two] = ['first', 'second'].map(text => ({
    type: 'append' as const,
    log: 'log',
    expected: 0,
    entries: [text],
  }));
  if (one === undefined || two === undefined) throw new Error('two requests');
  withStore(dataDir, store => {
    const answers = store.write([one, { type: 'purge', log: 'log' }, two]);
    expect(answers).toEqual([{ ok: true, version: 1 }, { ok: true }, { ok: true, version: 1 }]);
    expect(readLog(store, 'log').entries).toEqual(['second']);
  });
  withStore(dataDir, store => expect(readLog(store, 'log')).toEqual({ entries: ['second'] }));
});

test.each([
  ['changed', "UPDATE recent SET text = '{}' WHERE log = 'game/0003' AND version = 7"],
  ['missing', "DELETE FROM recent WHERE log = 'game/0003' AND version = 7"],
])(
  'PR-52b if a recent entry was %s, reading its log is refused at that entry, and all others can be read',
  (_, damage) => {
    const dataDir = killed();
    withDatabase(dataDir, db => db.exec(damage));
    withStore(dataDir, store => {
      for (let log = 0; log < LOGS; log++) {
        const found = readLog(store, nameOf(log));
        if (log === 3) expect(found).toEqual({ entries: textsOf(3, 6), damagedAt: 7 });
        else expect(found).toEqual({ entries: textsOf(log) });
      }
    });
  },
);

test('PR-52b a lost page of recent entries damages only the logs with rows on it, and further writes go to a new table', () => {
  const dataDir = killed(fillInOrder);
  const page = withDatabase(dataDir, db => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(join(dataDir, 'hush.db'));
    // The third leaf page of the table of recent entries.
    const leaves = Array.from({ length: bytes.length / 4096 }, (_, n) => n).filter(
      n => bytes[n * 4096] === 13 && bytes.subarray(n * 4096, (n + 1) * 4096).includes('"hero"'),
    );
    return leaves[2] ?? 0;
  });
  const file = join(dataDir, 'hush.db');
  const bytes = readFileSync(file);
  bytes.fill(0xff, page * 4096, (page + 1) * 4096);
  const home = directory();
  // in another directory, because the driver would mistake this file for the one that it had open before
  mkdirSync(join(home, 'data'));
  writeFileSync(join(home, 'data', 'hush.db'), bytes);
  withStore(join(home, 'data'), store => {
    const all = Array.from({ length: LOGS }, (_, log) => readLog(store, nameOf(log)));
    const hit = all.filter(({ damagedAt }) => damagedAt !== undefined);
    expect(hit.length).toBeGreaterThan(0);
    expect(hit.length).toBeLessThan(LOGS);
    for (const [log, { entries }] of all.entries()) expect(entries).toEqual(textsOf(log, entries.length));
    const spared = all.findIndex(({ damagedAt }) => damagedAt === undefined);
    const next = { type: 'append' as const, log: nameOf(spared), expected: LONG, entries: ['{}'] };
    expect(store.write([next])).toEqual([{ ok: true, version: LONG + 1 }]);
  });
  withStore(join(home, 'data'), store => {
    const whole = Array.from({ length: LOGS }, (_, log) => readLog(store, nameOf(log)).entries.length);
    expect(Math.max(...whole)).toBe(LONG + 1);
  });
});
