/**
 * The database of the SQLite journal. It is synchronous, so it runs in the journal's worker; an `ok` means that the write is
 * on disk. The logs have two tables: the entries, and one head for each log, so that a lost tail is detected as well as a
 * gap. Every row has a checksum over all its columns, so a flipped bit damages one log and no other. Every entry carries a
 * hash of the entry before it, and the head one of the last entry, so an entry of another history is detected too.
 */
import { Chain } from './chain.mjs';
import { checkpoint, inodeOf, vacuum } from './checkpoint.mjs';
import { EntryReader, keptHead, MARK, NO_HEAD, NOTHING_FORGOTTEN } from './entry-reader.mjs';
import { conflict, corrupt, orNone, storageErrorOf } from './errors.mjs';
import { RECENT_LIMIT, RecentEntries } from './recent.mjs';
import { RowWriter } from './row-writer.mjs';
import { entrySum, headSum, linkOf, NO_LINK } from './rows.mjs';
import { prepare } from './statements.mjs';

/** @import Database from 'libsql' */
/** @import { AppendResult, Failed, LogsResult, PurgeResult, ReadResult } from '@hush/protocol' */
/** @import { MomentReply, WriteRequest } from './worker-messages.ts' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { Head } from './rows.mjs' */
/** @import { Statements } from './statements.mjs' */
/** @import { EndWitness } from './end-witness.mjs' */
/** @import { RecentLimit } from './recent.mjs' */
/** @typedef {Extract<WriteRequest, { entries: readonly string[] }>} AppendRequest */
/** @typedef {Extract<WriteRequest, { type: 'moment' }>} MomentRequest */

/** Marks that a log had reached this version and has lost its last entries. @typedef {{ type: 'mark', log: string, version: number }} MarkRequest */

const ADVANCE = 'INSERT OR REPLACE INTO heads (log, version, sum, link, game, at)';
const PAGE = 500;
const PAGE_BYTES = 512 * 1024; // the port's PAGE_LIMIT, which a worker cannot import
const NAMES = 500; // the port's LIST_LIMIT
const LOG_NAME = /^[\w/:-]{1,200}$/; // the port's LOG_NAME
const HAS_NAMES = /^(?:people|crew)\//;
const CACHED_HEADS = 50_000;
const CHECKPOINT_AFTER = 2000; // frames of the write-ahead log, about 8 MB

export class JournalStore {
  /** @type {Database.Database} */ #db;
  /** @type {Statements} */ #sql;
  /** @type {string} */ #file;
  /** @type {bigint | undefined} */ #inode;
  /** @type {EndWitness} */ #witness;
  /** @type {RecentEntries} */ #recent;
  /** @type {EntryReader} */ #entries;
  /** @type {RowWriter} */ #headWriter;
  /** A cache of heads, including those that the current transaction changes. @type {Map<string, Head>} */ #heads =
    new Map();
  /** Logs whose heads the current transaction must write. @type {Set<string>} */ #advanced = new Set();
  /** The last versions that the current transaction gives to logs; 0 for a purged log. @type {Map<string, number>} */ #touched =
    new Map();
  /** The version from which on a log is damaged. @type {Map<string, number>} */ #damaged = new Map();
  /** @type {Failed | undefined} */ #failed;
  #frames = 0; // frames in the write-ahead log; an upper estimate
  #purged = false; // something was deleted since the last checkpoint, so its text is still in the write-ahead log
  /** Whether text was deleted of which SQLite may have left copies in unused parts of pages. */
  isUnclean = false;
  #erasing = false; // as `#purged`, but a backup was reading during the last checkpoint

  /**
   * @param {Database.Database} db open, with its tables
   * @param {string} file where it was opened
   * @param {EndWitness} witness
   * @param {RecentLimit} [limit]
   */
  constructor(db, file, witness, limit = RECENT_LIMIT) {
    this.#db = db;
    this.#file = file;
    this.#witness = witness;
    this.#inode = inodeOf(file);
    this.#sql = prepare(db);
    this.#recent = new RecentEntries(db, limit);
    this.#entries = new EntryReader(this.#sql, this.#recent);
    this.#headWriter = new RowWriter(db, ADVANCE, ['?', '?', '?', '?', '?', '?']);
  }

  get failed() {
    return this.#failed;
  }

  /**
   * Runs all requests in one transaction and answers in order. An error in one log's pages fails the whole transaction; then
   * each request gets a separate transaction.
   * @param {readonly (WriteRequest | MarkRequest)[]} requests
   * @returns {readonly (AppendResult | PurgeResult)[]}
   */
  write(requests) {
    const failed = this.#failed;
    if (failed) return requests.map(() => ({ ok: false, error: failed }));
    if (this.#heads.size >= CACHED_HEADS) this.#heads.clear(); // only here, because a transaction needs the heads it has changed
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

  /** Writes the rows of the transaction, many at a time, and one head for each log. */
  #flush() {
    const bytes = this.#recent.flush();
    /** @type {unknown[]} */
    const values = [];
    for (const log of this.#advanced) {
      const head = this.#heads.get(log) ?? NO_HEAD;
      values.push(log, head.version, headSum(log, head), head.link, head.game, head.at);
    }
    this.#headWriter.write(values);
    this.#frames += 2 + bytes / 4096 + this.#advanced.size / 2;
  }

  /**
   * Whether the file was deleted or replaced: then writes would go to a file that no later start finds.
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
    this.#recent.undone();
    const trouble = storageErrorOf(error);
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    if (trouble.type === 'failed') this.#failed = trouble;
    if (trouble.type !== 'corrupt') return requests.map(() => ({ ok: false, error: trouble }));
    const [request] = requests;
    if (request === undefined || requests.length > 1) return requests.flatMap(one => this.write([one]));
    if ('entries' in request) return [this.#quarantine(request.log, request.expected + 1)];
    if (request.type === 'purge') return [this.#seal(request.log)];
    return [this.#quarantine(request.log, 1)]; // the next read finds the same damage
  }

  /**
   * Quarantines a log that is too damaged to be deleted: it can no longer be read, and the logs that belong to it may be
   * deleted. Another purge tries again.
   * @param {string} log
   * @returns {PurgeResult}
   */
  #seal(log) {
    let version = 0;
    try {
      version = this.#head(log).version + 1;
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
    if (request.type === 'append') return this.#append(request);
    if (request.type === 'compact') return this.#compact(request);
    if (request.type === 'moment') return this.#keepMoment(request);
    return request.type === 'mark' ? this.#mark(request) : this.#purge(request.log, request.seen);
  }

  /**
   * Writes a head with a higher version than the entries: after every start the log then counts as damaged, until it is
   * purged.
   * @param {MarkRequest} request
   * @returns {AppendResult}
   */
  #mark({ log, version }) {
    const { version: last } = this.#head(log);
    if (version <= last) return { ok: true, version: last };
    this.#advance(log, { ...NO_HEAD, version });
    return this.#quarantine(log, last + 1);
  }

  /** @param {AppendRequest} request @returns {AppendResult} */
  #append({ log, expected, entries }) {
    const head = this.#head(log);
    const { version } = head;
    const damagedAt = this.#damaged.get(log);
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
   * Deletes every entry and appends new ones. The deleted entries are replaced by one with version 0, the mark, which holds
   * their number and the link of the last of them.
   * @param {AppendRequest} request
   * @returns {AppendResult}
   */
  #compact(request) {
    const { log, expected } = request;
    const refused = this.#append({ ...request, entries: [] });
    if (!refused.ok) return refused;
    if (expected > 0) {
      const { link } = this.#head(log);
      const text = Buffer.from(String(expected));
      this.#recent.forget(log);
      this.#sql.forget.run([log]);
      this.#sql.insert.run([log, MARK, text, entrySum(log, MARK, text, link), link]);
      this.#purged = true;
      this.isUnclean = true;
    }
    return this.#append(request);
  }

  /** @param {MomentRequest} request @returns {AppendResult} */
  #keepMoment({ log, game, at }) {
    const head = this.#head(log);
    const damagedAt = this.#damaged.get(log);
    if (damagedAt !== undefined) return corrupt(log, damagedAt);
    if (head.version === 0) return conflict(0);
    const isLater = game > head.game || (game === head.game && at > head.at);
    if (isLater) this.#advance(log, { ...head, game, at });
    return { ok: true, version: head.version };
  }

  /** @param {string} log @param {Head} head */
  #advance(log, head) {
    this.#heads.set(log, head);
    this.#advanced.add(log);
  }

  /**
   * Purges a log. Nobody can append to a damaged log, so it is deleted whatever version was `seen`.
   * @param {string} log
   * @param {number | undefined} seen
   * @returns {PurgeResult}
   */
  #purge(log, seen) {
    const version = seen === undefined ? undefined : this.#head(log).version;
    if (version !== undefined && version !== seen && !this.#damaged.has(log)) return conflict(version);
    this.#recent.forget(log);
    this.#sql.forget.run([log]);
    this.#sql.behead.run([log]);
    this.#touched.set(log, 0);
    this.#heads.set(log, NO_HEAD);
    this.#advanced.delete(log);
    this.#damaged.delete(log);
    this.#purged = true;
    this.isUnclean ||= HAS_NAMES.test(log);
    return { ok: true };
  }

  /**
   * Reads a page of entries. The undamaged beginning of a damaged log can be read; because of `version` the caller reads on
   * and finds the damage.
   * @param {string} log
   * @param {number} from
   * @returns {ReadResult}
   */
  read(log, from) {
    if (this.#failed) return { ok: false, error: this.#failed };
    try {
      const { version: head } = this.#head(log);
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
   * The undamaged entries from `from` on. If they end too early, the log is marked as damaged there.
   * @param {string} log
   * @param {number} from
   * @param {number} head
   * @returns {readonly string[]}
   */
  #sound(log, from, head) {
    const wanted = Math.min(PAGE, (this.#damaged.get(log) ?? head + 1) - from);
    if (wanted <= 0) return [];
    const before = Math.max(1, from - 1); // the entry before the page has the link that the first one must carry
    const found = this.#entries.rows(log, before, wanted + from - before);
    const gone = found[0]?.[0] === before ? NOTHING_FORGOTTEN : this.#entries.forgotten(log);
    const blanks = Array.from({ length: Math.min(wanted, gone.count - from + 1) }, () => '');
    if (blanks.length > 0) return [...blanks, ...this.#sound(log, from + blanks.length, head)];
    const first = before === gone.count ? from : before;
    const skipped = from - first;
    const rows = first === before ? found : this.#entries.rows(log, from, wanted);
    /** @type {string[]} */
    const entries = [];
    const chain = new Chain(log, first, first > before ? gone.link : undefined);
    let bytes = 0;
    for (const row of rows) {
      const text = chain.follow(row);
      if (text === null) break;
      entries.push(text.toString());
      if (chain.version > from) bytes += text.length;
      if (bytes >= PAGE_BYTES) return entries.slice(skipped);
    }
    if (entries.length < wanted + skipped) this.#quarantine(log, chain.version);
    return entries.slice(skipped);
  }

  /**
   * The head of a log, from the cache if possible. Otherwise it is read and compared with the last entry.
   * @param {string} log
   * @returns {Head}
   */
  #head(log) {
    const known = this.#heads.get(log);
    if (known !== undefined) return known;
    const end = this.#entries.last(log);
    const kept = keptHead(this.#sql, log);
    const head = { ...(kept ?? NO_HEAD), version: end, link: end === 0 ? null : this.#linkAt(log, end) };
    if (kept?.version !== end)
      this.#quarantine(log, end + 1); // the earlier entries have checksums of their own
    else if (kept.link !== null && !(head.link !== null && kept.link.equals(head.link)))
      this.#quarantine(log, end);
    this.#heads.set(log, head);
    return head;
  }

  /**
   * The link of the last entry; null if that entry is damaged, which every reader will detect.
   * @param {string} log
   * @param {number} version
   */
  #linkAt(log, version) {
    const chain = new Chain(log, version);
    const [row] = orNone(() => this.#entries.rows(log, version, 1));
    return row === undefined || chain.follow(row) === null ? null : chain.link;
  }

  /**
   * Those of these logs that now have fewer entries than recorded, with their recorded versions.
   * @param {ReadonlyMap<string, number>} ends
   * @returns {ReadonlyMap<string, number>}
   */
  shorterThan(ends) {
    return new Map([...ends].filter(([log, version]) => this.#endOf(log) < version));
  }

  /** The last version of a log. A log that cannot be read is already known to be damaged. @param {string} log */
  #endOf(log) {
    const end = this.read(log, Number.MAX_SAFE_INTEGER);
    return end.ok ? end.version : Number.POSITIVE_INFINITY;
  }

  /** The last moment of a log's sand. @param {string} log @returns {MomentReply} */
  moment(log) {
    const end = this.read(log, Number.MAX_SAFE_INTEGER); // this reads the head
    return end.ok ? { ok: true, moment: this.#heads.get(log) ?? NO_HEAD } : end;
  }

  /** How often the write-ahead log was checkpointed; a file with a lower number is an older copy. */
  get generation() {
    const [row] = /** @type {unknown[][]} */ (orNone(() => this.#sql.generation.all([])));
    return typeof row?.[0] === 'number' ? row[0] : 0;
  }

  /** @param {string} log @param {number} version */
  #quarantine(log, version) {
    const at = Math.min(version, this.#damaged.get(log) ?? version);
    this.#damaged.set(log, at);
    return corrupt(log, at);
  }

  /** @param {string} prefix @param {string} after @returns {LogsResult} */
  logs(prefix, after) {
    if (this.#failed) return { ok: false, error: this.#failed };
    try {
      const range = [prefix, after, `${prefix}\u{10ffff}`, NAMES];
      const rows = /** @type {[unknown][]} */ (this.#sql.names.all(range));
      const names = rows.flatMap(([name]) => (name instanceof Uint8Array ? [name.toString()] : []));
      const logs = names.filter(name => LOG_NAME.test(name)); // a damaged row may hold an invalid name
      const last = names.at(-1);
      return logs.length === 0 && last !== undefined ? this.logs(prefix, last) : { ok: true, logs };
    } catch (error) {
      const trouble = storageErrorOf(error);
      if (trouble.type !== 'corrupt') return { ok: false, error: trouble };
      return { ok: false, error: { type: 'unavailable', why: 'The list of logs is damaged.' } };
    }
  }

  /**
   * Runs between commits: checkpoints the write-ahead log when it has grown, and truncates it after a purge. A failure loses
   * nothing; the next commit tries again.
   */
  tidy() {
    if (!this.#failed && this.#recent.isFull) this.settle();
    const empty = this.#purged || this.#erasing;
    if (this.#failed || (this.#frames < CHECKPOINT_AFTER && !empty)) return;
    this.#frames = 0;
    this.#purged = false;
    try {
      orNone(() => [this.#sql.nextGeneration.run([])]); // if this fails, an older copy is not detected
      const isComplete = checkpoint(this.#db, empty ? 'TRUNCATE' : 'PASSIVE');
      if (isComplete) this.#witness.begin(this.generation);
      this.#erasing = empty && !isComplete;
    } catch (error) {
      const trouble = storageErrorOf(error);
      this.#erasing = empty;
      if (trouble.type !== 'unavailable')
        this.#failed = { type: 'failed', why: 'The journal could not be carried over into its file.' };
    }
  }

  /** Moves the recent entries to the table of older ones. If that fails, they stay where they are, and it is tried again. */
  settle() {
    try {
      for (const [log, version] of this.#recent.settle()) this.#quarantine(log, version);
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      const trouble = storageErrorOf(error);
      if (trouble.type === 'failed') this.#failed = trouble;
    }
  }

  /** Vacuums the file after a deletion. If that fails, it is tried again later. */
  scrub() {
    if (this.#failed || !this.isUnclean) return;
    try {
      vacuum(this.#db, this.#file);
      this.isUnclean = false;
      this.#purged = true; // the old pages are in the write-ahead log
    } catch (error) {
      const trouble = storageErrorOf(error);
      if (trouble.type === 'failed') this.#failed = trouble;
    }
  }

  /** Checkpoints everything, so that the write-ahead log is empty. */
  carryOver() {
    if (!this.#failed) this.settle();
    this.scrub();
    this.#purged = true;
    this.tidy();
  }

  close() {
    this.carryOver();
    this.#witness.close();
    this.#db.close();
  }
}
