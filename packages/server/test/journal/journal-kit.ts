/** Test helpers for failures of the SQLite journal: directories, small disks, child processes that can be killed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Journal } from '@hush/protocol';
import Database from 'libsql';
import { onTestFinished } from 'vitest';
import { bundle } from '../../../../tools/build.mjs';
import { openStore } from '../../src/journal/open.mjs';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';

const CHILD = fileURLToPath(new URL('./journal-child.ts', import.meta.url));
// Inside the clone, so that Node finds the database driver.
const BUNDLES = fileURLToPath(new URL('../.tsbuild/children', import.meta.url));

/** Makes a directory that is deleted after the test. */
export function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-journal-'));
  // The journal's thread may still write a file; deleting must not block this thread, because otherwise the other
  // thread could not end.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 100, retryDelay: 50 }));
  return path;
}

/** Opens the journal of a directory and closes it after the test; an error fails the test. */
export async function journalIn(dataDir: string): Promise<Journal> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  onTestFinished(() => opened.journal.close());
  return opened.journal;
}

export const LOGS = 40;
export const LONG = 30;

const textOf = (log: number, version: number): string =>
  `{"log":${log},"n":${version},"hero":"elf","to":[3,-4]}`;
export const nameOf = (log: number): string => `game/${String(log).padStart(4, '0')}`;
export const textsOf = (log: number, length = LONG): string[] =>
  Array.from({ length }, (_, i) => textOf(log, i + 1));

export type Store = Extract<ReturnType<typeof openStore>, { ok: true }>['store'];

/** Opens a store for some work and closes it afterwards. */
export function withStore<T>(
  dataDir: string,
  work: (store: Store) => T,
  limits?: Parameters<typeof openStore>[1],
): T {
  const opened = openStore(dataDir, limits);
  if (!opened.ok) throw new Error(opened.error.why);
  try {
    return work(opened.store);
  } finally {
    opened.store.close();
    opened.release();
  }
}

/** Opens the database file of a closed store for some work. */
export function withDatabase<T>(dataDir: string, work: (db: Database.Database) => T): T {
  const db = new Database(join(dataDir, 'hush.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Appends one entry to each of ten logs, in one commit. */
export function appendTen(store: Store, first: number, expected: number): void {
  store.write(
    Array.from({ length: 10 }, (_, i) => ({
      type: 'append' as const,
      log: nameOf(first + i),
      expected,
      entries: [textOf(first + i, expected + 1)],
    })),
  );
}

/** Fills a journal with many logs of the same length, whose entries are interleaved. */
export function fill(dataDir: string): { readonly store: Store; readonly close: () => void } {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { store, release } = opened;
  for (let version = 0; version < LONG; version++)
    for (let log = 0; log < LOGS; log += 10) appendTen(store, log, version);
  const close = (): void => {
    store.close();
    release();
  };
  return { store, close };
}

/** Like readAll, but reads from the store itself. */
export function readLog(
  store: Store,
  log: string,
): { readonly entries: string[]; readonly damagedAt?: number } {
  const entries: string[] = [];
  for (;;) {
    const page = store.read(log, entries.length + 1);
    if (!page.ok && page.error.type === 'corrupt') return { entries, damagedAt: page.error.version };
    if (!page.ok) throw new Error(JSON.stringify(page.error));
    entries.push(...page.entries);
    if (entries.length >= page.version) return { entries };
  }
}

/** Mounts a small file system in memory; removed after the test. */
export function smallDisk(options: string): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-disk-'));
  run('mount', '-t', 'tmpfs', '-o', options, 'hush-test', path);
  onTestFinished(() => {
    run('umount', '--lazy', path); // a lazy unmount also works if a failed test has left files open
    rmSync(path, { recursive: true });
  });
  return path;
}

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

/** Bundles journal-child.ts in the same way as the command, with the worker's file beside it. */
export async function childProgram(
  name: string,
): Promise<{ readonly program: string; readonly remove: () => void }> {
  const files = await bundle(CHILD, 'child');
  const folder = join(BUNDLES, `${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file.name), file.text);
  return { program: join(folder, 'child.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}

export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves when the process has ended and all its output has been read. */
  readonly ended: Promise<number | null>;
  readonly until: (word: string) => Promise<void>;
}

/** Runs the program; it is killed at the latest at the end of the test. `wrapper` goes before it on the command line. */
export function start(program: string, args: readonly string[], wrapper: readonly string[] = []): Child {
  const [file = '', ...rest] = [...wrapper, process.execPath, program, ...args];
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const waiting: { readonly word: string; readonly resolve: () => void }[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', line => {
    lines.push(line);
    for (const { word, resolve } of waiting) if (line.startsWith(word)) resolve();
  });
  const read = new Promise(resolve => reader.once('close', resolve));
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', code => void read.then(() => resolve(code)));
  });
  const until = (word: string): Promise<void> =>
    lines.some(line => line.startsWith(word))
      ? Promise.resolve()
      : new Promise(resolve => waiting.push({ word, resolve }));
  return { process: child, lines, ended, until };
}
