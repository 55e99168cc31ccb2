/**
 * `npm run kill [number] [seed]`: kills the server this number of times under load and compares what players were told
 * with the journal. It runs the same code as `npm test` with a larger number, and prints a line for every fifty kills,
 * then a summary.
 */
import { join } from 'node:path';
import { runShown } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const ARGS = [
  'run',
  'packages/server/test/kill.test.ts',
  '-t',
  'kills under load',
  '--disable-console-intercept',
];

await runMain(async () => {
  const [kills = '2000', seed = String(Math.floor(Math.random() * 1e9))] = process.argv.slice(2);
  if (!/^[1-9]\d{0,6}$/.test(kills) || !/^\d{1,9}$/.test(seed))
    throw new SetupError('usage: npm run kill -- 2000 [seed]');
  await setup();
  process.stdout.write(`${kills} kills, seed ${seed}\n`);
  return runShown([VITEST, ...ARGS], {
    cwd: ROOT,
    env: { ...process.env, HUSH_SERVER_KILLS: kills, HUSH_SEED: seed },
  });
});
