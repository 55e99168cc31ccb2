/**
 * `npm run check`: checks everything. The stages that run no code go one after the other, and the parts of the tests run
 * in parallel: parts that compute have a low priority and use the time in which other parts wait. A failure is shown when
 * it happens. The last lines name the tests that did not run, and count all. `npm run test:quick` is `check.mjs quick`:
 * types, lint and the tests of pure functions.
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
/** Tests on real NATS servers, which wait more than they compute. @type {Part} */
const CLUSTER = { name: 'cluster', projects: ['cluster'] };
/** @type {Part} */
const QUICK = { name: 'quick', projects: ['pure'] };

/** Parts that need the built page and the built command. @param {boolean} hasChromium @returns {readonly Part[]} */
const builtParts = hasChromium => [
  { name: 'journeys', projects: ['browser'], ...(hasChromium ? {} : { skip: 'no Chromium' }) },
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
 * The last lines. The very last one is `N passed, N failed`, and `, N skipped` where tests were skipped.
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

/** Runs the parts of the tests; each starts as soon as what it needs is built. @param {Promise<void>} built @param {boolean} hasChromium */
async function runTests(built, hasChromium) {
  const [units, cluster] = [startPart(UNITS), startPart(CLUSTER)];
  await built;
  const others = [cluster, ...builtParts(hasChromium).map(startPart)];
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

/** Checks everything and returns the exit code. @param {Promise<void>} [built] ends when the page and the command are built */
export async function check(built = Promise.resolve()) {
  const here = machine();
  const { ok, tally } = await runAll(STAGES, () => runTests(built, here.chromium));
  process.stdout.write(`${lastLines(tally, lacks(here)).join('\n')}\n`);
  return ok ? 0 : 1;
}

async function checkQuickly() {
  const { ok, tally } = await runAll(QUICK_STAGES, startQuick);
  process.stdout.write(`${lastLines(tally, []).join('\n')}\n`);
  return ok ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(process.argv[2] === 'quick' ? checkQuickly : check);
