/**
 * The database of the SQLite journal. It is synchronous, so it runs in the journal's worker; an `ok` means that the
 * write is on disk. The logs have two tables: the entries, and one head for each log, so that missing last entries
 * are noticed as well as a gap. Every row has a checksum over all its columns, so a changed bit damages only one log.
 * Every entry carries a hash of the entry before it, and the head a hash of the last entry, so an entry of another
 * log or an older copy is noticed, too.
 */
import { inodeOf } from './checkpoint.mjs';
import { NO_HEAD } from './entry-reader.mjs';
import { conflict, corrupt, storageErrorOf } from './errors.mjs';
import { KnownLogs } from './known-logs.mjs';
import { PACK_LIMIT, Packs } from './packs.mjs';
import { RECENT_LIMIT, RecentEntries } from './recent.mjs';
import { RowWriter } from './row-writer.mjs';
import { entrySum, headSum, linkOf, MARK, NO_LINK } from './rows.mjs';
import { prepare } from './statements.mjs';
import { PAGES_TOGETHER, Upkeep } from './upkeep.mjs';

/** @import Database from 'libsql' */
/** @import { AppendResult, Failed, LogsResult, PurgeResult, ReadResult } from '@hush/protocol' */
/** @import { MomentReply, WriteRequest } from './worker-messages.ts' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { Head } from './rows.mjs' */
/** @import { Statements } from './statements.mjs' */
/** @import { EndWitness } from './end-witness.mjs' */
/** @import { RecentLimit } from './recent.mjs' */
/** @import { PackLimit } from './packs.mjs' */
/**
 * The limits at which entries are moved, and at which they are packed.
 * @typedef {RecentLimit & PackLimit} StoreLimits
 */
/** @typedef {Extract<WriteRequest, { entries: readonly string[] }>} AppendRequest */
/** @typedef {Extract<WriteRequest, { type: 'moment' }>} MomentRequest */

/**
 * A mark: the log had reached this version and has lost its last entries.
 * @typedef {{ type: 'mark', log: string, version: number }} MarkRequest
 */

const ADVANCE = 'INSERT OR REPLACE INTO heads (log, version, sum, link, game, at)';
const NAMES = 500; // the same as LIST_LIMIT of the journal port
const LOG_NAME = /^[\w/:-]{1,200}$/; // the same as LOG_NAME of the journal port
const HAS_NAMES = /^(?:people|crew)\//;
/**
 * The largest file, in pages, that is cleaned while the server stops, which must be quick; a larger one is cleaned
 * after the next start.
 */
const MOST_PAGES_AT_END = 16_384;

/** @type {StoreLimits} */
const LIMITS = { ...RECENT_LIMIT, ...PACK_LIMIT };

export class JournalStore {
  /** @type {Database.Database} */ #db;
  /** @type {Statements} */ #sql;
  /** @type {string} */ #file;
  /** @type {bigint | undefined} */ #inode;
  /** @type {EndWitness} */ #witness;
  /** @type {RecentEntries} */ #recent;
  /** @type {Packs} */ #packs;
  /** @type {KnownLogs} */ #logs;
  /** @type {RowWriter} */ #headWriter;
  /** Logs whose heads the current transaction must write. @type {Set<string>} */ #advanced = new Set();
  /** the last version that the current transaction gives to each log; 0 for a purged log @type {Map<string, number>} */ #touched =
    new Map();
  /** @type {Failed | undefined} */ #broken;
  /** @type {Upkeep} */ #upkeep;

  /**
   * @param {Database.Database} db open, with its tables
   * @param {string} file where it was opened
   * @param {EndWitness} witness
   * @param {StoreLimits} [limits]
   */
  constructor(db, file, witness, limits = LIMITS) {
    this.#db = db;
    this.#file = file;
    this.#witness = witness;
    this.#inode = inodeOf(file);
    this.#sql = prepare(db);
    this.#upkeep = new Upkeep(db, this.#sql, witness);
    this.#recent = new RecentEntries(db, limits);
    this.#packs = new Packs(db, limits);
    this.#logs = new KnownLogs(this.#sql, this.#recent, this.#packs);
    this.#headWriter = new RowWriter(db, ADVANCE, ['?', '?', '?', '?', '?', '?']);
  }

  get failed() {
    return this.#broken ?? this.#upkeep.failed;
  }

  /**
   * Runs all requests in one transaction and answers them in order. If a page of one log fails, the whole transaction
   * fails; then each request runs in a transaction of its own.
   * @param {readonly (WriteRequest | MarkRequest)[]} requests
   * @returns {readonly (AppendResult | PurgeResult)[]}
   */
  write(requests) {
    const failed = this.failed;
    if (failed) return requests.map(() => ({ ok: false, error: failed }));
    this.#logs.limitCache();
    this.#touched.clear();
    this.#advanced.clear();
    try {
      this.#sql.begin.run([]);
      const answers = requests.map(request => this.#apply(request));
      this.#flush();
      this.#sql.commit.run([]);
      this.#recent.committed();
      if (this.#moved()) return this.write(requests);
      this.#witness.note(this.#touched);
      return answers;
    } catch (error) {
      return this.#undo(requests, error);
    }
  }

  /** Writes the rows of the transaction, many with each statement, and one head for each log. */
  #flush() {
    const bytes = this.#recent.flush();
    /** @type {unknown[]} */
    const values = [];
    for (const log of this.#advanced) {
      const head = this.#logs.head(log);
      values.push(log, head.version, headSum(log, head), head.link, head.game, head.at);
    }
    this.#headWriter.write(values);
    this.#upkeep.committed(2 + bytes / 4096 + this.#advanced.size / 2);
  }

  /**
   * Whether the file was deleted or replaced while it was open: writes would then be lost after the next start.
   * @returns {boolean}
   */
  #moved() {
    if (inodeOf(this.#file) === this.#inode) return false;
    this.#broken = { type: 'failed', why: `${this.#file} was moved or replaced while it was in use.` };
    return true;
  }

  /**
   * @param {readonly (WriteRequest | MarkRequest)[]} requests
   * @param {unknown} error
   * @returns {readonly (AppendResult | PurgeResult)[]}
   */
  #undo(requests, error) {
    this.#logs.forgetHeads();
    this.#recent.undone();
    const trouble = storageErrorOf(error);
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    this.#upkeep.undone();
    if (trouble.type === 'failed') this.#broken = trouble;
    if (trouble.type !== 'corrupt') return requests.map(() => ({ ok: false, error: trouble }));
    const [request] = requests;
    if (request === undefined || requests.length > 1) return requests.flatMap(one => this.write([one]));
    if ('entries' in request) return [this.#logs.quarantine(request.log, request.expected + 1)];
    if (request.type === 'purge') return [this.#seal(request.log)];
    return [this.#logs.quarantine(request.log, 1)]; // the next read reports the damage
  }

  /**
   * Quarantines a log that is too damaged to be deleted: it can no longer be read, and its private logs may be
   * deleted. Another purge tries again to delete it.
   * @param {string} log
   * @returns {PurgeResult}
   */
  #seal(log) {
    let version = 0;
    try {
      version = this.#logs.head(log).version + 1;
    } catch (error) {
      const trouble = storageErrorOf(error);
      // for any other error, the next read finds the damage
      if (trouble.type !== 'corrupt') return { ok: false, error: trouble };
    }
    const [marked] = version === 0 ? [] : this.write([{ type: 'mark', log, version }]);
    if (marked?.ok === false && 'why' in marked.error) return { ok: false, error: marked.error };
    return this.#logs.quarantine(log, 1);
  }

  /** @param {WriteRequest | MarkRequest} request @returns {AppendResult | PurgeResult} */
  #apply(request) {
    if (request.type === 'append') return this.#append(request);
    if (request.type === 'compact') return this.#compact(request);
    if (request.type === 'moment') return this.#keepMoment(request);
    return request.type === 'mark' ? this.#mark(request) : this.#purge(request.log, request.seen);
  }

  /**
   * Writes a head with a higher version than the last entry, so that the log counts as damaged after every start
   * until it is purged.
   * @param {MarkRequest} request
   * @returns {AppendResult}
   */
  #mark({ log, version }) {
    const { version: last } = this.#logs.head(log);
    if (version <= last) return { ok: true, version: last };
    this.#advance(log, { ...NO_HEAD, version });
    return this.#logs.quarantine(log, last + 1);
  }

  /** @param {AppendRequest} request @returns {AppendResult} */
  #append({ log, expected, entries }) {
    const head = this.#logs.head(log);
    const { version } = head;
    const damagedAt = this.#logs.damagedAt(log);
    if (damagedAt !== undefined) return corrupt(log, damagedAt);
    if (version !== expected) return conflict(version);
    if (entries.length === 0) return { ok: true, version };
    /** @type {EntryRow[]} */
    const rows = [];
    let at = version;
    let prev = head.link ?? NO_LINK;
    for (const entry of entries) {
      const text = Buffer.from(entry);
      at++;
      rows.push([at, text, entrySum(log, at, text, prev), prev]);
      prev = linkOf(log, at, entry, prev);
    }
    this.#recent.stage(log, rows);
    this.#advance(log, { ...head, version: at, link: prev });
    this.#touched.set(log, at);
    return { ok: true, version: at };
  }

  /**
   * Deletes every entry and appends new ones. An entry with version 0, the mark, replaces the deleted ones: it holds
   * their number and the link of the last of them.
   * @param {AppendRequest} request
   * @returns {AppendResult}
   */
  #compact(request) {
    const { log, expected } = request;
    const refused = this.#append({ ...request, entries: [] });
    if (!refused.ok) return refused;
    if (expected > 0) {
      const { link } = this.#logs.head(log);
      const text = Buffer.from(String(expected));
      this.#forget(log);
      this.#sql.insert.run([log, MARK, text, entrySum(log, MARK, text, link), link]);
      this.#upkeep.erases();
    }
    return this.#append(request);
  }

  /** Deletes all entries of a log, in whichever table they are. @param {string} log */
  #forget(log) {
    this.#recent.forget(log);
    this.#sql.forget.run([log]);
    this.#packs.forget(log);
  }

  /** @param {MomentRequest} request @returns {AppendResult} */
  #keepMoment({ log, game, at }) {
    const head = this.#logs.head(log);
    const damagedAt = this.#logs.damagedAt(log);
    if (damagedAt !== undefined) return corrupt(log, damagedAt);
    if (head.version === 0) return conflict(0);
    const isLater = game > head.game || (game === head.game && at > head.at);
    if (isLater) this.#advance(log, { ...head, game, at });
    return { ok: true, version: head.version };
  }

  /** @param {string} log @param {Head} head */
  #advance(log, head) {
    this.#logs.keepHead(log, head);
    this.#advanced.add(log);
  }

  /**
   * Purges a log. Nobody can append to a damaged log, so a damaged one is deleted whatever version was `seen`.
   * @param {string} log
   * @param {number | undefined} seen
   * @returns {PurgeResult}
   */
  #purge(log, seen) {
    const version = seen === undefined ? undefined : this.#logs.head(log).version;
    if (version !== undefined && version !== seen && this.#logs.damagedAt(log) === undefined)
      return conflict(version);
    this.#forget(log);
    this.#sql.behead.run([log]);
    this.#touched.set(log, 0);
    this.#logs.begin(log);
    this.#advanced.delete(log);
    if (HAS_NAMES.test(log)) this.#upkeep.erases();
    else this.#upkeep.deletes();
    return { ok: true };
  }

  /**
   * Reads a page of entries. The undamaged beginning of a damaged log can be read; `version` tells the caller that
   * more follows, and the next read reports the damage.
   * @param {string} log
   * @param {number} from
   * @returns {ReadResult}
   */
  read(log, from) {
    if (this.failed) return { ok: false, error: this.failed };
    try {
      const { version: head } = this.#logs.head(log);
      const entries = this.#logs.sound(log, from, head);
      const damagedAt = this.#logs.damagedAt(log);
      if (damagedAt !== undefined && from >= damagedAt) return corrupt(log, damagedAt);
      return { ok: true, entries, version: Math.max(head, damagedAt ?? 0) };
    } catch (error) {
      const trouble = storageErrorOf(error);
      return trouble.type === 'corrupt' ? this.#logs.quarantine(log, from) : { ok: false, error: trouble };
    }
  }

  /**
   * The logs that have fewer entries than the file `hush.end` has recorded, with the recorded versions.
   * @param {ReadonlyMap<string, number>} ends
   * @returns {ReadonlyMap<string, number>}
   */
  shorterThan(ends) {
    return new Map([...ends].filter(([log, version]) => this.#endOf(log) < version));
  }

  /** The last version of a log. If the log cannot be read, its damage is known already. @param {string} log */
  #endOf(log) {
    const end = this.read(log, Number.MAX_SAFE_INTEGER);
    return end.ok ? end.version : Number.POSITIVE_INFINITY;
  }

  /** The last moment of a log's sand. @param {string} log @returns {MomentReply} */
  moment(log) {
    const end = this.read(log, Number.MAX_SAFE_INTEGER); // reading a page that does not exist loads the head
    return end.ok ? { ok: true, moment: this.#logs.head(log) } : end;
  }

  /** How often the write-ahead log was checkpointed; a file with a lower number is an older copy. */
  get generation() {
    return this.#upkeep.generation;
  }

  /** @param {string} prefix @param {string} after @returns {LogsResult} */
  logs(prefix, after) {
    if (this.failed) return { ok: false, error: this.failed };
    try {
      const range = [prefix, after, `${prefix}\u{10ffff}`, NAMES];
      const rows = /** @type {[unknown][]} */ (this.#sql.names.all(range));
      const names = rows.flatMap(([name]) => (name instanceof Uint8Array ? [name.toString()] : []));
      const logs = names.filter(name => LOG_NAME.test(name)); // a damaged row may hold a name that no log can have
      const last = names.at(-1);
      return logs.length === 0 && last !== undefined ? this.logs(prefix, last) : { ok: true, logs };
    } catch (error) {
      const trouble = storageErrorOf(error);
      if (trouble.type !== 'corrupt') return { ok: false, error: trouble };
      return { ok: false, error: { type: 'unavailable', why: 'The list of logs is damaged.' } };
    }
  }

  /**
   * Runs between commits: moves recent entries when there are many, and checkpoints the write-ahead log when it has grown or
   * rows were deleted.
   */
  tidy() {
    if (this.failed) return;
    if (this.#recent.isFull) this.settle();
    this.#upkeep.tidy();
  }

  /**
   * Moves the recent entries to the table of older entries. If that fails, they stay where they are, and the next call
   * tries again.
   */
  settle() {
    this.#attempt(() => {
      const { logs } = this.#recent;
      for (const [log, version] of this.#recent.settle()) this.#logs.quarantine(log, version);
      this.#packs.note(logs, performance.now());
    });
  }

  /** Milliseconds until the next log may be packed; null if no log waits. */
  get packIn() {
    return this.failed ? null : this.#packs.wait(performance.now());
  }

  /** Packs the next log whose time has come. If that fails, its entries stay as they are. */
  pack() {
    this.#attempt(() => {
      const packed = this.#packs.step(performance.now(), log => this.#recent.of(log).length > 0);
      this.#upkeep.committed(packed / 8);
    });
  }

  /** @param {() => void} work between commits */
  #attempt(work) {
    if (this.failed) return;
    try {
      work();
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      const trouble = storageErrorOf(error);
      if (trouble.type === 'failed') this.#broken = trouble;
    }
  }

  /** Whether copies of deleted text may be in unused parts of pages. */
  get isUnclean() {
    return this.#upkeep.isUnclean;
  }

  /** The number of pages whose unused parts could not be overwritten. */
  get damagedPages() {
    return this.#upkeep.damagedPages;
  }

  /**
   * Overwrites the unused parts of this many pages, and checkpoints after the last page of the file. Stops at the
   * first failure, which may have waited for a lock; returns whether none has failed.
   * @param {number} [pages]
   */
  scrub(pages = PAGES_TOGETHER) {
    let isDone = true;
    for (let left = pages; left > 0 && isDone && this.isUnclean && !this.failed; left -= PAGES_TOGETHER)
      isDone = this.#upkeep.scrub();
    this.tidy();
    return isDone;
  }

  /** Moves everything from the write-ahead log into the database file, so that the write-ahead log is empty. */
  carryOver() {
    if (!this.failed) this.settle();
    this.#upkeep.deletes();
    this.tidy();
  }

  close() {
    this.scrub(MOST_PAGES_AT_END);
    this.carryOver();
    this.#witness.close();
    this.#db.close();
  }
}
