/** Tests that commit subjects have a scope and an imperative, so that a search finds them. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { subjectProblem } from '../commit-subject.mjs';
import { ROOT } from '../fresh.mjs';

/** The last commit of 0.1.0, whose subjects followed no rule. */
const SINCE = 'b58aa94ec71e3ca455c4ba0be75e03f2835688bb';

test.each([
  ['server: drain tables one by one', null],
  ['drain tables one by one', /begins with one of/],
  ['server: draining of tables', /imperative; "draining"/],
  ['server: drain', /what is changed/],
  [`server: drain ${'tables '.repeat(12)}`.trim(), /at most 80/],
  ['server: drain tables.', /no full stop/],
])('the subject %j is right: %s', (subject, problem) => {
  if (problem === null) expect(subjectProblem(subject)).toBeNull();
  else expect(subjectProblem(subject)).toMatch(problem);
});

test('every commit since 0.1.0 has a subject with a scope and an imperative', ctx => {
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `${SINCE}..HEAD`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (log.status !== 0) ctx.skip('no git history: this is a shallow clone or an archive');
  const subjects = log.stdout.split('\n').filter(subject => subject !== '');
  const problems = subjects.flatMap(subject => {
    const problem = subjectProblem(subject);
    return problem === null ? [] : [`${subject}: ${problem}`];
  });
  expect(problems).toEqual([]);
});
