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

/** Keeps the moments of one table in its private log `sand/CODE`; only that table may be asked for. */
export function sandLog(journal: Journal, code: string): Moments {
  let latest: Moment = { game: 0, at: 0 };
  /** The latest moment counts, whichever authority noted it. */
  const take = (moment: Moment): void => {
    const { game, at } = latest;
    if (moment.game > game || (moment.game === game && moment.at > at)) latest = moment;
  };
  const log = new FactLog<Moment>({ journal, kind: 'sand', table: code, take, last: LAST_MOMENTS });
  const lastOf = (game: number): Millis => (latest.game === game ? latest.at : 0);
  return {
    keep: (_, game, at) => log.keep({ game, at }, () => lastOf(game) >= at),
    last: async (_, game) => {
      const problem = await log.learn();
      return problem === null ? ok(lastOf(game)) : err(problem);
    },
  };
}
