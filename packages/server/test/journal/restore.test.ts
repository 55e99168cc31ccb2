/** Tests of restoring backups: the restored data, and refusals that change nothing. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Journal, readAll } from '@hush/protocol';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { backup, type RestoreResult, restore } from '../../src/index.ts';
import { MOUNT, testWith } from '../needs.ts';
import { directory, journalIn, smallDisk } from './journal-kit.ts';

/** How many backups are made at random times; HUSH_BACKUPS=100 makes the test long. */
const BACKUPS = Number(process.env['HUSH_BACKUPS'] ?? 3);
/** A journal grows with every backup, and each takes longer than the last one. */
const FROM_ONE_JOURNAL = 10;
const LOGS = 12;
const LONGEST_PAUSE = 40;

const textOf = (log: number, version: number): string =>
  `{"log":${log},"n":${version},"${'.'.repeat(version % 300)}":1}`;

/** Writes to every log, one entry after the other, until stopped; `done` counts the acknowledged entries of each. */
class Load {
  readonly done: number[];
  readonly #journal: Journal;
  #isGoing = true;
  readonly #all: Promise<unknown>;

  constructor(journal: Journal, done: readonly number[]) {
    this.#journal = journal;
    this.done = [...done];
    this.#all = Promise.all(this.done.map((_, log) => this.#write(log)));
  }

  async #write(log: number): Promise<void> {
    while (this.#isGoing) {
      const version = (this.done[log] ?? 0) + 1;
      const result = await this.#journal.append(`table/${log}`, version - 1, [textOf(log, version)]);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      this.done[log] = version;
    }
  }

  async stop(): Promise<readonly number[]> {
    this.#isGoing = false;
    await this.#all;
    return this.done;
  }
}

const strictly = (file: string, dataDir: string): Promise<RestoreResult> =>
  restore(file, dataDir, { withDamage: false });

/** Restores a backup and checks that every log is complete and ends between the two versions. */
async function isRestored(
  copy: string,
  counts: { readonly entries: number; readonly logs: number },
  [least, most]: readonly [readonly number[], readonly number[]],
): Promise<void> {
  const target = join(directory(), 'data');
  const { entries, logs } = counts;
  expect(await strictly(copy, target)).toMatchObject({ ok: true, entries, logs, tables: logs, damaged: 0 });
  const journal = await journalIn(target);
  for (let log = 0; log < LOGS; log++) {
    const all = await readAll(journal, `table/${log}`);
    if (!all.ok) throw new Error(JSON.stringify(all.error));
    expect(all.version).toBeGreaterThanOrEqual(least[log] ?? 0);
    expect(all.version).toBeLessThanOrEqual((most[log] ?? 0) + 1);
    expect(all.entries).toEqual(all.entries.map((_, i) => textOf(log, i + 1)));
  }
  expect(readdirSync(target).filter(name => name.startsWith('restore-'))).toEqual([]);
  await journal.close();
  rmSync(dirname(target), { recursive: true });
}

/** Makes backups of one journal at random times. Nothing is written while a copy is restored and compared, so that the journal does not grow meanwhile. */
async function backUpAndRestore(times: number): Promise<void> {
  const dataDir = directory();
  const journal = await journalIn(dataDir);
  let done: readonly number[] = Array.from({ length: LOGS }, () => 0);
  for (let n = 0; n < times; n++) {
    const load = new Load(journal, done);
    await sleep(Math.random() * LONGEST_PAUSE);
    const before = [...load.done];
    const copy = join(directory(), 'copy.db');
    const made = await backup(dataDir, copy);
    const after = [...load.done];
    done = await load.stop();
    if (!made.ok) throw new Error(made.error.why);
    await isRestored(copy, made, [before, after]);
    rmSync(copy);
  }
  await journal.close();
}

test(`OP-5a ${BACKUPS} backups made under load are restored, each log with all entries that the backup must have`, async () => {
  for (let left = BACKUPS; left > 0; left -= FROM_ONE_JOURNAL)
    await backUpAndRestore(Math.min(left, FROM_ONE_JOURNAL));
});

let small: Buffer | undefined;

/** A backup of a small journal, made once and copied for each test. */
async function smallBackup(): Promise<string> {
  const copy = join(directory(), 'copy.db');
  small ??= await bytesOfBackup();
  writeFileSync(copy, small);
  return copy;
}

async function bytesOfBackup(): Promise<Buffer> {
  const dataDir = directory();
  const journal = await journalIn(dataDir);
  for (let log = 0; log < 40; log++)
    await journal.append(
      `table/${log}`,
      0,
      [1, 2, 3, 4].map(version => textOf(log, 100 * version)),
    );
  await journal.close();
  const target = join(directory(), 'made.db');
  expect(await backup(dataDir, target)).toMatchObject({ ok: true });
  return readFileSync(target);
}

test('OP-5b restoring into a data directory with a journal is refused and changes nothing, and restored files are private', async () => {
  const copy = await smallBackup();
  const dataDir = directory();
  expect(await strictly(copy, dataDir)).toMatchObject({ ok: true, tables: 40, entries: 160 });
  expect(statSync(join(dataDir, 'hush.db')).mode & 0o077).toBe(0);
  const before = readFileSync(join(dataDir, 'hush.db'));
  expect(await strictly(copy, dataDir)).toMatchObject({ ok: false, error: { type: 'exists' } });
  expect(readFileSync(join(dataDir, 'hush.db')).equals(before)).toBe(true);
});

test('OP-5b restoring into a directory that has only a write-ahead log is refused, too', async () => {
  const dataDir = directory();
  writeFileSync(join(dataDir, 'hush.db-wal'), 'precious');
  expect(await strictly(await smallBackup(), dataDir)).toMatchObject({
    ok: false,
    error: { type: 'exists' },
  });
  expect(readdirSync(dataDir)).toEqual(['hush.db-wal']);
});

/** Checks that the restore is refused with one sentence and writes nothing. */
async function isRefused(file: string, type: string): Promise<void> {
  const dataDir = join(directory(), 'data');
  const result = await strictly(file, dataDir);
  expect(result).toMatchObject({ ok: false, error: { type } });
  expect(result.ok ? '' : result.error.why).toMatch(/^[^\n]*; nothing was changed[.][^\n]*$/);
  expect(existsSync(dataDir)).toBe(false);
}

function foreignDatabase(): Buffer {
  const path = join(directory(), 'other.db');
  const db = new Database(path);
  db.exec('CREATE TABLE diary (day TEXT)');
  db.close();
  return readFileSync(path);
}

test.each([
  ['an archive', 'foreign', () => gzipSync('not a backup')],
  ['a text', 'foreign', () => Buffer.from('Dear diary. '.repeat(1000))],
  ['an empty file', 'damaged', () => Buffer.alloc(0)],
  ['a page of zeros', 'foreign', () => Buffer.alloc(4096)],
  ['a database of another program', 'foreign', foreignDatabase],
])('OP-5c %s is refused as %s', async (_, type, bytes) => {
  const file = join(directory(), 'given');
  writeFileSync(file, bytes());
  await isRefused(file, type);
});

test('OP-5c a missing file or a folder is refused as a backup', async () => {
  await isRefused(join(directory(), 'nothing.db'), 'missing');
  await isRefused(directory(), 'foreign');
});

test.each([0.1, 0.5, 0.9, 0.999])(
  'OP-5c a backup of which only the first %f are there is refused',
  async part => {
    const copy = await smallBackup();
    truncateSync(copy, Math.floor(statSync(copy).size * part));
    await isRefused(copy, 'damaged');
  },
);

test('OP-5c a backup of a newer Hush is refused', async () => {
  const copy = await smallBackup();
  const db = new Database(copy);
  db.pragma('user_version = 999');
  db.close();
  await isRefused(copy, 'newer');
});

test('OP-5c a data directory that cannot be made is named in a sentence', async () => {
  const copy = await smallBackup();
  const below = join(copy, 'data');
  for (const dataDir of [below, '/proc/no/folder'])
    expect(await strictly(copy, dataDir)).toMatchObject({
      ok: false,
      error: { type: 'unwritable', why: expect.stringContaining(`cannot be restored to ${dataDir}: `) },
    });
});

testWith(MOUNT, 'OP-5c a disk that is full during a restore keeps nothing of it', async () => {
  const copy = await smallBackup();
  const disk = smallDisk('size=24k');
  const result = await strictly(copy, join(disk, 'data'));
  expect(result).toMatchObject({ ok: false, error: { type: 'unwritable' } });
  expect(result.ok ? '' : result.error.why).toMatch(/disk (?:is|may be) full; nothing was changed[.]$/);
  expect(readdirSync(disk)).toEqual([]);
});

test('OP-5d a backup with a damaged row is refused; with --damaged everything else is restored', async () => {
  const copy = await smallBackup();
  const bytes = readFileSync(copy);
  const at = bytes.indexOf(textOf(7, 200));
  expect(at).toBeGreaterThan(0);
  bytes.write('X', at + 1);
  writeFileSync(copy, bytes);
  await isRefused(copy, 'damaged');
  const dataDir = directory();
  expect(await restore(copy, dataDir, { withDamage: true })).toMatchObject({
    ok: true,
    damaged: 1,
    logs: 40,
  });
  const journal = await journalIn(dataDir);
  expect(await readAll(journal, 'table/8')).toMatchObject({ ok: true, version: 4 });
  expect(await readAll(journal, 'table/7')).toMatchObject({ ok: false, error: { type: 'corrupt' } });
});
