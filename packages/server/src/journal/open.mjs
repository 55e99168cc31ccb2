/**
 * Opening a data directory: one process at a time, one file, a format with a number. Everything that can be
 * wrong with a directory or a file is answered with a sentence.
 */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { isBusy, isDamage, reasonOf, sqliteCodeOf } from './errors.mjs';
import { JournalStore } from './store.mjs';
import { examine } from './wal.mjs';

/** @import { Loss, OpenError } from './worker-messages.ts' */
/** @import { Look } from './wal.mjs' */

export const DATABASE = 'hush.db';
const LOCK = 'hush.lock';
const APPLICATION = 0x48757368; // "Hush"
const FORMAT = 1;
const BUSY_TIMEOUT = 1000;
const LOCK_TIMEOUT = 200; // a backup that looks whether somebody is here has it for a moment
const MOST_LOOKS = 20;
const LOOK_AGAIN = 50; // milliseconds
const PRIVATE_DIRECTORY = 0o700;
const PARENT_DIRECTORY = 0o777; // less what the umask takes
const PRIVATE_FILE = 0o600;
const RESTORE = `empty the data directory and put a backup there as ${DATABASE}.`;

const SETTINGS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'wal_autocheckpoint = 0', // the store does it between commits
  'journal_size_limit = 16777216',
  'secure_delete = ON', // what is purged is gone
  'cache_size = -16384',
  'trusted_schema = OFF',
];

const TABLES = `
  CREATE TABLE entries (
    log TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (log, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE heads (
    log TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, sum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${FORMAT};`;

/** @typedef {{ store: JournalStore, loss: Loss | null, release: () => void }} Opened */

/** A refusal on its way out of this file. */
class Refused extends Error {
  /** @param {OpenError['type']} type @param {string} why */
  constructor(type, why) {
    super(why);
    this.error = { type, why };
  }
}

/**
 * @param {string} given the data directory, made if it is missing
 * @returns {{ ok: true } & Opened | { ok: false, error: OpenError }}
 */
export function openStore(given) {
  const dataDir = resolve(given);
  try {
    makeDirectory(dataDir);
    const release = lock(dataDir);
    try {
      return { ok: true, ...openDatabase(dataDir), release };
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.error };
    throw error;
  }
}

/** @param {string} dataDir */
function makeDirectory(dataDir) {
  try {
    makeWithParents(dataDir);
  } catch (error) {
    const isNoPlace = error instanceof Error && 'code' in error && error.code === 'ENOENT'; // its parents are there
    const reason = obstacle(dataDir) ?? (isNoPlace ? new Error('no directory can be made there') : error);
    throw new Refused('unwritable', `The data directory ${dataDir} cannot be made: ${reasonOf(reason)}.`);
  }
}

/**
 * One by one: where nothing can be made, below /proc for instance, Node's own way of making parents never ends. What is
 * in a data directory is nobody else's business; parents are made as the system likes.
 * @param {string} path
 * @param {number} [mode]
 */
function makeWithParents(path, mode = PRIVATE_DIRECTORY) {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path && !existsSync(dirname(path))) makeWithParents(dirname(path), PARENT_DIRECTORY);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const made = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!made || !statSync(path).isDirectory()) throw error; // else somebody else was quicker
  }
}

/** The database gives the files beside it the mode of its own. @param {string} path */
export function makePrivateFile(path) {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/**
 * What Node calls a missing directory may be one that must not be made: the nearest that exists knows.
 * @param {string} path
 * @returns {unknown}
 */
function obstacle(path) {
  if (!existsSync(path)) return path === dirname(path) ? undefined : obstacle(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Holds an exclusive database lock on an empty file of its own: the system lets go of it however the process
 * ends, and readers of the journal, such as a backup, are not disturbed. Nobody else may open that file in
 * this process: closing it would drop the lock.
 * @param {string} dataDir
 * @returns {() => void}
 */
function lock(dataDir) {
  try {
    makePrivateFile(join(dataDir, LOCK));
    const held = new Database(join(dataDir, LOCK), { timeout: LOCK_TIMEOUT });
    held.pragma('journal_mode = MEMORY'); // no file beside it
    held.exec('BEGIN EXCLUSIVE');
    return () => {
      held.exec('ROLLBACK');
      held.close();
    };
  } catch (error) {
    if (isBusy(error))
      throw new Refused('locked', `Another Hush is already using the data directory ${dataDir}.`);
    throw cannotWrite(dataDir, error);
  }
}

/** @param {string} dataDir @param {unknown} error */
function cannotWrite(dataDir, error) {
  if (sqliteCodeOf(error) === undefined && !(error instanceof Error && 'syscall' in error)) throw error;
  return new Refused('unwritable', `The data directory ${dataDir} cannot be written to: ${reasonOf(error)}.`);
}

/** @param {string} dataDir */
function openDatabase(dataDir) {
  const file = join(dataDir, DATABASE);
  try {
    const look = lookAt(`${file}-wal`);
    makePrivateFile(file);
    const db = new Database(file, { timeout: BUSY_TIMEOUT });
    identify(db, file);
    for (const setting of SETTINGS) db.pragma(setting);
    if (numberOf(db, 'user_version') === 0) db.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT;`);
    syncDirectory(dataDir);
    const store = new JournalStore(db, file);
    const loss = look.type === 'damaged' ? setAside(store, `${file}-wal`, look) : null;
    // What recovery did not take must not be there when somebody looks again after the next crash.
    if (look.type === 'torn') store.carryOver();
    return { store, loss };
  } catch (error) {
    const refused = refusalOf(dataDir, error);
    if (refused.error.type === 'damaged' || refused.error.type === 'foreign') giveUp(dataDir);
    throw refused;
  }
}

/** @param {string} dataDir @param {unknown} error */
function refusalOf(dataDir, error) {
  if (error instanceof Refused) return error;
  if (!isDamage(error)) return cannotWrite(dataDir, error);
  return new Refused('damaged', `${join(dataDir, DATABASE)} is damaged and cannot be read: ${RESTORE}`);
}

/** The write-ahead log as it was found, until what it has cost is on the disk. @param {string} wal */
const found = wal => `${wal}.found`;

/** The same, when nobody will look at it again. @param {string} wal */
const done = wal => `${wal}.damaged`;

/** @param {string} wal */
function fileAway(wal) {
  renameSync(found(wal), done(wal));
  syncDirectory(dirname(wal));
}

/** What was lost with a file that cannot be opened must not be held against a backup in its place. @param {string} dataDir */
function giveUp(dataDir) {
  const wal = join(dataDir, `${DATABASE}-wal`);
  try {
    if (existsSync(found(wal))) fileAway(wal);
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

/**
 * Before the database opens it: from then on the frames that were cut off are overwritten. Whoever was interrupted after
 * that looks at the copy again.
 * @param {string} wal
 * @returns {Look}
 */
function lookAt(wal) {
  if (existsSync(found(wal))) return examine(found(wal));
  const look = examine(wal);
  if (look.type !== 'damaged') return look;
  const draft = `${wal}.partial`;
  copyFileSync(wal, draft);
  syncFile(draft);
  renameSync(draft, found(wal));
  syncDirectory(dirname(wal));
  return look;
}

/**
 * Every log that had entries in the part that is lost is refused from there on: its numbers must not be given out a
 * second time. That is on the disk before anything else is written.
 * @param {JournalStore} store
 * @param {string} wal
 * @param {Extract<Look, { type: 'damaged' }>} look
 * @returns {Loss}
 */
function setAside(store, wal, { byte, commits, heads }) {
  const marks = [...heads].map(([log, version]) => ({ type: /** @type {const} */ ('mark'), log, version }));
  const results = store.write(marks);
  const failure = results.flatMap(result =>
    !result.ok && 'why' in result.error ? [result.error.why] : [],
  )[0];
  if (failure !== undefined)
    throw new Refused(
      'unwritable',
      `${wal} is damaged, and what it has cost cannot be written down: ${failure}`,
    );
  store.carryOver(); // first: else a start after a crash in between would find the same loss, and less of its traces
  fileAway(wal);
  const why = `${wal} is damaged at byte ${byte}: up to ${commits} acknowledged writes are lost; a copy is in ${done(wal)}.`;
  return { why, logs: marks.flatMap(({ log }, i) => (results[i]?.ok === false ? [log] : [])) };
}

/**
 * Whether what a damaged write-ahead log has cost is still to be found out: opening it in any other way would lose the
 * traces. A server that has it open has done that, or does it now, and cannot be told apart by its lock: so one looks
 * again. Where it has, what looked damaged only changed under whoever looked, and does not stay so.
 * The copy is looked for last: it is there from before the log is changed until the marks are.
 * @param {string} dataDir
 */
export function isUnexamined(dataDir) {
  const wal = join(dataDir, `${DATABASE}-wal`);
  for (let looks = 1; examine(wal).type === 'damaged'; looks++) {
    if (looks === MOST_LOOKS || !isInUse(join(dataDir, LOCK))) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN);
  }
  return existsSync(found(wal));
}

/** @param {string} file the lock, opened by the database only: see `lock` */
function isInUse(file) {
  if (!existsSync(file)) return false;
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE; ROLLBACK;');
    return false;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return true;
  } finally {
    db.close();
  }
}

/**
 * Whether the file is new or ours, before anything is changed in it.
 * @param {Database.Database} db
 * @param {string} file
 */
function identify(db, file) {
  try {
    const [tables] = /** @type {[number]} */ (db.prepare('SELECT count(*) FROM sqlite_schema').raw().get([]));
    const application = numberOf(db, 'application_id');
    const format = numberOf(db, 'user_version');
    if (application !== APPLICATION && (tables > 0 || application !== 0))
      throw new Refused('foreign', `${file} is a database of another program.`);
    if (format > FORMAT)
      throw new Refused(
        'newer',
        `${file} was written by a newer Hush: this one knows format ${FORMAT}, not ${format}.`,
      );
  } catch (error) {
    if (isDamage(error))
      throw new Refused(
        'foreign',
        `${file} is not a Hush journal, or its beginning is damaged: if it was one, ${RESTORE}`,
      );
    throw error;
  }
}

/** @param {Database.Database} db @param {string} pragma */
function numberOf(db, pragma) {
  const [row] = /** @type {Record<string, number>[]} */ (db.pragma(pragma));
  return row?.[pragma] ?? 0;
}

/** A new file is durable only when its directory is. @param {string} path */
export function syncDirectory(path) {
  if (process.platform !== 'win32') syncFile(path, 'r'); // directories cannot be opened there
}

/** @param {string} path @param {string} [how] */
export function syncFile(path, how = 'r+') {
  const opened = openSync(path, how);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
