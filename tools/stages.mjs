/** The checks that run no code: types, lint and format, boundaries, unused code. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { startChild } from './child.mjs';
import { packageNames, ROOT } from './fresh.mjs';
import { checkLockfile } from './lock.mjs';
import { SetupError, seconds, show } from './report.mjs';

/** @typedef {{ ok: boolean, text: string }} Verdict what a stage found, and what to show when it is bad */
/** @typedef {{ name: string, run: () => Promise<Verdict> }} Stage */
/** @typedef {{ rule: { name: string, severity: string }, from: string, to: string }} Violation of dependency-cruiser */

/** The native compiler takes a quarter of the time. The compiler in JavaScript stays, because tools use its interface. */
const TSC = 'typescript-native/bin/tsc';
// the output goes to a pipe, so tsc would not print colours by itself
const COLOURS = process.stdout.isTTY ? ['--pretty'] : [];

/** @param {string} file below node_modules */
export function installed(file) {
  const path = join(ROOT, 'node_modules', file);
  if (!existsSync(path)) throw new SetupError(`${file} is not installed; run 'node tools/setup.mjs' first.`);
  return path;
}

/**
 * Runs an installed program by its file: npx would cost a third of a second each time.
 * @param {string} file below node_modules
 * @param {readonly string[]} args
 */
async function run(file, args) {
  const child = startChild([installed(file), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = child.process;
  if (stdout === null || stderr === null) throw new Error('a child without pipes');
  const [said, complained, { ok, how }] = await Promise.all([textOf(stdout), textOf(stderr), child.ended]);
  return { ok, stdout: said, text: ok ? '' : `${said}${complained}${how}` };
}

/** @param {string} file @param {...string} args @returns {() => Promise<Verdict>} */
const program =
  (file, ...args) =>
  () =>
    run(file, args);

/**
 * dependency-cruiser reports no error when it finds no modules, for instance because it does not understand the
 * installed TypeScript. Then it has checked nothing, so a report without modules is a failure.
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
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...sources];
  const { stdout, text } = await run('dependency-cruiser/bin/dependency-cruise.mjs', args);
  return stdout.startsWith('{') ? judgeCruise(stdout) : { ok: false, text };
}

/** @type {Stage} */
const LINT = {
  name: 'lint and format',
  run: program('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
};

/** @type {readonly Stage[]} */
const TYPES = [
  { name: 'types', run: program(TSC, '-b', ...COLOURS) },
  { name: 'types of tests and tools', run: program(TSC, '-b', 'tsconfig.test.json', ...COLOURS) },
];

/** The stages of `npm run test:quick`. */
export const QUICK_STAGES = [...TYPES, LINT];

/** @type {readonly Stage[]} */
export const STAGES = [
  ...QUICK_STAGES,
  { name: 'boundaries', run: boundaries },
  { name: 'lockfile', run: checkLockfile },
  { name: 'unused code', run: program('knip/bin/knip.js', '--no-config-hints') },
];

/** @param {Stage} stage */
async function passes({ name, run: runStage }) {
  const start = performance.now();
  const { ok, text } = await runStage();
  show(ok ? 'ok' : 'FAILED', name, `${ok ? '' : `${text.trimEnd()}\n`}${seconds(performance.now() - start)}`);
  return ok;
}

/**
 * Runs the stages one after the other, while tests run; if a stage fails, the next one runs all the same.
 * @param {readonly Stage[]} stages
 */
export async function runStages(stages) {
  let ok = true;
  for (const stage of stages) ok = (await passes(stage)) && ok;
  return ok;
}
