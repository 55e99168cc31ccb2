/**
 * What is done to the files between commits: the checkpoint of the write-ahead log, and overwriting the unused parts of pages
 * after text was forgotten. A row in `state` says which page comes next, so that the next start goes on where this process ended.
 */
import { checkpoint } from './checkpoint.mjs';
import { orNone, storageErrorOf } from './errors.mjs';
import { wipeSlack } from './slack.mjs';

/** @import Database from 'libsql' */
/** @import { Failed } from '@hush/protocol' */
/** @import { EndWitness } from './end-witness.mjs' */
/** @import { Statements } from './statements.mjs' */

const CHECKPOINT_AFTER = 2000; // frames of the write-ahead log, about 8 MB
/** Pages that are looked at in one transaction: a few milliseconds, during which no commit begins. */
export const PAGES_TOGETHER = 128;
const READ_PAGES = `
  WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  SELECT n, data FROM numbers JOIN sqlite_dbpage ON pgno = n`;

export class Upkeep {
  /** @type {Database.Database} */ #db;
  /** @type {Statements} */ #sql;
  /** @type {EndWitness} */ #witness;
  /** @type {Failed | undefined} */ failed;
  #frames = 0; // in the write-ahead log; an upper estimate
  #purged = false; // something was deleted since the last checkpoint; its text is still in the write-ahead log
  #erasing = false; // the same, but a backup was reading at the last checkpoint
  /** Null where SQLite was built without access to pages. */ #pages;
  #nextPage = 0; // to be looked at for forgotten text; 0 where all are clean
  /** Pages whose unused part is unknown, since the last look began. */
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
  }

  /** How often the write-ahead log was carried over; a file with less is older. */
  get generation() {
    return this.#stateOf(this.#sql.generation);
  }

  /** Text was forgotten of which SQLite may have left copies in unused parts of pages. */
  get isUnclean() {
    return this.#nextPage > 0;
  }

  /** @param {Database.Statement<[unknown[]]>} statement */
  #stateOf(statement) {
    const [row] = /** @type {unknown[][]} */ (orNone(() => statement.all([])));
    return typeof row?.[0] === 'number' ? row[0] : 0;
  }

  /** A transaction was committed. @param {number} frames */
  committed(frames) {
    this.#frames += frames;
  }

  /** The transaction under way has not taken place. */
  undone() {
    this.#nextPage = this.#stateOf(this.#sql.nextPage);
  }

  /** The transaction under way deletes rows. */
  deletes() {
    this.#purged = true;
  }

  /** The transaction under way deletes text that must be in no unused part of a page either. */
  erases() {
    this.deletes();
    if (this.#nextPage !== 1) this.#goOnFrom(1);
  }

  /** Where the row is damaged, only this process knows it. @param {number} page */
  #goOnFrom(page) {
    orNone(() => [this.#sql.keepNextPage.run([page])]);
    this.#nextPage = page;
    if (page === 1) this.damagedPages = 0;
  }

  /**
   * Checkpoints the write-ahead log when it has grown, and truncates it when something was deleted. Where that fails nothing is
   * lost; it is tried again after the next commit.
   */
  tidy() {
    const empty = this.#purged || this.#erasing;
    if (this.failed || (this.#frames < CHECKPOINT_AFTER && !empty)) return;
    this.#frames = 0;
    this.#purged = false;
    try {
      orNone(() => [this.#sql.nextGeneration.run([])]); // where it is damaged, no file is known to be older
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

  /** Overwrites the unused parts of the next pages. Where that fails now, the next time may succeed. */
  scrub() {
    if (this.failed || !this.isUnclean) return;
    try {
      if (this.#pages === null) this.#db.exec('PRAGMA temp_store = MEMORY; VACUUM'); // all at once, as long as it takes
      this.#sql.begin.run([]);
      const next = this.#pages === null ? 0 : this.#scrubFrom(this.#nextPage, this.#pages);
      this.#goOnFrom(next);
      this.#sql.commit.run([]);
      this.#purged ||= next === 0; // the old pages are in the write-ahead log
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      this.undone();
      const trouble = storageErrorOf(error);
      if (trouble.type === 'failed') this.failed = trouble;
    }
  }

  /** The page with which the next look begins; 0 after the last. @param {number} first @param {Pages} pages */
  #scrubFrom(first, pages) {
    const [last = 0] = /** @type {number[]} */ (this.#sql.pages.all([]).flat());
    const end = Math.min(last, first + PAGES_TOGETHER - 1);
    const { wiped, damaged } = pages.wipe(first, end);
    this.damagedPages += damaged;
    this.#frames += wiped;
    return end === last ? 0 : end + 1;
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
      const outcome = wipeSlack(page, number);
      outcomes[outcome]++;
      if (outcome === 'wiped') this.#write.run([page, number]);
    }
    return outcomes;
  }
}
