/**
 * Which tables were used on which day, so that abandoned ones can be deleted. The logs of games have no dates, so each day
 * has logs with an entry for each table that was opened that day (day-notes.ts). A sweep goes through the tables page by page
 * and deletes those whose last day is too old, then the days that no table needs. Crews and scenarios have calendars of the
 * same kind.
 *
 * A damaged day may have named any table of its shard, so it counts as naming all of them until it is too old. New notes
 * that it does not accept go to the day after.
 */
import { type Journal, logPages, type ReadError, readAll } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { ClockCheck } from './clock-check.ts';
import { DayNotes, readDayLog, shardOf } from './day-notes.ts';

const PURGED_TOGETHER = 50;
/** The code that every sweep records to show that the server ran on that day. No table can have this code. */
const RAN = '-';

export interface Swept {
  readonly purged: number;
  readonly kept: number;
  /** The number of missing days, because of which nothing is deleted; 0 if there is no gap. */
  readonly gap: number;
}

/** The prefixes of the logs that are stored, and of the logs of days. */
export interface Calendar {
  readonly kept: string;
  readonly days: string;
}

const TABLES: Calendar = { kept: 'table/', days: 'visits/' };

/** Deletes a log if it is still at the version `seen`, and returns whether it did; it must refuse a log that is in use. */
export type PurgeSeen = (code: string, seen: number | undefined) => Promise<boolean>;

/** For each code, the last day on which it was used. */
class LastDays {
  readonly days = new Set<number>();
  readonly #byCode = new Map<string, number>();
  /** For each shard its last damaged day; the key null stands for days without shards. */
  readonly #damaged = new Map<string | null, number>();

  add(day: number, codes: readonly string[]): void {
    this.days.add(day);
    for (const code of codes) if ((this.#byCode.get(code) ?? day) <= day) this.#byCode.set(code, day);
  }

  addDamaged(day: number, shard: string | null): void {
    this.days.add(day);
    this.#damaged.set(shard, Math.max(day, this.#damaged.get(shard) ?? day));
  }

  /** Returns the last day of a code; undefined if no day names it. */
  of(code: string): number | undefined {
    const found = [this.#byCode.get(code), this.#damaged.get(null), this.#damaged.get(shardOf(code))];
    const days = found.filter(day => day !== undefined);
    return days.length === 0 ? undefined : Math.max(...days);
  }
}

export class UsageCalendar {
  readonly #journal: Journal;
  readonly #clock: ServerClock;
  readonly #calendar: Calendar;
  readonly #check: ClockCheck;
  readonly #shards = new Map<string, DayNotes>();

  constructor(journal: Journal, clock: ServerClock, calendar: Calendar = TABLES) {
    this.#journal = journal;
    this.#clock = clock;
    this.#calendar = calendar;
    this.#check = new ClockCheck(clock);
  }

  /** Records that a table is used today; returns false if that could not be written. */
  note(code: string): Promise<boolean> {
    return this.#notesOf(code).note(code, this.#clock.today());
  }

  #notesOf(code: string): DayNotes {
    const shard = shardOf(code);
    const notes = this.#shards.get(shard) ?? new DayNotes(this.#journal, this.#calendar.days, shard);
    this.#shards.set(shard, notes);
    return notes;
  }

  /** Deletes every table that nobody has opened for this many days. */
  async sweep(keepDays: number, purge: PurgeSeen): Promise<Result<Swept, ReadError>> {
    const last = await this.#lastDays();
    if (!last.ok) return last;
    const oldest = this.#clock.today() - keepDays;
    const gap = this.#check.gap(last.value.days, oldest);
    await this.note(RAN);
    let [purged, kept] = [0, 0];
    /** Days that are old enough to be deleted but are the last day of a table that still exists. */
    const needed = new Set<number>();
    for await (const page of logPages(this.#journal, this.#calendar.kept)) {
      if (!page.ok) return err(page.error);
      const codes = page.logs.map(log => log.slice(this.#calendar.kept.length));
      const old = await this.#tooOld(codes, last.value, oldest);
      const gone = gap > 0 ? new Set<string>() : await this.#purgeAll(old, oldest, purge);
      for (const code of old) if (!gone.has(code)) needed.add(last.value.of(code) ?? oldest);
      purged += gone.size;
      kept += codes.length - gone.size;
    }
    if (gap === 0) await this.#forgetDays(oldest, needed);
    return ok({ purged, kept, gap });
  }

  /**
   * The codes whose last day is too old. A table that no day names counts as used today, because the log of its day
   * may be lost.
   */
  async #tooOld(codes: readonly string[], last: LastDays, oldest: number): Promise<readonly string[]> {
    const old: string[] = [];
    for (const code of codes) {
      const day = last.of(code);
      if (day === undefined) await this.note(code);
      else if (day < oldest) old.push(code);
    }
    return old;
  }

  async #purgeAll(codes: readonly string[], oldest: number, purge: PurgeSeen): Promise<ReadonlySet<string>> {
    const gone = new Set<string>();
    for (let i = 0; i < codes.length; i += PURGED_TOGETHER) {
      const some = codes.slice(i, i + PURGED_TOGETHER);
      await Promise.all(
        some.map(async code => {
          if (await this.#purgeOne(code, oldest, purge)) gone.add(code);
        }),
      );
    }
    return gone;
  }

  /**
   * Deletes one table. Its version is read first, then the calendar again: a visit in between changes one of the two,
   * and then the table stays.
   */
  async #purgeOne(code: string, oldest: number, purge: PurgeSeen): Promise<boolean> {
    const end = await this.#journal.read(this.#calendar.kept + code, Number.MAX_SAFE_INTEGER);
    if (!end.ok && end.error.type !== 'corrupt') return false;
    if (this.#notesOf(code).hasSince(code, oldest) || (await this.#isNotedToday(code))) return false;
    return purge(code, end.ok ? end.version : undefined);
  }

  /** Whether another server has recorded the code since the calendar was read. */
  async #isNotedToday(code: string): Promise<boolean> {
    const log = `${this.#calendar.days}${this.#clock.today()}/${shardOf(code)}`;
    const found = await readAll(this.#journal, log);
    return found.ok && found.entries.includes(code);
  }

  async #lastDays(): Promise<Result<LastDays, ReadError>> {
    const { days: prefix } = this.#calendar;
    const last = new LastDays();
    for await (const page of logPages(this.#journal, prefix)) {
      if (!page.ok) return err(page.error);
      for (const log of page.logs) {
        const { day, shard } = readDayLog(log, prefix);
        const found = await readAll(this.#journal, log);
        if (found.ok) last.add(day, found.entries);
        else if (found.error.type === 'corrupt') last.addDamaged(day, shard);
        else return err(found.error);
      }
    }
    return ok(last);
  }

  /** Deletes old days, except the last day of tables that could not be deleted, so that the next sweep tries again. */
  async #forgetDays(oldest: number, needed: ReadonlySet<number>): Promise<void> {
    const { days: prefix } = this.#calendar;
    for await (const page of logPages(this.#journal, prefix)) {
      if (!page.ok) return; // the next sweep tries again to delete these days
      const old = page.logs.filter(log => {
        const { day } = readDayLog(log, prefix);
        return day < oldest && !needed.has(day);
      });
      await Promise.all(old.map(log => this.#journal.purge(log)));
    }
  }
}

/** Writes the result of a sweep to the server's log; `what` is tables, crews or scenarios. */
export function reportSweep(log: Log, what: string, swept: Result<Swept, ReadError>): void {
  if (!swept.ok) {
    log.warn({ why: swept.error }, `abandoned ${what} could not be purged`);
    return;
  }
  const { gap, ...counts } = swept.value;
  if (gap > 0)
    log.warn(
      { days: gap },
      `the server was off for ${gap} days, or its clock is wrong: no ${what} are purged before it has run for a day`,
    );
  log.info(counts, `abandoned ${what} purged`);
}
