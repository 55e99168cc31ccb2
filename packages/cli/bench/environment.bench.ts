/**
 * Measures the Python environment: how many steps a second it makes in thirty games of one referee, compared with the
 * rules alone on the same games; all on one core if `taskset` is installed. It also checks that the environment and
 * the rules give equal results. HUSH_STEPS sets the number of steps.
 */
import { spawnSync } from 'node:child_process';
import type { Row } from '../../../tools/bench-row.ts';
import { fingerprint } from '../test/environment-kit.ts';

const STEPS = Number(process.env['HUSH_STEPS'] ?? 300_000);
const PROGRAM = ['python3', 'python/examples/fingerprint.py'];

export async function bench(): Promise<readonly Row[]> {
  spawnSync('python3', ['python/examples/fingerprint.py', '300']); // builds the command if a source is newer
  const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : [];
  const [file = '', ...args] = [...pinned, ...PROGRAM, String(STEPS)];
  const begun = performance.now();
  const { stdout, status } = spawnSync(file, args, { encoding: 'utf8' });
  const took = performance.now() - begun;
  if (status !== 0) throw new Error(`${file} ended with ${status}`);
  const alone = performance.now();
  const own = fingerprint(STEPS);
  const rules = performance.now() - alone;
  const where = pinned.length === 0 ? 'two processes' : 'one core';
  return [
    {
      name: `environment: steps with masks, 30 games, ${where}`,
      value: Math.round((STEPS * 1000) / took),
      unit: 'per second',
    },
    {
      name: 'the rules alone on the same games',
      value: Math.round((STEPS * 1000) / rules),
      unit: 'per second',
    },
    {
      name: `${STEPS} steps: Python saw what the rules did, bit by bit`,
      value: stdout.trim() === own ? 1 : 0,
      unit: '1 = equal',
      budget: '>= 1',
    },
  ];
}
