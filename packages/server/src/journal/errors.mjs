/** Maps errors of the database and the file system to their meaning for the journal, with sentences for people. */

/** @import { Conflict, Corrupt } from '@hush/protocol' */
/** @import { StorageError } from './worker-messages.ts' */

// Result codes of SQLite (https://sqlite.org/rescode.html): the low byte is the kind, the other bytes give details.
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;
const NOTADB = 26;
const IOERR_FSYNC = IOERR | (4 << 8);
const IOERR_DIR_FSYNC = IOERR | (5 << 8);
const IOERR_SHMSIZE = IOERR | (19 << 8); // the code of a full disk that SQLite does not report as FULL

const DISK_FULL = 'The disk is full.';

/** @type {Readonly<Record<number, string>>} */
const NOT_NOW = {
  [BUSY]: 'Another program is writing to the journal.',
  [LOCKED]: 'Another program is writing to the journal.',
  [NOMEM]: 'There is not enough memory for the journal.',
  [READONLY]: 'The journal can no longer be written to.',
  [IOERR]: 'The disk does not take the journal.',
  [FULL]: DISK_FULL,
  [CANTOPEN]: "The journal's files cannot be opened.",
};

/**
 * The SQLite result code of an error. The driver stores it in a property, except if opening fails: then it is the last
 * number of the message.
 * @param {unknown} error
 * @returns {number | undefined}
 */
export function sqliteCodeOf(error) {
  if (!(error instanceof Error)) return undefined;
  if ('rawCode' in error && typeof error.rawCode === 'number') return error.rawCode;
  const [, code] = /ConnectionFailed\(.*: (\d+)"\)$/.exec(error.message) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** Whether the error means that the file or a part of it is damaged. @param {unknown} error */
export const isDamage = error => [CORRUPT, NOTADB].includes((sqliteCodeOf(error) ?? 0) & 0xff);

/** Whether a row does not fit its table, for instance because damage turned a text into a number. @param {unknown} error */
export const isMisfit = error => ((sqliteCodeOf(error) ?? 0) & 0xff) === CONSTRAINT;

/** Whether another process holds the file. @param {unknown} error */
export const isBusy = error => [BUSY, LOCKED].includes((sqliteCodeOf(error) ?? 0) & 0xff);

/**
 * Maps an error to its meaning for the journal. Errors that can only be bugs, such as a violated constraint, are thrown
 * again.
 * @param {unknown} error
 * @returns {StorageError}
 */
export function storageErrorOf(error) {
  const code = sqliteCodeOf(error);
  if (code === undefined) throw error;
  if (code === IOERR_SHMSIZE) return { type: 'unavailable', why: DISK_FULL };
  if (isDamage(error)) return { type: 'corrupt' };
  // After a failed fsync nobody knows what is on the disk, and a second fsync would report success although data are
  // missing.
  if (code === IOERR_FSYNC || code === IOERR_DIR_FSYNC)
    return {
      type: 'failed',
      why: 'The disk failed to store the journal: what it holds is unknown until a restart.',
    };
  const why = NOT_NOW[code & 0xff];
  // The driver's error class loses its message when it is sent to another thread.
  if (why === undefined) throw new Error(error instanceof Error ? error.message : String(error));
  return { type: 'unavailable', why };
}

/**
 * Returns the rows of a query; an empty list if a page is damaged.
 * @template T @param {() => readonly T[]} rows @returns {readonly T[]}
 */
export function rowsOrNone(rows) {
  try {
    return rows();
  } catch (error) {
    if (storageErrorOf(error).type !== 'corrupt') throw error;
    return [];
  }
}

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a file is in its place',
  ENOENT: 'a part of the path is missing',
  ENAMETOOLONG: 'the path is too long',
  EIO: 'the disk reports an error',
};

/**
 * The reason why a path cannot be used, as the end of a sentence.
 * @param {unknown} error from the file system or the database
 */
export function reasonOf(error) {
  if (!(error instanceof Error)) throw error;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const code = sqliteCodeOf(error) ?? 0;
  if ((code & 0xff) === FULL || code === IOERR_SHMSIZE) return REASONS['ENOSPC'];
  if ((code & 0xff) === READONLY) return 'it is read-only';
  if ((code & 0xff) === CANTOPEN) return 'its files cannot be opened';
  if ((code & 0xff) === IOERR) return REASONS['EIO'];
  return REASONS[name] ?? error.message;
}

/** @param {number} version @returns {{ ok: false, error: Conflict }} */
export const conflict = version => ({ ok: false, error: { type: 'conflict', version } });

/** @param {string} log @param {number} version @returns {{ ok: false, error: Corrupt }} */
export const corrupt = (log, version) => ({ ok: false, error: { type: 'corrupt', log, version } });
