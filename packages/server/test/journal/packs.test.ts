/**
 * Tests of packs, which hold the compressed entries of a table to which nobody writes. Packed entries are read,
 * checked, purged and backed up like all others. A crash at any moment neither loses nor doubles an entry, and damage
 * to a pack affects only its log.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backup } from '../../src/journal/backup.ts';
import { restore } from '../../src/journal/restore.ts';
import { directory, readLog, type Store, withDatabase, withStore } from './journal-kit.ts';

const LIMITS = { rows: 4000, bytes: 1 << 20, rest: 0, least: 8, most: 50 };
const FILES = ['hush.db', 'hush.db-wal', 'hush.end'];
const LOG = 'table/PACKED';

const textsFrom = (first: number, count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) => `{"e":[["heroMoved",${(first + i) * 700},${i % 4},"elf","north"]]}`,
  );

const withPacks = <T>(dataDir: string, work: (store: Store) => T, limits = LIMITS): T =>
  withStore(dataDir, work, limits);

const numberOf = (dataDir: string, sql: string): number =>
  withDatabase(dataDir, db => (db.prepare(sql).raw().all([]) as [number][])[0]?.[0] ?? -1);

const packsOf = (dataDir: string): readonly (readonly number[])[] =>
  withDatabase(
    dataDir,
    db => db.prepare('SELECT version, count FROM packs ORDER BY log, version').raw().all([]) as number[][],
  );

const append = (store: Store, log: string, expected: number, entries: readonly string[]) =>
  store.write([{ type: 'append', log, expected, entries }])[0];

/** Moves all recent entries, and packs everything that may be packed. */
function packAll(store: Store): void {
  store.settle();
  while (store.packIn === 0) store.pack();
}

test('OP-22a 130 entries of a table become packs of at most fifty, and are read unchanged from any version, also after a restart', () => {
  const dataDir = directory();
  const texts = textsFrom(1, 130);
  const check = (store: Store): void => {
    expect(readLog(store, LOG)).toEqual({ entries: texts });
    for (const from of [1, 2, 50, 51, 100, 130])
      expect(store.read(LOG, from)).toEqual({ ok: true, entries: texts.slice(from - 1), version: 130 });
    expect(store.read(LOG, 131)).toEqual({ ok: true, entries: [], version: 130 });
  };
  withPacks(dataDir, store => {
    append(store, LOG, 0, texts);
    packAll(store);
    check(store);
  });
  expect(packsOf(dataDir)).toEqual([
    [50, 50],
    [100, 50],
    [130, 30],
  ]);
  expect(numberOf(dataDir, 'SELECT count(*) FROM entries')).toBe(0);
  withPacks(dataDir, check);
});

test('OP-22a 430 entries of one table are packed in steps of at most four packs', () => {
  const dataDir = directory();
  const texts = textsFrom(1, 430);
  withPacks(dataDir, store => {
    append(store, LOG, 0, texts);
    store.settle();
    let steps = 0;
    for (; store.packIn === 0 && steps < 10; steps++) store.pack();
    expect(steps).toBe(4); // the last step finds no log to pack
    expect(readLog(store, LOG)).toEqual({ entries: texts });
  });
  expect(packsOf(dataDir).map(([, count]) => count)).toEqual([50, 50, 50, 50, 50, 50, 50, 50, 30]);
});

test('OP-22a new entries of a packed table are added to its last pack until that is full', () => {
  const dataDir = directory();
  const texts = textsFrom(1, 85);
  withPacks(dataDir, store => {
    append(store, LOG, 0, texts.slice(0, 60));
    packAll(store);
    expect(append(store, LOG, 59, ['late'])).toMatchObject({ error: { type: 'conflict', version: 60 } });
    expect(append(store, LOG, 60, texts.slice(60, 75))).toEqual({ ok: true, version: 75 });
    expect(readLog(store, LOG)).toEqual({ entries: texts.slice(0, 75) });
    packAll(store);
    append(store, LOG, 75, texts.slice(75, 80));
    packAll(store); // these are too few entries for a pack
    append(store, LOG, 80, texts.slice(80));
    expect(readLog(store, LOG)).toEqual({ entries: texts });
  });
  expect(packsOf(dataDir)).toEqual([
    [50, 50],
    [75, 25],
  ]);
  expect(numberOf(dataDir, 'SELECT count(*) FROM entries')).toBe(10);
  withPacks(dataDir, store => expect(readLog(store, LOG)).toEqual({ entries: texts }));
});

test('OP-22a texts of any kind are packed: empty, with line breaks and zeros, in many bytes, longer than a page', () => {
  const texts = ['', 'a\nb', 'nul\0nul', 'ż€🦊', 'x'.repeat(9000), '{}', '"', '', 'last'];
  const dataDir = directory();
  withPacks(dataDir, store => {
    append(store, LOG, 0, texts);
    packAll(store);
  });
  expect(packsOf(dataDir)).toEqual([[9, 9]]);
  withPacks(dataDir, store => expect(readLog(store, LOG)).toEqual({ entries: texts }));
});

test('OP-22a only logs of tables are packed, only after a time without writes, and none to which somebody is writing', () => {
  const dataDir = directory();
  const texts = textsFrom(1, 20);
  withPacks(
    dataDir,
    store => {
      for (const log of ['people/A', 'crew/B', LOG]) append(store, log, 0, texts);
      store.settle();
      while (store.packIn === 0) store.pack(); // after a start, logs that earlier processes left unpacked are packed
      expect(store.packIn).toBeGreaterThan(0);
      expect(store.packIn).toBeLessThanOrEqual(60_000);
      store.pack();
    },
    { ...LIMITS, rest: 60_000 },
  );
  expect(packsOf(dataDir)).toEqual([]);
  withPacks(dataDir, store => {
    append(store, LOG, 20, ['more']);
    while (store.packIn === 0) store.pack();
    expect(readLog(store, LOG)).toEqual({ entries: [...texts, 'more'] });
  });
  expect(packsOf(dataDir)).toEqual([]);
  withPacks(dataDir, store => {
    for (const log of ['people/A', 'crew/B']) append(store, log, 20, texts);
    packAll(store);
  });
  expect(packsOf(dataDir)).toEqual([[21, 21]]);
});

test('OP-22a OP-21a a purge or a compaction of a packed log leaves none of its text, and the log can be continued', () => {
  const dataDir = directory();
  const secret = Array.from({ length: 9 }, (_, i) => `secret-${i}-${'q'.repeat(40 * i)}`);
  withPacks(dataDir, store => {
    for (const log of [LOG, 'table/OTHER']) append(store, log, 0, secret);
    packAll(store);
    store.write([{ type: 'purge', log: LOG }]);
    store.write([{ type: 'compact', log: 'table/OTHER', expected: 9, entries: ['kept'] }]);
    store.tidy();
    expect(store.read(LOG, 1)).toEqual({ ok: true, entries: [], version: 0 });
    expect(readLog(store, 'table/OTHER').entries.filter(text => text !== '')).toEqual(['kept']);
    expect(append(store, LOG, 0, ['anew'])).toEqual({ ok: true, version: 1 });
  });
  expect(packsOf(dataDir)).toEqual([]);
  withPacks(dataDir, store => {
    expect(readLog(store, LOG)).toEqual({ entries: ['anew'] });
    expect(append(store, 'table/OTHER', 10, ['next'])).toEqual({ ok: true, version: 11 });
  });
});

const PACKED = "log = 'table/PACKED'";
const FAULTS: readonly (readonly [fault: string, sql: string, damagedAt: number])[] = [
  [
    'a byte is added to the second pack',
    `UPDATE packs SET bytes = CAST(bytes || x'00' AS BLOB) WHERE ${PACKED} AND version = 100`,
    51,
  ],
  ['the first pack is missing', `DELETE FROM packs WHERE ${PACKED} AND version = 50`, 1],
  ['the last pack is missing', `DELETE FROM packs WHERE ${PACKED} AND version = 130`, 101],
  ['all packs are missing', `DELETE FROM packs WHERE ${PACKED}`, 1],
  ['a pack counts one less', `UPDATE packs SET count = 49 WHERE ${PACKED} AND version = 100`, 51],
  ['a pack has another version', `UPDATE packs SET version = 99 WHERE ${PACKED} AND version = 100`, 51],
  [
    'a pack is that of another log',
    `UPDATE packs SET (bytes, sum, prev) = (SELECT bytes, sum, prev FROM packs WHERE log = 'table/SPARED' AND version = 50)
     WHERE ${PACKED} AND version = 50`,
    1,
  ],
  ['the head is ahead', `UPDATE heads SET version = 140 WHERE ${PACKED}`, 131],
  ['the head is missing', `DELETE FROM heads WHERE ${PACKED}`, 131],
];

test.each(FAULTS)(
  'OP-22b OP-20a if %s, its log is damaged at that version, and another log stays undamaged',
  (_, sql, damagedAt) => {
    const dataDir = directory();
    const texts = textsFrom(1, 130);
    withPacks(dataDir, store => {
      for (const log of [LOG, 'table/SPARED']) append(store, log, 0, texts);
      packAll(store);
    });
    withDatabase(dataDir, db => db.exec(sql));
    withPacks(dataDir, store => {
      expect(readLog(store, LOG)).toEqual({ entries: texts.slice(0, damagedAt - 1), damagedAt });
      expect(append(store, LOG, 130, ['more'])).toMatchObject({ ok: false, error: { type: 'corrupt' } });
      expect(readLog(store, 'table/SPARED')).toEqual({ entries: texts });
      store.write([{ type: 'purge', log: LOG }]);
      expect(append(store, LOG, 0, ['anew'])).toEqual({ ok: true, version: 1 });
    });
  },
);

test('OP-22b OP-20a a pack from an older state of its log is noticed, because the next entry carries another link', () => {
  const [dataDir, other] = [directory(), directory()];
  const texts = textsFrom(1, 20);
  for (const [dir, first] of [
    [dataDir, '{"n":1}'],
    [other, '{"n":2}'],
  ] as const)
    withPacks(dir, store => {
      append(store, LOG, 0, [first, ...texts]);
      packAll(store);
      append(store, LOG, 21, ['loose']);
    });
  withDatabase(dataDir, db => {
    db.exec(
      `ATTACH '${join(other, 'hush.db')}' AS other; DELETE FROM packs; INSERT INTO packs SELECT * FROM other.packs`,
    );
  });
  withPacks(dataDir, store => expect(readLog(store, LOG).damagedAt).toBe(22));
});

test('OP-22a a damaged log is not packed, and its undamaged entries can still be read', () => {
  const dataDir = directory();
  withPacks(dataDir, store => append(store, LOG, 0, textsFrom(1, 30)));
  withDatabase(dataDir, db => db.exec('DELETE FROM entries WHERE version = 20'));
  withPacks(dataDir, store => {
    while (store.packIn === 0) store.pack();
    expect(readLog(store, LOG)).toEqual({ entries: textsFrom(1, 19), damagedAt: 20 });
  });
  expect(numberOf(dataDir, 'SELECT count(*) FROM entries')).toBe(29);
});

test('OP-22a after a kill at any step of packing, every log is complete after the next start', () => {
  const [alive, dead] = [directory(), directory()];
  const texts = textsFrom(1, 70);
  const logs = Array.from({ length: 5 }, (_, i) => `table/T${i}`);
  withPacks(alive, store => {
    for (const log of logs) append(store, log, 0, texts);
    store.settle();
    for (let kill = 0; store.packIn === 0; kill++) {
      store.pack();
      const copy = join(dead, `kill-${kill}`);
      withCopy(alive, copy, after => {
        for (const log of logs) expect(readLog(after, log), `kill ${kill}`).toEqual({ entries: texts });
      });
    }
  });
  expect(packsOf(alive)).toHaveLength(10);
});

function withCopy(from: string, to: string, check: (store: Store) => void): void {
  mkdirSync(to);
  for (const name of FILES) copyFileSync(join(from, name), join(to, name));
  withPacks(to, check);
}

test('OP-22a a backup holds packed logs, counts their entries, and restores them', async () => {
  const [dataDir, home, target] = [directory(), directory(), directory()];
  const texts = textsFrom(1, 60);
  withPacks(dataDir, store => {
    append(store, LOG, 0, texts);
    packAll(store);
    append(store, LOG, 60, ['loose']);
  });
  const file = join(home, 'copy.db');
  expect(await backup(dataDir, file)).toMatchObject({ ok: true, logs: 1, entries: 61 });
  expect(await restore(file, target, { withDamage: false })).toMatchObject({ ok: true, entries: 61 });
  withPacks(target, store => expect(readLog(store, LOG)).toEqual({ entries: [...texts, 'loose'] }));
});

test('OP-22a a journal of format 3 is opened, and its tables are packed', () => {
  const dataDir = directory();
  const texts = textsFrom(1, 40);
  withPacks(dataDir, store => append(store, LOG, 0, texts));
  withDatabase(dataDir, db => db.exec('DROP TABLE packs; PRAGMA user_version = 3'));
  withPacks(dataDir, store => {
    while (store.packIn === 0) store.pack();
    expect(readLog(store, LOG)).toEqual({ entries: texts });
  });
  expect(packsOf(dataDir)).toEqual([[40, 40]]);
  expect(readFileSync(join(dataDir, 'hush.db')).includes('heroMoved')).toBe(false);
});
