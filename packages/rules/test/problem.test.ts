/** Tests that every problem code has an English sentence, and that all values of a sentence are filled in. */
import { expect, test } from 'vitest';
import { checkTiles, checkWish, fieldOf, grantWish, PROBLEM_CODES, prepareGame } from '../src/index.ts';
import { PROBLEM_RULES } from '../src/problem-rules.ts';
import { PROBLEM_SENTENCES } from '../src/problem-sentences.ts';
import { drawingOf, redrawn, standardWith } from './drawings.ts';

test('every problem code has a sentence, and every sentence belongs to a code', () => {
  expect(Object.keys(PROBLEM_SENTENCES).sort()).toEqual([...PROBLEM_CODES].sort());
  expect(Object.keys(PROBLEM_RULES)).toEqual(PROBLEM_CODES);
});

const OWN = { name: 'Fog', stack: [2, 3], rules: [] };

test.each([
  [{ scenario: { ...OWN, stack: [2, 2] }, players: 4 }, 'stack-twice', 'SU-1', { n: 2 }],
  [{ scenario: { ...OWN, stack: [99] }, players: 4 }, 'stack-missing', 'CO-1', { n: 99 }],
  [{ scenario: OWN, players: 10 }, 'players-range', 'SU-3', { n: 10 }],
  [{ scenario: OWN, players: 4, hourglass: 0 }, 'sand', 'HG-1', { n: 0 }],
  [{ scenario: 3, players: 9 }, 'players-scenario', 'SC-9n', { name: 'Scenario 3', least: 1, most: 8, n: 9 }],
] as const)('SU-1f the wish %o is refused: %s', (wish, code, rule, values) => {
  const granted = grantWish(wish, 'try');
  const prepared = prepareGame(wish, 'try');
  expect(granted).toMatchObject({ ok: false, error: { code, rule, values } });
  expect(prepared).toEqual({ ok: false, error: granted.ok ? '' : granted.error.why });
});

test('SU-1f the problem of an unreadable tile set has the place of the first mistake', () => {
  const tiles = standardWith({ '5': redrawn(drawingOf('5'), ' iP ', '    ') });
  const granted = grantWish({ scenario: OWN, players: 4, tiles }, 'try');
  const [finding] = checkTiles(tiles);
  expect(finding).toMatchObject({ code: 'cell-hole', values: {} });
  expect(granted).toMatchObject({
    ok: false,
    error: { code: 'tiles-unreadable', values: { line: finding?.line, column: finding?.column } },
  });
});

test("a finding about a hero has the hero as a value and the hero's colour in its sentence", () => {
  const [finding] = checkTiles(standardWith({ '4': redrawn(drawingOf('4'), ' iY ', ' .  ') }));
  expect(finding).toMatchObject({ code: 'item-missing', values: { hero: 'barbarian' } });
  expect(finding?.why).toBe('The yellow item is missing.');
});

test('the problem of a wish with a wrong form names the field', () => {
  const read = checkWish({ scenario: { ...OWN, stack: [2, 'three'] }, players: 4 });
  expect(read.ok ? null : [read.error.problem.code, fieldOf(read.error)]).toEqual([
    'want-whole',
    'scenario.stack.2',
  ]);
});
