/** The repository for the tests: the files that git knows, and their texts. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../fresh.mjs';

/** Tracked files, and new files that are not ignored. */
export const files = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(path => path !== '' && exists(path));

export const exists = (path: string): boolean => existsSync(join(ROOT, path));
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
export const readJson = (path: string): unknown => JSON.parse(read(path));
