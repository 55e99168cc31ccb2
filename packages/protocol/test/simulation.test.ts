/**
 * Whole evenings on a virtual clock, network and disk: delays, cut and half-open lines, blackouts, a disk that forgets
 * what it did not sync, crashes, two authorities on one journal. Any failure replays by its seed:
 * `HUSH_SEED=17 HUSH_SEEDS=1 npx vitest run packages/protocol/test/simulation.test.ts`.
 */
import { expect, test } from 'vitest';
import { simulate } from './simulation/simulate.ts';

const FIRST = Number(process.env['HUSH_SEED'] ?? 0);
const SEEDS = Number(process.env['HUSH_SEEDS'] ?? 400);

test('simulation: nothing acknowledged is lost, doubled or reordered, and the sand is honest', async () => {
  const failed: string[] = [];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const { violation } = await simulate(seed);
    if (violation) failed.push(`seed ${seed}: ${violation.message}`);
  }
  expect(failed).toEqual([]);
}, 600_000);
