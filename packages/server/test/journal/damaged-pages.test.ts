/**
 * Tests of changed bits, missing rows and truncated logs: each damage is noticed, and only damaged logs are refused.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll } from '@hush/protocol';
import fc from 'fast-check';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { numbered } from '../../../protocol/test/journal/journal-kit.ts';
import { backup } from '../../src/journal/backup.ts';
import { openStore } from '../../src/journal/open.mjs';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';
import { directory, fill, journalIn, LOGS, LONG, nameOf, readLog, textsOf } from './journal-kit.ts';

/** A journal without free pages, so that every page of the file matters. */
function fillCompact(dataDir: string): void {
  fill(dataDir).close();
  const db = new Database(join(dataDir, 'hush.db'));
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const FLIPS = Number(process.env['HUSH_FLIPS'] ?? 80);
describe('damaged rows', () => {
  const sound = numbered(1200);
  test.each([
    ['an entry was changed', "UPDATE entries SET text = '{}' WHERE log = 'hit' AND version = 700", 700],
    ['an entry was moved', "UPDATE entries SET version = 5000 WHERE log = 'hit' AND version = 700", 700],
    ['an entry changed hands', "UPDATE entries SET log = 'other' WHERE log = 'hit' AND version = 700", 700],
    ['two entries changed places', SWAP(), 700],
    ['an entry is missing in the middle', "DELETE FROM entries WHERE log = 'hit' AND version = 700", 700],
    ['the first entry is missing', "DELETE FROM entries WHERE log = 'hit' AND version = 1", 1],
    ['the last entry is missing', "DELETE FROM entries WHERE log = 'hit' AND version = 1200", 1200],
    ['all entries are missing', "DELETE FROM entries WHERE log = 'hit'", 1],
    ['the head is missing', "DELETE FROM heads WHERE log = 'hit'", 1201],
    ['the head is behind', "UPDATE heads SET version = 1100 WHERE log = 'hit'", 1201],
    ['the head is ahead', "UPDATE heads SET version = 1300 WHERE log = 'hit'", 1201],
    ['the head has another name', "UPDATE heads SET log = 'hot' WHERE log = 'hit'", 1201],
    [
      'text that is no text',
      "UPDATE entries SET text = CAST(x'ff41c3' AS TEXT) WHERE log = 'hit' AND version = 700",
      700,
    ],
  ])('if %s, reading only that log is refused, and only at the damage', async (_, damage, version) => {
    const dataDir = directory();
    const before = await openSqliteJournal(dataDir);
    if (!before.ok) throw new Error(before.error.why);
    for (let at = 0; at < 1200; at += 100) await before.journal.append('hit', at, sound.slice(at, at + 100));
    await before.journal.append('spared', 0, ['1', '2']);
    await before.journal.close();
    const vandal = new Database(join(dataDir, 'hush.db'));
    vandal.exec(damage);
    vandal.close();

    const journal = await journalIn(dataDir);
    const error = { type: 'corrupt', log: 'hit', version };
    expect(await readAll(journal, 'hit')).toEqual({ ok: false, error });
    expect(await journal.append('hit', 1200, ['more'])).toEqual({ ok: false, error });
    const first = await journal.read('hit', 1);
    if (version > 1)
      expect(first).toMatchObject({ ok: true, entries: sound.slice(0, Math.min(500, version - 1)) });
    expect(await readAll(journal, 'spared')).toEqual({ ok: true, entries: ['1', '2'], version: 2 });
    expect(await journal.append('spared', 2, ['3'])).toEqual({ ok: true, version: 3 });
    expect(await journal.purge('hit')).toEqual({ ok: true });
    expect(await journal.append('hit', 0, ['anew'])).toEqual({ ok: true, version: 1 });
    expect(await readAll(journal, 'hit')).toEqual({ ok: true, entries: ['anew'], version: 1 });
  });

  /**
   * Exchanges the texts of two entries, each with its own checksum; only a checksum that includes the version shows
   * that.
   */
  function SWAP(): string {
    return `CREATE TEMP TABLE t AS SELECT * FROM entries WHERE log = 'hit' AND version IN (700, 701);
      UPDATE entries SET (text, sum) = (SELECT text, sum FROM t WHERE t.version = 1401 - entries.version)
      WHERE log = 'hit' AND version IN (700, 701);`;
  }

  test('a subscriber of a damaged log gets the entries before the damage, and then the reason why the subscription ends', async () => {
    const dataDir = directory();
    const before = await openSqliteJournal(dataDir);
    if (!before.ok) throw new Error(before.error.why);
    await before.journal.append('hit', 0, sound.slice(0, 50));
    await before.journal.close();
    const vandal = new Database(join(dataDir, 'hush.db'));
    vandal.exec('DELETE FROM entries WHERE version = 20');
    vandal.close();
    const journal = await journalIn(dataDir);
    const heard: string[] = [];
    const why = await new Promise(resolve => {
      journal.subscribe('hit', 1, news => {
        if (news.type === 'entries') heard.push(...news.entries);
        else resolve(news.why);
      });
    });
    expect(heard).toEqual(sound.slice(0, 19));
    expect(why).toEqual({ type: 'corrupt', log: 'hit', version: 20 });
  });
});

describe('changed bits in the file', () => {
  test(
    `after each of ${FLIPS} changed bits, no wrong entry is read, and undamaged logs can be read`,
    () => {
      const whole = directory();
      fillCompact(whole);
      const bytes = readFileSync(join(whole, 'hush.db'));
      const hit: number[] = [];
      const flips = fc.sample(fc.noBias(fc.tuple(fc.nat(bytes.length - 1), fc.nat(7))), {
        numRuns: FLIPS,
        seed: 8,
      });
      for (const [at, bit] of flips) {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        hit.push(costOf(damaged, `bit ${bit} of byte ${at}`, at));
      }
      const many = hit.filter(count => count > 3);
      // A page has rows of only a few logs; only inner pages of the tree can affect more.
      expect(many.length / hit.length).toBeLessThan(0.1);
      expect(hit.filter(count => count === 1).length).toBeGreaterThan(FLIPS / 3);
    },
    60_000 + FLIPS * 60_000, // this time limit only ends a test that hangs
  );

  /**
   * Returns how many logs a changed bit has made unreadable. Throws if a log returns an entry that was never written.
   */
  function costOf(damaged: Buffer, what: string, at: number): number {
    // The directories are not deleted before the test ends: a new file could get the inode of a deleted one, and the
    // driver would mistake it for the old file.
    const dataDir = directory();
    writeFileSync(join(dataDir, 'hush.db'), damaged);
    const opened = openStore(dataDir);
    if (!opened.ok) {
      expect(at, opened.error.why).toBeLessThan(4096 * 3); // the damage is in the header, the schema or the roots of the tables
      return LOGS;
    }
    const { store, release } = opened;
    let cost = 0;
    for (let log = 0; log < LOGS; log++) {
      const { entries, damagedAt } = readLog(store, nameOf(log));
      const whole = textsOf(log);
      expect(entries, what).toEqual(whole.slice(0, entries.length));
      if (damagedAt === undefined) expect(entries).toHaveLength(LONG);
      else cost++;
      if (log % 8 !== 0 && damagedAt === undefined) continue;
      const appended = store.write([{ type: 'append', log: nameOf(log), expected: LONG, entries: ['{}'] }]);
      expect(['version', 'error']).toContain(Object.keys(appended[0] ?? {})[1]);
      if (damagedAt !== undefined) expect(appended[0]).toMatchObject({ error: { type: 'corrupt' } });
    }
    store.close();
    release();
    return cost;
  }
});

test('a backup of a damaged journal is refused with a sentence', async () => {
  const dataDir = directory();
  fillCompact(dataDir);
  const file = join(dataDir, 'hush.db');
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 * 8, 4096 * 9);
  writeFileSync(file, bytes);
  const target = join(directory(), 'copy.db');
  expect(await backup(dataDir, target)).toEqual({
    ok: false,
    error: { type: 'damaged', why: `${file} is damaged: no backup was made; keep the older ones.` },
  });
  expect(existsSync(target)).toBe(false);
});
