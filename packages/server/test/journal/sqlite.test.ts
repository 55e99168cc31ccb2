import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalContract } from '@hush/protocol/journal-contract';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import { openSqliteJournal } from '../../src/journal/sqlite.ts';

journalContract('sqlite', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-journal-'));
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const giveBack = async (): Promise<void> => {
    await opened.journal.close();
    rmSync(dataDir, { recursive: true });
  };
  return { journal: opened.journal, giveBack };
});

test('under light load, writes wait until ten milliseconds after the last commit began, and then share a commit', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-journal-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const time = new VirtualTime();
  const commits: number[] = [];
  const clock = { now: () => time.now, later: time.later };
  const opened = await openSqliteJournal(dataDir, { clock, onCommit: ({ writes }) => commits.push(writes) });
  if (!opened.ok) throw new Error(opened.error.why);
  await opened.journal.append('table/A', 0, ['1']);
  const second = [opened.journal.append('table/A', 1, ['2']), opened.journal.append('table/B', 0, ['1'])];
  // The worker answers these reads before the commit, and together they take longer than ten milliseconds.
  for (let i = 0; i < 200; i++) expect(await opened.journal.read('table/A', 1)).toMatchObject({ version: 1 });
  expect(commits).toEqual([1]);
  await time.pass(10);
  await Promise.all(second);
  expect(commits).toEqual([1, 2]);
  await opened.journal.close();
});
