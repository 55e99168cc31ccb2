/**
 * Maintenance of the files between commits: the checkpoint of the write-ahead log, and overwriting the unused parts
 * of pages after a deletion. A row of the table `state` says which page comes next, so that the work continues there
 * after a restart.
 */
import { checkpoint } from './checkpoint.mjs';
import { rowsOrNone, storageErrorOf } from './errors.mjs';
import { overwriteUnusedBytes } from './slack.mjs';

/** @import Database from 'libsql' */
/** @import { Failed } from '@hush/protocol' */
/** @import { EndWitness } from './end-witness.mjs' */
/** @import { Statements } from './statements.mjs' */

const CHECKPOINT_AFTER = 2000; // frames of the write-ahead log (about 8 MB) after which it is checkpointed
/** How many pages are overwritten in one transaction, which takes a few milliseconds, during which no commit begins. */
export const PAGES_TOGETHER = 128;
const READ_PAGES = `
  WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  SELECT n, data FROM numbers JOIN sqlite_dbpage ON pgno = n`;

export class Upkeep {
  /** @type {Database.Database} */ #db;
  /** @type {Statements} */ #sql;
  /** @type {EndWitness} */ #witness;
  /** @type {Failed | undefined} */ failed;
  #frames = 0; // at least the number of frames in the write-ahead log
  #purged = false; // true if text was deleted since the last checkpoint: it is still in the write-ahead log
  // true if text was deleted and a backup was reading during the last checkpoint, so the text is still in the
  // write-ahead log
  #erasing = false;
  /** Null if SQLite was built without access to pages. */ #pages;
  #nextPage = 0; // the next page whose unused part is overwritten; 0 if all pages are done
  /**
   * The page that was next at the last deletion. Overwriting continues to the end of the file and then from the first
   * page up to this one. If each deletion restarted it at the first page, it would never reach the end of a large
   * file.
   */
  #until = 1;
  #isSecondPart = false;
  /** How many pages could not be overwritten in the current run, because their layout is damaged. */
  damagedPages = 0;

  /**
   * @param {Database.Database} db
   * @param {Statements} sql
   * @param {EndWitness} witness
   */
  constructor(db, sql, witness) {
    this.#db = db;
    this.#sql = sql;
    this.#witness = witness;
    this.#pages = sql.modules.all([]).length > 0 ? new Pages(db) : null;
    this.undone();
    this.#until = this.#nextPage; // an earlier process did not record which page was next at its last deletion
  }

  /** How often the write-ahead log was checkpointed; a file with a lower number is an older copy. */
  get generation() {
    return this.#stateOf(this.#sql.generation);
  }

  /** Whether text was deleted of which SQLite may have left copies in unused parts of pages. */
  get isUnclean() {
    return this.#nextPage > 0;
  }

  /** @param {Database.Statement<[unknown[]]>} statement */
  #stateOf(statement) {
    const [row] = /** @type {unknown[][]} */ (rowsOrNone(() => statement.all([])));
    return typeof row?.[0] === 'number' ? row[0] : 0;
  }

  /** Called when a transaction was committed. @param {number} frames */
  committed(frames) {
    this.#frames += frames;
  }

  /** Called when the transaction was rolled back. */
  undone() {
    this.#nextPage = this.#stateOf(this.#sql.nextPage);
  }

  /** Called when the current transaction deletes rows. */
  deletes() {
    this.#purged = true;
  }

  /** Called when the current transaction deletes text that must also be erased from unused parts of pages. */
  erases() {
    this.deletes();
    if (!this.isUnclean) {
      this.#goOnFrom(1);
      this.damagedPages = 0;
    }
    this.#until = this.#nextPage;
    this.#isSecondPart = false;
  }

  /**
   * Stores which page comes next. If the row in `state` is damaged, only this process remembers it.
   * @param {number} page
   */
  #goOnFrom(page) {
    rowsOrNone(() => [this.#sql.keepNextPage.run([page])]);
    this.#nextPage = page;
  }

  /**
   * Checkpoints the write-ahead log when it has grown, and truncates it after a deletion. If that fails, nothing is
   * lost, and the next commit tries again.
   */
  tidy() {
    const empty = this.#purged || this.#erasing;
    if (this.failed || (this.#frames < CHECKPOINT_AFTER && !empty)) return;
    this.#frames = 0;
    this.#purged = false;
    try {
      rowsOrNone(() => [this.#sql.nextGeneration.run([])]); // if this fails, only the detection of an older copy is lost
      const isComplete = checkpoint(this.#db, empty ? 'TRUNCATE' : 'PASSIVE');
      if (isComplete) this.#witness.begin(this.generation);
      this.#erasing = empty && !isComplete;
    } catch (error) {
      const trouble = storageErrorOf(error);
      this.#erasing = empty;
      if (trouble.type !== 'unavailable')
        this.failed = { type: 'failed', why: 'The journal could not be carried over into its file.' };
    }
  }

  /** Overwrites the unused parts of the next pages; returns false if that failed and must be tried again later. */
  scrub() {
    if (this.failed || !this.isUnclean) return true;
    try {
      // rewrites the whole file in one step, however long that takes
      if (this.#pages === null) this.#db.exec('PRAGMA temp_store = MEMORY; VACUUM');
      this.#sql.begin.run([]);
      const next = this.#pages === null ? 0 : this.#scrubFrom(this.#nextPage, this.#pages);
      const isWrapped = next > 0 && next < this.#nextPage;
      this.#goOnFrom(next);
      this.#sql.commit.run([]);
      this.#isSecondPart ||= isWrapped;
      this.#purged ||= next === 0; // the old contents of the pages are still in the write-ahead log
      return true;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      this.undone();
      const trouble = storageErrorOf(error);
      if (trouble.type === 'failed') this.failed = trouble;
      return false;
    }
  }

  /**
   * Overwrites the unused parts of some pages; returns the page with which the next step begins, 0 after the last
   * page.
   * @param {number} first @param {Pages} pages
   */
  #scrubFrom(first, pages) {
    const [last = 0] = /** @type {number[]} */ (this.#sql.pages.all([]).flat());
    const most = this.#isSecondPart ? Math.min(last, this.#until - 1) : last;
    const end = Math.min(most, first + PAGES_TOGETHER - 1);
    const { wiped, damaged } = pages.wipe(first, end);
    this.damagedPages += damaged;
    this.#frames += wiped;
    if (end < most) return end + 1;
    return this.#isSecondPart || this.#until <= 1 ? 0 : 1;
  }
}

/** The pages of the file as bytes, read and written in transactions like rows. */
class Pages {
  /** @type {Database.Statement<[unknown[]]>} */ #read;
  /** @type {Database.Statement<[unknown[]]>} */ #write;

  /** @param {Database.Database} db */
  constructor(db) {
    this.#read = db.prepare(READ_PAGES).raw();
    this.#write = db.prepare('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?');
  }

  /** @param {number} first @param {number} last */
  wipe(first, last) {
    const outcomes = { wiped: 0, clean: 0, damaged: 0 };
    for (const [number, page] of /** @type {[number, Buffer][]} */ (this.#read.all([first, last]))) {
      const outcome = overwriteUnusedBytes(page, number);
      outcomes[outcome]++;
      if (outcome === 'wiped') this.#write.run([page, number]);
    }
    return outcomes;
  }
}
