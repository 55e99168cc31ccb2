/**
 * What the page costs a browser: frames while the camera moves, milliseconds from input to paint, and how quickly voices
 * open and close. The measuring is done by page.measure.ts, which needs the kit of the browser tests and so runs in
 * Vitest. Where a figure depends on the machine, a blank page is measured in the same run and the row is the ratio.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../tools/bench-row.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const CONFIG = 'packages/web/bench/page.config.ts';

export async function bench(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const file = join(folder, 'rows.json');
  try {
    const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], {
      env: { ...process.env, HUSH_ROWS: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code]: readonly unknown[] = await once(child, 'exit');
    if (code !== 0) throw new Error(`measuring the page ended with code ${String(code)}`);
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Row[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
