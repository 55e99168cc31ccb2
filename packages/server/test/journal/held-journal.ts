/** A journal that stalls for real: somebody else holds the lock for writing, as a backup that hangs or a sick disk would. */
import { join } from 'node:path';
import Database from 'libsql';
import { DATABASE } from '../../src/journal/open.mjs';

/** From now on nothing can be written in this directory's journal; the answer lets go of it. */
export function holdJournal(dataDir: string): () => void {
  const other = new Database(join(dataDir, DATABASE), { timeout: 10_000 });
  other.exec('BEGIN IMMEDIATE');
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    other.exec('ROLLBACK');
    other.close();
  };
}
