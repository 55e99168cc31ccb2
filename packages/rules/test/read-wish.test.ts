/**
 * Tests that wishes from outside are read strictly: an invalid one is refused with a sentence and never read in part.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTIONS,
  isCoordinates,
  prepareGame,
  RULE_SWITCHES,
  readWish,
  STANDARD_TILES,
} from '../src/index.ts';

const FOUR = { scenario: 4, players: 4 };
const why = (value: unknown): string => {
  const read = readWish(value);
  return read.ok ? 'read' : read.error;
};

test('SC-Ca a wish with every field keeps all fields when it is read', () => {
  const wish = {
    edition: 'revised',
    scenario: 4,
    players: 2,
    side: 'B',
    level: 12,
    stack: [5, 9],
    hourglass: 90.5,
    heroes: { elf: [1, -2], mage: [0, 0, 1] },
    actionTiles: [['north', 'vortex'], []],
    tiles: STANDARD_TILES,
    house: { pause: true, pauseOnDisconnect: false, freeTalk: true, patterns: true },
  };
  expect(readWish(wish)).toEqual({ ok: true, value: wish });
});

test('SC-Ca a custom scenario keeps all fields when it is read', () => {
  const scenario = { name: 'Fog', stack: [2, 3], top: [4], side: 'A', rules: [...RULE_SWITCHES] };
  expect(readWish({ scenario, players: 4 })).toEqual({ ok: true, value: { scenario, players: 4 } });
});

test.each([
  ['as they are', [...ACTIONS]],
  ['each a tile of its own', ACTIONS.map(action => [action])],
])('SO-1b in a wish for one player the seven actions are read as the pile, %s', (_, actionTiles) => {
  expect(readWish({ scenario: 1, players: 1, actionTiles })).toEqual({
    ok: true,
    value: { scenario: 1, players: 1, pile: [...ACTIONS] },
  });
});

test.each<[unknown, string]>([
  [null, 'The set-up must be an object.'],
  [[], 'The set-up must be an object.'],
  ['x', 'The set-up must be an object.'],
  [{}, 'The set-up needs "scenario".'],
  [{ scenario: 1 }, 'The set-up needs "players".'],
  [{ ...FOUR, colour: 1 }, 'The set-up has no field "colour".'],
  [{ ...FOUR, pile: [] }, 'The set-up has no field "pile".'],
  [
    JSON.parse('{"scenario": 1, "players": 1, "__proto__": {"side": "A"}}'),
    'The set-up has no field "__proto__".',
  ],
  [{ ...FOUR, toString: 1 }, 'The set-up has no field "toString".'],
  [{ ...FOUR, ['x'.repeat(5000)]: 1 }, `The set-up has no field "${'x'.repeat(80)}".`],
  [{ ...FOUR, scenario: '4' }, 'The set-up: "scenario" must be a whole number.'],
  [{ ...FOUR, scenario: Number.NaN }, 'The set-up: "scenario" must be a whole number.'],
  [{ ...FOUR, scenario: { stack: [], rules: [] } }, 'The set-up: "scenario" needs "name".'],
  [
    { ...FOUR, scenario: { name: '', stack: [], rules: [] } },
    '"scenario": "name" must be a text of 1 to 80 characters.',
  ],
  [
    { ...FOUR, scenario: { name: 'F', stack: [], rules: ['x'] } },
    '"scenario": "rules" entry 1 must be one of ownExits',
  ],
  [{ ...FOUR, scenario: { name: 'F', stack: [], rules: [], level: 2 } }, '"scenario" has no field "level".'],
  [{ ...FOUR, edition: '' }, 'The set-up: "edition" must be a text of 1 to 20 characters.'],
  [{ ...FOUR, side: 'a' }, 'The set-up: "side" must be one of A, B.'],
  [{ ...FOUR, stack: [2, 3.5] }, 'The set-up: "stack" entry 2 must be a whole number.'],
  [{ ...FOUR, stack: Array(99).fill(2) }, 'The set-up: "stack" must have at most 98 entries.'],
  [{ ...FOUR, hourglass: '180' }, 'The set-up: "hourglass" must be a number.'],
  [{ ...FOUR, hourglass: Number.POSITIVE_INFINITY }, 'The set-up: "hourglass" must be a number.'],
  [
    { ...FOUR, heroes: { elf: [1, 2, 0] } },
    '"heroes": "elf" must be a place [x, y], or [x, y, 1] in the second mall.',
  ],
  [{ ...FOUR, heroes: { elf: null } }, 'The set-up: "heroes": "elf" must be a place'],
  [
    { ...FOUR, actionTiles: ['north', 'south', 'east', 'west'] },
    'The set-up: "actionTiles" must be a list of lists.',
  ],
  [
    { ...FOUR, actionTiles: [[], [], [], ['up']] },
    '"actionTiles" entry 4 entry 1 must be one of north, east,',
  ],
  [{ ...FOUR, actionTiles: Array(10).fill([]) }, '"actionTiles" must have at most 9 entries.'],
  [{ ...FOUR, tiles: 'x'.repeat(200_001) }, '"tiles" must be a text of 1 to 200000 characters.'],
  [{ ...FOUR, house: { pause: 1 } }, 'The set-up: "house": "pause" must be true or false.'],
  [{ ...FOUR, house: { constructor: true } }, 'The set-up: "house" has no field "constructor".'],
])('SU-1f a value that is not a wish is refused with the reason (case %#)', (value, expected) => {
  expect(why(value)).toContain(expected);
  expect(why(value)).toMatch(/^The set-up[^\n]*[.]$/);
});

test.each<[unknown, boolean]>([
  [[0, 0], true],
  [[-10_000, 10_000], true],
  [[3, -4, 1], true],
  [[3, -4, 0], false],
  [[3, -4, 2], false],
  [[3], false],
  [[3, 4, 1, 1], false],
  [[10_001, 0], false],
  [[0.5, 0], false],
  [['3', '4'], false],
  [{ 0: 3, 1: 4, length: 2 }, false],
  [null, false],
])('SC-13d a hero’s place is read as [x, y], or as [x, y, 1] in the second mall: %j', (value, expected) => {
  expect(isCoordinates(value)).toBe(expected);
});

test('SU-1f any value is refused with a sentence, or read as a wish that can be granted or refused', () => {
  const seen = { sentences: 0, wishes: 0 };
  const mostly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });
  const loose = fc.record(
    {
      scenario: mostly(fc.integer({ min: 0, max: 18 })),
      players: mostly(fc.integer({ min: 0, max: 10 })),
      stack: mostly(fc.array(fc.integer({ min: 0, max: 30 }))),
      heroes: mostly(fc.constant({ elf: [1, 1] })),
      hourglass: mostly(fc.integer({ min: -5, max: 5000 })),
    },
    { requiredKeys: ['scenario', 'players'] },
  );
  fc.assert(
    fc.property(fc.oneof(loose, fc.jsonValue()), value => {
      const read = readWish(value);
      seen[read.ok ? 'wishes' : 'sentences']++;
      if (!read.ok) expect(read.error).toMatch(/^The set-up[^\n]*[.]$/);
      else expect(prepareGame(read.value, 'any')).toHaveProperty('ok');
    }),
    { numRuns: 1000, seed: 6 },
  );
  expect(Math.min(seen.wishes, seen.sentences)).toBeGreaterThan(100);
});
