/**
 * The messages between the SQLite journal and its worker. This file has only types, because the worker is plain JavaScript,
 * which Node can load without a build.
 */
import type {
  AppendResult,
  Corrupt,
  Failed,
  LogsResult,
  Moment,
  PurgeResult,
  ReadResult,
  Unavailable,
} from '@hush/protocol';

interface Entries {
  readonly log: string;
  readonly expected: number;
  readonly entries: readonly string[];
}

export type WriteRequest =
  | ({ readonly type: 'append' } & Entries)
  | ({ readonly type: 'compact' } & Entries)
  | { readonly type: 'purge'; readonly log: string; readonly seen?: number | undefined }
  | ({ readonly type: 'moment'; readonly log: string } & Moment);

export type WorkerQuestion =
  | { readonly type: 'read'; readonly log: string; readonly from: number }
  | { readonly type: 'logs'; readonly prefix: string; readonly after: string }
  | { readonly type: 'moment'; readonly log: string }
  | { readonly type: 'close' };

/**
 * Each question gets an answer of its own, with the id of the question. Writes are committed together and answered
 * together, in their order.
 */
export type WorkerRequest =
  | { readonly type: 'ask'; readonly id: number; readonly question: WorkerQuestion }
  | { readonly type: 'write'; readonly writes: readonly WriteRequest[] };

/** The last moment of the sand; game 0 if there is none. */
export type MomentReply =
  | { readonly ok: true; readonly moment: Moment }
  | { readonly ok: false; readonly error: Unavailable | Failed | Corrupt };

export type WorkerReply = ReadResult | LogsResult | MomentReply | { readonly ok: true };

/**
 * The log's version after the write, or the error. It is as short as possible, because the worker sends one for every
 * move.
 */
export type WriteOutcome = number | Extract<AppendResult | PurgeResult, { readonly ok: false }>;

/** Size and duration of one group commit. */
export interface Commit {
  readonly writes: number;
  readonly millis: number;
}

/** Why a data directory could not be opened. `why` is a sentence for the operator. */
export interface OpenError {
  readonly type: 'unwritable' | 'locked' | 'foreign' | 'newer' | 'damaged';
  readonly why: string;
}

/**
 * The entries that the files have lost since the server wrote them. `why` is a sentence for the operator. The listed
 * logs have lost their last entries; reading a lost version is refused, also after later starts.
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
  /** This message has a sentence for the operator: deleted text could not be overwritten everywhere. */
  | { readonly type: 'notice'; readonly why: string }
  | { readonly type: 'backup'; readonly result: BackupResult };

/** A database error, named by its consequence. `corrupt` concerns only the log that was read or written. */
export type StorageError = Unavailable | Failed | { readonly type: 'corrupt' };
