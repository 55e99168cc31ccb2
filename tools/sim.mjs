/**
 * `npm run sim -- 100000 [first seed]`: simulates this number of runs on a virtual clock, network and disk, each from its
 * seed, and a twentieth as many with the journal's real store on a simulated disk. It runs the same code as `npm test`
 * with a larger number. `npm run sim -- 1 4711` prints the events of one seed.
 */
import { join } from 'node:path';
import { runShown } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const ARGS = [
  'run',
  'packages/protocol/test/simulation/simulation.test.ts',
  'packages/protocol/test/simulation/simulation-fresh.test.ts',
  'packages/server/test/journal/store-simulation.test.ts',
  '-t',
  'no acknowledged entry is lost|has all that it acknowledged|every loss of an acknowledged entry is reported',
  '--disable-console-intercept',
  '--maxWorkers=2', // by default Vitest leaves one processor unused, half of a machine with two
];

await runMain(async () => {
  const [seeds = '100000', first = '0'] = process.argv.slice(2);
  if (!/^[1-9]\d{0,8}$/.test(seeds) || !/^\d{1,9}$/.test(first))
    throw new SetupError('usage: npm run sim -- 100000 [first seed]');
  await setup();
  return runShown([VITEST, ...ARGS], {
    cwd: ROOT,
    env: { ...process.env, HUSH_SEEDS: seeds, HUSH_FIRST: first },
  });
});
