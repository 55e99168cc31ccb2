/**
 * A mutant: one bug, planted by replacing a text that its file has exactly once. The lists in this folder are curated by hand,
 * one file for each package; tools/mutants/generate.mjs makes more of them from the syntax tree.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../fresh.mjs';

/**
 * bug: what it does wrong, in one sentence. file: below `packages/<name>/src`. tests: the nearest test files, below
 * `packages/<name>/test` and without `.test.ts`.
 * @typedef {{ bug: string, file: string, from: string, to: string, tests: readonly string[] }} CuratedMutant
 */
/**
 * A curated mutant with paths from the root of the clone and the whole text of the file after planting.
 * @typedef {{ name: string, path: string, text: string, tests: readonly string[] }} Mutant
 */

/** @param {string} packageName @param {CuratedMutant} mutant */
const pathOf = (packageName, { file }) => `packages/${packageName}/src/${file}`;

/** @param {string} packageName @param {CuratedMutant} mutant */
const testPathsOf = (packageName, { tests }) =>
  tests.map(test => `packages/${packageName}/test/${test}.test.ts`);

/**
 * Why this mutant cannot be planted any more; null if it can.
 * @param {string} packageName
 * @param {CuratedMutant} mutant
 * @returns {string | null}
 */
export function staleReason(packageName, mutant) {
  const path = pathOf(packageName, mutant);
  if (!existsSync(join(ROOT, path))) return `${path} does not exist`;
  const count = readFileSync(join(ROOT, path), 'utf8').split(mutant.from).length - 1;
  if (count !== 1) return `${path} has its text ${count} times`;
  if (mutant.from === mutant.to) return 'it changes nothing';
  const missing = testPathsOf(packageName, mutant).find(test => !existsSync(join(ROOT, test)));
  return missing === undefined ? null : `${missing} does not exist`;
}

/** @param {string} packageName @param {CuratedMutant} mutant @returns {Mutant} */
export function planted(packageName, mutant) {
  const path = pathOf(packageName, mutant);
  const text = readFileSync(join(ROOT, path), 'utf8').replace(mutant.from, () => mutant.to);
  return { name: `${packageName}: ${mutant.bug}`, path, text, tests: testPathsOf(packageName, mutant) };
}
