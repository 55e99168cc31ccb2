/**
 * A process that runs tests with a mutant planted. Vitest stays loaded between two mutants, so that only the changed modules
 * are compiled again. The mutant is planted in memory: no file of the clone changes. The process reads requests from its
 * parent and answers each with a verdict.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadConfigFromFile } from 'vite';
import { createVitest } from 'vitest/node';
import { ROOT } from '../fresh.mjs';

/** @typedef {import('./mutant.mjs').Mutant} Mutant */
/** @typedef {{ killer: string | null, tests: number }} Verdict killer: the first test that failed, or why nothing ran */

/** The file from which worker threads and child processes read the mutant: Node loads their modules without Vite. */
const NOTE = join(tmpdir(), `hush-mutant-${process.pid}.json`);

const WAITS = 60_000;

/** @type {Mutant | null} */
let current = null;
/** @type {string | null} */
let killer = null;
let count = 0;

const absolute = (/** @type {string} */ path) => join(ROOT, path);

const plugin = /** @type {import('vite').Plugin} */ ({
  name: 'hush-mutant',
  enforce: 'pre',
  load(id) {
    return current !== null && id.split('?')[0] === absolute(current.path) ? current.text : undefined;
  },
});

const reporter = /** @type {import('vitest/node').Reporter} */ ({
  onTestCaseResult(test) {
    const { state } = test.result();
    if (state !== 'skipped') count++;
    if (state === 'failed') killer ??= test.fullName;
  },
  onTestRunEnd(modules, errors) {
    const broken = modules.find(module => module.errors().length > 0);
    if (broken !== undefined) killer ??= `${broken.relativeModuleId} could not be loaded`;
    if (errors.length > 0) killer ??= `an error outside of any test: ${errors[0]?.message}`;
  },
});

process.env['NODE_OPTIONS'] =
  `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(join(import.meta.dirname, 'native-plant.mjs'))}`;
process.env['PLANTED_MUTANT'] = NOTE;

const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(ROOT, 'vitest.config.ts'));
if (loaded === null) throw new Error('vitest.config.ts is missing');
const { plugins = [], test: { projects = [], ...options } = {} } = loaded.config;
/** Configures the projects of Vitest, which does not pass plugins from outside to them. */
const withPlugin = (/** @type {{ test?: import('vitest/node').ProjectConfig }} */ { test }) => ({
  plugins: [plugin, ...plugins],
  // Shorter time limits, because a test that waits for something that the mutant prevents would wait until its limit.
  test: {
    ...options,
    ...test,
    maxWorkers: 1,
    testTimeout: WAITS,
    hookTimeout: WAITS,
    expect: { poll: { timeout: WAITS } },
  },
});
const vitest = await createVitest('test', {
  ...options,
  root: ROOT,
  config: false,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [reporter],
  projects: /** @type {any[]} */ (projects).map(withPlugin),
});

/** @param {readonly string[]} tests @param {Mutant | null} mutant @returns {Promise<Verdict>} */
async function run(tests, mutant) {
  const before = current;
  current = mutant;
  killer = null;
  count = 0;
  for (const changed of [before, mutant]) if (changed !== null) vitest.invalidateFile(absolute(changed.path));
  writeFileSync(
    NOTE,
    JSON.stringify(
      mutant === null ? null : { url: pathToFileURL(absolute(mutant.path)).href, text: mutant.text },
    ),
  );
  const specifications = await vitest.globTestSpecifications(tests.map(absolute));
  if (specifications.length === 0) throw new Error(`no tests in ${tests.join(', ')}`);
  await vitest.runTestSpecifications(specifications, false);
  return { killer, tests: count };
}

process.on(
  'message',
  (/** @type {{ tests: readonly string[], mutant: Mutant | null }} */ { tests, mutant }) => {
    void run(tests, mutant).then(
      verdict => process.send?.(verdict),
      error => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        process.exit(1);
      },
    );
  },
);
process.on('disconnect', () => process.exit(0));
process.on('exit', () => rmSync(NOTE, { force: true }));
process.send?.('ready');
