/** A page of the file that is lost as a whole: it costs the logs that have something on it, and nobody who is asked for later. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openStore } from '../src/journal-open.mjs';
import { directory, fill, LOGS, LONG, nameOf, readLog, type Store, textsOf } from './journal-kit.ts';

vi.setConfig({ testTimeout: 60_000 });

const PAGE = 4096;
/** Header and schema, and the roots of the two tables: without them there is nothing. */
const FIRST = 3;

/** The logs of a store that cannot be read to their end; what can be read is what was written. */
function damagedIn(store: Store): readonly number[] {
  return Array.from({ length: LOGS }, (_, log) => log).filter(log => {
    const { entries, damagedAt } = readLog(store, nameOf(log));
    expect(entries).toEqual(textsOf(log).slice(0, entries.length));
    return damagedAt !== undefined || entries.length < LONG;
  });
}

/** The same journal over and over, each time with another page that is lost. */
function* withLostPages(): Generator<{ readonly store: Store; readonly page: number }> {
  const whole = directory();
  fill(whole).close();
  const bytes = readFileSync(join(whole, 'hush.db'));
  for (let page = FIRST; page < bytes.length / PAGE; page++) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, page * PAGE, (page + 1) * PAGE);
    const dataDir = directory();
    writeFileSync(join(dataDir, 'hush.db'), damaged);
    const opened = openStore(dataDir);
    if (!opened.ok) throw new Error(opened.error.why);
    yield { store: opened.store, page };
    opened.store.close();
    opened.release();
  }
}

test('each lost page costs a few logs, in whatever order they are asked for', () => {
  let pages = 0;
  for (const { store, page } of withLostPages()) {
    const first = damagedIn(store);
    expect(first.length, `page ${page}`).toBeLessThanOrEqual(LOGS / 8);
    expect(damagedIn(store), `page ${page}`).toEqual(first);
    pages++;
  }
  expect(pages).toBeGreaterThan(10);
});
