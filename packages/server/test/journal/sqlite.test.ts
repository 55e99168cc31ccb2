import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalContract } from '../../../protocol/test/journal/journal-contract.ts';
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
