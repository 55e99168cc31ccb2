/**
 * Makes `node:fs` use a simulated disk for all paths below SIMULATED, and for all descriptors opened there. So the
 * journal's code and SQLite (WebAssembly that calls `node:fs`) share one disk.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import type { SimulatedDisk, StoredFile } from './disk.ts';

export const SIMULATED = '/simulated';
const FIRST_DESCRIPTOR = 1_000_000;

/** Which part of a buffer, and where in the file. */
type Place = readonly [offset: number, length: number, at: number | bigint];

interface OpenFile {
  readonly file: StoredFile | null; // null stands for the directory itself
}

/** One machine: the locks of its processes, their open files, and the disk. */
export class Machine {
  readonly disk: SimulatedDisk;
  #locks = new Set<string>();
  #open = new Map<number, OpenFile>();
  #next = FIRST_DESCRIPTOR;
  #syncs: (() => void)[] = [];

  constructor(disk: SimulatedDisk) {
    this.disk = disk;
  }

  /** Ends every process. */
  forgetProcesses(): void {
    this.#locks.clear();
    this.#open.clear();
    this.#syncs = [];
  }

  /** Runs the callbacks of finished `fdatasync` calls. */
  finishSyncs(): void {
    for (const sync of this.#syncs.splice(0)) sync();
  }

  /** The functions of `node:fs` that the journal and SQLite call. */
  readonly functions = {
    accessSync: (path: string): void => {
      this.disk.check();
      if (!this.#exists(path)) throw failure('ENOENT', path);
    },
    existsSync: (path: string): boolean => this.#exists(path),
    statSync: (path: string, options: { throwIfNoEntry?: boolean; bigint?: boolean } = {}): unknown => {
      this.disk.check();
      const file = this.disk.find(path);
      const isDirectory = path === SIMULATED || this.#locks.has(path);
      if (file === undefined && !isDirectory) {
        if (options.throwIfNoEntry === false) return undefined;
        throw failure('ENOENT', path);
      }
      const inode = file?.inode ?? 0;
      return {
        size: file?.now.size ?? 0,
        ino: options.bigint ? BigInt(inode) : inode,
        isDirectory: () => isDirectory,
      };
    },
    fstatSync: (descriptor: number): unknown => ({ size: this.#file(descriptor).now.size }),
    mkdirSync: (path: string): void => {
      this.disk.check();
      if (this.#locks.has(path)) throw failure('EEXIST', path);
      this.#locks.add(path);
    },
    rmdirSync: (path: string): void => void this.#locks.delete(path),
    openSync: (path: string, flags: string | number): number => {
      this.disk.check();
      const open: OpenFile = path === SIMULATED ? { file: null } : this.#opened(path, flags);
      this.#open.set(++this.#next, open);
      return this.#next;
    },
    closeSync: (descriptor: number): void => void this.#open.delete(descriptor),
    readSync: (descriptor: number, into: Uint8Array, ...[offset, length, at]: Place): number => {
      this.disk.check();
      const from = Number(at);
      return this.#file(descriptor).now.all.copy(into, offset, from, from + length);
    },
    readFileSync: (path: string, encoding?: BufferEncoding): string | Buffer => {
      this.disk.check();
      const file = this.disk.find(path);
      if (file === undefined) throw failure('ENOENT', path);
      return encoding === undefined ? Buffer.from(file.now.all) : file.now.all.toString(encoding);
    },
    writeSync: (descriptor: number, given: string | Uint8Array, ...place: Place | []): number => {
      const file = this.#file(descriptor);
      const [offset = 0, length, at = file.now.size] = place;
      const bytes = Buffer.from(given).subarray(offset, length === undefined ? undefined : offset + length);
      this.disk.write(file, Number(at), bytes);
      return bytes.length;
    },
    ftruncateSync: (descriptor: number, size = 0): void => this.disk.cut(this.#file(descriptor), size),
    fsyncSync: (descriptor: number): void => this.#sync(descriptor),
    fdatasyncSync: (descriptor: number): void => this.#sync(descriptor),
    fdatasync: (descriptor: number, done: (error: Error | null) => void): void => {
      this.#syncs.push(() => {
        if (this.#open.has(descriptor)) this.#sync(descriptor);
        done(null);
      });
    },
    renameSync: (from: string, to: string): void => this.disk.move(from, to),
    copyFileSync: (from: string, to: string): void => {
      const source = this.disk.find(from);
      if (source === undefined) throw failure('ENOENT', from);
      const target = this.disk.find(to) ?? this.disk.create(to);
      this.disk.cut(target, 0);
      this.disk.write(target, 0, source.now.all);
    },
    unlinkSync: (path: string): void => this.#remove(path, false),
    rmSync: (path: string, { force = false } = {}): void => this.#remove(path, force),
  };

  #exists(path: string): boolean {
    return path === SIMULATED || this.#locks.has(path) || this.disk.find(path) !== undefined;
  }

  #opened(path: string, flags: string | number): OpenFile {
    const mayCreate = typeof flags === 'string' ? /^[aw]/.test(flags) : (flags & fs.constants.O_CREAT) !== 0;
    const found = this.disk.find(path);
    if (found === undefined && !mayCreate) throw failure('ENOENT', path);
    const file = found ?? this.disk.create(path);
    if (typeof flags === 'string' && flags.startsWith('w') && file.now.size > 0) this.disk.cut(file, 0);
    return { file };
  }

  #file(descriptor: number): StoredFile {
    const open = this.#open.get(descriptor);
    if (open === undefined || open.file === null) throw failure('EBADF', String(descriptor));
    return open.file;
  }

  #sync(descriptor: number): void {
    const open = this.#open.get(descriptor);
    if (open === undefined) throw failure('EBADF', String(descriptor));
    if (open.file === null) this.disk.syncNames();
    else this.disk.sync(open.file);
  }

  #remove(path: string, force: boolean): void {
    this.disk.check();
    if (this.disk.find(path) !== undefined) this.disk.remove(path);
    else if (!force) throw failure('ENOENT', path);
  }
}

const failure = (code: string, what: string): Error =>
  Object.assign(new Error(`${code}: ${what}`), { code, syscall: 'simulated' });

const isSimulated = (target: unknown): boolean =>
  typeof target === 'number'
    ? target >= FIRST_DESCRIPTOR
    : typeof target === 'string' && (target === SIMULATED || dirname(target) === SIMULATED);

/** Makes `node:fs` use the machine that `current` returns, until the returned function is called. */
export function mountMachine(current: () => Machine): () => void {
  const real: Record<string, unknown> = {};
  const module = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of Object.keys(current().functions) as (keyof Machine['functions'])[]) {
    const original = module[name];
    if (original === undefined) throw new Error(`node:fs has no ${name}`);
    real[name] = original;
    module[name] = (...args) => {
      if (!isSimulated(args[0])) return original.apply(fs, args);
      return (current().functions[name] as (...given: unknown[]) => unknown)(...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(module, real);
    syncBuiltinESMExports();
  };
}
