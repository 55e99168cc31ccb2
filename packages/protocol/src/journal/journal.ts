/**
 * The Journal stores all durable data, as named logs of text entries numbered 1, 2, 3... It is a port: this file
 * states what every adapter promises, and test/journal/journal-contract.ts proves it for each adapter. Appending at
 * an expected version is the only concurrency control of the whole system, and its subscription the only way to
 * notify other authorities.
 */
import type { Millis, Result } from '@hush/rules';

/**
 * The journal cannot write for now: a full disk, a lost broker. The entries may have been written or not; a retry is safe
 * because of `expected`.
 */
export type Unavailable = { readonly type: 'unavailable'; readonly why: string };

/** The journal has failed permanently. Its owner should stop and open it again. */
export type Failed = { readonly type: 'failed'; readonly why: string };

/** The log is damaged from this version on, and the journal does not change it; other logs are not affected. */
export type Corrupt = { readonly type: 'corrupt'; readonly log: string; readonly version: number };

/**
 * Another writer appended first: the log already has this version. The caller should read the new entries, decide
 * again and append again.
 */
export type Conflict = { readonly type: 'conflict'; readonly version: number };

export type AppendError = Conflict | Unavailable | Failed | Corrupt;
export type ReadError = Unavailable | Failed | Corrupt;
/** Why the journal could not do what the caller asked. */
export type JournalError = AppendError | ReadError;

export type AppendResult =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly error: AppendError };

/**
 * A page of entries from the requested version on, at most PAGE_LIMIT bytes; `version` is the log's last version, so the
 * caller sees whether more entries follow.
 */
export type ReadResult =
  | { readonly ok: true; readonly entries: readonly string[]; readonly version: number }
  | { readonly ok: false; readonly error: ReadError };

/**
 * `conflict`: the log is no longer at the version `seen`, so it is not deleted. `corrupt`: the damage prevents removing the
 * text; the log can no longer be read, and the purge may be tried again.
 */
export type PurgeResult = { readonly ok: true } | { readonly ok: false; readonly error: AppendError };

export type LogsResult =
  | { readonly ok: true; readonly logs: readonly string[] }
  | { readonly ok: false; readonly error: Unavailable | Failed };

/** News for a subscriber: entries, the first of them numbered `from`; or, as the last news, the end of the subscription. */
export type News =
  | { readonly type: 'entries'; readonly from: number; readonly entries: readonly string[] }
  | { readonly type: 'ended'; readonly why: { readonly type: 'purged' } | ReadError };

export type Listener = (news: News) => void;
export type Unsubscribe = () => void;

/** Stores the last moment of the sand of each table (`moments.ts`). */
export interface Moments {
  /**
   * Makes a moment of a table's game durable, unless a later one is stored already. If the log was purged, nothing is stored
   * and the result is a `conflict` at version 0.
   */
  keep(log: string, game: number, at: Millis): Promise<JournalError | null>;
  /** The last durable moment of a game; zero if there is none. */
  last(log: string, game: number): Promise<Result<Millis, JournalError>>;
}

export interface Journal {
  /**
   * Appends all entries or none, if the log's last version is `expected` (0: the log is empty or unknown). Resolves when
   * they are durable. With an empty list, it only compares the version. Appends take effect in the order of the calls.
   */
  append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult>;

  /**
   * Appends an entry and deletes the text of all entries before it, atomically: when this resolves, no copy of that text is
   * left, as after a purge. Deleted entries still count and are read as empty texts, so no version changes its meaning.
   */
  compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult>;

  /** Reads a page of durable entries from version `from` on; if the log has any, the page has at least one. */
  read(log: string, from: number): Promise<ReadResult>;

  /**
   * Delivers every durable entry from version `from` on, existing and future ones, in order, once and without a gap.
   * The listener is never called during `subscribe` or `append`. An append's promise may resolve before or after the
   * listener gets its entries.
   */
  subscribe(log: string, from: number, listener: Listener): Unsubscribe;

  /**
   * Deletes a log and its moment, also a damaged one. No copy of its text is left, except while a backup reads it.
   * Its subscriptions end, and the name starts again at version 0. With `seen`, the log is deleted only if `seen` is
   * still its last version. If the damage is too great to delete it, the log is `corrupt` from now on.
   */
  purge(log: string, seen?: number): Promise<PurgeResult>;

  /**
   * The names of non-empty logs that begin with the prefix, sorted; at most LIST_LIMIT of them. With `after`, the
   * names that follow it. An empty page means that no names are left.
   */
  logs(prefix: string, after?: string): Promise<LogsResult>;

  /** The last moment of the sand of each table. */
  readonly moments: Moments;

  /** Finishes all pending calls, then fails every later call. */
  close(): Promise<void>;
}

/**
 * Limits that all adapters share, so that adapters can be exchanged: a name must fit into a broker's subject, an append into
 * a broker's message.
 */
export const LOG_NAME: RegExp = /^(?=.{1,200}$)[\w:-]+(?:\/[\w:-]+)*$/;
export const APPEND_LIMIT = 256 * 1024;
/** A page ends when it has this many bytes of text, because the reader processes a page without a break. */
export const PAGE_LIMIT = 512 * 1024;
/** The most names in one page, because a sweep over many logs must not block other work. */
export const LIST_LIMIT = 500;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Throws a RangeError if the arguments show a bug of the caller. */
export function assertLog(log: string): void {
  if (!LOG_NAME.test(log)) throw new RangeError(`not the name of a log: ${JSON.stringify(log)}`);
}

export function assertRead(log: string, from: number): void {
  assertLog(log);
  if (!Number.isSafeInteger(from) || from < 1) throw new RangeError(`not a version to read from: ${from}`);
}

export function assertAppend(log: string, expected: number, entries: readonly string[]): void {
  assertLog(log);
  if (!Number.isSafeInteger(expected) || expected < 0) throw new RangeError(`not a version: ${expected}`);
  let length = 0;
  for (const entry of entries) {
    // A lone surrogate has no UTF-8 form, so storing it would change the text.
    if (LONE_SURROGATE.test(entry)) throw new RangeError(`half a character in an entry for ${log}`);
    length += entry.length + 1;
  }
  if (length > APPEND_LIMIT) throw new RangeError(`${length} characters in one append to ${log}`);
}

/** A compacted log needs at least its last entry, because that entry holds the version. */
export function assertCompact(log: string, expected: number, entries: readonly string[]): void {
  assertAppend(log, expected, entries);
  if (entries.length === 0) throw new RangeError(`nothing to keep of ${log}`);
}

/** Reads all entries from version `from` on, page by page. */
export async function readAll(journal: Journal, log: string, from = 1): Promise<ReadResult> {
  const entries: string[] = [];
  let version = 0;
  for (;;) {
    const page = await journal.read(log, from + entries.length);
    if (!page.ok) return page;
    if (page.version < version) return readAll(journal, log, from); // the log was purged between two pages
    entries.push(...page.entries);
    version = page.version;
    if (from + entries.length > version) return { ok: true, entries, version };
  }
}

/** Lists the names of all logs that begin with the prefix, page by page; if an error occurs, it is the last value. */
export async function* logPages(journal: Pick<Journal, 'logs'>, prefix: string): AsyncGenerator<LogsResult> {
  let last: string | undefined;
  do {
    const page = await journal.logs(prefix, last);
    const [first = ''] = page.ok ? page.logs : [];
    if (last !== undefined && first !== '' && first <= last)
      throw new Error(`${first} is listed after ${last}`);
    last = page.ok ? page.logs.at(-1) : undefined;
    if (!page.ok || page.logs.length > 0) yield page;
  } while (last !== undefined);
}
