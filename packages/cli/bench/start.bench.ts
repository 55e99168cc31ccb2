/**
 * From starting the built command `hush serve` until it listens, beside Node alone, which starts, does nothing and ends. Both
 * take turns in the same rounds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowOf, takeTurns } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const [NODE, SERVE] = ['Node alone', 'hush serve'];

async function millis(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Settles when the command has said where it listens; it is then ended outside of the measured time. */
async function listens(data: string): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, [HUSH, 'serve'], {
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', HUSH_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      if (String(chunk).includes('http://')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', code => reject(new Error(`hush serve ended with ${code}`)));
  });
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
}

export async function bench(): Promise<readonly Row[]> {
  spawnSync(process.execPath, [HUSH, 'help']); // builds, if a source is newer
  const data = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  try {
    const node = async () => ({ time: await millis(() => spawnSync(process.execPath, ['-e', '0'])) });
    const serve = async () => {
      let stop: () => Promise<unknown> = async () => undefined;
      const time = await millis(async () => {
        stop = await listens(data);
      });
      await stop();
      return { time };
    };
    await serve(); // makes the files of the journal
    const subjects = [
      { name: NODE, measure: node },
      { name: SERVE, measure: serve },
    ];
    const rounds = await takeTurns(subjects, { least: 9, most: 25, width: 0.2 });
    return [
      rowOf('Node alone, started and ended', 'ms', rounds.of(NODE, 'time')),
      rowOf('hush serve, started until it listens', 'ms', rounds.of(SERVE, 'time')),
      { ...rowOf('hush serve / Node alone', 'x', rounds.ratio(SERVE, 'time')), budget: '<= 3' },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
