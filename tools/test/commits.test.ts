/** Commit subjects: scope and imperative, so that a search finds them. */
import { expect, test } from 'vitest';
import { subjectProblem } from '../commit-subject.mjs';

test.each([
  ['server: drain tables one by one', null],
  ['drain tables one by one', /begins with one of/],
  ['server: draining of tables', /imperative; "draining"/],
  ['server: drain', /what is changed/],
  [`server: drain ${'tables '.repeat(12)}`.trim(), /at most 72/],
  ['server: drain tables.', /no full stop/],
])('subject %j: %s', (subject, problem) => {
  if (problem === null) expect(subjectProblem(subject)).toBeNull();
  else expect(subjectProblem(subject)).toMatch(problem);
});
