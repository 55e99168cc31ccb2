/**
 * `npm run nightly [-- --scale 0.01] [--fresh]`: searches for a whole night for bugs that `npm test` does not find: fresh
 * seeds of the simulation, kills, fuzzed input, mutants, damaged files, attacks, a soak. State and report are in `.nightly/`.
 * An interrupted night continues where it stopped; `--fresh` begins another. Ends with 1 when a step failed. A bug that was
 * found becomes a named test.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startChild } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { stepsOf } from './nightly/plan.mjs';
import { runMain, SetupError, say, seconds, show } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./nightly/plan.mjs').Step} Step */
/** @typedef {{ ok: boolean, millis: number, lines: readonly string[] }} Outcome */
/** @typedef {{ scale: number, seed: number, began: string, outcomes: Record<string, Outcome> }} State */

const FOLDER = join(ROOT, '.nightly');
const STATE = join(FOLDER, 'state.json');
const REPORT = join(FOLDER, 'report.md');
const FINDINGS = join(FOLDER, 'findings.jsonl');
const LAST_LINES = 12;
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
const HAS_CLUSTER = existsSync(join(ROOT, 'tools/cluster.mjs'));

/** @param {State} state */
const keep = state => writeFileSync(STATE, `${JSON.stringify(state, null, 1)}\n`);

/** The night to continue, or a new one. @param {number | null} scale @param {boolean} isFresh @returns {State} */
function begin(scale, isFresh) {
  if (isFresh) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  /** @type {State | null} */
  const kept = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : null;
  if (kept !== null && (scale === null || scale === kept.scale)) {
    say(`going on with the night of ${kept.began}, scale ${kept.scale}`);
    return kept;
  }
  if (kept !== null)
    throw new SetupError(`a night of scale ${kept.scale} is not over; go on with it, or add --fresh.`);
  const seed = Math.floor(Math.random() * 1e9);
  const state = { scale: scale ?? 1, seed, began: new Date().toISOString(), outcomes: {} };
  keep(state);
  return state;
}

/** The last lines of a step's output, without colours. @param {string} log */
const lastLinesOf = log =>
  readFileSync(log, 'utf8')
    .replaceAll(COLOUR, '')
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .slice(-LAST_LINES);

/** @param {Step} step @returns {Promise<Outcome>} */
async function run({ name, args, env = {} }) {
  const start = performance.now();
  const log = join(FOLDER, `${name.replaceAll(/\W+/g, '-')}.log`);
  const out = openSync(log, 'w');
  const child = startChild(args, { cwd: ROOT, stdio: ['ignore', out, out], env: { ...process.env, ...env } });
  closeSync(out);
  const { ok } = await child.ended;
  return { ok, millis: performance.now() - start, lines: lastLinesOf(log) };
}

/** @param {Step} step */
const commandOf = ({ args, env = {} }) =>
  [...Object.entries(env).map(([key, value]) => `${key}=${value}`), 'node', ...args].join(' ');

/**
 * The report of a night as Markdown.
 * @param {State} state
 * @param {readonly Step[]} steps
 * @param {boolean} hasCluster
 */
export function reportOf({ scale, seed, began, outcomes }, steps, hasCluster) {
  const done = steps.flatMap(step => {
    const outcome = outcomes[step.name];
    return outcome === undefined ? [] : [{ step, outcome }];
  });
  const failed = done.filter(({ outcome }) => !outcome.ok);
  const rows = done.map(
    ({ step, outcome }) =>
      `| ${step.name} | ${outcome.ok ? 'ok' : '**FAILED**'} | ${seconds(outcome.millis)} | ${(outcome.lines.at(-1) ?? '').replaceAll('|', '/').trim()} |`,
  );
  const details = done.map(({ step, outcome }) =>
    [`## ${step.name}`, '', `\`${commandOf(step)}\``, '', '```', ...outcome.lines, '```', ''].join('\n'),
  );
  return [
    '# Nightly report',
    '',
    `Began ${began}, scale ${scale}, seed ${seed}: ${done.length} of ${steps.length} steps, ${failed.length} failed.`,
    ...(hasCluster ? [] : ['', 'There is no cluster yet, so its campaigns did not run.']),
    '',
    '| step | result | time | last line |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...details,
  ].join('\n');
}

/** @param {readonly string[]} args */
function readArgs(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { scale: { type: 'string' }, fresh: { type: 'boolean', default: false } },
    });
    const scale = values.scale === undefined ? null : Number(values.scale);
    if (scale === null || (scale > 0 && scale <= 100)) return { scale, fresh: values.fresh };
  } catch {
    // A number that cannot be read is reported below, with the usage.
  }
  throw new SetupError('usage: npm run nightly -- [--scale 0.01] [--fresh]');
}

/** @param {readonly string[]} args */
async function nightly(args) {
  const { scale, fresh } = readArgs(args);
  await setup();
  const state = begin(scale, fresh);
  const steps = stepsOf({ ...state, hasCluster: HAS_CLUSTER, findings: FINDINGS });
  for (const step of steps.filter(({ name }) => state.outcomes[name] === undefined)) {
    const outcome = await run(step);
    state.outcomes[step.name] = outcome;
    keep(state);
    writeFileSync(REPORT, reportOf(state, steps, HAS_CLUSTER));
    show(
      outcome.ok ? 'ok' : 'FAILED',
      step.name,
      outcome.ok ? seconds(outcome.millis) : `${outcome.lines.join('\n')}\n`,
    );
  }
  writeFileSync(REPORT, reportOf(state, steps, HAS_CLUSTER));
  rmSync(STATE); // the night is over: the next one has other seeds
  say(`the report is ${REPORT}`);
  return Object.values(state.outcomes).every(({ ok }) => ok) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(() => nightly(process.argv.slice(2)));
