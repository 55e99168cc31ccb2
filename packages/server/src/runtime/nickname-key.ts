/**
 * The secret from which the nicknames in the log are made. It is a file in the data directory, so that a table always has
 * the same nickname.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.mjs';

const FILE = 'nickname.key';
const KEY = /^[\da-f]{64}$/;

/** Reads the key from its file, or creates it. The directory must exist or be writable. */
export function readNicknameKey(dataDir: string): string {
  const path = join(dataDir, FILE);
  const kept = textOf(path);
  if (KEY.test(kept)) return kept;
  const key = randomBytes(32).toString('hex');
  makeFolder(dataDir);
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
