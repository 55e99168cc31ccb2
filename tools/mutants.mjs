/**
 * `npm run mutants [words]`: plants one bug at a time, in memory, and runs the nearest tests. Prints which test killed which
 * mutant; ends with 1 when one survives or can no longer be planted. Words choose mutants by package, file or sentence.
 *
 * `npm run mutants -- --generated 300 [seed]` makes mutants from the syntax trees of rules and protocol instead, and prints
 * which part of them the tests kill (tools/mutants/generate.mjs).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './fresh.mjs';
import { CURATED } from './mutants/curated.mjs';
import { generatedMutants } from './mutants/generate.mjs';
import { reasonOf } from './mutants/living.mjs';
import { planted, staleReason } from './mutants/mutant.mjs';
import { runPlanted } from './mutants/pool.mjs';
import { runMain, SetupError, say, seconds } from './report.mjs';
import { setup } from './setup.mjs';

/** @typedef {import('./mutants/mutant.mjs').Mutant} Mutant */

const REPORT = join(ROOT, '.tsbuild/living-mutants.md');
/** The least share of generated mutants that must be killed. */
const TARGET = 0.85;
/** Milliseconds after which a test counts as hanging. */
const SLOWEST_TEST = 1_800_000;

/** Runs the tests without any mutant: if they fail, no mutant can be judged. @param {readonly Mutant[]} mutants */
async function checkTests(mutants) {
  const tests = [...new Set(mutants.flatMap(mutant => mutant.tests))];
  /** @type {string[]} */
  const failed = [];
  const runs = tests.map(test => ({ mutant: null, tests: [test], limit: SLOWEST_TEST }));
  await runPlanted(runs, (_, { killer }) => {
    if (killer !== null) failed.push(killer);
  });
  if (failed.length > 0) throw new SetupError(`without any mutant this fails: ${failed.join('; ')}`);
}

/**
 * Runs the nearest tests with each mutant; returns the mutants that no test has noticed.
 * @template {Mutant} M
 * @param {readonly M[]} mutants
 * @param {number} [limit] milliseconds after which tests with a mutant count as hanging
 * @returns {Promise<readonly M[]>} those that live
 */
async function living(mutants, limit) {
  await checkTests(mutants);
  /** @type {M[]} */
  const alive = [];
  const runs = mutants.map(mutant => ({
    mutant,
    tests: mutant.tests,
    ...(limit === undefined ? {} : { limit }),
  }));
  await runPlanted(runs, ({ mutant }, { killer }) => {
    if (killer === null) alive.push(mutant);
    process.stdout.write(`${killer === null ? 'SURVIVED' : 'killed  '}  ${mutant.name}\n`);
    if (killer !== null) process.stdout.write(`            by ${killer}\n`);
  });
  return alive;
}

/** @param {readonly string[]} words */
async function runCurated(words) {
  const all = Object.entries(CURATED).flatMap(([packageName, list]) =>
    list.map(mutant => ({ packageName, mutant })),
  );
  const chosen = all.filter(({ packageName, mutant: { bug, file } }) =>
    words.every(word => `${packageName} ${file} ${bug}`.includes(word)),
  );
  const stale = chosen.filter(({ packageName, mutant }) => staleReason(packageName, mutant) !== null);
  for (const { packageName, mutant } of stale)
    process.stdout.write(`NO LONGER APPLIES  ${mutant.bug}: ${staleReason(packageName, mutant)}\n`);
  const start = performance.now();
  const fit = chosen.filter(one => !stale.includes(one));
  const alive = await living(fit.map(({ packageName, mutant }) => planted(packageName, mutant)));
  say(
    `${fit.length - alive.length} killed, ${alive.length} survived, ${stale.length} no longer apply (${seconds(performance.now() - start)})`,
  );
  return alive.length + stale.length === 0 && fit.length > 0 ? 0 : 1;
}

/** @param {import('./mutants/living.mjs').Living | undefined} reason */
const explain = reason =>
  reason === undefined
    ? 'no reason is known, so a test is missing'
    : `${reason.isEquivalent ? 'equivalent, ' : ''}${reason.why}`;

/** @param {number} count @param {number} seed */
async function runGenerated(count, seed) {
  const mutants = generatedMutants(count, seed);
  const near = await living(mutants);
  say(`${mutants.length - near.length} of ${mutants.length} killed by the nearest tests`);
  const alive = await living(
    near.map(mutant => ({ ...mutant, tests: mutant.wider })),
    SLOWEST_TEST,
  );
  const equivalent = alive.filter(mutant => reasonOf(mutant)?.isEquivalent);
  const judged = mutants.length - equivalent.length;
  const killed = mutants.length - alive.length;
  const unexplained = alive.filter(mutant => reasonOf(mutant) === undefined);
  const lines = alive.map(mutant => `- ${mutant.name}: ${explain(reasonOf(mutant))}`);
  mkdirSync(join(ROOT, '.tsbuild'), { recursive: true });
  writeFileSync(
    REPORT,
    `# Mutants that live: ${mutants.length} generated, seed ${seed}\n\n${lines.join('\n')}\n`,
  );
  say(
    `seed ${seed}: ${killed} of ${judged} killed (${((100 * killed) / judged).toFixed(1)} %), ${equivalent.length} more are equivalent, ${unexplained.length} live without a reason; ${REPORT}`,
  );
  return killed / judged >= TARGET ? 0 : 1;
}

/** @param {readonly string[]} args */
async function mutants(args) {
  const [first, count = '300', seed = '1'] = args;
  if (first === '--generated' && !/^[1-9]\d{0,4} \d{1,9}$/.test(`${count} ${seed}`))
    throw new SetupError('usage: npm run mutants -- --generated 300 [seed]');
  await setup();
  return first === '--generated' ? runGenerated(Number(count), Number(seed)) : runCurated(args);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(() => mutants(process.argv.slice(2)));
