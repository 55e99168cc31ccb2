/**
 * `npm run check`: one command, one truth. Runs every stage in order, prints a line for each with its time,
 * stops at the first that fails and shows what it said; of the tests all parts run, and what failed is shown. Tests that only reckon run beside all of it, with what the
 * others leave of the machine, and those that wait for disks and sockets beside the journeys. The last line of a
 * complete run counts the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBeside } from './beside.mjs';
import { packageNames, ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';

/** @typedef {keyof typeof PROJECTS} Part of the tests, run by a Vitest of its own; by part, the projects */
const PROJECTS = {
  reckoning: ['pure', 'search', 'unit'],
  journeys: ['browser'],
  world: ['world'],
};
const PARTS = /** @type {readonly Part[]} */ (Object.keys(PROJECTS));

const COLOURS = process.stdout.isTTY ? ['--pretty'] : []; // its output is piped, so tsc cannot tell itself

/** @typedef {{ ok: boolean, text: string }} Verdict what a stage found, and what to show when it is bad */
/** @typedef {{ name: string, run: () => Promise<Verdict> }} Stage */
/** @typedef {{ rule: { name: string, severity: string }, from: string, to: string }} Violation of dependency-cruiser */
/** @typedef {import('./beside.mjs').Beside} Beside */
/** @typedef {{ status: string, assertionResults: readonly unknown[] }} TestFile of vitest's report */

/** @param {string} file below node_modules */
function installed(file) {
  const path = join(ROOT, 'node_modules', file);
  if (!existsSync(path)) throw new SetupError(`${file} is not installed; run 'node tools/setup.mjs' first.`);
  return path;
}

/**
 * Runs an installed program by its file: npx would cost a third of a second each time. It ends when we have to.
 * @param {string} file below node_modules
 * @param {readonly string[]} args
 * @param {{ show?: boolean }} [options] show: the output goes straight to the reader
 */
async function run(file, args, { show = false } = {}) {
  const child = spawn(process.execPath, [installed(file), ...args], {
    cwd: ROOT,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  const end = () => void child.kill();
  process.once('exit', end);
  const said = { stdout: '', stderr: '' };
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    child[name]?.setEncoding('utf8').on('data', text => {
      said[name] += text;
    });
  }
  const [status, signal] = await once(child, 'close');
  process.off('exit', end);
  const ended = signal ? `ended by ${signal}\n` : '';
  return { ok: status === 0, stdout: said.stdout, text: `${said.stdout}${said.stderr}${ended}` };
}

/** @param {string} file @param {...string} args @returns {() => Promise<Verdict>} */
const program =
  (file, ...args) =>
  () =>
    run(file, args);

/**
 * dependency-cruiser is content when it finds nothing to look at, for instance because it does not
 * understand the installed TypeScript; then its tick means nothing, so no modules is a failure.
 * @param {string} json its report
 * @returns {Verdict}
 */
export function judgeCruise(json) {
  const { summary } = JSON.parse(json);
  if (summary.totalCruised === 0)
    return { ok: false, text: 'no modules were found: the boundaries were not checked\n' };
  const bad = summary.violations.filter((/** @type {Violation} */ found) => found.rule.severity === 'error');
  const lines = bad.map((/** @type {Violation} */ { rule, from, to }) => `${rule.name}: ${from} -> ${to}\n`);
  return { ok: bad.length === 0, text: lines.join('') };
}

/** @returns {Promise<Verdict>} */
async function boundaries() {
  const sources = packageNames()
    .map(name => `packages/${name}/src`)
    .filter(path => existsSync(join(ROOT, path)));
  const { stdout, text } = await run('dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...sources,
  ]);
  return stdout.startsWith('{') ? judgeCruise(stdout) : { ok: false, text };
}

/**
 * How many tests passed and failed. A file that could not even be loaded counts as one failed test.
 * @param {string} json vitest's report
 */
export function countTests(json) {
  const report = JSON.parse(json);
  const unloaded = report.testResults.filter(
    (/** @type {TestFile} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

/** @param {Part} part */
const resultsOf = part => join(ROOT, `.tsbuild/${part}.json`);

const VITEST = 'vitest/vitest.mjs';

/** @param {Part} part */
const argsFor = part => [
  'run',
  ...PROJECTS[part].map(name => `--project=${name}`),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultsOf(part)}`,
];

/** @param {Part} part @returns {() => Promise<Verdict>} */
const shown = part => () => run(VITEST, argsFor(part), { show: true });

/** @param {Part} part @param {{ isHumble: boolean }} options */
function startTests(part, { isHumble }) {
  const log = join(ROOT, `.tsbuild/${part}.log`);
  return startBeside([installed(VITEST), ...argsFor(part)], { cwd: ROOT, log, isHumble });
}

/** Waits for tests that were started beside others, and shows what they said. @param {Beside} tests @returns {() => Promise<Verdict>} */
const awaited =
  ({ ended, said, rise }) =>
  async () => {
    rise();
    const ok = await ended;
    process.stdout.write(said());
    return { ok, text: '' };
  };

/** @type {readonly Stage[]} */
const STAGES = [
  { name: 'types', run: program('typescript/bin/tsc', '-b', ...COLOURS) },
  {
    name: 'types of tests and tools',
    run: program('typescript/bin/tsc', '-b', 'tsconfig.test.json', ...COLOURS),
  },
  { name: 'lint and format', run: program('@biomejs/biome/bin/biome', 'check', '--error-on-warnings') },
  { name: 'boundaries', run: boundaries },
  { name: 'unused code', run: program('knip/bin/knip.js', '--no-config-hints') },
];

/** @param {Stage} stage */
async function passes({ name, run: runStage }) {
  const start = performance.now();
  const { ok, text } = await runStage();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!ok) process.stdout.write(text);
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds.padStart(6)} s\n`);
  return ok;
}

/** Those that fail hide no other: whoever has waited for one part is told of all of them. @param {Beside} reckoning */
async function passesTests(reckoning) {
  const world = startTests('world', { isHumble: false });
  try {
    const journeys = await passes({ name: 'journeys', run: shown('journeys') });
    // The time of these is what they took longer than the others.
    const others = await passes({ name: 'tests of the world', run: awaited(world) });
    const reckoned = await passes({ name: 'tests that reckon', run: awaited(reckoning) });
    return journeys && others && reckoned;
  } finally {
    world.stop();
  }
}

async function passesAll() {
  const reckoning = startTests('reckoning', { isHumble: true });
  try {
    for (const stage of STAGES) if (!(await passes(stage))) return false;
    return await passesTests(reckoning);
  } finally {
    reckoning.stop();
  }
}

/** Runs all stages; the exit code. */
export async function check() {
  const results = PARTS.map(resultsOf);
  for (const path of results) rmSync(path, { force: true });
  mkdirSync(join(ROOT, '.tsbuild'), { recursive: true });
  const ok = await passesAll();
  if (!results.every(path => existsSync(path))) {
    process.stdout.write('the tests were not run to their end\n');
    return 1;
  }
  const counts = results.map(path => countTests(readFileSync(path, 'utf8')));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return ok && failed === 0 && counts.every(count => count.passed > 0) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(check);
