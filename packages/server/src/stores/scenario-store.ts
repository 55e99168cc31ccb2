/**
 * Scenarios that people share, in the journal: `scenario/CODE` has one entry, the sheet, and never another. One that nobody has
 * looked at for long leaves the store like a crew.
 */
import { randomInt } from 'node:crypto';
import {
  CODE_LETTERS,
  type Journal,
  readAll,
  readSheet,
  type ScenarioSheet,
  SHEET_CODE_LENGTH,
} from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';
import { type Log, nicknameOf } from '../runtime/log.ts';
import { UsageCalendar } from './usage-calendar.ts';

export type NoScenario = 'unknown' | 'damaged' | 'unavailable';

export interface ScenariosWorld {
  readonly journal: Journal;
  readonly clock: ServerClock;
  readonly log: Log;
  /** 0: for good. */
  readonly keepDays: number;
}

const MOST_TRIES = 8;
const FIRST_SWEEP: Millis = 120_000;
const SWEEP: Millis = 6 * 60 * 60_000;

const logOf = (code: string): string => `scenario/${code}`;
const newCode = (): string =>
  Array.from({ length: SHEET_CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export class Scenarios {
  readonly #world: ScenariosWorld;
  readonly #visits: UsageCalendar;
  #cancelSweep: () => void = () => undefined;

  constructor(world: ScenariosWorld) {
    this.#world = world;
    this.#visits = new UsageCalendar(world.journal, () => world.clock.today(), {
      kept: 'scenario/',
      days: 'scenario-visits/',
    });
    if (world.keepDays > 0) this.#sweepIn(FIRST_SWEEP);
  }

  stop(): void {
    this.#cancelSweep();
  }

  async keep(sheet: ScenarioSheet): Promise<Result<string, NoScenario>> {
    for (let i = 0; i < MOST_TRIES; i++) {
      const code = newCode();
      // First the calendar: what it does not know would be kept for ever.
      if (!(await this.#visits.note(code))) return err('unavailable');
      const made = await this.#world.journal.append(logOf(code), 0, [JSON.stringify(sheet)]);
      if (made.ok) return ok(code);
      if (made.error.type !== 'conflict') return err('unavailable');
    }
    return err('unavailable');
  }

  /** Looking at it keeps it. */
  async find(code: string): Promise<Result<ScenarioSheet, NoScenario>> {
    const found = await readAll(this.#world.journal, logOf(code));
    if (!found.ok) return err(found.error.type === 'corrupt' ? this.#damaged(code) : 'unavailable');
    const [entry] = found.entries;
    if (entry === undefined) return err('unknown');
    const sheet = readSheet(parsed(entry));
    if (!sheet.ok) return err(this.#damaged(code));
    void this.#visits.note(code);
    return sheet;
  }

  #damaged(code: string): NoScenario {
    this.#world.log.error({ scenario: nicknameOf(code) }, 'log of a scenario damaged');
    return 'damaged';
  }

  #sweepIn(after: Millis): void {
    this.#cancelSweep = this.#world.clock.later(after, () => {
      this.#sweepIn(SWEEP);
      void this.sweep();
    });
  }

  /** Scenarios that nobody looked at for so long leave the store. */
  async sweep(): Promise<void> {
    const { journal, log, keepDays } = this.#world;
    const swept = await this.#visits.sweep(keepDays, async code => (await journal.purge(logOf(code))).ok);
    if (swept.ok) log.info(swept.value, 'abandoned scenarios purged');
    else log.warn({ why: swept.error }, 'abandoned scenarios could not be purged');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
