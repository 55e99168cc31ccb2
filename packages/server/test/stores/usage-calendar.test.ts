/** The calendar when one of its days is damaged: nothing leaves the store before its time, and nothing stays for ever. */
import { type AppendResult, type Journal, memoryJournal, type ReadResult } from '@hush/protocol';
import { expect, test } from 'vitest';
import { UsageCalendar } from '../../src/stores/usage-calendar.ts';

const KEEP_DAYS = 30;

/** A journal whose logs can be damaged, which is over when they are purged. */
function damageable(): { readonly journal: Journal; readonly damage: (log: string) => void } {
  const inner = memoryJournal();
  const damaged = new Set<string>();
  const refused = (log: string): (AppendResult & ReadResult) | undefined =>
    damaged.has(log) ? { ok: false, error: { type: 'corrupt', log, version: 1 } } : undefined;
  const journal: Journal = {
    append: async (log, expected, entries) => refused(log) ?? inner.append(log, expected, entries),
    read: async (log, from) => refused(log) ?? inner.read(log, from),
    subscribe: (log, from, listener) => inner.subscribe(log, from, listener),
    purge: log => {
      damaged.delete(log);
      return inner.purge(log);
    },
    logs: prefix => inner.logs(prefix),
    close: () => inner.close(),
  };
  return { journal, damage: log => damaged.add(log) };
}

/** A table that was there on day 1 and on day 30, in a store whose 30th day is damaged. */
async function damagedDay() {
  const { journal, damage } = damageable();
  let day = 1;
  const start = (): UsageCalendar => new UsageCalendar(journal, () => day);
  await journal.append('table/OLD', 0, ['x']);
  const visits = start();
  for (day of [1, 30]) expect(await visits.note('OLD')).toBe(true);
  damage('visits/30');
  /** Who leaves the store when a server that has just been started sweeps on that day. */
  const sweptOn = async (that: number): Promise<readonly string[]> => {
    day = that;
    const gone: string[] = [];
    const swept = await start().sweep(KEEP_DAYS, async code => {
      gone.push(code);
      return (await journal.purge(`table/${code}`)).ok;
    });
    expect(swept.ok).toBe(true);
    return gone;
  };
  return { journal, visits, sweptOn };
}

test('a day that cannot be read counts as naming everybody, until it is old itself', async () => {
  const { journal, sweptOn } = await damagedDay();
  for (const day of [30, 32, 60]) expect(await sweptOn(day)).toEqual([]);
  expect(await sweptOn(61)).toEqual(['OLD']);
  expect(await journal.logs('visits/')).toEqual({ ok: true, logs: [] });
});

test('who comes later that day is noted, and the damage is not forgotten over that', async () => {
  const { journal, visits, sweptOn } = await damagedDay();
  await journal.append('table/NEW', 0, ['x']);
  expect(await visits.note('NEW')).toBe(true);
  expect(await visits.note('OTHER')).toBe(true);
  for (const day of [32, 60]) expect(await sweptOn(day)).toEqual([]);
  expect(await sweptOn(61)).toEqual(['OLD']);
  expect(await sweptOn(62)).toEqual(['NEW']);
  expect(await journal.logs('visits/')).toEqual({ ok: true, logs: [] });
});

test('a store that takes no day at all is said to take none', async () => {
  const { journal, damage } = damageable();
  for (let day = 1; day < 100; day++) damage(`visits/${day}`);
  expect(await new UsageCalendar(journal, () => 1).note('NEW')).toBe(false);
});
