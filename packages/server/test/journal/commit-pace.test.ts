import { expect, test } from 'vitest';
import { CommitPace } from '../../src/journal/commit-pace.ts';

/**
 * Makes commits with this number of writes, this many milliseconds apart; returns the pace and the time of the last
 * commit.
 */
function paced(commits: number, writes: number, apart: number): { pace: CommitPace; now: number } {
  const pace = new CommitPace();
  for (let i = 0; i < commits; i++) pace.begun(writes, i * apart);
  return { pace, now: (commits - 1) * apart };
}

test('OP-23a a first write does not wait', () => {
  expect(new CommitPace().wait(1, 0)).toBe(0);
});

test('OP-23a under light load writes wait until ten milliseconds after the last commit began', () => {
  const { pace, now } = paced(100, 15, 10); // at a rate of 1,500 writes a second
  expect(pace.wait(1, now + 1)).toBe(9);
  expect(pace.wait(31, now + 9)).toBe(1);
  expect(pace.wait(1, now + 10)).toBe(0);
});

test('OP-23a if thirty-two writes are waiting, the next commit begins at once even under light load', () => {
  const { pace, now } = paced(100, 15, 10);
  expect(pace.wait(32, now + 1)).toBe(0);
});

test('OP-23b at 4,000 writes a second a commit begins at once, even for a single write', () => {
  const { pace, now } = paced(100, 4, 1);
  expect(pace.wait(1, now + 1)).toBe(0);
});

test('OP-23b a tenth of a second after heavy load, writes wait for each other again', () => {
  const { pace, now } = paced(100, 40, 10);
  expect(pace.wait(1, now + 1)).toBe(0);
  pace.begun(1, now + 100);
  expect(pace.wait(1, now + 101)).toBe(9);
});
