/**
 * The recent entries, in the order of their commits. In the table `entries` each log has its own pages, so a commit
 * of many logs would write a page for each of them. In this table their rows share a few pages. Between commits many
 * rows at once are moved to `entries` (ADR 18). Recent entries are also in memory and are read from there.
 */
import { isMisfit, storageErrorOf } from './errors.mjs';
import { RowWriter } from './row-writer.mjs';
import { entrySum } from './rows.mjs';

/** @import Database from 'libsql' */
/** @import { EntryRow } from './chain.mjs' */

// a text is passed as bytes, because a zero character would end a string
const ENTRY = ['?', '?', 'CAST(? AS TEXT)', '?', '?'];
const COLUMNS = '(log, version, text, sum, prev)';
const LOAD = `SELECT CAST(log AS BLOB), CAST(version AS INTEGER), CAST(text AS BLOB), CAST(sum AS INTEGER), CAST(prev AS BLOB),
              CAST(seq AS INTEGER) FROM recent`;
// `OR IGNORE`: a row that exists already was read from an old page, and the hash chain shows whether it differs.
const MOVE = `INSERT OR IGNORE INTO entries ${COLUMNS} SELECT log, version, text, sum, prev FROM recent ORDER BY log, version`;
const LOADED_TOGETHER = 100;

/** The number of rows or bytes at which recent entries are moved. @typedef {{ readonly rows: number, readonly bytes: number }} RecentLimit */

/** Moving this many rows takes a few milliseconds, during which no commit begins. @type {RecentLimit} */
export const RECENT_LIMIT = { rows: 4000, bytes: 1 << 20 };

export const RECENT_TABLE = `CREATE TABLE recent (
  seq INTEGER PRIMARY KEY, log TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL, prev BLOB
) STRICT;`;

/** @type {readonly EntryRow[]} */
const NONE = [];

/** @param {readonly EntryRow[]} rows */
const bytesOf = rows => rows.reduce((sum, [, text]) => sum + /** @type {Buffer} */ (text).length, 0);

/** @param {string} log @param {readonly EntryRow[]} rows */
const valuesOf = (log, rows) => rows.flatMap(row => [log, ...row]);

export class RecentEntries {
  /** @type {Database.Database} */ #db;
  /** @type {RecentLimit} */ #limit;
  /** @type {RowWriter} */ #insert;
  /** @type {RowWriter} */ #settle;
  /** The rows that are durable, by log. @type {Map<string, EntryRow[]>} */ #rows = new Map();
  /** The rows that the current transaction adds, by log. @type {Map<string, EntryRow[]>} */ #staged =
    new Map();
  /** Logs that the current transaction deletes. @type {Set<string>} */ #forgotten = new Set();
  #count = 0;
  #bytes = 0;

  /** @param {Database.Database} db @param {RecentLimit} limit */
  constructor(db, limit) {
    this.#db = db;
    this.#limit = limit;
    this.#insert = new RowWriter(db, `INSERT INTO recent ${COLUMNS}`, ENTRY);
    this.#settle = new RowWriter(db, `INSERT OR IGNORE INTO entries ${COLUMNS}`, ENTRY);
    this.#load();
  }

  /** The durable rows of a log, in order. @param {string} log @returns {readonly EntryRow[]} */
  of(log) {
    return this.#rows.get(log) ?? NONE;
  }

  /** The logs that have recent entries. */
  get logs() {
    return [...this.#rows.keys()];
  }

  /** Whether the rows should be moved now. */
  get isFull() {
    return this.#count >= this.#limit.rows || this.#bytes >= this.#limit.bytes;
  }

  /** Adds rows to the current transaction. @param {string} log @param {readonly EntryRow[]} rows */
  stage(log, rows) {
    const staged = this.#staged.get(log);
    if (staged === undefined) this.#staged.set(log, [...rows]);
    else staged.push(...rows);
  }

  /** Deletes the rows of a log. @param {string} log */
  forget(log) {
    this.#staged.delete(log);
    this.#forgotten.add(log);
    if (this.#rows.has(log)) this.#db.prepare('DELETE FROM recent WHERE log = ?').run([log]);
  }

  /** Writes the added rows; returns the number of bytes of their text. */
  flush() {
    /** @type {unknown[]} */
    const values = [];
    let bytes = 0;
    for (const [log, rows] of this.#staged)
      for (const [version, text, sum, prev] of rows) {
        values.push(log, version, text, sum, prev);
        bytes += /** @type {Buffer} */ (text).length;
      }
    this.#insert.write(values);
    return bytes;
  }

  /** Called when the transaction is durable. */
  committed() {
    for (const log of this.#forgotten) this.#drop(log);
    for (const [log, rows] of this.#staged) this.#keep(log, rows);
    this.undone();
  }

  /** Called when the current transaction was rolled back. */
  undone() {
    this.#staged.clear();
    this.#forgotten.clear();
  }

  /** @param {string} log @param {readonly EntryRow[]} rows */
  #keep(log, rows) {
    const kept = this.#rows.get(log);
    if (kept === undefined) this.#rows.set(log, [...rows]);
    else kept.push(...rows);
    this.#count += rows.length;
    this.#bytes += bytesOf(rows);
  }

  /** @param {string} log */
  #drop(log) {
    const rows = this.of(log);
    this.#count -= rows.length;
    this.#bytes -= bytesOf(rows);
    this.#rows.delete(log);
  }

  /**
   * Moves all rows to `entries` in a separate transaction. If a page of `entries` is damaged, the rows of that log stay
   * here, and the log is returned with the first version that stays.
   * @returns {ReadonlyMap<string, number>}
   */
  settle() {
    if (this.#count === 0) return new Map();
    this.#db.exec('BEGIN IMMEDIATE');
    const logs = [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1));
    const left = this.#attempt(() => this.#db.exec(MOVE)) ? [] : logs.filter(one => !this.#moved(one));
    this.#clear();
    this.#insert.write(left.flatMap(([log, rows]) => valuesOf(log, rows)));
    this.#db.exec('COMMIT');
    const stays = new Set(left.map(([log]) => log));
    for (const [log] of logs) if (!stays.has(log)) this.#drop(log);
    return new Map(left.map(([log, [first]]) => [log, Number(first?.[0] ?? 1)]));
  }

  /** Moves the rows of one log from memory; returns whether that succeeded. @param {readonly [string, readonly EntryRow[]]} one */
  #moved([log, rows]) {
    return this.#attempt(() => this.#settle.write(valuesOf(log, rows)));
  }

  /** Empties the table. A table that is too damaged for that is renamed, and a new one is created. */
  #clear() {
    if (this.#attempt(() => this.#db.exec('DELETE FROM recent'))) return;
    const aside = `"recent until ${Date.now()}"`;
    this.#db.exec(`ALTER TABLE recent RENAME TO ${aside}; ${RECENT_TABLE}`);
  }

  /**
   * Runs work in a savepoint. If a page is damaged, returns false, and nothing has changed.
   * @param {() => void} work
   */
  #attempt(work) {
    this.#db.exec('SAVEPOINT attempt');
    try {
      work();
      this.#db.exec('RELEASE attempt');
      return true;
    } catch (error) {
      if (!isMisfit(error) && storageErrorOf(error).type !== 'corrupt') throw error;
      this.#db.exec('ROLLBACK TO attempt; RELEASE attempt');
      return false;
    }
  }

  /**
   * Reads the rows that an earlier process has left. A damaged row is skipped; the head of its log then shows that an
   * entry is missing. If a page is damaged, the rows before and after it are read.
   */
  #load() {
    const before = this.#rowsFrom('> ? ORDER BY seq', 0);
    const after = before.isWhole ? [] : this.#rowsFrom('< ? ORDER BY seq DESC', Number.MAX_SAFE_INTEGER).rows;
    const seen = new Set(before.rows.map(({ seq }) => seq));
    const rows = [...before.rows, ...after.reverse().filter(({ seq }) => !seen.has(seq))];
    for (const { log, row } of rows.sort((a, b) => a.seq - b.seq)) this.#keep(log, [row]);
  }

  /** @param {string} order @param {number} start */
  #rowsFrom(order, start) {
    const page = this.#db.prepare(`${LOAD} WHERE seq ${order} LIMIT ?`).raw();
    /** @type {{ log: string, row: EntryRow, seq: number }[]} */
    const rows = [];
    let seq = start;
    for (let size = LOADED_TOGETHER; size > 0; ) {
      try {
        const found = /** @type {unknown[][]} */ (page.all([seq, size]));
        if (found.length === 0) return { rows, isWhole: true };
        for (const columns of found) {
          const one = soundRow(columns);
          seq = Number(columns[5]);
          if (one !== null) rows.push({ ...one, seq });
        }
      } catch (error) {
        if (storageErrorOf(error).type !== 'corrupt') throw error;
        size >>= 1;
      }
    }
    return { rows, isWhole: false };
  }
}

/** @param {readonly unknown[]} columns @returns {{ log: string, row: EntryRow } | null} */
function soundRow([name, version, text, sum, prev]) {
  if (!(name instanceof Buffer && text instanceof Buffer && typeof version === 'number')) return null;
  if (prev !== null && !(prev instanceof Buffer)) return null;
  const log = name.toString();
  return sum === entrySum(log, version, text, prev) ? { log, row: [version, text, sum, prev] } : null;
}
