/** What a table needs from outside, and what it tells its operator: reports and metrics. */
import type { Millis, Seat } from '@hush/rules';
import type { BotPlayers, BotTable } from '../bots/bot-host.ts';
import type { Clock } from '../clock.ts';
import type { Journal, JournalError } from '../journal/journal.ts';
import type { IceGrant } from '../presence/voice-relay.ts';
import type { JudgedCommand } from './draft.ts';

export interface TableWorld extends Clock {
  readonly journal: Journal;
  /**
   * Resolves when all messages that have arrived by now have been read, so that they are judged together.
   * Without it the loop does not wait.
   */
  turn?(): Promise<void>;
  /** An unguessable text. */
  secret(): string;
  /** The servers that help voice through firewalls, for a seat; none where none is configured. */
  ice?(seat: Seat): IceGrant;
  /** Reports a problem to the operator. */
  report(report: TableReport): void;
  /** Plays the bots of a table; without it they only sit there. */
  bots?(table: BotTable): BotPlayers;
  /** Tells the operator something that can be counted. */
  measure?(metric: TableMetric): void;
}

export type TableMetric =
  /** A command and its result: `accepted`, or the code of the refusal. */
  | ({ readonly type: 'judged' } & JudgedCommand)
  /** A client came back and got the entries that it missed, or a snapshot. */
  | { readonly type: 'resumed'; readonly with: 'delta' | 'snapshot' }
  /** The sand ran out, and the table noticed it `late` milliseconds later. */
  | { readonly type: 'ranOut'; readonly late: Millis };

export type TableReport =
  | { readonly type: 'frozen'; readonly table: string }
  | { readonly type: 'thawed'; readonly table: string }
  | { readonly type: 'journal'; readonly table: string; readonly error: JournalError }
  | { readonly type: 'unreadable'; readonly table: string; readonly version: number; readonly why: string }
  /** A client has proven that the journal lost this many entries of the table. */
  | { readonly type: 'entriesLost'; readonly table: string; readonly count: number }
  /** A bug: this table stops, its log is kept. */
  | { readonly type: 'broken'; readonly table: string; readonly version: number; readonly error: unknown }
  /** After damage or a bug: the table must not be opened again as if nothing had happened. */
  | { readonly type: 'setAside'; readonly table: string }
  /** A later version has written in the table's log: this one cannot open it. */
  | { readonly type: 'newer'; readonly table: string }
  /** The table's log was purged: the table does not exist any more. */
  | { readonly type: 'gone'; readonly table: string };

const ENOUGH: Millis = 1_000;

/** Waits for work, but not long: a journal that does not answer must not keep a server from stopping. */
export async function withTimeout(clock: Pick<Clock, 'later'>, work: Promise<unknown>): Promise<void> {
  let cancel = (): void => undefined;
  const enough = new Promise<void>(resolve => {
    cancel = clock.later(ENOUGH, resolve);
  });
  await Promise.race([work, enough]);
  cancel();
}
