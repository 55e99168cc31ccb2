/** What a table needs from outside, and what it tells whoever runs it: of trouble, and of what can be counted. */

import type { Millis } from '@hush/rules';
import type { BotPlayers, BotTable } from '../bots/bot-host.ts';
import type { Clock } from '../clock.ts';
import type { Journal, JournalError } from '../journal/journal.ts';
import type { Moments } from '../logs/moments.ts';
import type { IceGrant } from '../presence/voice-relay.ts';
import type { JudgedCommand } from './draft.ts';

/** Everything a table needs from outside. */
export interface TableWorld extends Clock {
  readonly journal: Journal;
  /** Where checkpoints of the sand are kept; without it in a private log of each table. */
  readonly moments?: Moments;
  /** When all that has arrived by now is known: it is judged together. Without it, as soon as whoever calls is done. */
  heard?(): Promise<void>;
  /** An unguessable text. */
  secret(): string;
  /** What helps voice through walls, for somebody with a seat; nothing where nothing is set up. */
  ice?(): IceGrant;
  /** Whatever an operator should hear of. */
  report(trouble: TableReport): void;
  /** Plays the bots of a table; without it they only sit there. */
  crew?(table: BotTable): BotPlayers;
  /** Whatever an operator may want to count. */
  measure?(measure: TableMetric): void;
}

export type TableMetric =
  /** One command and its verdict: `accepted`, or the code of the refusal. */
  | ({ readonly type: 'judged' } & JudgedCommand)
  /** Somebody came back and got what was missed, or everything. */
  | { readonly type: 'resumed'; readonly with: 'delta' | 'snapshot' }
  /** The sand ran out, and it was noticed so much later. */
  | { readonly type: 'ranOut'; readonly late: Millis };

export type TableReport =
  | { readonly type: 'frozen'; readonly table: string }
  | { readonly type: 'thawed'; readonly table: string }
  | { readonly type: 'journal'; readonly table: string; readonly error: JournalError }
  | { readonly type: 'unreadable'; readonly table: string; readonly version: number; readonly why: string }
  /** A bug: this table stops, its log is kept. */
  | { readonly type: 'broken'; readonly table: string; readonly version: number; readonly error: unknown }
  /** After damage or a bug: it must not be opened again as if nothing had happened. */
  | { readonly type: 'setAside'; readonly table: string }
  /** Its log was purged, by whomever: there is no such table any more. */
  | { readonly type: 'gone'; readonly table: string };

const ENOUGH: Millis = 1_000;

/** Waits for something to be done, but not long: a journal that does not answer must not keep a server from stopping. */
export async function inTime(world: TableWorld, work: Promise<unknown>): Promise<void> {
  let cancel = (): void => undefined;
  const enough = new Promise<void>(resolve => {
    cancel = world.later(ENOUGH, resolve);
  });
  await Promise.race([work, enough]);
  cancel();
}
