/**
 * The witness: the file `hush.end` beside the journal records independently which version each log has reached. A
 * line is added after every commit. After a checkpoint of the write-ahead log the file is emptied and begins with the
 * number of that checkpoint. At the next start it reveals losses that the database itself cannot detect: a truncated
 * or missing write-ahead log, and a database that is an older copy. The file holds log names and numbers, no text.
 */
import { closeSync, fdatasync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const TITLE = 'hush-end-1';
const PRIVATE_FILE = 0o600;
const SYNC_AFTER = 1000; // milliseconds between two syncs: a crash of the process loses no lines, a crash of the system those since the last sync

/**
 * What the file records: the generation, and the last version of each log; version 0 for a purged log.
 * @typedef {{ generation: number, ends: ReadonlyMap<string, number> }} Seen
 */

/** @param {string} name @param {number} value */
const line = (name, value) => `${name} ${value} ${crc32(`${name} ${value}`).toString(16)}\n`;

/**
 * The open file. A sync runs while later commits are written, and the descriptor is closed only after the sync: its number
 * could belong to another file by then.
 */
class NoteFile {
  /** @type {number} */ #descriptor;
  #isSyncing = false;
  #isClosed = false;
  #syncedAt = Number.NEGATIVE_INFINITY;

  /** @param {string} path */
  constructor(path) {
    this.#descriptor = openSync(path, 'w', PRIVATE_FILE);
  }

  /** @param {string} text */
  write(text) {
    writeSync(this.#descriptor, text);
    if (!this.#isSyncing && performance.now() - this.#syncedAt >= SYNC_AFTER) this.#sync();
  }

  /**
   * Syncs the file in the background. If the sync fails, nothing else fails: only less is recorded in case the system
   * crashes.
   */
  #sync() {
    this.#isSyncing = true;
    this.#syncedAt = performance.now();
    fdatasync(this.#descriptor, () => {
      this.#isSyncing = false;
      if (this.#isClosed) closeSync(this.#descriptor);
    });
  }

  close() {
    this.#isClosed = true;
    if (!this.#isSyncing) closeSync(this.#descriptor);
  }
}

export class EndWitness {
  /** @type {string} */ #path;
  /** @type {NoteFile | null} */ #file = null;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /**
   * Reads the records of the last run; null if the file does not exist. An incomplete line is skipped.
   * @param {string} path
   * @returns {Seen | null}
   */
  static read(path) {
    /** @type {Map<string, number>} */
    const ends = new Map();
    for (const text of textOf(path).split('\n')) {
      const [name = '', value = ''] = text.split(' ');
      if (`${text}\n` === line(name, Number(value))) ends.set(name, Number(value));
    }
    const generation = ends.get(TITLE);
    ends.delete(TITLE);
    return generation === undefined ? null : { generation, ends };
  }

  /**
   * Starts the file again, because the database file now contains everything that was recorded.
   * @param {number} generation
   */
  begin(generation) {
    this.#attempt(() => {
      const draft = `${this.#path}.partial`;
      const file = new NoteFile(draft);
      this.close();
      this.#file = file;
      file.write(line(TITLE, generation));
      renameSync(draft, this.#path);
    });
  }

  /**
   * Records that these logs have durably reached these versions.
   * @param {ReadonlyMap<string, number>} ends
   */
  note(ends) {
    const file = this.#file;
    if (file === null || ends.size === 0) return;
    this.#attempt(() => file.write([...ends].map(([log, version]) => line(log, version)).join('')));
  }

  /**
   * Runs a write. If it fails, the file is deleted, because a purged log would look lost if a line were missing. The
   * next checkpoint starts a new file, and the journal itself continues.
   * @param {() => void} work
   */
  #attempt(work) {
    try {
      work();
    } catch {
      this.close();
      rmSync(this.#path, { force: true });
    }
  }

  close() {
    this.#file?.close();
    this.#file = null;
  }
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
