/**
 * `npm run cluster`: the campaigns of docs/CLUSTER.md on three NATS servers and three nodes, with the numbers as options:
 * `npm run cluster -- --tables 10 --kills 200 --leaders 50 --stops 50 --stepdowns 20 --falls 20 --restarts 5 --deploys 20 --seeds 100000 --runs 100`. It runs
 * the same code as `npm test` with larger numbers, and prints how long players waited and what was lost.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runShown } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const FOLDER = 'packages/server/test/cluster';

/** Each option with its environment variable, its default and the test files that read it. */
const OPTIONS = {
  tables: { variable: 'HUSH_CLUSTER_TABLES', usual: '10', tests: [] },
  kills: { variable: 'HUSH_CLUSTER_KILLS', usual: '20', tests: ['campaign'] },
  leaders: { variable: 'HUSH_CLUSTER_LEADERS', usual: '5', tests: ['campaign'] },
  stops: { variable: 'HUSH_CLUSTER_STOPS', usual: '5', tests: ['campaign'] },
  stepdowns: { variable: 'HUSH_CLUSTER_STEPDOWNS', usual: '5', tests: ['campaign'] },
  falls: { variable: 'HUSH_CLUSTER_FALLS', usual: '2', tests: ['campaign'] },
  restarts: { variable: 'HUSH_CLUSTER_RESTARTS', usual: '1', tests: ['campaign'] },
  deploys: { variable: 'HUSH_CLUSTER_DEPLOYS', usual: '3', tests: ['campaign'] },
  seeds: { variable: 'HUSH_SEEDS', usual: '2000', tests: ['relay-simulation'] },
  runs: { variable: 'HUSH_RUNS', usual: '100', tests: ['jetstream'] },
};

/** @param {readonly string[]} args @returns {Record<string, string>} the variables */
export function clusterNumbers(args) {
  const names = Object.keys(OPTIONS);
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(names.map(name => [name, { type: /** @type {const} */ ('string') }])),
    });
    return Object.fromEntries(
      Object.entries(OPTIONS).map(([name, { variable, usual }]) => {
        const value = String(values[name] ?? usual);
        if (!/^\d{1,8}$/.test(value)) throw new SetupError(`--${name} needs a number.`);
        return [variable, value];
      }),
    );
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`usage: npm run cluster -- ${names.map(name => `[--${name} N]`).join(' ')}`);
  }
}

if (process.argv[1] === import.meta.filename)
  await runMain(async () => {
    const numbers = clusterNumbers(process.argv.slice(2));
    await setup();
    const tests = [...new Set(Object.values(OPTIONS).flatMap(option => option.tests))];
    return runShown(
      [
        VITEST,
        'run',
        ...tests.map(test => `${FOLDER}/${test}.test.ts`),
        '--disable-console-intercept',
        '--reporter=verbose',
      ],
      { cwd: ROOT, env: { ...process.env, ...numbers } },
    );
  });
