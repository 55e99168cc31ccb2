/** What a table needs from outside, and the reports and metrics that it gives its operator. */
import type { Millis, Seat } from '@hush/rules';
import type { BotPlayers, BotTable } from '../bots/bot-host.ts';
import type { Clock } from '../clock.ts';
import type { Journal, JournalError } from '../journal/journal.ts';
import type { MemberReported } from '../presence/member-reports.ts';
import type { IceGrant } from '../presence/voice-relay.ts';
import type { JudgedCommand } from './draft.ts';

export interface TableWorld extends Clock {
  readonly journal: Journal;
  /**
   * Resolves when all messages that have already arrived are read, so that they are judged together. Without this function
   * the loop does not wait.
   */
  turn?(): Promise<void>;
  /**
   * The latest format of events that all servers of this journal can read; without this function, the format of this
   * version of Hush.
   */
  vocabulary?(): number;
  /** Makes a random text that nobody can guess. */
  secret(): string;
  /** The ICE servers for a seat; an empty list if the server has none. */
  ice?(seat: Seat): IceGrant;
  /** Whether the operator does not want this name to be shown; without this function every name is accepted (PR-68e). */
  refusesName?(name: string): boolean;
  /** Reports a problem to the operator. */
  report(report: TableReport): void;
  /** Plays the bots of a table; without this function bots keep their seats but never act. */
  bots?(table: BotTable): BotPlayers;
  /** Reports a metric to the operator. */
  measure?(metric: TableMetric): void;
}

export type TableMetric =
  /** A command and its result: `accepted`, or the code of the refusal. */
  | ({ readonly type: 'judged' } & JudgedCommand)
  /** A client reconnected and got either the missing entries or a snapshot. */
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
  /** A bug stopped this table; its log is kept. */
  | { readonly type: 'broken'; readonly table: string; readonly version: number; readonly error: unknown }
  /** The table is in quarantine after damage or a bug and must not be opened again. */
  | { readonly type: 'setAside'; readonly table: string }
  /** A later version has written to the table's log, so this version cannot open it. */
  | { readonly type: 'newer'; readonly table: string }
  | MemberReported
  /** The table's log was purged, so the table no longer exists. */
  | { readonly type: 'gone'; readonly table: string };

const ENOUGH: Millis = 1_000;

/** Waits for work with a timeout, because a journal that does not answer must not prevent a server from stopping. */
export async function withTimeout(clock: Pick<Clock, 'later'>, work: Promise<unknown>): Promise<void> {
  let cancel = (): void => undefined;
  const enough = new Promise<void>(resolve => {
    cancel = clock.later(ENOUGH, resolve);
  });
  await Promise.race([work, enough]);
  cancel();
}
