/**
 * The Journal stores everything durable, as named logs of text entries numbered 1, 2, 3... It is a port: this file
 * says what every adapter promises, and test/journal-contract.ts proves it for each. Its compare-and-set is the only
 * concurrency control of the whole system, its subscription the only fan-out.
 */
import type { Millis, Result } from '@hush/rules';

/**
 * The journal cannot write for now: full disk, lost broker. The entries may or may not have been written; a retry is
 * safe, because of `expected`.
 */
export type Unavailable = { readonly type: 'unavailable'; readonly why: string };

/** The journal has failed for good. Its owner should stop and open it again. */
export type Failed = { readonly type: 'failed'; readonly why: string };

/** The log is damaged at this version and is left alone from there on; other logs are not affected. */
export type Corrupt = { readonly type: 'corrupt'; readonly log: string; readonly version: number };

/**
 * Another writer was faster: the log is at this version already. The caller reads the new entries, decides
 * again and appends again.
 */
export type Conflict = { readonly type: 'conflict'; readonly version: number };

export type AppendError = Conflict | Unavailable | Failed | Corrupt;
export type ReadError = Unavailable | Failed | Corrupt;
/** Why the journal could not do what it was asked. */
export type JournalError = AppendError | ReadError;

export type AppendResult =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly error: AppendError };

/**
 * Entries from the requested version on, as many as the adapter likes up to PAGE_LIMIT; `version` is the log's last
 * version, which tells whether there are more.
 */
export type ReadResult =
  | { readonly ok: true; readonly entries: readonly string[]; readonly version: number }
  | { readonly ok: false; readonly error: ReadError };

/**
 * `conflict`: the log is no longer at the version that was seen, and stays. `corrupt`: so damaged that its text cannot be
 * removed, but nobody reads it any more, and it may be tried again.
 */
export type PurgeResult = { readonly ok: true } | { readonly ok: false; readonly error: AppendError };

export type LogsResult =
  | { readonly ok: true; readonly logs: readonly string[] }
  | { readonly ok: false; readonly error: Unavailable | Failed };

/**
 * News for a subscriber: entries, the first of them numbered `from`; and at most once, at the end, that there will be
 * no more.
 */
export type News =
  | { readonly type: 'entries'; readonly from: number; readonly entries: readonly string[] }
  | { readonly type: 'ended'; readonly why: { readonly type: 'purged' } | ReadError };

export type Listener = (news: News) => void;
export type Unsubscribe = () => void;

/** The last moment of the sand of each table (`moments.ts`). */
export interface Moments {
  /**
   * Makes a moment of a table's game durable. A later stored moment, perhaps of another authority, stays. Where the
   * log was purged, nothing is kept, and that is a `conflict` at version 0.
   */
  keep(log: string, game: number, at: Millis): Promise<JournalError | null>;
  /** The last durable moment of a game; zero where there is none. */
  last(log: string, game: number): Promise<Result<Millis, JournalError>>;
}

export interface Journal {
  /**
   * Adds the entries, all or none, if the log's last version is `expected` (0: the log is empty or unknown).
   * Resolves only when they are durable. No entries: only compares. Appends take effect in the order of
   * asking.
   */
  append(log: string, expected: number, entries: readonly string[]): Promise<AppendResult>;

  /**
   * Appends, and forgets the text of every entry before, in one step: with the answer no copy of it stays, as after a purge.
   * Forgotten entries still count and are read as empty texts, so that no version changes its meaning.
   */
  compact(log: string, expected: number, entries: readonly string[]): Promise<AppendResult>;

  /** A page of durable entries from version `from` on; at least one entry where there is one. */
  read(log: string, from: number): Promise<ReadResult>;

  /**
   * Tells every durable entry from version `from` on, in order, once, without a gap, the present ones and
   * those to come. Never calls back inside `subscribe` or inside anybody's `append`. Whether an append's
   * promise or its news comes first is not promised.
   */
  subscribe(log: string, from: number, listener: Listener): Unsubscribe;

  /**
   * Forgets a log and its moment, damaged or not. No copy of its text stays, except for as long as a backup reads it. Ends
   * its subscriptions; the name begins at version 0 again. With `seen`, only if that is still its last version. Where the
   * damage is too great for that it is `corrupt` from now on.
   */
  purge(log: string, seen?: number): Promise<PurgeResult>;

  /**
   * The names of logs that begin with the prefix and have entries, in order: the first LIST_LIMIT of them at most, or with
   * `after` those that follow this name. An empty page is the end.
   */
  logs(prefix: string, after?: string): Promise<LogsResult>;

  /** The last moment of the sand of each table. */
  readonly moments: Moments;

  /** Finishes what was asked, then fails everything that is asked later. */
  close(): Promise<void>;
}

/**
 * Limits that all adapters share, so that each can replace any other: names fit a broker's subject, an append its
 * message.
 */
export const LOG_NAME: RegExp = /^(?=.{1,200}$)[\w:-]+(?:\/[\w:-]+)*$/;
export const APPEND_LIMIT = 256 * 1024;
/** A page that has so many bytes of text ends there: whoever reads it works through it in one go. */
export const PAGE_LIMIT = 512 * 1024;
/** So many names are listed at a time: a sweep over many logs must not keep anybody waiting. */
export const LIST_LIMIT = 500;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Throws if the arguments show a bug of the caller. */
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
    // Half a character has no UTF-8 form: storing it would silently store something else.
    if (LONE_SURROGATE.test(entry)) throw new RangeError(`half a character in an entry for ${log}`);
    length += entry.length + 1;
  }
  if (length > APPEND_LIMIT) throw new RangeError(`${length} characters in one append to ${log}`);
}

/** A log keeps at least its last entry, which tells how long it is. */
export function assertCompact(log: string, expected: number, entries: readonly string[]): void {
  assertAppend(log, expected, entries);
  if (entries.length === 0) throw new RangeError(`nothing to keep of ${log}`);
}

/** All entries from `from` on, however many pages that takes. */
export async function readAll(journal: Journal, log: string, from = 1): Promise<ReadResult> {
  const entries: string[] = [];
  let version = 0;
  for (;;) {
    const page = await journal.read(log, from + entries.length);
    if (!page.ok) return page;
    if (page.version < version) return readAll(journal, log, from); // purged between two pages
    entries.push(...page.entries);
    version = page.version;
    if (from + entries.length > version) return { ok: true, entries, version };
  }
}

/** The names of all logs that begin with the prefix, page by page; an error is the last page. */
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
