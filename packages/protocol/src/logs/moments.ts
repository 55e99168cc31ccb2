/**
 * Moments: checkpoints of the sand, so that a crash costs the players no time. This file has the port, and an
 * implementation that keeps them in a private log of each table, `sand/CODE`.
 */
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { Journal, JournalError } from '../journal/journal.ts';
import { FactLog } from './fact-log.ts';

export interface Moments {
  /** Makes a moment of a table's game durable. A later moment of another authority does as well. */
  keep(table: string, game: number, at: Millis): Promise<JournalError | null>;
  /** The last durable moment of a game; zero where there is none. */
  last(table: string, game: number): Promise<Result<Millis, JournalError>>;
}

interface Moment {
  readonly game: number;
  readonly at: Millis;
}

/** Several authorities append moments in any order, but none is so many behind. */
const LAST_MOMENTS = 100;

export class SandLogs implements Moments {
  readonly #journal: Journal;
  readonly #logs = new Map<string, SandLog>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  keep(table: string, game: number, at: Millis): Promise<JournalError | null> {
    return this.#logOf(table).keep(game, at);
  }

  last(table: string, game: number): Promise<Result<Millis, JournalError>> {
    return this.#logOf(table).last(game);
  }

  #logOf(table: string): SandLog {
    const log = this.#logs.get(table) ?? new SandLog(this.#journal, table);
    this.#logs.set(table, log);
    return log;
  }
}

class SandLog {
  readonly #log: FactLog<Moment>;
  #latest: Moment = { game: 0, at: 0 };

  constructor(journal: Journal, table: string) {
    const take = (moment: Moment): void => this.#take(moment);
    this.#log = new FactLog<Moment>({ journal, kind: 'sand', table, take, last: LAST_MOMENTS });
  }

  keep(game: number, at: Millis): Promise<JournalError | null> {
    return this.#log.keep({ game, at }, () => this.#lastOf(game) >= at);
  }

  async last(game: number): Promise<Result<Millis, JournalError>> {
    const problem = await this.#log.learn();
    return problem === null ? ok(this.#lastOf(game)) : err(problem);
  }

  #lastOf(game: number): Millis {
    return this.#latest.game === game ? this.#latest.at : 0;
  }

  /** The latest moment counts, whichever authority noted it. */
  #take(moment: Moment): void {
    const { game, at } = this.#latest;
    if (moment.game > game || (moment.game === game && moment.at > at)) this.#latest = moment;
  }
}
