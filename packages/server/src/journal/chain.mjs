/**
 * The hash chain of a log: every entry carries the link of the entry before it, which is a hash over all entries up to
 * there.
 */
import { entrySum, linkOf, NO_LINK } from './rows.mjs';

/** @import { Link } from './rows.mjs' */

/** @typedef {readonly [version: unknown, text: unknown, sum: unknown, prev: unknown]} EntryRow */

/** Reads the entries of a log from a version on, and detects the first entry that does not continue the chain. */
export class Chain {
  /** @type {string} */ #log;
  /** @type {boolean | undefined} */ #isLinked;
  /** The link of the last accepted entry. @type {Link} */ link;
  /** The version of the next entry. @type {number} */ version;

  /** @param {string} log @param {number} first @param {Link} before the link of the previous entry, if it is known */
  constructor(log, first, before = first === 1 ? NO_LINK : null) {
    this.#log = log;
    this.version = first;
    this.link = before;
  }

  /**
   * Returns the text of the next entry; null if the row is damaged or does not continue the chain.
   * @param {EntryRow} row
   */
  follow([version, text, sum, prev]) {
    const isRow = text instanceof Buffer && (prev === null || prev instanceof Buffer);
    if (!isRow || version !== this.version || sum !== entrySum(this.#log, version, text, prev)) return null;
    if (!this.#fits(prev)) return null;
    this.#isLinked = prev !== null;
    this.link = linkOf(this.#log, version, text, prev);
    this.version++;
    return text;
  }

  /**
   * Whether an entry continues the hash chain. Entries of format 1 have no link; such an entry never follows one that
   * has a link.
   * @param {Link} prev
   */
  #fits(prev) {
    if (prev === null) return this.#isLinked !== true;
    return this.link === null || this.link.equals(prev);
  }
}
