/**
 * Opens a data directory: one process at a time, one database file, a numbered format. Every problem with the directory or
 * the file is reported with a sentence.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import { makeFolder } from '../runtime/make-folder.mjs';
import { BUSY_TIMEOUT } from './checkpoint.mjs';
import { EndWitness } from './end-witness.mjs';
import { isBusy, isDamage, reasonOf, sqliteCodeOf } from './errors.mjs';
import { makePrivateFile, pathObstacle, syncDirectory, syncFile } from './files.mjs';
import { APPLICATION, FORMAT, migrateDatabase } from './format.mjs';
import { JournalStore } from './store.mjs';
import { examineWal } from './wal.mjs';

/** @import { Loss, OpenError } from './worker-messages.ts' */
/** @import { Seen } from './end-witness.mjs' */
/** @import { Look } from './wal.mjs' */
/** @import { StoreLimits } from './store.mjs' */

export const DATABASE = 'hush.db';
const LOCK = 'hush.lock';
const WITNESS = 'hush.end';
const WAL_HEADER = 32; // bytes of the header of a write-ahead log
const FIRST_PAGE = 4096; // bytes of the first page
const PAGES_AT = 28; // the offset in the first page at which the number of pages is stored
const MAGIC = Buffer.from('SQLite format 3\0');
const LOCK_TIMEOUT = 200; // milliseconds; a backup holds the lock for a moment to see whether a server runs
const MOST_LOOKS = 20;
const LOOK_AGAIN = 50; // milliseconds between two readings of the write-ahead log
/** What an operator does; a copy of a backup beside the old witness would count as a journal that has lost its end. */
const RESTORE = "move the files hush.* out of the data directory, and use 'hush restore FILE' with a backup";

const SETTINGS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'wal_autocheckpoint = 0', // no automatic checkpoints: the store makes them between commits
  'journal_size_limit = 16777216',
  'secure_delete = ON', // deleted rows are overwritten
  'cache_size = -16384',
  'trusted_schema = OFF',
];

/** @typedef {{ store: JournalStore, loss: Loss | null, release: () => void }} Opened */

/** The error with which opening is refused; it is caught in this file. */
class Refused extends Error {
  /** @param {OpenError['type']} type @param {string} why */
  constructor(type, why) {
    super(why);
    this.error = { type, why };
  }
}

/** The error that SQLite cannot read the beginning of the file. */
class Unreadable extends Refused {}

/**
 * @param {string} given the data directory; it is created if it is missing
 * @param {StoreLimits} [limits]
 * @returns {{ ok: true } & Opened | { ok: false, error: OpenError }}
 */
export function openStore(given, limits) {
  const dataDir = resolve(given);
  try {
    makeDirectory(dataDir);
    const release = lock(dataDir);
    try {
      return { ok: true, ...openDatabase(dataDir, limits), release };
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
    makeFolder(dataDir);
  } catch (error) {
    // The parent directories exist at this point, so ENOENT means that no directory can be made there, for instance
    // below /proc.
    const isNoPlace = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = pathObstacle(dataDir) ?? (isNoPlace ? new Error('no directory can be made there') : error);
    throw new Refused('unwritable', `The data directory ${dataDir} cannot be made: ${reasonOf(reason)}.`);
  }
}

/**
 * Holds an exclusive SQLite lock on an empty file. The operating system releases the lock however the process ends, and
 * readers of the journal, such as a backup, are not disturbed. No other code in this process may open that file, because
 * closing it would release the lock.
 * @param {string} dataDir
 * @returns {() => void}
 */
function lock(dataDir) {
  try {
    makePrivateFile(join(dataDir, LOCK));
    const held = new Database(join(dataDir, LOCK), { timeout: LOCK_TIMEOUT });
    held.pragma('journal_mode = MEMORY'); // the rollback journal is in memory, so SQLite creates no second file
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

/** Returns the size of a file in bytes; 0 if it does not exist. @param {string} path */
const sizeOf = path => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** @param {string} dataDir @param {StoreLimits} [limits] */
function openDatabase(dataDir, limits) {
  const file = join(dataDir, DATABASE);
  try {
    const seen = EndWitness.read(join(dataDir, WITNESS));
    refuseEmptied(file, seen);
    const look = lookAt(`${file}-wal`);
    const db = openIdentified(file, seen === null && sizeOf(`${file}-wal`) <= WAL_HEADER);
    for (const setting of SETTINGS) db.pragma(setting);
    migrateDatabase(db, numberOf(db, 'user_version'));
    syncDirectory(dataDir);
    const store = new JournalStore(db, file, new EndWitness(join(dataDir, WITNESS)), limits);
    const loss = setAside(store, `${file}-wal`, look, seen);
    // Removes the frames that recovery ignored from the write-ahead log; otherwise they would be examined again after
    // the next crash. The witness file begins here, too.
    store.carryOver();
    return { store, loss };
  } catch (error) {
    const refused = refusalOf(dataDir, error);
    if (refused.error.type === 'damaged' || refused.error.type === 'foreign') giveUp(dataDir);
    throw refused;
  }
}

/**
 * Opens the database file and checks that it is a journal. If the power failed while the first start created the file, the
 * file holds a part of its first page and nothing else; it is moved aside, and a new one is created.
 * @param {string} file
 * @param {boolean} isAlone there is neither a witness file nor a write-ahead log, so nothing was ever stored
 */
function openIdentified(file, isAlone) {
  makePrivateFile(file);
  const db = new Database(file, { timeout: BUSY_TIMEOUT });
  try {
    identify(db, file);
    return db;
  } catch (error) {
    db.close();
    if (!(error instanceof Unreadable && isAlone && isUnfinished(file))) throw error;
  }
  renameSync(file, `${file}.unfinished`);
  rmSync(`${file}-journal`, { force: true });
  return openIdentified(file, false);
}

/**
 * Whether a file can be the first page of a new database of which only some sectors were written. A complete journal
 * has several pages, and its first page says how many.
 * @param {string} file
 */
export function isUnfinished(file) {
  if (sizeOf(file) > FIRST_PAGE) return false;
  const bytes = readFileSync(file);
  const isHeader = bytes.subarray(0, MAGIC.length).equals(MAGIC) && bytes.length >= PAGES_AT + 4;
  return isHeader ? bytes.readUInt32BE(PAGES_AT) <= 1 : bytes.every(byte => byte === 0);
}

/**
 * Refuses a missing or empty database file if the witness has recorded games: SQLite would create a new file and delete the
 * write-ahead log.
 * @param {string} file
 * @param {Seen | null} seen
 */
function refuseEmptied(file, seen) {
  if (sizeOf(file) > 0) return;
  const state = existsSync(file) ? 'is empty' : 'is missing';
  if (sizeOf(`${file}-wal`) > WAL_HEADER)
    throw new Refused(
      'damaged',
      `${file} ${state}, but ${file}-wal beside it holds games and is left as it is: put ${DATABASE} back, or ${RESTORE}.`,
    );
  if (seen !== null)
    throw new Refused(
      'damaged',
      `${file} ${state}, but games were kept here: ${RESTORE}, or delete ${WITNESS} beside it to begin anew.`,
    );
}

/** @param {string} dataDir @param {unknown} error */
function refusalOf(dataDir, error) {
  if (error instanceof Refused) return error;
  if (!isDamage(error)) return cannotWrite(dataDir, error);
  return new Refused('damaged', `${join(dataDir, DATABASE)} is damaged and cannot be read: ${RESTORE}.`);
}

/**
 * The path of a copy of the write-ahead log as it was found; the copy is kept until the marks of lost entries are
 * durable.
 * @param {string} wal
 */
const found = wal => `${wal}.found`;

/** The path to which the kept copy of the write-ahead log is moved when it is no longer needed. @param {string} wal */
const done = wal => `${wal}.damaged`;

/** @param {string} wal */
function fileAway(wal) {
  renameSync(found(wal), done(wal));
  syncDirectory(dirname(wal));
}

/**
 * Deletes the copy of a write-ahead log whose database file is unusable, so that the copy is not applied to a
 * restored backup.
 * @param {string} dataDir
 */
function giveUp(dataDir) {
  const wal = join(dataDir, `${DATABASE}-wal`);
  try {
    if (existsSync(found(wal))) fileAway(wal);
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

/**
 * Examines the write-ahead log before SQLite opens it, because SQLite then overwrites the frames that recovery ignored. If
 * an earlier start was interrupted after that, the copy is examined.
 * @param {string} wal
 * @returns {Look}
 */
function lookAt(wal) {
  if (existsSync(found(wal))) return examineWal(found(wal));
  const look = examineWal(wal);
  if (look.type !== 'damaged') return look;
  const draft = `${wal}.partial`;
  copyFileSync(wal, draft);
  syncFile(draft);
  renameSync(draft, found(wal));
  syncDirectory(dirname(wal));
  return look;
}

/**
 * Marks every log that has lost its last entries as damaged at its first missing version, so that its versions are not used
 * a second time. The marks are durable before anything else is written. The losses are found in the ignored part of the
 * write-ahead log and in the witness file.
 * @param {JournalStore} store
 * @param {string} wal
 * @param {Look} look
 * @param {Seen | null} seen
 * @returns {Loss | null}
 */
function setAside(store, wal, look, seen) {
  const short = store.shorterThan(endsIn(look, seen));
  const why = [damageOf(wal, look), ageOf(store, wal, seen), short.size > 0 ? MISSED : ''].find(
    one => one !== '',
  );
  if (why === undefined) return null;
  const marks = [...short]
    .sort()
    .map(([log, version]) => ({ type: /** @type {const} */ ('mark'), log, version }));
  const results = store.write(marks);
  const failure = results.flatMap(result =>
    !result.ok && 'why' in result.error ? [result.error.why] : [],
  )[0];
  if (failure !== undefined)
    throw new Refused('unwritable', `${why} What that has cost cannot be written down: ${failure}`);
  // The marks are stored before the write-ahead log is moved away: otherwise, after a crash in between, the next start
  // would not notice the loss.
  store.carryOver();
  if (look.type === 'damaged') fileAway(wal);
  return { why, logs: marks.flatMap(({ log }, i) => (results[i]?.ok === false ? [log] : [])) };
}

/**
 * The last version that each log is known to have had. Logs of sand checkpoints are left out: losing one of those
 * affects no game.
 * @param {Look} look
 * @param {Seen | null} seen
 */
function endsIn(look, seen) {
  const ends = new Map(look.type === 'damaged' ? look.heads : []);
  for (const [log, version] of seen?.ends ?? [])
    if (version === 0 || version > (ends.get(log) ?? 0)) ends.set(log, version);
  for (const log of ends.keys()) if (log.startsWith('sand/')) ends.delete(log);
  return ends;
}

const MISSED = `The end of ${DATABASE}-wal is missing: writes that were acknowledged are lost.`;

/** @param {string} wal @param {Look} look */
const damageOf = (wal, look) =>
  look.type === 'damaged'
    ? `${wal} is damaged at byte ${look.byte}: up to ${look.commits} acknowledged writes are lost; a copy is in ${done(wal)}.`
    : '';

/**
 * Whether the database is an older copy: its checkpoint number is lower than the one in the witness file.
 * @param {JournalStore} store
 * @param {string} wal
 * @param {Seen | null} seen
 */
const ageOf = (store, wal, seen) =>
  seen !== null && store.generation < seen.generation
    ? `${wal.slice(0, -'-wal'.length)} is older than the last one here: what was written after it is lost, and only the last logs of that are known.`
    : '';

/**
 * Whether a server must still examine a damaged write-ahead log; opening it in another way would destroy the
 * evidence. A running server may be writing the log now, and the lock does not show that. So while a server runs, the
 * log is read up to 20 times: it counts as damaged only if every reading finds damage. The copy of the log is checked
 * last, because it exists from before the log is changed until the marks are durable.
 * @param {string} dataDir
 */
export function isUnexamined(dataDir) {
  const wal = join(dataDir, `${DATABASE}-wal`);
  for (let looks = 1; examineWal(wal).type === 'damaged'; looks++) {
    if (looks === MOST_LOOKS || !isInUse(join(dataDir, LOCK))) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN);
  }
  return existsSync(found(wal));
}

/** @param {string} file the lock file, which only SQLite may open: see `lock` */
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
 * Checks that the file is new or was written by Hush, before anything in it is changed.
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
      throw new Unreadable(
        'foreign',
        `${file} is not a Hush journal, or its beginning is damaged: if it was one, ${RESTORE}.`,
      );
    throw error;
  }
}

/** @param {Database.Database} db @param {string} pragma */
function numberOf(db, pragma) {
  const [row] = /** @type {Record<string, number>[]} */ (db.pragma(pragma));
  return row?.[pragma] ?? 0;
}
