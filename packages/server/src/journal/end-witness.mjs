/**
 * An independent witness of the end: the file `hush.end` beside the journal. After every commit it notes which logs
 * have reached which version. When the write-ahead log has been carried over into the database, it begins again with
 * the number of that generation. So a start notices what the database itself cannot: a write-ahead log that was cut
 * off or is missing, and a database that is older than the last one here. It holds names and numbers, no text.
 */
import { closeSync, fdatasync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const TITLE = 'hush-end-1';
const PRIVATE_FILE = 0o600;
const SYNC_AFTER = 1000; // milliseconds between two syncs: a crash of the process loses no notes, a crash of the system those of this time

/**
 * The ends that it has noted; 0 for a log that was purged. @typedef {{ generation: number, ends: ReadonlyMap<string,
 * number> }} Seen
 */

/** @param {string} name @param {number} value */
const line = (name, value) => `${name} ${value} ${crc32(`${name} ${value}`).toString(16)}\n`;

/** The open file. A sync runs beside the next commits, and the descriptor is closed only when it has ended: its number could be another file's by then. */
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

  /** An error only means that after a crash of the system less may be known. */
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
   * What was noted before this start; null where there is no such file. A line that was torn is skipped.
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
   * Everything before is in the database file: begins again.
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
   * These logs have durably reached these versions.
   * @param {ReadonlyMap<string, number>} ends
   */
  note(ends) {
    const file = this.#file;
    if (file === null || ends.size === 0) return;
    this.#attempt(() => file.write([...ends].map(([log, version]) => line(log, version)).join('')));
  }

  /**
   * A witness that misses notes is worse than none: a purged log would look lost. It begins again with the next
   * generation. The journal itself goes on.
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
