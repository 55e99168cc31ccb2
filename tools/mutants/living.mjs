/**
 * Generated mutants that no test kills, each with its reason. A mutant is found by its file, the text of its line and what
 * was changed, so a reason stays with its mutant when other lines of the file change. `npm run mutants -- --generated`
 * reports every living mutant with its reason, and names those without one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../fresh.mjs';

/** @typedef {import('./generate.mjs').GeneratedMutant} GeneratedMutant */
/**
 * why: one sentence. isEquivalent: whether the mutant behaves as the program does, so that no test could kill it; such a
 * mutant does not count in the score.
 * @typedef {{ path: string, source: string, what: string, why: string, isEquivalent: boolean }} Living
 */

/** @type {readonly Living[]} */
const LIVING = [];

/** The reason why a mutant lives; undefined if none is known. @param {GeneratedMutant} mutant @returns {Living | undefined} */
export const reasonOf = ({ path, source, what }) =>
  LIVING.find(one => one.path === path && one.source === source && one.what === what);

/** The reasons whose line is gone from its file. @param {readonly Living[]} [reasons] @returns {readonly string[]} */
export const staleReasons = (reasons = LIVING) =>
  reasons.flatMap(({ path, source }) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .some(line => line.trim() === source)
      ? []
      : [`${path} has no line ${source}`],
  );
