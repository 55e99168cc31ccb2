/**
 * The cached head of each log, and the version at which its damage begins. The undamaged beginning of a damaged log can be
 * read.
 */
import { Chain } from './chain.mjs';
import { EntryReader, NO_HEAD, NOTHING_FORGOTTEN, storedHead } from './entry-reader.mjs';
import { corrupt, rowsOrNone } from './errors.mjs';

/** @import { Head } from './rows.mjs' */
/** @import { Packs } from './packs.mjs' */
/** @import { RecentEntries } from './recent.mjs' */
/** @import { Statements } from './statements.mjs' */

const PAGE = 500;
const PAGE_BYTES = 512 * 1024; // PAGE_LIMIT of the journal port, which a worker cannot import
const CACHED_HEADS = 50_000;

export class KnownLogs {
  /** @type {Statements} */ #sql;
  /** @type {EntryReader} */ #entries;
  /** A cache of heads, including those that the current transaction changes. @type {Map<string, Head>} */ #heads =
    new Map();
  /** The version at which the damage of a log begins. @type {Map<string, number>} */ #damaged = new Map();

  /** @param {Statements} sql @param {RecentEntries} recent @param {Packs} packs */
  constructor(sql, recent, packs) {
    this.#sql = sql;
    this.#entries = new EntryReader(sql, recent, packs);
  }

  /**
   * Removes old heads from a full cache. Called only between two transactions, because a transaction needs the heads
   * that it has changed.
   */
  limitCache() {
    if (this.#heads.size >= CACHED_HEADS) this.forgetHeads();
  }

  /** Called when the transaction was rolled back: its heads are not valid any more. */
  forgetHeads() {
    this.#heads.clear();
  }

  /** @param {string} log @param {Head} head */
  keepHead(log, head) {
    this.#heads.set(log, head);
  }

  /** Called when the log was purged, so it is no longer damaged. @param {string} log */
  begin(log) {
    this.#heads.set(log, NO_HEAD);
    this.#damaged.delete(log);
  }

  /** Returns the version at which the damage of a log begins; undefined if no damage is known. @param {string} log */
  damagedAt(log) {
    return this.#damaged.get(log);
  }

  /**
   * The undamaged entries from `from` on. If they end before `head`, the log is marked as damaged there.
   * @param {string} log
   * @param {number} from
   * @param {number} head
   * @returns {readonly string[]}
   */
  sound(log, from, head) {
    const wanted = Math.min(PAGE, (this.#damaged.get(log) ?? head + 1) - from);
    if (wanted <= 0) return [];
    const before = Math.max(1, from - 1); // the entry before the page has the link with which the page must begin
    const found = this.#entries.rows(log, before, wanted + from - before);
    const gone = found[0]?.[0] === before ? NOTHING_FORGOTTEN : this.#entries.forgotten(log);
    const blanks = Array.from({ length: Math.min(wanted, gone.count - from + 1) }, () => '');
    if (blanks.length > 0) return [...blanks, ...this.sound(log, from + blanks.length, head)];
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
    if (entries.length < wanted + skipped) this.quarantine(log, chain.version);
    return entries.slice(skipped);
  }

  /**
   * Returns the head of a log, from the cache if possible. Otherwise it is read and compared with the last entry.
   * @param {string} log
   * @returns {Head}
   */
  head(log) {
    const known = this.#heads.get(log);
    if (known !== undefined) return known;
    const end = this.#entries.last(log);
    const kept = storedHead(this.#sql, log);
    const head = { ...(kept ?? NO_HEAD), version: end, link: end === 0 ? null : this.#linkAt(log, end) };
    if (kept?.version !== end)
      this.quarantine(log, end + 1); // the entries before the damage have checksums of their own and stay readable
    else if (kept.link !== null && !(head.link !== null && kept.link.equals(head.link)))
      this.quarantine(log, end);
    this.#heads.set(log, head);
    return head;
  }

  /**
   * Returns the link of the last entry; null if that entry is damaged, which will be noticed when it is read.
   * @param {string} log
   * @param {number} version
   */
  #linkAt(log, version) {
    const chain = new Chain(log, version);
    const [row] = rowsOrNone(() => this.#entries.rows(log, version, 1));
    return row === undefined || chain.follow(row) === null ? null : chain.link;
  }

  /** @param {string} log @param {number} version */
  quarantine(log, version) {
    const at = Math.min(version, this.#damaged.get(log) ?? version);
    this.#damaged.set(log, at);
    return corrupt(log, at);
  }
}
