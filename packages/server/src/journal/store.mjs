/**
 * The database of the SQLite journal. It is synchronous, so it runs in the journal's worker; an `ok` means that the write is
 * on the disk. There are two tables: the entries, and a head for each log, so that a lost tail is noticed as well as a
 * gap. Every row has a checksum over all its columns: a flipped bit damages one log and no other.
 */
import { statSync } from 'node:fs';
import { storageErrorOf } from './errors.mjs';
import { entrySum, headSum } from './rows.mjs';

/** @import Database from 'libsql' */
/** @import { AppendResult, Corrupt, Failed, LogsResult, PurgeResult, ReadResult } from '@hush/protocol' */
/** @import { WriteRequest } from './worker-messages.ts' */
/** @typedef {Extract<WriteRequest, { type: 'append' }>} AppendRequest */
/** Marks that a log had reached this version and has lost its last entries. @typedef {{ type: 'mark', log: string, version: number }} MarkRequest */

const PAGE = 500;
const PAGE_BYTES = 512 * 1024; // the port's PAGE_LIMIT, which a worker cannot import
const CACHED_HEADS = 50_000;
const BUSY_TIMEOUT = 1000;
const CHECKPOINT_AFTER = 2000; // frames of the write-ahead log, about 8 MB

// Columns are read through CAST: a damaged row may hold any type, and the driver aborts the whole process when a
// text column is not UTF-8.
const SQL = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  head: 'SELECT CAST(version AS INTEGER), CAST(sum AS INTEGER) FROM heads WHERE log = ?',
  last: 'SELECT CAST(max(version) AS INTEGER) FROM entries WHERE log = ?',
  page: `SELECT CAST(version AS INTEGER), CAST(text AS BLOB), CAST(sum AS INTEGER) FROM entries
         WHERE log = ? AND version >= ? ORDER BY version LIMIT ?`,
  insert: 'INSERT INTO entries (log, version, text, sum) VALUES (?, ?, CAST(? AS TEXT), ?)',
  advance: 'INSERT OR REPLACE INTO heads (log, version, sum) VALUES (?, ?, ?)',
  forget: 'DELETE FROM entries WHERE log = ?',
  behead: 'DELETE FROM heads WHERE log = ?',
  names: 'SELECT CAST(log AS BLOB) FROM heads WHERE log >= ? AND log < ? ORDER BY log',
};

/** @param {string} file */
const inodeOf = file => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** @param {string} log @param {number} version @returns {{ ok: false, error: Corrupt }} */
const corrupt = (log, version) => ({ ok: false, error: { type: 'corrupt', log, version } });

/** @typedef {Record<keyof typeof SQL, Database.Statement<[unknown[]]>>} Statements */

/** @param {Database.Database} db @returns {Statements} */
function prepare(db) {
  const prepared = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
  /** @type {Statements} */
  const statements = Object.fromEntries(prepared);
  for (const name of /** @type {const} */ (['head', 'last', 'page', 'names'])) statements[name].raw();
  return statements;
}

export class JournalStore {
  /** @type {Database.Database} */ #db;
  /** @type {Statements} */ #sql;
  /** @type {string} */ #file;
  /** @type {bigint | undefined} */ #inode;
  /** A cache of the last version of each log. @type {Map<string, number>} */ #heads = new Map();
  /** From which version on a log is damaged. @type {Map<string, number>} */ #damaged = new Map();
  /** @type {Failed | undefined} */ #failed;
  #frames = 0; // in the write-ahead log; an upper estimate
  #purged = false; // something was deleted since the last checkpoint; its text is still in the write-ahead log
  #erasing = false; // the same, but a backup was reading at the last checkpoint

  /** @param {Database.Database} db open, with its tables @param {string} file where it was opened */
  constructor(db, file) {
    this.#db = db;
    this.#file = file;
    this.#inode = inodeOf(file);
    this.#sql = prepare(db);
  }

  get failed() {
    return this.#failed;
  }

  /**
   * Runs all requests in one transaction and answers in order. An error in one log's pages fails the whole transaction, so
   * then each request gets a transaction of its own.
   * @param {readonly (WriteRequest | MarkRequest)[]} requests
   * @returns {readonly (AppendResult | PurgeResult)[]}
   */
  write(requests) {
    const failed = this.#failed;
    if (failed) return requests.map(() => ({ ok: false, error: failed }));
    try {
      this.#sql.begin.run([]);
      const answers = requests.map(request => this.#apply(request));
      this.#sql.commit.run([]);
      return this.#moved() ? this.write(requests) : answers;
    } catch (error) {
      return this.#undo(requests, error);
    }
  }

  /**
   * Whether the file was deleted or replaced: the system would go on writing to a file that no start finds again.
   * @returns {boolean}
   */
  #moved() {
    if (inodeOf(this.#file) === this.#inode) return false;
    this.#failed = { type: 'failed', why: `${this.#file} was moved or replaced while it was in use.` };
    return true;
  }

  /**
   * @param {readonly (WriteRequest | MarkRequest)[]} requests
   * @param {unknown} error
   * @returns {readonly (AppendResult | PurgeResult)[]}
   */
  #undo(requests, error) {
    this.#heads.clear();
    const trouble = storageErrorOf(error);
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    if (trouble.type === 'failed') this.#failed = trouble;
    if (trouble.type !== 'corrupt') return requests.map(() => ({ ok: false, error: trouble }));
    const [request] = requests;
    if (request === undefined || requests.length > 1) return requests.flatMap(one => this.write([one]));
    if (request.type === 'append') return [this.#quarantine(request.log, request.expected + 1)];
    if (request.type === 'mark') return [this.#quarantine(request.log, 1)]; // the next read finds the same damage
    return [this.#seal(request.log)];
  }

  /**
   * A log that is too damaged to be deleted is quarantined, so that nobody reads it and the logs that belong to it may be
   * deleted. Another request tries again.
   * @param {string} log
   * @returns {PurgeResult}
   */
  #seal(log) {
    let version = 0;
    try {
      version = this.#head(log) + 1;
    } catch (error) {
      const trouble = storageErrorOf(error);
      if (trouble.type !== 'corrupt') return { ok: false, error: trouble }; // otherwise the next read finds the damage
    }
    const [marked] = version === 0 ? [] : this.write([{ type: 'mark', log, version }]);
    if (marked?.ok === false && 'why' in marked.error) return { ok: false, error: marked.error };
    return this.#quarantine(log, 1);
  }

  /** @param {WriteRequest | MarkRequest} request @returns {AppendResult | PurgeResult} */
  #apply(request) {
    if (request.type === 'mark') return this.#mark(request);
    return request.type === 'append' ? this.#append(request) : this.#purge(request.log);
  }

  /**
   * Writes a head that is ahead of the entries: that marks the log as damaged after every start, until it is purged.
   * @param {MarkRequest} request
   * @returns {AppendResult}
   */
  #mark({ log, version }) {
    const last = this.#head(log);
    if (version <= last) return { ok: true, version: last };
    this.#sql.advance.run([log, version, headSum(log, version)]);
    return this.#quarantine(log, last + 1);
  }

  /** @param {AppendRequest} request @returns {AppendResult} */
  #append({ log, expected, entries }) {
    const version = this.#head(log);
    const damagedAt = this.#damaged.get(log);
    if (damagedAt !== undefined) return corrupt(log, damagedAt);
    if (version !== expected) return { ok: false, error: { type: 'conflict', version } };
    if (entries.length === 0) return { ok: true, version };
    let at = version;
    for (const entry of entries) {
      const text = Buffer.from(entry);
      at++;
      this.#sql.insert.run([log, at, text, entrySum(log, at, text)]);
      this.#frames += text.length / 4096;
    }
    this.#sql.advance.run([log, at, headSum(log, at)]);
    this.#heads.set(log, at);
    this.#frames += 2;
    return { ok: true, version: at };
  }

  /** @param {string} log @returns {PurgeResult} */
  #purge(log) {
    this.#sql.forget.run([log]);
    this.#sql.behead.run([log]);
    this.#heads.delete(log);
    this.#damaged.delete(log);
    this.#purged = true;
    return { ok: true };
  }

  /**
   * Reads a page of entries. The intact beginning of a damaged log can be read; `version` then leads the reader on to the
   * damage.
   * @param {string} log
   * @param {number} from
   * @returns {ReadResult}
   */
  read(log, from) {
    if (this.#failed) return { ok: false, error: this.#failed };
    try {
      const head = this.#head(log);
      const entries = this.#sound(log, from, head);
      const damagedAt = this.#damaged.get(log);
      if (damagedAt !== undefined && from >= damagedAt) return corrupt(log, damagedAt);
      return { ok: true, entries, version: Math.max(head, damagedAt ?? 0) };
    } catch (error) {
      const trouble = storageErrorOf(error);
      return trouble.type === 'corrupt' ? this.#quarantine(log, from) : { ok: false, error: trouble };
    }
  }

  /**
   * The intact entries from `from` on. Where they end early, the log is marked as damaged there.
   * @param {string} log
   * @param {number} from
   * @param {number} head
   * @returns {readonly string[]}
   */
  #sound(log, from, head) {
    const wanted = Math.min(PAGE, (this.#damaged.get(log) ?? head + 1) - from);
    if (wanted <= 0) return [];
    /** @type {string[]} */
    const entries = [];
    let bytes = 0;
    for (const [version, text, sum] of this.#rows(log, from, wanted)) {
      const sound = version === from + entries.length && text instanceof Uint8Array;
      if (!sound || sum !== entrySum(log, version, text)) break;
      entries.push(text.toString());
      bytes += text.length;
      if (bytes >= PAGE_BYTES) return entries;
    }
    if (entries.length < wanted) this.#quarantine(log, from + entries.length);
    return entries;
  }

  /**
   * The rows that SQLite can still read: where a query for many fails, those before the failure.
   * @param {string} log
   * @param {number} from
   * @param {number} limit
   * @returns {readonly (readonly [version: unknown, text: unknown, sum: unknown])[]}
   */
  #rows(log, from, limit) {
    try {
      return /** @type {[unknown, unknown, unknown][]} */ (this.#sql.page.all([log, from, limit]));
    } catch (error) {
      if (limit === 1 || storageErrorOf(error).type !== 'corrupt') throw error;
      const half = limit >> 1;
      const first = this.#rows(log, from, half);
      if (first.length < half) return first;
      return [...first, ...this.#orNone(() => this.#rows(log, from + half, limit - half))];
    }
  }

  /** @template T @param {() => readonly T[]} rows @returns {readonly T[]} */
  #orNone(rows) {
    try {
      return rows();
    } catch (error) {
      if (storageErrorOf(error).type !== 'corrupt') throw error;
      return [];
    }
  }

  /**
   * The last version of a log, from the cache where possible. Otherwise it is read, and head and entries are compared.
   * @param {string} log
   * @returns {number}
   */
  #head(log) {
    const known = this.#heads.get(log);
    if (known !== undefined) return known;
    const [version, sum] = this.#first('head', log);
    const [last] = this.#first('last', log);
    const end = typeof last === 'number' ? last : 0;
    const agree = end === 0 ? version === undefined : version === end && sum === headSum(log, end);
    if (!agree) this.#quarantine(log, end + 1); // the entries before have checksums of their own
    if (this.#heads.size >= CACHED_HEADS) this.#heads.clear();
    this.#heads.set(log, end);
    return end;
  }

  /**
   * The first row. `get` is never used: after an error the driver does not reset the statement, and every log that is read
   * later seems to be damaged as well.
   * @param {'head' | 'last'} statement
   * @param {string} log
   * @returns {readonly unknown[]}
   */
  #first(statement, log) {
    const [row = []] = /** @type {unknown[][]} */ (this.#sql[statement].all([log]));
    return row;
  }

  /** @param {string} log @param {number} version */
  #quarantine(log, version) {
    const at = Math.min(version, this.#damaged.get(log) ?? version);
    this.#damaged.set(log, at);
    return corrupt(log, at);
  }

  /** @param {string} prefix @returns {LogsResult} */
  logs(prefix) {
    if (this.#failed) return { ok: false, error: this.#failed };
    try {
      const rows = /** @type {[unknown][]} */ (this.#sql.names.all([prefix, `${prefix}\u{10ffff}`]));
      return {
        ok: true,
        logs: rows.flatMap(([name]) => (name instanceof Uint8Array ? [name.toString()] : [])),
      };
    } catch (error) {
      const trouble = storageErrorOf(error);
      if (trouble.type !== 'corrupt') return { ok: false, error: trouble };
      return { ok: false, error: { type: 'unavailable', why: 'The list of logs is damaged.' } };
    }
  }

  /**
   * Runs between commits: checkpoints the write-ahead log when it has grown, and truncates it when something was purged. Where
   * that fails nothing is lost; it is tried again after the next commit.
   */
  tidy() {
    const empty = this.#purged || this.#erasing;
    if (this.#failed || (this.#frames < CHECKPOINT_AFTER && !empty)) return;
    this.#frames = 0;
    this.#purged = false;
    try {
      this.#erasing = !this.#checkpoint(empty ? 'TRUNCATE' : 'PASSIVE');
    } catch (error) {
      const trouble = storageErrorOf(error);
      this.#erasing = empty;
      if (trouble.type !== 'unavailable')
        this.#failed = { type: 'failed', why: 'The journal could not be carried over into its file.' };
    }
  }

  /**
   * Whether all frames were checkpointed. It never waits for readers: the next commit is more important.
   * @param {string} kind
   */
  #checkpoint(kind) {
    this.#db.pragma('busy_timeout = 0');
    const [done] = /** @type {{ busy: number }[]} */ (this.#db.pragma(`wal_checkpoint(${kind})`));
    this.#db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
    return done?.busy === 0;
  }

  /** Checkpoints everything, so that the write-ahead log is empty. */
  carryOver() {
    this.#purged = true;
    this.tidy();
  }

  close() {
    this.carryOver();
    this.#db.close();
  }
}
