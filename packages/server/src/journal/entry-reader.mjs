/** Reads the entries of a log: the oldest from packs, the others from their table, recent ones from memory. */
import { Chain } from './chain.mjs';
import { rowsOrNone, storageErrorOf } from './errors.mjs';
import { headSum, MARK } from './rows.mjs';

/** @import Database from 'libsql' */
/** @import { EntryRow } from './chain.mjs' */
/** @import { Packs } from './packs.mjs' */
/** @import { RecentEntries } from './recent.mjs' */
/** @import { Head, Link } from './rows.mjs' */
/** @import { Statements } from './statements.mjs' */

/** @type {{ count: number, link: Link }} */
export const NOTHING_FORGOTTEN = { count: 0, link: null };

/**
 * The first row of a query. The driver's `get` is never used: after an error it does not reset the statement, and
 * then every log that is read later would seem damaged.
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
 * Returns the stored head of a log, whose entries are not checked; undefined if the head itself is damaged.
 * @param {Statements} sql @param {string} log @returns {Head | undefined}
 */
export function storedHead(sql, log) {
  const row = firstRow(sql.head, log);
  if (row.length === 0) return NO_HEAD;
  const [version, sum, link, game, at] = /** @type {[number, number, Buffer | null, number, number]} */ (row);
  const head = { version, link, game, at };
  return sum === headSum(log, head) ? head : undefined;
}

/** The rows from the first one to the first gap. @param {readonly EntryRow[]} rows @param {number} from */
function following(rows, from) {
  const gap = rows.findIndex(([version], i) => version !== from + i);
  return gap < 0 ? rows : rows.slice(0, gap);
}

export class EntryReader {
  /** @type {Statements} */ #sql;
  /** @type {RecentEntries} */ #recent;
  /** @type {Packs} */ #packs;

  /** @param {Statements} sql @param {RecentEntries} recent @param {Packs} packs */
  constructor(sql, recent, packs) {
    this.#sql = sql;
    this.#recent = recent;
    this.#packs = packs;
  }

  /** Returns the last version in the tables; 0 if the log has no entries. @param {string} log */
  last(log) {
    const [settled] = firstRow(this.#sql.last, log);
    const recent = this.#recent.of(log).at(-1)?.[0];
    const end = Math.max(typeof settled === 'number' ? settled : 0, Number(recent ?? 0));
    return end > 0 ? end : this.#packs.end(log); // the packed entries are the oldest entries of a log
  }

  /** How many entries at the beginning of a log were compacted, and the link of the last of them. @param {string} log */
  forgotten(log) {
    const [row] = rowsOrNone(() => this.#unpacked(log, MARK, 1));
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
    // A log without packs is read without touching the table of packs, so damage in that table does not affect the
    // log.
    const found = [...following(this.#unpacked(log, from, limit), from)];
    if (found.length === 0) found.push(...this.#packs.rows(log, from, limit));
    const next = from + found.length;
    if (found.length === 0 || found.length === limit) return found;
    return [...found, ...rowsOrNone(() => this.rows(log, next, limit - found.length))];
  }

  /** @param {string} log @param {number} from @param {number} limit @returns {readonly EntryRow[]} */
  #unpacked(log, from, limit) {
    const recent = this.#recent.of(log);
    const first = Number(recent[0]?.[0] ?? Number.POSITIVE_INFINITY);
    const settled = from < first ? this.#settled(log, from, Math.min(limit, first - from)) : [];
    const next = from + settled.length;
    if (next < first) return settled;
    return [...settled, ...recent.slice(next - first, next - first + limit - settled.length)];
  }

  /**
   * The rows that SQLite can still read: if a query for many rows fails, the rows before the damaged one.
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
      return [...first, ...rowsOrNone(() => this.#settled(log, from + half, limit - half))];
    }
  }
}
