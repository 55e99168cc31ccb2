/**
 * Puts a backup into a data directory. First the copy is opened and read completely in a temporary folder, so that a
 * wrong, incomplete or too new file changes nothing. The copy gets its final name only when it is complete, checked
 * and synced.
 */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { makeFolder } from '../runtime/make-folder.mjs';
import { isDamage, reasonOf } from './errors.mjs';
import { syncDirectory, syncFile } from './files.mjs';
import { UnsoundCopy, verifyCopy } from './make-backup.mjs';
import { DATABASE, isUnfinished, openStore } from './open.mjs';

/** @import { RestoreError, RestoreResult } from './restore.ts' */
/** @import { JournalStore } from './store.mjs' */

const PRIVATE_FILE = 0o600;
const LOCK = 'hush.lock';
const MOST_NAMED = 5;

/** The error with which a backup is refused; it is caught in this file. */
class Refused extends Error {
  /** @param {RestoreError['type']} type @param {string} why */
  constructor(type, why) {
    super(why);
    this.error = { type, why };
  }
}

const UNCHANGED = 'nothing was changed.';

/**
 * @param {string} givenFile
 * @param {string} givenDir
 * @param {{ readonly withDamage: boolean }} options whether logs that cannot be read may be restored as they are
 * @returns {RestoreResult}
 */
export function restoreBackup(givenFile, givenDir, { withDamage }) {
  const file = resolve(givenFile);
  const dataDir = resolve(givenDir);
  /** @type {string | undefined} */
  let made;
  try {
    checkPlaces(file, dataDir);
    made = makeFolder(dataDir);
    const draft = mkdtempSync(join(dataDir, 'restore-'));
    try {
      const restored = examined(file, draft, withDamage);
      moveInto(draft, dataDir);
      return { ok: true, ...restored };
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true }); // deletes the directories that this restore has created
    if (error instanceof Refused) return { ok: false, error: error.error };
    return { ok: false, error: troubleOf(error, file, dataDir) };
  }
}

/** @param {unknown} error @param {string} file @param {string} dataDir @returns {RestoreError} */
function troubleOf(error, file, dataDir) {
  if (isDamage(error) || error instanceof UnsoundCopy)
    return { type: 'damaged', why: `${file} is damaged or only half there; ${UNCHANGED}` };
  return {
    type: 'unwritable',
    why: `${file} cannot be restored to ${dataDir}: ${reasonOf(error)}; ${UNCHANGED}`,
  };
}

/**
 * Whether the file is shorter than its header says (https://sqlite.org/fileformat2.html).
 * @param {string} file
 */
function isHalf(file) {
  const head = Buffer.alloc(32);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head);
  } finally {
    closeSync(opened);
  }
  if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return false;
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  return statSync(file).size < pageSize * head.readUInt32BE(28);
}

/** @param {string} file @param {string} dataDir */
function checkPlaces(file, dataDir) {
  if (!existsSync(file)) throw new Refused('missing', `There is no file ${file}; ${UNCHANGED}`);
  if (!statSync(file).isFile()) throw new Refused('foreign', `${file} is not a file; ${UNCHANGED}`);
  if (statSync(file).size === 0) throw new Refused('damaged', `${file} is empty; ${UNCHANGED}`);
  if (isHalf(file)) throw new Refused('damaged', sentenceFor('damaged', file));
  const found = existsSync(dataDir) && statSync(dataDir).isDirectory() ? readdirSync(dataDir) : [];
  const journal = found.find(name => name.startsWith(DATABASE));
  if (journal !== undefined)
    throw new Refused(
      'exists',
      `${join(dataDir, journal)} is there already; ${UNCHANGED} Stop the server and move the data directory away, or set HUSH_DATA to a new one.`,
    );
}

/**
 * Copies the file to a temporary folder and reads the copy completely: the checksum of every row, and every log from
 * beginning to end.
 * @param {string} file
 * @param {string} draft
 * @param {boolean} withDamage
 */
function examined(file, draft, withDamage) {
  const copy = join(draft, DATABASE);
  copyFileSync(file, copy);
  chmodSync(copy, PRIVATE_FILE);
  // such a file is refused, because a server would put an empty journal in its place
  if (isUnfinished(copy)) throw new Refused('foreign', sentenceFor('foreign', file));
  const opened = openStore(draft);
  if (!opened.ok) throw new Refused(kindOf(opened.error.type), sentenceFor(opened.error.type, file));
  const { store, release } = opened;
  const damaged = logsIn(copy).filter(log => !isReadable(store, log));
  store.close();
  release();
  const made = verifyCopy(copy);
  if (damaged.length > 0 && !withDamage) throw new Refused('damaged', damageIn(file, damaged));
  return { ...made, damaged: damaged.length, ...countsOf(logsIn(copy)) };
}

/** @param {string} type of an error of openStore @returns {RestoreError['type']} */
function kindOf(type) {
  return type === 'foreign' || type === 'newer' || type === 'damaged' ? type : 'unwritable';
}

/** @param {string} type @param {string} file */
function sentenceFor(type, file) {
  if (type === 'newer')
    return `${file} was written by a newer Hush: restore it with that version; ${UNCHANGED}`;
  if (type === 'foreign') return `${file} is not a backup of Hush, or its beginning is damaged; ${UNCHANGED}`;
  if (type === 'damaged') return `${file} is damaged or only half there; ${UNCHANGED}`;
  return `${file} cannot be opened in the data directory: the disk may be full; ${UNCHANGED}`;
}

/** @param {string} file @param {readonly string[]} damaged */
function damageIn(file, damaged) {
  const named = damaged.slice(0, MOST_NAMED).map(log => log.split('/')[0]);
  const kinds = [...new Set(named)].join(', ');
  const logs = damaged.length === 1 ? 'one log' : `${damaged.length} logs`;
  return `${file} has ${logs} that cannot be read to the end (${kinds}); ${UNCHANGED} 'hush restore --damaged' restores all others and leaves ${damaged.length === 1 ? 'it' : 'these'} set aside.`;
}

/** @param {string} copy @returns {readonly string[]} */
function logsIn(copy) {
  const db = new Database(copy);
  try {
    const rows = /** @type {[string][]} */ (db.prepare('SELECT log FROM heads').raw().all([]));
    return rows.map(([log]) => log);
  } finally {
    db.close();
  }
}

/** @param {JournalStore} store @param {string} log */
function isReadable(store, log) {
  for (let from = 1; ; ) {
    const page = store.read(log, from);
    if (!page.ok) return false;
    from += page.entries.length;
    if (from > page.version) return true;
    if (page.entries.length === 0) return false;
  }
}

/** @param {readonly string[]} logs */
function countsOf(logs) {
  const count = (/** @type {string} */ kind) => logs.filter(log => log.startsWith(`${kind}/`)).length;
  return { tables: count('table'), crews: count('crew'), scenarios: count('scenario') };
}

/**
 * Moves the files into the data directory. The database is moved last, because without it the other files are
 * ignored.
 * @param {string} draft @param {string} dataDir
 */
function moveInto(draft, dataDir) {
  for (const name of readdirSync(draft))
    if (name !== DATABASE && name !== LOCK) renameSync(join(draft, name), join(dataDir, name));
  syncFile(join(draft, DATABASE));
  // creates the name with a link, because a rename would replace an existing file
  linkSync(join(draft, DATABASE), join(dataDir, DATABASE));
  syncDirectory(dataDir);
}
