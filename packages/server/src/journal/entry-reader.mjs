/** Reads the entries of a log: the older ones from their table, the recent ones from memory. */
import { orNone, storageErrorOf } from './errors.mjs';

/** @import Database from 'libsql' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { RecentEntries } from './recent.mjs' */
/** @import { Statements } from './statements.mjs' */

/**
 * The first row. `get` is never used: after an error the driver does not reset the statement, and every log that is read
 * later seems to be damaged as well.
 * @param {Database.Statement<[unknown[]]>} statement
 * @param {string} log
 * @returns {readonly unknown[]}
 */
export function firstRow(statement, log) {
  const [row = []] = /** @type {unknown[][]} */ (statement.all([log]));
  return row;
}

export class EntryReader {
  /** @type {Statements} */ #sql;
  /** @type {RecentEntries} */ #recent;

  /** @param {Statements} sql @param {RecentEntries} recent */
  constructor(sql, recent) {
    this.#sql = sql;
    this.#recent = recent;
  }

  /** The last version that is there; 0 where there is none. @param {string} log */
  last(log) {
    const [settled] = firstRow(this.#sql.last, log);
    const recent = this.#recent.of(log).at(-1)?.[0];
    return Math.max(typeof settled === 'number' ? settled : 0, Number(recent ?? 0));
  }

  /**
   * Rows from a version on; fewer where some are missing.
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
   * The rows that SQLite can still read: where a query for many fails, those before the failure.
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
