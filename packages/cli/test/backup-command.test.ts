/** `hush backup` and `hush restore` as commands: their output, and which old backups are kept. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteJournal } from '@hush/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../src/main.ts';
import { fakeIo } from './fake-io.ts';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-backup-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function hush(dataDir: string, ...args: readonly string[]): Promise<readonly [number, string, string]> {
  vi.stubEnv('HUSH_DATA', dataDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const io = fakeIo();
  return [await main(args, io), io.said(), io.complained()];
}

async function journalWithOneTable(): Promise<string> {
  const dataDir = directory();
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  await opened.journal.append('table/BCDFGHJK', 0, ['{}']);
  await opened.journal.close();
  return dataDir;
}

const OLD = ['hush-2020-01-01-00-00-00.db', 'hush-2021-01-01-00-00-00.db', 'hush-2022-01-01-00-00-00.db'];

test('OP-5e `--keep 2` keeps the last two backups, and all files that are no backups', async () => {
  const dataDir = await journalWithOneTable();
  const folder = directory();
  for (const name of [...OLD, 'mine.db', 'hush-notes.db']) writeFileSync(join(folder, name), '');
  const [exit, said] = await hush(dataDir, 'backup', '--keep', '2', folder);
  expect([exit, said.split('\n').slice(1)]).toEqual([0, [`${OLD[0]} deleted.`, `${OLD[1]} deleted.`, '']]);
  expect(readdirSync(folder).sort()).toEqual([
    OLD[2],
    expect.stringMatching(/^hush-20\d\d-[\d-]+[.]db$/),
    'hush-notes.db',
    'mine.db',
  ]);
});

test('OP-5e a missing folder for backups is made, and a folder that cannot be made is named in a sentence', async () => {
  const dataDir = await journalWithOneTable();
  const folder = join(directory(), 'night', 'backups');
  expect((await hush(dataDir, 'backup', '--keep', '2', folder))[0]).toBe(0);
  expect(readdirSync(folder)).toHaveLength(1);
  const file = join(folder, readdirSync(folder)[0] ?? '');
  for (const impossible of [file, '/proc/no/folder']) {
    const [code, out, complaint] = await hush(dataDir, 'backup', '--keep', '2', impossible);
    expect([code, out]).toEqual([1, '']);
    expect(complaint).toMatch(/cannot be written/);
  }
});

test('OP-5e a backup that fails deletes nothing', async () => {
  const folder = directory();
  for (const name of OLD) writeFileSync(join(folder, name), '');
  expect(await hush(directory(), 'backup', '--keep', '1', folder)).toMatchObject([
    1,
    '',
    /There is no journal/,
  ]);
  expect(readdirSync(folder)).toHaveLength(3);
});

test.each([
  ['backup', '--keep', '0', '.'],
  ['backup', '--keep', '3'],
  ['backup', 'a', 'b'],
  ['restore'],
  ['restore', 'a', 'b'],
  ['restore', '--force', 'a'],
])('OP-5c hush %s %s %s %s is answered with its usage', async (...args) => {
  expect(await hush(directory(), ...args)).toMatchObject([2, '', /^usage: hush/]);
});

test('OP-5b hush restore prints what it restored, and refuses a second restore', async () => {
  const copy = join(directory(), 'copy.db');
  await hush(await journalWithOneTable(), 'backup', copy);
  const dataDir = join(directory(), 'new');
  const [exit, said] = await hush(dataDir, 'restore', copy);
  expect([exit, said]).toEqual([
    0,
    expect.stringMatching(
      / is restored to .*, all checked: tables 1, crews 0, scenarios 0, logs 1, entries 1, bytes \d+[.]\n$/,
    ),
  ]);
  expect(await hush(dataDir, 'restore', copy)).toMatchObject([
    1,
    '',
    /^hush restore: .* is there already; nothing was changed[.]/,
  ]);
});
