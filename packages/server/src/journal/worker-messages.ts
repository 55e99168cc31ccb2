/**
 * What the sqlite journal and its worker say to each other. Types only: the worker is plain JavaScript, so
 * that Node can load it as it is.
 */
import type { AppendResult, Failed, LogsResult, PurgeResult, ReadResult, Unavailable } from '@hush/protocol';

export type WriteRequest =
  | {
      readonly type: 'append';
      readonly log: string;
      readonly expected: number;
      readonly entries: readonly string[];
    }
  | { readonly type: 'purge'; readonly log: string };

export type WorkerQuestion =
  | { readonly type: 'read'; readonly log: string; readonly from: number }
  | { readonly type: 'logs'; readonly prefix: string }
  | { readonly type: 'close' };

/** A question is answered at once, by its id. Writes are committed together and answered together, in their order. */
export type WorkerRequest =
  | { readonly type: 'ask'; readonly id: number; readonly question: WorkerQuestion }
  | { readonly type: 'write'; readonly writes: readonly WriteRequest[] };

export type WorkerReply = ReadResult | LogsResult | { readonly ok: true };

/** Done, with the log's version: as short as can be, because there is one for every move. Or why not. */
export type WriteOutcome = number | Extract<AppendResult | PurgeResult, { readonly ok: false }>;

/** One group commit, as it was measured around the database. */
export interface Commit {
  readonly writes: number;
  readonly millis: number;
}

/** Why a data directory could not be opened. `why` is a sentence for whoever started the server. */
export interface OpenError {
  readonly type: 'unwritable' | 'locked' | 'foreign' | 'newer' | 'damaged';
  readonly why: string;
}

/**
 * What a damaged write-ahead log has cost. `why` is a sentence for whoever started the server; the logs have lost their
 * end and are refused from there on, also after the next start.
 */
export interface Loss {
  readonly why: string;
  readonly logs: readonly string[];
}

export interface BackupMade {
  readonly logs: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface BackupError {
  readonly type: 'missing' | 'exists' | 'unwritable' | 'damaged' | 'unavailable';
  readonly why: string;
}

export type BackupResult =
  | ({ readonly ok: true } & BackupMade)
  | { readonly ok: false; readonly error: BackupError };

export type WorkerTask =
  | { readonly type: 'journal'; readonly dataDir: string }
  | { readonly type: 'backup'; readonly dataDir: string; readonly target: string };

export type WorkerMessage =
  | { readonly type: 'opened'; readonly loss: Loss | null }
  | { readonly type: 'refused'; readonly error: OpenError }
  | { readonly type: 'reply'; readonly id: number; readonly reply: WorkerReply }
  | { readonly type: 'written'; readonly outcomes: readonly WriteOutcome[]; readonly millis: number }
  | { readonly type: 'failed'; readonly error: Failed }
  | { readonly type: 'backup'; readonly result: BackupResult };

/** How a database error is met. `corrupt` concerns only the log that was being touched. */
export type StorageError = Unavailable | Failed | { readonly type: 'corrupt' };
