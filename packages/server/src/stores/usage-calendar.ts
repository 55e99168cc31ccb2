/**
 * Which tables were used on which day, so that abandoned ones can be deleted. The logs of games have no dates, so there is
 * one log per day, `visits/DAY`, with an entry for each table that was opened that day. A sweep deletes the tables whose
 * last day is too old, then the days that no table needs. Crews and scenarios have calendars of the same kind.
 *
 * A damaged day may have named any table, so it counts as naming all of them until it is too old. New notes that it does
 * not accept go to the day after.
 */
import { type Journal, type ReadError, readAll } from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';

const PURGED_TOGETHER = 50;
/** So many damaged days in a row are skipped; more means that the journal accepts no writes. */
const MOST_DAMAGED = 7;

export interface Swept {
  readonly purged: number;
  readonly kept: number;
}

/** Prefixes of the logs that are kept, and of the logs of days. */
export interface Calendar {
  readonly kept: string;
  readonly days: string;
}

const TABLES: Calendar = { kept: 'table/', days: 'visits/' };

export class UsageCalendar {
  readonly #journal: Journal;
  readonly #today: () => number;
  readonly #calendar: Calendar;
  #day = 0;
  /** The day whose log takes notes: today, unless that log is damaged. */
  #page = 0;
  #version = 0;
  #noted = new Set<string>();
  /** Notes are written one after the other, because each needs the version after the previous one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: Journal, today: () => number, calendar: Calendar = TABLES) {
    this.#journal = journal;
    this.#today = today;
    this.#calendar = calendar;
  }

  /** Notes that a table is in use today; false when that could not be written. */
  note(code: string): Promise<boolean> {
    const noted = this.#last.then(() => this.#note(code));
    this.#last = noted;
    return noted;
  }

  async #note(code: string): Promise<boolean> {
    const day = this.#today();
    if (day !== this.#day) {
      this.#day = day;
      this.#page = day;
      this.#version = 0;
      this.#noted = new Set();
    }
    if (this.#noted.has(code)) return true;
    for (;;) {
      const result = await this.#journal.append(`${this.#calendar.days}${this.#page}`, this.#version, [code]);
      if (result.ok) {
        this.#version = result.version;
        this.#noted.add(code);
        return true;
      }
      if (result.error.type === 'conflict') this.#version = result.error.version;
      else if (result.error.type !== 'corrupt' || !this.#turnPage()) return false;
    }
  }

  /** Goes on to the next day's log when this one is damaged, so that tables can still be opened. */
  #turnPage(): boolean {
    if (this.#page >= this.#day + MOST_DAMAGED) return false;
    this.#page++;
    this.#version = 0;
    return true;
  }

  /**
   * Deletes every table that nobody has opened for so many days. `purge` deletes one and says whether it did; it must
   * refuse tables that are open.
   */
  async sweep(
    keepDays: number,
    purge: (code: string) => Promise<boolean>,
  ): Promise<Result<Swept, ReadError>> {
    const lastDays = await this.#lastDays();
    if (!lastDays.ok) return lastDays;
    const oldest = this.#today() - keepDays;
    const codes = [...lastDays.value].filter(([, day]) => day < oldest).map(([code]) => code);
    const left = new Set(codes);
    for (let i = 0; i < codes.length; i += PURGED_TOGETHER) {
      const some = codes.slice(i, i + PURGED_TOGETHER).filter(code => !this.#isNotedSince(oldest, code));
      const done = await Promise.all(some.map(async code => ((await purge(code)) ? code : null)));
      for (const code of done) if (code !== null) left.delete(code);
    }
    await this.#forgetDays(oldest, new Set([...left].map(code => lastDays.value.get(code))));
    const purged = codes.length - left.size;
    return ok({ purged, kept: lastDays.value.size - purged });
  }

  /** A table may have been used since the calendar was read. */
  #isNotedSince(oldest: number, code: string): boolean {
    return this.#day >= oldest && this.#noted.has(code);
  }

  async #lastDays(): Promise<Result<Map<string, number>, ReadError>> {
    const { kept, days: prefix } = this.#calendar;
    const [days, tables] = await Promise.all([this.#journal.logs(prefix), this.#journal.logs(kept)]);
    if (!days.ok) return err(days.error);
    if (!tables.ok) return err(tables.error);
    const last = new Map(tables.logs.map(log => [log.slice(kept.length), Number.NEGATIVE_INFINITY]));
    for (const log of days.logs) {
      const found = await readAll(this.#journal, log);
      if (!found.ok && found.error.type !== 'corrupt') return err(found.error);
      const day = this.#dayOf(log);
      for (const code of found.ok ? found.entries : last.keys()) {
        const known = last.get(code);
        if (known !== undefined && known < day) last.set(code, day);
      }
    }
    return ok(await this.#adopt(last));
  }

  /** A table that is on no day, perhaps because that log is lost, counts as used today. */
  async #adopt(last: Map<string, number>): Promise<Map<string, number>> {
    for (const [code, day] of last) {
      if (Number.isFinite(day)) continue;
      await this.note(code);
      last.set(code, this.#today());
    }
    return last;
  }

  /** Deletes old days, except the last day of tables that could not be deleted, so that the next sweep tries again. */
  async #forgetDays(oldest: number, needed: ReadonlySet<number | undefined>): Promise<void> {
    const days = await this.#journal.logs(this.#calendar.days);
    if (!days.ok) return;
    const old = days.logs.filter(log => this.#dayOf(log) < oldest && !needed.has(this.#dayOf(log)));
    await Promise.all(old.map(log => this.#journal.purge(log)));
  }

  #dayOf(log: string): number {
    return Number(log.slice(this.#calendar.days.length));
  }
}
