/**
 * Tests with one damaged page of the database file: only logs with rows on that page become unreadable. Other logs
 * stay readable, even if they are read after a damaged one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/journal/open.mjs';
import { directory, fill, LOGS, LONG, nameOf, readLog, type Store, textsOf } from './journal-kit.ts';

const PAGE = 4096;
/**
 * The number of pages without which the journal cannot be opened: the header with the schema, and the roots of the
 * tables.
 */
const FIRST = 3;

/** The logs of a store that cannot be read to their end. Checks that every readable entry is as it was written. */
function damagedIn(store: Store): readonly number[] {
  return Array.from({ length: LOGS }, (_, log) => log).filter(log => {
    const { entries, damagedAt } = readLog(store, nameOf(log));
    expect(entries).toEqual(textsOf(log).slice(0, entries.length));
    return damagedAt !== undefined || entries.length < LONG;
  });
}

type Damage = (bytes: Buffer, page: number) => void;

const lost: Damage = (bytes, page) => void bytes.fill(0xff, page * PAGE, (page + 1) * PAGE);
/** Damages the fields about free space in a page; its content can still be read. */
const unsorted: Damage = (bytes, page) => void bytes.fill(0xff, page * PAGE + 1, page * PAGE + 3);

interface Damaged {
  readonly store: Store;
  readonly page: number;
  /** Opens the store again, to see which logs are then unreadable. */
  readonly again: () => Store;
}

/** Yields copies of one journal, each with another damaged page. */
function* withDamagedPages(damage: Damage): Generator<Damaged> {
  const whole = directory();
  fill(whole).close();
  const bytes = readFileSync(join(whole, 'hush.db'));
  for (let page = FIRST; page < bytes.length / PAGE; page++) {
    const damaged = Buffer.from(bytes);
    damage(damaged, page);
    const dataDir = directory();
    writeFileSync(join(dataDir, 'hush.db'), damaged);
    let close = (): void => undefined;
    const open = (): Store => {
      close();
      const opened = openStore(dataDir);
      if (!opened.ok) throw new Error(opened.error.why);
      close = () => {
        opened.store.close();
        opened.release();
      };
      return opened.store;
    };
    yield { store: open(), page, again: open };
    close();
  }
}

test('each lost page damages only a few logs, in whichever order they are read', () => {
  let pages = 0;
  for (const { store, page } of withDamagedPages(lost)) {
    const first = damagedIn(store);
    expect(first.length, `page ${page}`).toBeLessThanOrEqual(LOGS / 8);
    expect(damagedIn(store), `page ${page}`).toEqual(first);
    pages++;
  }
  expect(pages).toBeGreaterThan(10);
});

/** Whether a log either does not exist or cannot be read to its end. */
function isOver(store: Store, log: number): boolean {
  const { entries, damagedAt } = readLog(store, nameOf(log));
  return damagedAt !== undefined || entries.length === 0;
}

test.each([
  ['lost', lost],
  ['unsorted', unsorted],
])(
  'if logs cannot be purged because a page is %s, they become unreadable, and all other logs stay readable',
  (_, damage) => {
    let [removed, sealed] = [0, 0];
    for (const { store, page, again } of withDamagedPages(damage)) {
      const damaged = damagedIn(store);
      // Checks an undamaged log; logs whose pages can be read but not changed count as undamaged, too.
      const purged = [...new Set([...damaged, page % LOGS, (page * 7) % LOGS, (page * 3) % LOGS])];
      for (const log of purged) {
        const [answer] = store.write([{ type: 'purge', log: nameOf(log) }]);
        if (answer?.ok === true) removed++;
        else {
          expect(answer).toEqual({ ok: false, error: { type: 'corrupt', log: nameOf(log), version: 1 } });
          sealed++;
        }
        expect(isOver(store, log)).toBe(true);
      }
      const next = again();
      for (const log of purged) expect(isOver(next, log), `page ${page}, log ${log}`).toBe(true);
      const left = damagedIn(next).filter(log => !purged.includes(log));
      expect(left, `page ${page}`).toEqual([]);
    }
    expect(removed).toBeGreaterThan(10);
    expect(sealed).toBeGreaterThan(2);
  },
);
