/** Tests of impossible set-ups: each is refused with one sentence, never with a throw or an incomplete game. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTIONS,
  beginGame,
  decide,
  EDITIONS,
  HEROES,
  LEVELS,
  type OwnScenario,
  prepareGame,
  RULE_SWITCHES,
  readWish,
  SCENARIOS,
  SIDES,
  STANDARD_TILES,
  stackOrder,
  type Wish,
} from '../src/index.ts';
import { court, room } from './own-tiles.ts';

const OWN: OwnScenario = { name: 'Ours', stack: [2], rules: [] };
const four = (wish: Partial<Wish>): Wish => ({ scenario: 2, players: 4, ...wish });

/** Checks that a text is one line that begins and ends like a sentence. */
function expectSentence(text: string): void {
  expect(text).toMatch(/^[A-Z"\d].*\.$/);
  expect(text).not.toMatch(/undefined|\[object|function/);
  expect(text.length).toBeLessThan(600);
}

test.each<[string, Wish, string]>([
  ['SC-9a scenario 9 with two', { scenario: 9, players: 2 }, 'Scenario 9 is for 3 to 9 players, not 2.'],
  ['SC-9a scenario 9 alone', { scenario: 9, players: 1 }, 'Scenario 9 is for 3 to 9 players, not 1.'],
  ['SC-9e scenario 9 with ten', { scenario: 9, players: 10 }, 'A game has 1 to 9 players, not 10.'],
  ['SC-9n minus one player', { scenario: 9, players: -1 }, 'A game has 1 to 9 players, not -1.'],
  [
    'SO-5a Pocket alone',
    four({ edition: 'pocket-nl', players: 1 }),
    'Edition pocket-nl cannot be played alone.',
  ],
  [
    'SU-3m Pocket with nine',
    four({ edition: 'pocket', players: 9 }),
    'Scenario 2 is for 1 to 8 players, not 9.',
  ],
  [
    'SU-3m Pocket with nine and a leader of their own',
    four({ edition: 'pocket', players: 9, scenario: { ...OWN, rules: ['leader'] } }),
    'Edition pocket-fr has no scenario for 9 players.',
  ],
  [
    'ED-6 Pocket, scenario 8',
    four({ edition: 'pocket', scenario: 8 }),
    'Edition pocket-fr only has scenarios 1 to 7.',
  ],
  [
    'SC-Ca scenario 0',
    four({ scenario: 0 }),
    `There is no scenario 0: scenarios are numbered 1 to ${SCENARIOS.length}.`,
  ],
  [
    'SC-Ca scenario 2.5',
    four({ scenario: 2.5 }),
    `There is no scenario 2.5: scenarios are numbered 1 to ${SCENARIOS.length}.`,
  ],
  [
    'SC-Ca scenario NaN',
    four({ scenario: Number.NaN }),
    `There is no scenario NaN: scenarios are numbered 1 to ${SCENARIOS.length}.`,
  ],
  [
    'SC-13c tile 3',
    four({ scenario: 13, stack: [3] }),
    'Tile 3 begins the second mall and cannot be in the stack.',
  ],
  [
    'SC-13c tile 3 in an own scenario',
    four({ scenario: { ...OWN, stack: [2, 3], rules: ['twoMalls'] } }),
    'Tile 3 begins the second mall and cannot be in the stack.',
  ],
  [
    'SC-13c tiles without a tile 3',
    four({ scenario: { ...OWN, rules: ['twoMalls'] }, tiles: [court(), room(2)].join('\n') }),
    'The second mall begins with tile 3, which is missing.',
  ],
  [
    'SC-Ca tile on top and in the stack',
    four({ scenario: { ...OWN, top: [2] } }),
    'The stack names tile 2 twice.',
  ],
  [
    'SC-Ca tile 1 on top',
    four({ scenario: { ...OWN, top: [1] } }),
    'Tile 1 is the start tile and cannot be in the stack.',
  ],
  ['SU-1a tile NaN', four({ stack: [Number.NaN] }), 'There is no tile NaN.'],
  ['SU-1a tile 2.5', four({ stack: [2, 2.5] }), 'There is no tile 2.5.'],
  ['CO-1c no tile 1B', four({ side: 'B', tiles: court(), stack: [] }), 'The tiles have no start tile 1B.'],
  ['CO-1b tiles without those of the scenario', four({ tiles: court() }), 'There is no tile 2.'],
  [
    'BD-1e no tiles at all',
    four({ tiles: '' }),
    'The tiles cannot be read: line 1, column 1: there is no tile in the text',
  ],
  [
    'BD-1e a tile with a hole',
    four({ tiles: court().replace(' @ ', '   ') }),
    'The tiles cannot be read: tile 1A, line 5, column 9: there is a hole',
  ],
  ['SO-1b a pile for four', four({ pile: ACTIONS }), 'Only a solo game has a pile of action tiles.'],
  [
    'SO-1b a pile of six',
    four({ players: 1, pile: ACTIONS.slice(1) }),
    'In a solo game, the action tiles are the seven actions, each once.',
  ],
  [
    'SO-1b a pile with an action twice',
    four({ players: 1, pile: [...ACTIONS.slice(1), 'explore'] }),
    'In a solo game, the action tiles are the seven actions, each once.',
  ],
  [
    'SO-1b a pile and action tiles',
    four({ players: 1, pile: ACTIONS, actionTiles: [['north']] }),
    'In a solo game, the action tiles are one list of seven actions.',
  ],
  [
    'SU-3b action tiles and a pile',
    four({ players: 2, pile: ACTIONS, actionTiles: [['north'], ['south']] }),
    'Only a solo game has a pile of action tiles.',
  ],
  [
    'SU-3b five action tiles for four',
    four({ actionTiles: [['north'], ['south'], ['east'], ['west'], ['explore']] }),
    '4 players need 4 action tiles, not 5.',
  ],
  [
    'SC-9c two leaders',
    four({ scenario: 9, actionTiles: [['north'], [], [], ['west']] }),
    'Exactly one player must have no actions: the leader.',
  ],
  [
    'SU-2c a hero at NaN',
    four({ heroes: { elf: [Number.NaN, 0] } }),
    'The elf cannot stand at [NaN,0]: there is no corridor.',
  ],
  [
    'SU-2c a hero far out',
    four({ heroes: { elf: [1e300, -1e300] } }),
    'The elf cannot stand at [1e+300,-1e+300]: there is no corridor.',
  ],
  [
    'SC-Ca a name of two lines',
    four({ players: 9, scenario: { ...OWN, name: 'a\nb' } }),
    '"a\\nb" is for 1 to 8 players, not 9.',
  ],
  ['ED-11 an edition of two lines', four({ edition: 'a\nb' }), 'There is no edition "a\\nb".'],
])('%s cannot be set up, and the wish is refused with one sentence', (_, wish, why) => {
  const result = prepareGame(wish, 'seed');
  expect(result).toEqual({ ok: false, error: expect.stringContaining(why) });
  if (!result.ok) expectSentence(result.error);
});

// Tests of values of any type from outside.

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a list', []],
  ['a text', '{"scenario": 2}'],
  ['no scenario', { players: 4 }],
  ['no players', { scenario: 2 }],
  ['players as names', { scenario: 2, players: ['Ann'] }],
  ['a scenario as text', { scenario: '2', players: 4 }],
  ['scenario null', { scenario: null, players: 4 }],
  ['a misspelt field', { scenario: 2, players: 4, stak: [2] }],
  ['a field of every object', { scenario: 2, players: 4, constructor: 1 }],
  ['an own scenario that says it is number 3', { scenario: { ...OWN, number: 3 }, players: 4 }],
  ['an own scenario without rules', { scenario: { name: 'x', stack: [] }, players: 4 }],
  ['an unknown rule', { scenario: { ...OWN, rules: ['flying'] }, players: 4 }],
  ['a nameless scenario', { scenario: { ...OWN, name: '' }, players: 4 }],
  ['a name without end', { scenario: { ...OWN, name: 'x'.repeat(1e5) }, players: 4 }],
  ['an edition without end', { scenario: 2, players: 4, edition: 'x'.repeat(1e5) }],
  ['side C', { scenario: 2, players: 4, side: 'C' }],
  ['tiles as texts', { scenario: 2, players: 4, stack: ['2'] }],
  ['a stack without end', { scenario: 2, players: 4, stack: Array.from({ length: 1e5 }, (_, i) => i) }],
  ['a fifth hero', { scenario: 2, players: 4, heroes: { wizard: [1, 1] } }],
  ['a hero in three numbers', { scenario: 2, players: 4, heroes: { elf: [1, 1, 2] } }],
  ['a hero nowhere', { scenario: 2, players: 4, heroes: { elf: null } }],
  ['an unknown action', { scenario: 2, players: 2, actionTiles: [['fly'], ['north']] }],
  ['ten action tiles', { scenario: 2, players: 4, actionTiles: Array(10).fill(['north']) }],
  ['an hourglass of words', { scenario: 2, players: 4, hourglass: '180' }],
  ['an unknown house rule', { scenario: 2, players: 4, house: { cheating: true } }],
  ['a house rule that is neither', { scenario: 2, players: 4, house: { pause: 'yes' } }],
  ['tiles that are too long', { scenario: 2, players: 4, tiles: 'x'.repeat(200_001) }],
])('SU-1f a value that is not a wish is refused in one sentence: %s', (_, wish) => {
  const read = readWish(wish);
  expect(read.ok).toBe(false);
  if (!read.ok) expectSentence(read.error);
});

// Laws for any values: the answer is a game or a sentence.

const anyNumber = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 27 }) },
  fc.integer(),
  fc.double(),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 1e300, Number.MAX_SAFE_INTEGER),
);
const often = <T>(usual: fc.Arbitrary<T>, wild: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: wild });

const tileList = often(
  fc.uniqueArray(fc.integer({ min: 2, max: 24 }), { maxLength: 23 }),
  fc.array(anyNumber, { maxLength: 30 }),
);
const rules = fc.subarray([...RULE_SWITCHES]);
const ownScenario: fc.Arbitrary<OwnScenario> = fc.record(
  { name: fc.string(), stack: tileList, top: tileList, side: fc.constantFrom(...SIDES), rules },
  { requiredKeys: ['name', 'stack', 'rules'] },
);
const place = often(
  fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
  fc.tuple(anyNumber, anyNumber),
).chain(([x, y]) => fc.constantFrom([x, y] as const, [x, y, 1] as const));
const heroes = fc.record({ barbarian: place, mage: place, elf: place, dwarf: place }, { requiredKeys: [] });
const tiles = fc.oneof(
  fc.constant(STANDARD_TILES),
  fc.constant([court(), room(2), room(3), room(5, { on: { a1: 'hg' } })].join('\n')),
  fc.string(),
  fc
    .tuple(fc.nat(STANDARD_TILES.length), fc.nat(40), fc.string({ maxLength: 5 }))
    .map(([at, length, text]) => STANDARD_TILES.slice(0, at) + text + STANDARD_TILES.slice(at + length)),
);

const base: fc.Arbitrary<Wish> = fc.record(
  {
    edition: often(fc.constantFrom<string>(...EDITIONS, '2017', 'pocket'), fc.string()),
    scenario: fc.oneof(fc.integer({ min: 1, max: SCENARIOS.length }), ownScenario, anyNumber),
    players: often(fc.integer({ min: 1, max: 9 }), anyNumber),
    side: fc.constantFrom(...SIDES),
    level: often(fc.constantFrom(...LEVELS), anyNumber),
    stack: tileList,
    hourglass: often(fc.integer({ min: 1, max: 3600 }), anyNumber),
    house: fc.record({ pause: fc.boolean(), freeTalk: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['scenario', 'players'] },
);
/**
 * Fields whose random values are nearly always impossible; they are rarely combined, because otherwise no wish would
 * be granted.
 */
const seldom: fc.Arbitrary<Partial<Wish>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.record({ heroes }),
  fc.record({ tiles }),
  fc.record({ pile: fc.array(fc.constantFrom(...ACTIONS), { maxLength: 8 }) }),
  fc.record({
    actionTiles: fc.array(fc.array(fc.constantFrom(...ACTIONS), { maxLength: 4 }), { maxLength: 10 }),
  }),
);
const wish: fc.Arbitrary<Wish> = fc
  .tuple(base, seldom, seldom)
  .map(([most, ...more]) => Object.assign({}, most, ...more));

/**
 * Checks that a granted wish gives a complete game that starts, and a refused wish a sentence. Returns whether the
 * wish was granted.
 */
function answerTo(wished: Wish): boolean {
  const result = prepareGame(wished, 'fuzz');
  if (!result.ok) {
    expect(result.error).toMatch(/^.+\.$/);
    expect(result.error).not.toMatch(/undefined|\[object/);
    return false;
  }
  const { event, secret } = result.value;
  expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  expect([...stackOrder(event.setUp, secret)].sort((a, b) => a - b)).toEqual(event.setUp.stack);
  const game = beginGame(event);
  expect(new Set(HEROES.map(hero => game.heroes[hero])).size).toBe(4);
  expect(decide(game, { type: 'start' }, { at: 0, secret }).ok).toBe(true);
  return true;
}

test('SU-1f a wish with any values is answered with a game or one sentence, never with a throw', () => {
  let granted = 0;
  fc.assert(
    fc.property(wish, wished => {
      if (answerTo(wished)) granted++;
    }),
    { numRuns: 1500, seed: 17 },
  );
  expect(granted).toBeGreaterThan(50);
});

test('SU-1f a valid wish with one wrong field is answered with a game or one sentence', () => {
  const good = fc.record({
    scenario: fc.integer({ min: 1, max: SCENARIOS.length }),
    players: fc.integer({ min: 1, max: 9 }),
  });
  let granted = 0;
  fc.assert(
    fc.property(good, wish, fc.nat(9), (base, garbled, field) => {
      const [name, value] = Object.entries(garbled)[field % Object.keys(garbled).length] ?? [];
      if (name !== undefined && answerTo({ ...base, [name]: value })) granted++;
    }),
    { numRuns: 1500, seed: 18 },
  );
  expect(granted).toBeGreaterThan(200);
});

test('SU-1f any JSON is read as a wish or refused with one sentence', () => {
  const field = fc.constantFrom(
    'edition',
    'scenario',
    'players',
    'side',
    'level',
    'stack',
    'heroes',
    'house',
    'tiles',
  );
  const json = fc.oneof(
    fc.jsonValue(),
    fc.tuple(field, fc.jsonValue()).map(([name, value]) => ({ scenario: 2, players: 4, [name]: value })),
  );
  fc.assert(
    fc.property(json, value => {
      const read = readWish(value);
      if (read.ok) answerTo(read.value);
      else expect(read.error).toMatch(/^The set-up.*\.$/);
    }),
    { numRuns: 2000, seed: 19 },
  );
});

test('SC-Ca a wish keeps every field when it is read', () => {
  const meant = {
    edition: '2017',
    scenario: { ...OWN, top: [15], side: 'B', rules: ['ownExits', 'twoMalls'] },
    players: 2,
    side: 'A',
    stack: [2, 5],
    hourglass: 240,
    heroes: { mage: [0, 0, 1] },
    actionTiles: [
      ['north', 'east', 'vortex'],
      ['south', 'west', 'explore', 'escalator'],
    ],
    house: { pause: true },
  };
  expect(readWish(meant)).toEqual({ ok: true, value: meant });
});
