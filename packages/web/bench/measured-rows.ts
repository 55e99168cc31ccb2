/**
 * Runs a file that measures the page and reads the rows that it wrote. The file runs in Vitest, because it needs the
 * helpers of the browser tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../tools/bench-row.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const CONFIG = 'packages/web/bench/page.config.ts';

/** Returns the rows that a file of this folder, `measure`, has written. */
export async function rowsMeasuredBy(measure: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const file = join(folder, 'rows.json');
  try {
    const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], {
      env: { ...process.env, HUSH_ROWS: file, HUSH_MEASURE: measure },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code]: readonly unknown[] = await once(child, 'exit');
    if (code !== 0) throw new Error(`measuring the page ended with code ${String(code)}`);
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Row[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
