/** Work on the whole database file between commits: the checkpoint of the write-ahead log, and the vacuum. */
import { statSync } from 'node:fs';

/** @import Database from 'libsql' */

export const BUSY_TIMEOUT = 1000;
/** A larger file is not vacuumed while a server runs, because that would stop all games for too long. */
const LARGEST_VACUUM = 64 * 1024 * 1024;

/** @param {string} file */
export const inodeOf = file => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Checkpoints the write-ahead log; returns whether all frames were moved. It never waits for readers, because the next
 * commit is more important.
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
 * Rewrites the file without unused bytes. `secure_delete` overwrites deleted rows, but not the copies that SQLite left in
 * unused parts of pages when it moved rows between pages.
 * @param {Database.Database} db
 * @param {string} file
 */
export function vacuum(db, file) {
  if (statSync(file).size > LARGEST_VACUUM) return;
  db.exec('PRAGMA temp_store = MEMORY; VACUUM');
}
