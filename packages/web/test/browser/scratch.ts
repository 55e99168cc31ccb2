/**
 * One folder for everything that browser tests write. The test workers are killed at the end, so the process that starts
 * them removes the folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder before the first test worker starts; workers find its path in their environment. */
export function setup(): void {
  process.env['HUSH_SCRATCH'] = mkdtempSync(join(tmpdir(), 'hush-browser-'));
}

export function teardown(): void {
  const folder = process.env['HUSH_SCRATCH'];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
