/**
 * Tests of the calendar of use: nothing is deleted too early, and everything unused is deleted in the end, whatever is
 * damaged or wrong.
 */
import { type AppendResult, type Journal, memoryJournal, type ReadResult } from '@hush/protocol';
import { expect, test } from 'vitest';
import { shardOf } from '../../src/stores/day-notes.ts';
import { type PurgeSeen, type Swept, UsageCalendar } from '../../src/stores/usage-calendar.ts';
import { StillClock } from '../server-kit.ts';

const KEEP_DAYS = 30;
const DAY = 86_400_000;

/** A journal whose logs can be damaged; a purge removes the damage. */
function damageable(): { readonly journal: Journal; readonly damage: (log: string) => void } {
  const inner = memoryJournal();
  const damaged = new Set<string>();
  const refused = (log: string): (AppendResult & ReadResult) | undefined =>
    damaged.has(log) ? { ok: false, error: { type: 'corrupt', log, version: 1 } } : undefined;
  const journal: Journal = {
    append: async (log, expected, entries) => refused(log) ?? inner.append(log, expected, entries),
    compact: async (log, expected, entries) => refused(log) ?? inner.compact(log, expected, entries),
    read: async (log, from) => refused(log) ?? inner.read(log, from),
    subscribe: (log, from, listener) => inner.subscribe(log, from, listener),
    purge: (log, seen) => {
      damaged.delete(log);
      return inner.purge(log, seen);
    },
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: inner.moments,
    close: () => inner.close(),
  };
  return { journal, damage: log => damaged.add(log) };
}

/** A server on its first day; it sweeps once on every day. */
class Days {
  readonly journal: Journal;
  readonly clock = new StillClock();
  calendar: UsageCalendar;
  readonly first = this.clock.today();

  constructor(journal: Journal = memoryJournal()) {
    this.journal = journal;
    this.calendar = new UsageCalendar(journal, this.clock);
  }

  async open(code: string): Promise<void> {
    await this.journal.append(`table/${code}`, 0, ['x']);
    expect(await this.calendar.note(code)).toBe(true);
  }

  /** A server on the same journal after a restart. */
  restart(): void {
    this.calendar = new UsageCalendar(this.journal, this.clock);
  }

  readonly #purge: PurgeSeen = async (code, seen) => (await this.journal.purge(`table/${code}`, seen)).ok;

  async sweep(purge = this.#purge): Promise<Swept> {
    const swept = await this.calendar.sweep(KEEP_DAYS, purge);
    if (!swept.ok) throw new Error(JSON.stringify(swept.error));
    return swept.value;
  }

  /** Lets days pass, each with its sweep. */
  async pass(days = 1): Promise<Swept> {
    let swept: Swept = { purged: 0, kept: 0, gap: 0 };
    for (let i = 0; i < days; i++) {
      this.clock.pass(DAY);
      this.clock.passDays(1);
      swept = await this.sweep();
    }
    return swept;
  }

  async tables(): Promise<readonly string[]> {
    const found = await this.journal.logs('table/');
    return found.ok ? found.logs.map(log => log.slice('table/'.length)) : [];
  }

  dayLog(passed: number, code: string): string {
    return `visits/${this.first + passed}/${shardOf(code)}`;
  }
}

test('PR-51b an unused table is deleted on the first day after its storage time, together with its days in the calendar', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(10);
  await days.open('NEW');
  await days.pass(20);
  expect(await days.tables()).toEqual(['NEW', 'OLD']);
  expect(await days.pass()).toEqual({ purged: 1, kept: 1, gap: 0 });
  expect(await days.tables()).toEqual(['NEW']);
  await days.pass(9);
  expect(await days.tables()).toEqual(['NEW']);
  await days.pass();
  expect(await days.tables()).toEqual([]);
});

test('OP-20f a calendar of 0.1.0, without shards, is read and continued', async () => {
  const days = new Days();
  const { journal, first } = days;
  for (const code of ['OLD', 'KEPT']) await journal.append(`table/${code}`, 0, ['x']);
  await journal.append(`visits/${first - 30}`, 0, ['OLD', 'KEPT']);
  for (let day = 29; day > 0; day--) await journal.append(`visits/${first - day}`, 0, ['SOMEBODY']);
  expect(await days.sweep()).toEqual({ purged: 0, kept: 2, gap: 0 });
  await days.calendar.note('KEPT');
  expect(await days.pass()).toEqual({ purged: 1, kept: 1, gap: 0 });
  expect(await days.tables()).toEqual(['KEPT']);
  const left = await journal.logs('visits/');
  expect(left.ok && left.logs.includes(`visits/${first - 30}`)).toBe(false);
});

test('PR-51c an unreadable day of the calendar counts as use of every table in its shard, until that day is too old', async () => {
  const { journal, damage } = damageable();
  const days = new Days(journal);
  await days.open('OLD');
  await days.pass(20);
  await days.calendar.note('OLD');
  damage(days.dayLog(20, 'OLD'));
  await days.pass(30);
  expect(await days.tables()).toEqual(['OLD']);
  await days.pass();
  expect(await days.tables()).toEqual([]);
});

test('PR-51c if a table is used on a day whose log is damaged, the next day’s log records it', async () => {
  const { journal, damage } = damageable();
  const days = new Days(journal);
  damage(days.dayLog(0, 'NEW'));
  await days.open('NEW');
  await days.pass(30);
  expect(await days.tables()).toEqual(['NEW']);
  await days.pass(2);
  expect(await days.tables()).toEqual([]);
});

test('PR-51c `note` returns false if the log of no day can be written', async () => {
  const { journal, damage } = damageable();
  const days = new Days(journal);
  for (let day = 0; day < 100; day++) damage(days.dayLog(day, 'NEW'));
  expect(await days.calendar.note('NEW')).toBe(false);
});

test('PR-51c a table that gets an entry between the check and the purge is not deleted', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(30);
  days.clock.passDays(1);
  const swept = await days.sweep(async (code, seen) => {
    await days.journal.append(`table/${code}`, 1, ['a move at another server']);
    return (await days.journal.purge(`table/${code}`, seen)).ok;
  });
  expect(swept).toEqual({ purged: 0, kept: 1, gap: 0 });
  expect(await days.tables()).toEqual(['OLD']);
});

test('PR-51c a table that another server has just opened is not deleted', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(30);
  days.clock.passDays(1);
  const elsewhere = new UsageCalendar(days.journal, days.clock);
  const read = days.journal.read.bind(days.journal);
  days.journal.read = async (log, from) => {
    if (log === 'table/OLD') await elsewhere.note('OLD');
    return read(log, from);
  };
  expect(await days.sweep()).toEqual({ purged: 0, kept: 1, gap: 0 });
});

test('PR-51c a table that is opened during a sweep is not deleted', async () => {
  const journal = memoryJournal();
  const clock = new StillClock();
  const visits = new UsageCalendar(journal, clock);
  const codes = Array.from({ length: 60 }, (_, i) => `CODE-${String(i).padStart(2, '0')}`);
  for (const code of codes) {
    await visits.note(code);
    await journal.append(`table/${code}`, 0, ['x']);
  }
  clock.passDays(7);
  const purged: string[] = [];
  const swept = await visits.sweep(3, async code => {
    if (purged.length === 0) await visits.note('CODE-59');
    purged.push(code);
    return true;
  });
  expect(swept).toEqual({ ok: true, value: { purged: 59, kept: 1, gap: 0 } });
  expect(purged).not.toContain('CODE-59');
});

test('PR-51b a sweep reads 1,300 tables page by page and leaves none out', async () => {
  const days = new Days();
  const codes = Array.from({ length: 1300 }, (_, i) => `T${String(i).padStart(4, '0')}`);
  for (const code of codes) await days.open(code);
  let longest = 0;
  const list = days.journal.logs.bind(days.journal);
  days.journal.logs = async (prefix, after) => {
    const page = await list(prefix, after);
    longest = Math.max(longest, page.ok ? page.logs.length : 0);
    return page;
  };
  await days.pass(30);
  expect(await days.pass()).toEqual({ purged: 1300, kept: 0, gap: 0 });
  expect(longest).toBeLessThanOrEqual(500);
});

test('OP-20e a clock that jumps 400 days ahead deletes nothing, even after a restart, until the clock is right again', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(5);
  days.clock.passDays(400);
  expect(await days.sweep()).toEqual({ purged: 0, kept: 1, gap: 400 });
  await days.open('NEW'); // opening a table on this day must not make the calendar look complete
  for (let start = 0; start < 3; start++) {
    days.restart();
    expect(await days.sweep()).toMatchObject({ purged: 0, gap: 400 });
  }
  days.clock.passDays(-400);
  days.restart();
  expect(await days.pass(25)).toMatchObject({ purged: 0, gap: 0 });
  expect(await days.pass()).toEqual({ purged: 1, kept: 1, gap: 0 }); // the table OLD, whose storage time is over
});

test('OP-20e a server that was off for months deletes nothing until it has run for a day', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(3);
  days.clock.passDays(100);
  days.restart();
  expect(await days.sweep()).toEqual({ purged: 0, kept: 1, gap: 100 });
  days.clock.pass(DAY / 4);
  expect(await days.sweep()).toEqual({ purged: 0, kept: 1, gap: 100 });
  days.clock.pass((DAY * 3) / 4);
  days.clock.passDays(1);
  expect(await days.sweep()).toEqual({ purged: 1, kept: 0, gap: 0 });
});

test('OP-20e if the clock jumps again during the day of waiting, that day starts again', async () => {
  const days = new Days();
  await days.open('OLD');
  await days.pass(3);
  days.clock.passDays(100);
  expect(await days.sweep()).toMatchObject({ purged: 0, gap: 100 });
  days.clock.pass(DAY);
  days.clock.passDays(50);
  expect(await days.sweep()).toMatchObject({ purged: 0 });
  expect(await days.tables()).toEqual(['OLD']);
});
