/**
 * `npm run check`: checks everything. The stages that run no code go one after the other, and the parts of the tests run
 * in parallel: parts that compute have a low priority and run while other parts wait. A failure is shown when it happens.
 * The last lines name the tests that did not run, and count all. `npm run test:quick` is `check.mjs quick`: types, lint
 * and the tests of pure functions.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildren } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { lacks, machine } from './machine.mjs';
import { NOTHING, startPart } from './parts.mjs';
import { runMain } from './report.mjs';
import { QUICK_STAGES, runStages, STAGES } from './stages.mjs';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Tally} Tally */
/** @typedef {import('./parts.mjs').Unproven} Unproven */

/** @type {Part} */
const UNITS = { name: 'units', projects: ['pure', 'relayed', 'search', 'unit'], isLow: true };
/** @type {Part} */
const QUICK = { name: 'quick', projects: ['pure'] };

/**
 * The parts of the tests that need programs, the built page and the built command.
 * @param {import('./machine.mjs').Machine} here @returns {readonly Part[]}
 */
const readyParts = ({ chromium, nats }) => [
  { name: 'cluster', projects: ['cluster'], skip: nats ? undefined : 'no nats-server' },
  { name: 'journeys', projects: ['browser'], skip: chromium ? undefined : 'no Chromium' },
  { name: 'world', projects: ['mocking', 'world'] },
];

/** @param {readonly Tally[]} tallies @returns {Tally} */
const sum = tallies =>
  tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: [...all.skipped, ...one.skipped],
      retried: [...all.retried, ...one.retried],
      isWhole: all.isWhole && one.isWhole,
    }),
    { ...NOTHING, isWhole: true },
  );

/** @param {string} verb @returns {(test: Unproven) => string} */
const line =
  verb =>
  ({ title, why }) =>
    `${verb} ${title}${why === '' ? '' : ` (${why})`}`;

/**
 * The last lines. The very last one is `N passed, N failed`, followed by `, N skipped` if tests were skipped.
 * @param {Tally} tally
 * @param {readonly string[]} lacking what the machine lacks, in sentences
 */
export function lastLines({ passed, failed, skipped, retried }, lacking) {
  const count = skipped.reduce((all, { tests }) => all + tests, 0);
  return [
    ...skipped.map(line('skipped')),
    ...(count === 0 ? [] : lacking),
    ...retried.map(line('retried')),
    `${passed} passed, ${failed} failed${count === 0 ? '' : `, ${count} skipped`}`,
  ];
}

/**
 * Runs the parts of the tests; unit tests begin first, because they need only the installed packages.
 * @param {Promise<unknown>} ready
 */
async function runTests(ready) {
  const units = startPart(UNITS);
  await ready;
  const others = readyParts(machine()).map(startPart);
  const tallies = await Promise.all(others.map(({ tally }) => tally));
  units.raise();
  return sum([...tallies, await units.tally]);
}

const startQuick = () => startPart(QUICK).tally;

/**
 * @param {typeof STAGES} stages
 * @param {() => Promise<Tally>} tests
 * @returns {Promise<{ ok: boolean, tally: Tally }>}
 */
async function runAll(stages, tests) {
  mkdirSync(join(ROOT, '.tsbuild'), { recursive: true });
  try {
    const [ok, tally] = await Promise.all([runStages(stages), tests()]);
    return { ok: ok && tally.failed === 0 && tally.isWhole && tally.passed > 0, tally };
  } finally {
    await endChildren();
  }
}

/** Checks everything and returns the exit code. @param {Promise<unknown>} [ready] ends when programs, page and command are there */
export async function check(ready = Promise.resolve()) {
  const { ok, tally } = await runAll(STAGES, () => runTests(ready));
  const here = machine();
  process.stdout.write(`${lastLines(tally, lacks(here)).join('\n')}\n`);
  return ok && here.nats ? 0 : 1; // nothing else shows that a cluster works
}

async function checkQuickly() {
  const { ok, tally } = await runAll(QUICK_STAGES, startQuick);
  process.stdout.write(`${lastLines(tally, []).join('\n')}\n`);
  return ok ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(process.argv[2] === 'quick' ? checkQuickly : check);
