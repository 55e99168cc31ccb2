/** Tests of the check of a host's wish. */
import { expect, test } from 'vitest';
import { wishProblem } from '../../src/commands/wish-check.ts';

test.each([
  [{ scenario: 9, players: 2 }, /3/],
  [{ scenario: 1, edition: 'pocket-fr', players: 1 }, /alone|2/],
])('PR-1c a wish with fewer seats than its scenario needs is refused: %j', (wish, said) => {
  expect(wishProblem(wish)?.why).toMatch(said);
  expect(wishProblem({ ...wish, players: 9 })).toBeNull(); // the same wish with nine seats can be played
});

test.each([
  { scenario: 1, players: 1 },
  { scenario: 9, players: 3 },
  { scenario: 17, players: 9 },
])('PR-1c a wish with enough seats for its scenario is accepted: %j', wish =>
  expect(wishProblem(wish)).toBeNull(),
);
