/** Tests that the curated mutants can still be planted, and that the generator always makes the same mutants of a seed. */
import { expect, test } from 'vitest';
import { CURATED } from '../mutants/curated.mjs';
import { generatedMutants } from '../mutants/generate.mjs';
import { staleReasons } from '../mutants/living.mjs';
import { staleReason } from '../mutants/mutant.mjs';

test.each(Object.entries(CURATED))(
  'every curated mutant of %s finds its text once and has its tests',
  (name, mutants) => {
    expect(mutants.map(mutant => staleReason(name, mutant)).filter(reason => reason !== null)).toEqual([]);
  },
);

test('there are at least 150 curated mutants, each with a sentence of its own', () => {
  const bugs = Object.entries(CURATED).flatMap(([name, mutants]) =>
    mutants.map(({ bug }) => `${name}: ${bug}`),
  );
  expect(bugs.length).toBeGreaterThanOrEqual(150);
  expect(new Set(bugs).size).toBe(bugs.length);
});

test('a mutant with a missing text or missing tests is reported as stale', () => {
  const [mutant] = CURATED['rules'] ?? [];
  if (mutant === undefined) throw new Error('no mutant');
  expect(staleReason('rules', mutant)).toBeNull();
  expect(staleReason('rules', { ...mutant, from: 'no such text' })).toMatch('0 times');
  expect(staleReason('rules', { ...mutant, file: 'none.ts' })).toMatch('does not exist');
  expect(staleReason('rules', { ...mutant, tests: ['none'] })).toMatch('does not exist');
});

test('the same seed generates the same mutants, each with tests', () => {
  const mutants = generatedMutants(40, 7);
  expect(mutants).toHaveLength(40);
  expect(generatedMutants(40, 7).map(({ name }) => name)).toEqual(mutants.map(({ name }) => name));
  for (const { tests } of mutants) expect(tests.length).toBeGreaterThan(0);
});

test('every reason why a generated mutant lives is for a line that is there, and a reason for another line is stale', () => {
  expect(staleReasons()).toEqual([]);
  const reason = { path: 'packages/rules/src/check.ts', what: '', why: '', isEquivalent: false };
  expect(staleReasons([{ ...reason, source: 'no such line' }])).toEqual([
    'packages/rules/src/check.ts has no line no such line',
  ]);
});
