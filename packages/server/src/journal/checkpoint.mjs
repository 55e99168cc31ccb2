/** The checkpoint of the write-ahead log, and whether a file is still the one that was opened. */
import { statSync } from 'node:fs';

/** @import Database from 'libsql' */

export const BUSY_TIMEOUT = 1000;

/** @param {string} file */
export const inodeOf = file => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Moves committed pages from the write-ahead log into the database file; returns whether all were moved. It never
 * waits for readers, because the next commit is more important.
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
