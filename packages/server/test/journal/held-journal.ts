/**
 * Makes writes to a journal wait: another process holds the write lock, as a hanging backup or a failing disk would.
 */
import { join } from 'node:path';
import Database from 'libsql';
import { DATABASE } from '../../src/journal/open.mjs';

/** Blocks all writes to this directory's journal; the returned function unblocks them. */
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
