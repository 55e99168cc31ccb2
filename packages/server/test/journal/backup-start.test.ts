/**
 * Tests of a backup that begins while a server is starting: it must not open a damaged write-ahead log before the
 * server has examined it.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { backup } from '../../src/journal/backup.ts';
import { openStore } from '../../src/journal/open.mjs';
import { examineWal } from '../../src/journal/wal.mjs';
import { directory, fill, LOGS, nameOf, readLog } from './journal-kit.ts';

const FILES = ['hush.db', 'hush.db-wal'];

/** Makes the files of a crashed journal, then damages them so that many logs lack their last entries. */
function damaged(): { readonly dataDir: string; readonly wal: string } {
  const [alive, dataDir] = [directory(), directory()];
  const { close } = fill(alive);
  for (const name of FILES) copyFileSync(join(alive, name), join(dataDir, name));
  close();
  const wal = join(dataDir, 'hush.db-wal');
  const bytes = readFileSync(wal);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 4;
  writeFileSync(wal, bytes);
  expect(examineWal(wal).type).toBe('damaged');
  return { dataDir, wal };
}

/** Takes the lock, as a starting server does; the returned function releases it. */
function lock(dataDir: string): () => void {
  const held = new Database(join(dataDir, 'hush.lock'), { timeout: 0 });
  held.pragma('journal_mode = MEMORY');
  held.exec('BEGIN EXCLUSIVE');
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}

/** Opens the journal; returns for how many logs reading is refused. */
function start(dataDir: string): { readonly lost: number; readonly refused: number } {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { store, loss, release } = opened;
  const all = Array.from({ length: LOGS }, (_, log) => readLog(store, nameOf(log)));
  store.close();
  release();
  const refused = all.filter(({ damagedAt }) => damagedAt !== undefined).length;
  return { lost: loss?.logs.length ?? 0, refused };
}

test('a backup is refused while a server has the lock but no copy of the write-ahead log yet', async () => {
  const { dataDir, wal } = damaged();
  const before = readFileSync(wal);
  const release = lock(dataDir);
  const target = join(directory(), 'copy.db');
  expect(await backup(dataDir, target)).toMatchObject({ ok: false, error: { type: 'damaged' } });
  expect(existsSync(target)).toBe(false);
  release();
  expect(readFileSync(wal).equals(before)).toBe(true);
  expect(start(dataDir).lost).toBeGreaterThan(LOGS / 2);
});

test('a backup that waits for a starting server contains the server’s marks of the loss', async () => {
  const { dataDir } = damaged();
  const release = lock(dataDir);
  const target = join(directory(), 'copy.db');
  const made = backup(dataDir, target);
  // by now the backup has probably begun; the test also passes if it has not
  await new Promise(resolve => setTimeout(resolve, 200));
  release();
  const { lost, refused } = start(dataDir);
  expect(lost).toBeGreaterThan(LOGS / 2);
  const first = await made;
  if (!first.ok) expect(first.error.type).toBe('damaged');
  if (!first.ok) expect(await backup(dataDir, target)).toMatchObject({ ok: true });
  const restored = directory();
  copyFileSync(target, join(restored, 'hush.db'));
  expect(start(restored)).toEqual({ lost: 0, refused });
});

test('a backup does not wait for a server that has finished its start', async () => {
  const dataDir = directory();
  const { close } = fill(dataDir);
  const target = join(directory(), 'copy.db');
  expect(await backup(dataDir, target)).toMatchObject({ ok: true, logs: LOGS });
  close();
});
