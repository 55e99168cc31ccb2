/** Reads the entries of a log: older entries from their table, recent ones from memory. */
import { Chain } from './chain.mjs';
import { orNone, storageErrorOf } from './errors.mjs';
import { headSum } from './rows.mjs';

/** @import Database from 'libsql' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { RecentEntries } from './recent.mjs' */
/** @import { Head, Link } from './rows.mjs' */
/** @import { Statements } from './statements.mjs' */

/**
 * The version of the marker entry that replaces compacted entries: its text is their number, and it carries the link of the
 * last one.
 */
export const MARK = 0;

/** @type {{ count: number, link: Link }} */
export const NOTHING_FORGOTTEN = { count: 0, link: null };

/**
 * The first row of a query. The driver's `get` is never used: after an error it does not reset the statement, so every log
 * read later would seem damaged as well.
 * @param {Database.Statement<[unknown[]]>} statement
 * @param {string} log
 * @returns {readonly unknown[]}
 */
function firstRow(statement, log) {
  const [row = []] = /** @type {unknown[][]} */ (statement.all([log]));
  return row;
}

/** @type {Head} */
export const NO_HEAD = { version: 0, link: null, game: 0, at: 0 };

/**
 * The stored head of a log, without checking the entries; undefined if the head is damaged.
 * @param {Statements} sql @param {string} log @returns {Head | undefined}
 */
export function keptHead(sql, log) {
  const row = firstRow(sql.head, log);
  if (row.length === 0) return NO_HEAD;
  const [version, sum, link, game, at] = /** @type {[number, number, Buffer | null, number, number]} */ (row);
  const head = { version, link, game, at };
  return sum === headSum(log, head) ? head : undefined;
}

export class EntryReader {
  /** @type {Statements} */ #sql;
  /** @type {RecentEntries} */ #recent;

  /** @param {Statements} sql @param {RecentEntries} recent */
  constructor(sql, recent) {
    this.#sql = sql;
    this.#recent = recent;
  }

  /** The last version in the tables; 0 if the log has no entries. @param {string} log */
  last(log) {
    const [settled] = firstRow(this.#sql.last, log);
    const recent = this.#recent.of(log).at(-1)?.[0];
    return Math.max(typeof settled === 'number' ? settled : 0, Number(recent ?? 0));
  }

  /** How many entries at the beginning of a log were compacted, and the link of the last of them. @param {string} log */
  forgotten(log) {
    const [row] = orNone(() => this.rows(log, MARK, 1));
    const text = row?.[0] === MARK ? new Chain(log, MARK).follow(row) : null;
    if (text === null) return NOTHING_FORGOTTEN;
    return { count: Number(text.toString()), link: row?.[3] instanceof Buffer ? row[3] : null };
  }

  /**
   * Reads rows from a version on; fewer if some are missing.
   * @param {string} log
   * @param {number} from
   * @param {number} limit
   * @returns {readonly EntryRow[]}
   */
  rows(log, from, limit) {
    const recent = this.#recent.of(log);
    const first = Number(recent[0]?.[0] ?? Number.POSITIVE_INFINITY);
    const settled = from < first ? this.#settled(log, from, Math.min(limit, first - from)) : [];
    const next = from + settled.length;
    if (next < first) return settled;
    return [...settled, ...recent.slice(next - first, next - first + limit - settled.length)];
  }

  /**
   * The rows that SQLite can still read: if a query for many rows fails, the rows before the failure.
   * @param {string} log
   * @param {number} from
   * @param {number} limit
   * @returns {readonly EntryRow[]}
   */
  #settled(log, from, limit) {
    try {
      return /** @type {EntryRow[]} */ (this.#sql.page.all([log, from, limit]));
    } catch (error) {
      if (limit === 1 || storageErrorOf(error).type !== 'corrupt') throw error;
      const half = limit >> 1;
      const first = this.#settled(log, from, half);
      if (first.length < half) return first;
      return [...first, ...orNone(() => this.#settled(log, from + half, limit - half))];
    }
  }
}
