/**
 * Stores the scenarios that people share: the log `scenario/CODE` has one entry, the sheet. A scenario that nobody has read
 * for `keepDays` is deleted.
 */
import { randomInt } from 'node:crypto';
import { type Journal, randomCode, readAll, readSheet, type ScenarioSheet } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { type Log, tableNicknameOf } from '../runtime/log.ts';
import type { LookupError } from './lookup-error.ts';
import { Sweeper } from './sweeper.ts';
import { reportSweep, UsageCalendar } from './usage-calendar.ts';

export interface ScenariosWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  /** Days after which an unread scenario is deleted; 0 means never. */
  readonly keepDays: number;
}

const MOST_TRIES = 8;
const FIRST_SWEEP: Millis = 120_000;

const logOf = (code: string): string => `scenario/${code}`;

export class Scenarios {
  readonly #world: ScenariosWorld;
  readonly #visits: UsageCalendar;
  readonly #sweeper: Sweeper | null;

  constructor(world: ScenariosWorld) {
    this.#world = world;
    this.#visits = new UsageCalendar(world.journal, world.clock, {
      kept: 'scenario/',
      days: 'scenario-visits/',
    });
    this.#sweeper = world.keepDays > 0 ? new Sweeper(world, FIRST_SWEEP, () => this.sweep()) : null;
  }

  stop(): void {
    this.#sweeper?.stop();
  }

  async keep(sheet: ScenarioSheet): Promise<Result<string, LookupError>> {
    for (let i = 0; i < MOST_TRIES; i++) {
      const code = randomCode('scenario', randomInt);
      // The calendar is written first, because the sweep deletes a scenario only if the calendar shows no recent use.
      if (!(await this.#visits.note(code))) return err('unavailable');
      const made = await this.#world.journal.append(logOf(code), 0, [JSON.stringify(sheet)]);
      if (made.ok) return ok(code);
      if (made.error.type !== 'conflict') return err('unavailable');
    }
    return err('unavailable');
  }

  /** Reads a scenario. That counts as use, so the scenario is not deleted. */
  async find(code: string): Promise<Result<ScenarioSheet, LookupError>> {
    const found = await readAll(this.#world.journal, logOf(code));
    if (!found.ok) return err(found.error.type === 'corrupt' ? this.#damaged(code) : 'unavailable');
    const [entry] = found.entries;
    if (entry === undefined) return err('unknown');
    const sheet = readSheet(parsed(entry));
    if (!sheet.ok) return err(this.#damaged(code));
    void this.#visits.note(code);
    return sheet;
  }

  /** Deletes a scenario. */
  async forget(code: string): Promise<'gone' | LookupError> {
    const { journal } = this.#world;
    const found = await journal.read(logOf(code), 1);
    if (found.ok && found.version === 0) return 'unknown';
    const gone = await journal.purge(logOf(code));
    return gone.ok ? 'gone' : 'unavailable';
  }

  #damaged(code: string): LookupError {
    this.#world.log.error({ scenario: tableNicknameOf(code) }, 'log of a scenario damaged');
    return 'quarantined';
  }

  /** Deletes scenarios that nobody has read for `keepDays`. */
  async sweep(): Promise<void> {
    const { journal, log, keepDays } = this.#world;
    const purge = async (code: string, seen?: number): Promise<boolean> =>
      (await journal.purge(logOf(code), seen)).ok;
    reportSweep(log, 'scenarios', await this.#visits.sweep(keepDays, purge));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
