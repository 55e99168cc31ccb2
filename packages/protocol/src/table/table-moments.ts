/** Reads and writes the moments of one table's sand in the journal. */
import type { Millis, Result } from '@hush/rules';
import type { Journal, JournalError, Moments } from '../journal/journal.ts';
import { logName } from '../logs/log-names.ts';

export class TableMoments {
  readonly #log: string;
  readonly #moments: Moments;

  constructor(code: string, { moments }: Journal) {
    this.#log = logName('table', code);
    this.#moments = moments;
  }

  keep(game: number, at: Millis): Promise<JournalError | null> {
    return this.#moments.keep(this.#log, game, at);
  }

  last(game: number): Promise<Result<Millis, JournalError>> {
    return this.#moments.last(this.#log, game);
  }
}
