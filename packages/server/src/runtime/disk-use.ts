/** Measures how full the disk of the data directory is, and how much of it the journal uses. */
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskUse } from './metrics.ts';

const FILES = ['hush.db', 'hush.db-wal'];

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0; // a closed journal has no write-ahead log, whose size is then 0
  }
}

export async function diskUse(dataDir: string): Promise<DiskUse> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const sizes = await Promise.all(FILES.map(name => sizeOf(join(dataDir, name))));
  return { free: bavail * bsize, size: blocks * bsize, journal: sizes.reduce((sum, size) => sum + size, 0) };
}
