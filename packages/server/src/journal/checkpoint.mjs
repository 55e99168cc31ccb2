/** What is done to the whole file between commits: the checkpoint of its write-ahead log, and rewriting it without unused bytes. */
import { statSync } from 'node:fs';

/** @import Database from 'libsql' */

export const BUSY_TIMEOUT = 1000;
/** A larger file is not rewritten while a server runs: it would stop all games for more than a moment. */
const LARGEST_VACUUM = 64 * 1024 * 1024;

/** @param {string} file */
export const inodeOf = file => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Whether all frames were checkpointed. It never waits for readers: the next commit is more important.
 * @param {Database.Database} db
 * @param {string} kind
 */
export function checkpoint(db, kind) {
  db.pragma('busy_timeout = 0');
  const pragma = db.pragma(`wal_checkpoint(${kind})`);
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  const [done] = /** @type {{ busy: number, log: number, checkpointed: number }[]} */ (pragma);
  return done?.busy === 0 && done.log === done.checkpointed;
}

/**
 * Rewrites the file. `secure_delete` overwrites a row where it is deleted, but not the copies of it that SQLite left in unused
 * parts of pages when it moved rows from one page to another.
 * @param {Database.Database} db
 * @param {string} file
 */
export function vacuum(db, file) {
  if (statSync(file).size > LARGEST_VACUUM) return;
  db.exec('PRAGMA temp_store = MEMORY; VACUUM');
}
