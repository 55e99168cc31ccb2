/**
 * Packs: the entries of a table to which nobody writes, compressed, up to 256 in one row (ADR 22). A pack has the link before its
 * first entry. The links and checksums of its entries are computed from their texts, so the hash chain of a log includes its
 * packs. Each pack is written between commits, in a transaction of its own: an entry is always either in a pack or in `entries`.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { Chain } from './chain.mjs';
import { rowsOrNone } from './errors.mjs';
import { entrySum, hex, linkOf, MARK } from './rows.mjs';

/** @import Database from 'libsql' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { Link } from './rows.mjs' */

/**
 * When logs are packed. `rest`: milliseconds since a log's entries were last moved out of `recent`. `least`: fewer
 * new entries than this are not packed. `most`: the most entries of one pack, because damage to a pack costs all of
 * them.
 * @typedef {{ readonly rest: number, readonly least: number, readonly most: number }} PackLimit
 */

/** @type {PackLimit} */
export const PACK_LIMIT = { rest: 60_000, least: 8, most: 256 };

export const PACKS_TABLE = `CREATE TABLE packs (
  log TEXT NOT NULL, version INTEGER NOT NULL, count INTEGER NOT NULL, bytes BLOB NOT NULL, sum INTEGER NOT NULL, prev BLOB NOT NULL,
  PRIMARY KEY (log, version)
) STRICT;`;

const COLUMNS = `CAST(version AS INTEGER), CAST(count AS INTEGER), CAST(bytes AS BLOB), CAST(sum AS INTEGER), CAST(prev AS BLOB)`;
const SQL = {
  from: `SELECT ${COLUMNS} FROM packs WHERE log = ? AND version >= ? ORDER BY version LIMIT 1`,
  last: `SELECT ${COLUMNS} FROM packs WHERE log = ? ORDER BY version DESC LIMIT 1`,
  end: 'SELECT CAST(max(version) AS INTEGER) FROM packs WHERE log = ?',
  insert: 'INSERT INTO packs (log, version, count, bytes, sum, prev) VALUES (?, ?, ?, ?, ?, ?)',
  replace: 'DELETE FROM packs WHERE log = ? AND version = ?',
  forget: 'DELETE FROM packs WHERE log = ?',
  loose: `SELECT CAST(version AS INTEGER), CAST(text AS BLOB), CAST(sum AS INTEGER), CAST(prev AS BLOB) FROM entries
          WHERE log = ? ORDER BY version LIMIT ?`,
  packed: 'DELETE FROM entries WHERE log = ? AND version <= ?',
  next: 'SELECT CAST(log AS BLOB) FROM entries WHERE log > ? AND log < ? ORDER BY log LIMIT 1',
};
const READERS = /** @type {const} */ (['from', 'last', 'end', 'loose', 'next']);

const TABLES = { first: 'table/', end: 'table0' }; // only logs of tables grow long; the character after '/' is '0'
const MOST_BYTES = 256 * 1024;
const MOST_UNPACKED = 64 * 1024 * 1024; // in characters: far more than one pack holds
const LENGTH = 4; // how many bytes the length of a text takes
const LOOKED_AT = 50; // how many logs are examined at a time
// packs that are made in one step; a longer log needs several steps, because commits wait for a step
const PACKS_AT_ONCE = 4;

/**
 * The rows of packs to write, the version of the pack that they replace, and whether the log has more entries to
 * pack.
 * @typedef {{ readonly rows: readonly EntryRow[], readonly replaced: number | null, readonly isPart: boolean }} Plan
 */
/** @typedef {readonly [version: unknown, count: unknown, bytes: unknown, sum: unknown, prev: unknown]} PackRow */

/** @param {string} log @param {{ version: number, count: number, bytes: Uint8Array, prev: Link }} columns */
const packSum = (log, { version, count, bytes, prev }) =>
  crc32(` ${log} ${version} ${count}${hex(prev)}`, crc32(bytes));

/** The lengths of all texts, then the texts, because this order compresses well. @param {readonly Buffer[]} texts */
function joined(texts) {
  const lengths = Buffer.alloc(texts.length * LENGTH);
  for (const [i, text] of texts.entries()) lengths.writeUInt32BE(text.length, i * LENGTH);
  return Buffer.concat([lengths, ...texts]);
}

/** @param {Buffer} bytes @param {number} count @returns {readonly Buffer[]} */
function split(bytes, count) {
  let at = count * LENGTH;
  return Array.from({ length: count }, (_, i) => {
    const start = at;
    at += bytes.readUInt32BE(i * LENGTH);
    return bytes.subarray(start, at);
  });
}

/**
 * Returns the entries of a pack as they were in their table; an empty list if the pack is damaged.
 * @param {string} log
 * @param {PackRow} row
 * @returns {readonly EntryRow[]}
 */
function unpack(log, [version, count, bytes, sum, prev]) {
  if (typeof version !== 'number' || typeof count !== 'number') return [];
  if (!(bytes instanceof Buffer && prev instanceof Buffer)) return [];
  if (sum !== packSum(log, { version, count, bytes, prev })) return [];
  const texts = split(inflateRawSync(bytes, { maxOutputLength: MOST_UNPACKED }), count);
  let link = prev;
  return texts.map((text, i) => {
    const at = version - count + 1 + i;
    const before = link;
    link = linkOf(log, at, text, before);
    return [at, text, entrySum(log, at, text, before), before];
  });
}

/** @param {string} log @param {readonly EntryRow[]} rows with links, in order @returns {PackRow} */
function pack(log, rows) {
  const texts = rows.map(([, text]) => /** @type {Buffer} */ (text));
  const version = Number(rows.at(-1)?.[0]);
  const prev = /** @type {Buffer} */ (rows[0]?.[3]);
  const bytes = deflateRawSync(joined(texts), { level: 9 });
  const count = rows.length;
  return [version, count, bytes, packSum(log, { version, count, bytes, prev }), prev];
}

/** @param {readonly EntryRow[]} rows @param {number} most @returns {readonly (readonly EntryRow[])[]} */
function inPacks(rows, most) {
  /** @type {EntryRow[][]} */
  const packs = [];
  let bytes = 0;
  for (const row of rows) {
    const length = /** @type {Buffer} */ (row[1]).length;
    const last = packs.at(-1);
    bytes += length;
    if (last !== undefined && last.length < most && bytes <= MOST_BYTES) last.push(row);
    else {
      packs.push([row]);
      bytes = length;
    }
  }
  return packs;
}

/** Reads packs and makes them. */
export class Packs {
  /** @type {Database.Database} */ #db;
  /** @type {PackLimit} */ #limit;
  /** @type {Record<keyof typeof SQL, Database.Statement<[unknown[]]>>} */ #sql;
  /** Logs whose entries this process has moved, with the time of the last move, the earliest first. @type {Map<string, number>} */ #moved =
    new Map();
  /**
   * The last log that was examined among those that earlier processes left; null if all were examined.
   * @type {string | null}
   */
  #swept = TABLES.first;

  /** @param {Database.Database} db @param {PackLimit} limit */
  constructor(db, limit) {
    this.#db = db;
    this.#limit = limit;
    const prepared = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
    this.#sql = Object.fromEntries(prepared);
    for (const name of READERS) this.#sql[name].raw();
  }

  /**
   * Returns the last packed version; 0 if nothing is packed or the packs cannot be read, which the head of the log
   * distinguishes.
   * @param {string} log
   */
  end(log) {
    const [[end] = []] = /** @type {unknown[][]} */ (rowsOrNone(() => this.#sql.end.all([log])));
    return typeof end === 'number' ? end : 0;
  }

  /**
   * Rows from a version on, up to the last packed one; fewer if a pack is damaged.
   * @param {string} log
   * @param {number} from
   * @param {number} limit
   * @returns {readonly EntryRow[]}
   */
  rows(log, from, limit) {
    /** @type {EntryRow[]} */
    const rows = [];
    while (rows.length < limit) {
      const next = from + rows.length;
      const find = () => /** @type {PackRow[]} */ (this.#sql.from.all([log, next]));
      const [found] = rows.length === 0 ? find() : rowsOrNone(find); // the entries before the damage can be read
      const entries = found === undefined ? [] : unpack(log, found);
      const skipped = next - Number(entries[0]?.[0] ?? Number.NaN);
      if (!(skipped >= 0)) break; // there is no pack, it is damaged, or it begins later
      rows.push(...entries.slice(skipped, skipped + limit - rows.length));
    }
    return rows;
  }

  /** Deletes the packs of a log. @param {string} log */
  forget(log) {
    this.#sql.forget.run([log]);
    this.#moved.delete(log);
  }

  /** Notes that entries of these logs were moved out of `recent`. @param {Iterable<string>} logs @param {number} now */
  note(logs, now) {
    for (const log of logs) {
      if (!log.startsWith(TABLES.first)) continue;
      this.#moved.delete(log);
      this.#moved.set(log, now);
    }
  }

  /** Milliseconds until the next log may be packed; null if no log waits. @param {number} now */
  wait(now) {
    if (this.#swept !== null) return 0;
    const [[, at] = []] = this.#moved;
    return at === undefined ? null : Math.max(0, at + this.#limit.rest - now);
  }

  /**
   * Packs the next log that has enough to pack, in a transaction of its own. A log to which somebody writes again is
   * examined later. Returns the number of packed entries.
   * @param {number} now
   * @param {(log: string) => boolean} isWrittenTo whether a log has recent entries
   */
  step(now, isWrittenTo) {
    for (let looks = 0; looks < LOOKED_AT && this.wait(now) === 0; looks++) {
      const log = this.#next(now);
      const plan = log === null || isWrittenTo(log) ? null : this.#plan(log);
      if (log === null || plan === null) continue;
      if (plan.isPart) this.#moved.set(log, now - this.#limit.rest);
      return this.#apply(log, plan);
    }
    return 0;
  }

  /** @param {number} now */
  #next(now) {
    const [[log, at] = [null, 0]] = this.#moved;
    if (log !== null && at + this.#limit.rest <= now) {
      this.#moved.delete(log);
      return log;
    }
    return this.#swept === null ? null : this.#sweep(this.#swept);
  }

  /** The next log whose entries an earlier process has moved. @param {string} after */
  #sweep(after) {
    const [[name] = []] = /** @type {unknown[][]} */ (
      rowsOrNone(() => this.#sql.next.all([after, TABLES.end]))
    );
    this.#swept = name instanceof Buffer ? name.toString() : null;
    return this.#swept === null || this.#moved.has(this.#swept) ? null : this.#swept;
  }

  /**
   * Returns the rows to pack: the unpacked entries, and those of the last pack if it is not full. Null for a damaged log,
   * whose damage a reader finds later; for a log with entries of format 1, which have no links; and for a compacted log.
   * @param {string} log
   * @returns {Plan | null}
   */
  #plan(log) {
    const [last] = /** @type {PackRow[]} */ (this.#sql.last.all([log]));
    const packed = last === undefined ? [] : unpack(log, last);
    const end = Number(last?.[0] ?? 0);
    const most = this.#limit.most * PACKS_AT_ONCE;
    const found = /** @type {EntryRow[]} */ (this.#sql.loose.all([log, most]));
    const isPart = found.length === most;
    const loose = found.filter(([version]) => Number(version) === MARK || Number(version) > end);
    if (loose.length < this.#limit.least || (last !== undefined && packed.length === 0)) return null;
    const all = [...packed, ...loose];
    const chain = new Chain(log, Number(packed[0]?.[0] ?? 1));
    if (!all.every(row => row[3] !== null && chain.follow(row) !== null)) return null;
    if (packed.length >= this.#limit.most) return { rows: loose, replaced: null, isPart };
    return { rows: all, replaced: last === undefined ? null : end, isPart };
  }

  /** @param {string} log @param {Plan} plan */
  #apply(log, { rows, replaced }) {
    this.#db.exec('BEGIN IMMEDIATE');
    if (replaced !== null) this.#sql.replace.run([log, replaced]);
    for (const some of inPacks(rows, this.#limit.most)) this.#sql.insert.run([log, ...pack(log, some)]);
    this.#sql.packed.run([log, rows.at(-1)?.[0]]);
    this.#db.exec('COMMIT');
    return rows.length;
  }
}
