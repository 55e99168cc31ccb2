/**
 * A disk in memory that distinguishes written from synced data. When the power fails, any part of the unsynced writes
 * is kept, and some are kept only in part, sector by sector. A crash of the process loses nothing. The disk can also
 * undo a single synced write. Changes of file names are kept in their order, as in a journaling file system.
 */
export type Chance = () => number;

const SECTOR = 512;
const MOST_REMEMBERED = 400;

type Change =
  | { readonly type: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly type: 'cut'; readonly size: number };

/** What a synced write has replaced, so that it can be undone. */
interface Replaced {
  readonly file: StoredFile;
  readonly at: number;
  readonly before: Buffer;
}

/** A growing array of bytes. */
class Content {
  #bytes = Buffer.alloc(0);
  size = 0;

  static of(bytes: Uint8Array): Content {
    const content = new Content();
    content.apply({ type: 'write', at: 0, bytes: Buffer.from(bytes) });
    return content;
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.size);
  }

  apply(change: Change): void {
    if (change.type === 'cut') {
      this.#grow(change.size);
      this.#bytes.fill(0, change.size);
      this.size = change.size;
      return;
    }
    const end = change.at + change.bytes.length;
    this.#grow(end);
    change.bytes.copy(this.#bytes, change.at);
    this.size = Math.max(this.size, end);
  }

  #grow(size: number): void {
    if (size <= this.#bytes.length) return;
    const bytes = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
    this.#bytes.copy(bytes);
    this.#bytes = bytes;
  }
}

export class StoredFile {
  readonly inode: number;
  /** The content that a reader sees now. */
  now = new Content();
  /** The content that survives every power failure. */
  synced = new Content();
  pending: Change[] = [];

  constructor(inode: number) {
    this.inode = inode;
  }
}

type Names = Map<string, StoredFile>;
type Renaming = (names: Names) => void;

/** The error that a program gets after the power has failed. */
class PowerFailure extends Error {
  readonly code = 'EIO';
  readonly syscall = 'power';
}

export class SimulatedDisk {
  readonly #chance: Chance;
  #names: Names = new Map();
  #syncedNames: Names = new Map();
  #renamings: Renaming[] = [];
  #replaced: Replaced[] = [];
  #inodes = 0;
  #operationsLeft = Number.POSITIVE_INFINITY;
  #isDead = false;
  /** Planted bug: syncs of files with these names do nothing. */
  deafTo: RegExp | null = null;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** After this many operations the power fails. */
  failAfter(operations: number): void {
    this.#operationsLeft = operations;
  }

  kill(): void {
    this.#isDead = true;
  }

  /** Counts an operation that changes something; the power may fail at it. */
  #live(): void {
    this.check();
    this.#operationsLeft--;
    if (this.#operationsLeft >= 0) return;
    this.#isDead = true;
    this.check();
  }

  check(): void {
    if (this.#isDead) throw new PowerFailure('the power has failed');
  }

  find(path: string): StoredFile | undefined {
    return this.#names.get(path);
  }

  create(path: string): StoredFile {
    this.#live();
    const file = new StoredFile(++this.#inodes);
    this.#rename(names => names.set(path, file));
    return file;
  }

  remove(path: string): void {
    this.#live();
    this.#rename(names => names.delete(path));
  }

  move(from: string, to: string): void {
    this.#live();
    const file = this.#names.get(from);
    this.#rename(names => {
      names.delete(from);
      if (file !== undefined) names.set(to, file);
    });
  }

  #rename(renaming: Renaming): void {
    renaming(this.#names);
    this.#renamings.push(renaming);
  }

  write(file: StoredFile, at: number, bytes: Uint8Array): void {
    this.#live();
    this.#change(file, { type: 'write', at, bytes: Buffer.from(bytes) });
  }

  cut(file: StoredFile, size: number): void {
    this.#live();
    this.#change(file, { type: 'cut', size });
  }

  #change(file: StoredFile, change: Change): void {
    file.now.apply(change);
    file.pending.push(change);
  }

  /** Syncs a file; it also makes the name of a new file durable, as SQLite's own file functions do. */
  sync(file: StoredFile): void {
    this.#live();
    const path = [...this.#names].find(([, one]) => one === file)?.[0] ?? '';
    if (this.deafTo?.test(path)) return;
    for (const change of file.pending) {
      if (change.type === 'write') this.#remember(file, change.at, change.bytes.length);
      file.synced.apply(change);
    }
    file.pending = [];
    this.syncNames();
  }

  syncNames(): void {
    this.check();
    for (const renaming of this.#renamings) renaming(this.#syncedNames);
    this.#renamings = [];
  }

  #remember(file: StoredFile, at: number, length: number): void {
    const before = Buffer.alloc(length);
    file.synced.all.copy(before, 0, at, at + length);
    this.#replaced.push({ file, at, before });
    if (this.#replaced.length > MOST_REMEMBERED) this.#replaced.shift();
  }

  /** Called when the process has crashed; the operating system continues and keeps unsynced data. */
  crashProcess(): void {
    this.#restart();
    for (const file of this.#names.values()) this.sync(file);
    this.syncNames();
  }

  /** Makes the power fail: of the unsynced writes each one is kept, lost or kept in part. */
  losePower(): void {
    this.#restart();
    const kept = Math.floor(this.#chance() * (this.#renamings.length + 1));
    for (const renaming of this.#renamings.slice(0, kept)) renaming(this.#syncedNames);
    this.#renamings = [];
    this.#names = new Map(this.#syncedNames);
    for (const file of new Set(this.#names.values())) this.#settle(file);
  }

  #restart(): void {
    this.#isDead = false;
    this.#operationsLeft = Number.POSITIVE_INFINITY;
  }

  #settle(file: StoredFile): void {
    // chooses for all writes together, because often all or none of them had reached the disk
    const mood = this.#chance();
    for (const change of file.pending) {
      if (mood < 0.2) continue;
      if (mood < 0.4 || change.type === 'cut') {
        if (mood < 0.4 || this.#chance() < 0.5) file.synced.apply(change);
      } else this.#tear(file, change);
    }
    file.pending = [];
    file.now = Content.of(file.synced.all);
  }

  /** Keeps only some sectors of a write. */
  #tear(file: StoredFile, { at, bytes }: Extract<Change, { type: 'write' }>): void {
    const keep = [0, 0.5, 1][Math.floor(this.#chance() * 3)] ?? 0;
    for (let from = 0; from < bytes.length; ) {
      const end = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
      if (this.#chance() < keep)
        file.synced.apply({ type: 'write', at: at + from, bytes: bytes.subarray(from, end) });
      from = end;
    }
  }

  /** Undoes one synced write, as if the disk had only claimed to have written it. Returns false if there is none. */
  takeBackOneWrite(path: string): boolean {
    const file = this.#names.get(path);
    const known = this.#replaced.filter(one => one.file === file && one.at < one.file.synced.size);
    const chosen = known[Math.floor(this.#chance() * known.length)];
    if (chosen === undefined) return false;
    const end = Math.min(chosen.file.synced.size, chosen.at + chosen.before.length);
    this.spoil(path, bytes => {
      chosen.before.copy(bytes, chosen.at, 0, end - chosen.at);
      return bytes;
    });
    return true;
  }

  /** Changes the contents of a file while no process uses the disk. */
  spoil(path: string, change: (bytes: Buffer) => Buffer): void {
    const file = this.#names.get(path);
    if (file === undefined) return;
    const spoilt = change(Buffer.from(file.now.all));
    file.now = Content.of(spoilt);
    file.synced = Content.of(spoilt);
  }
}
