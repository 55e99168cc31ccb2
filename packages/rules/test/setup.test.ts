/**
 * Tests of the set-up (RULES 4): the stack, the heroes, the action tiles, north, the start; and of impossible
 * set-ups.
 */
import { expect, test } from 'vitest';
import {
  type ActionTile,
  coordinatesOf,
  HEROES,
  type Hero,
  prepareGame,
  sandLeft,
  stackOrder,
  stackSize,
  talkState,
  type Wish,
} from '../src/index.ts';
import { cell, setUp, started, type TestTable, the, types } from './kit.ts';

const upTo = (highest: number): readonly number[] => Array.from({ length: highest - 1 }, (_, i) => i + 2);
const without = (tiles: readonly number[], tile: number): readonly number[] => tiles.filter(t => t !== tile);
const orderOf = ({ game, secret }: TestTable): readonly number[] => stackOrder(game.setUp, secret);
const SEEDS = Array.from({ length: 60 }, (_, i) => `seed ${i}`);
const fourIn = (scenario: number): Partial<Wish> => ({ scenario, players: 4 });

test.each<[number, readonly number[], 'A' | 'B']>([
  [1, upTo(9), 'A'],
  [2, upTo(12), 'A'],
  [3, upTo(12), 'A'],
  [4, upTo(14), 'A'],
  [5, upTo(15), 'B'],
  [6, upTo(17), 'B'],
  [7, upTo(19), 'B'],
])('SU-1a the set-up of scenario %i has the scenario’s stack and side of tile 1', (scenario, stack, side) => {
  const { game } = setUp(fourIn(scenario));
  expect([game.setUp.stack, game.setUp.side]).toEqual([stack, side]);
  expect(Object.keys(game.mall)).toEqual(['1']);
});

test.each([8, 9, 10, 11, 12, 14, 15, 16, 17])(
  'SU-1a SU-1c scenario %i may be played on either side of tile 1, with the tiles of its level',
  scenario => {
    for (const side of ['A', 'B'] as const) {
      const { setUp: made } = setUp({ ...fourIn(scenario), side, level: 21 }).game;
      expect([made.stack, made.side]).toEqual([upTo(21), side]);
    }
  },
);

test('SC-13c in scenario 13 tile 3 is the start of the second mall and not in the stack', () => {
  const { game } = setUp({ ...fourIn(13), level: 14 });
  expect(game.setUp.stack).toEqual(without(upTo(14), 3));
  expect(Object.keys(game.mall)).toEqual(['1', '3']);
});

test('SU-1a the stack is shuffled: it has every tile once, and another seed gives another order', () => {
  const orders = SEEDS.map(seed => orderOf(setUp({}, seed)));
  for (const order of orders) expect([...order].sort((a, b) => a - b)).toEqual(upTo(12));
  expect(new Set(orders.map(String)).size).toBe(SEEDS.length);
  expect(new Set(orders.map(([top]) => top)).size).toBe(11); // each of the tiles comes out on top with some seed
});

test('SU-1e in scenario 5 tile 15 stays on top, however the other tiles are shuffled', () => {
  const orders = SEEDS.map(seed => orderOf(setUp(fourIn(5), seed)));
  expect(new Set(orders.map(([top]) => top))).toEqual(new Set([15]));
  expect(new Set(orders.map(([, second]) => second)).size).toBeGreaterThan(8);
});

test('SU-1e tile 15 is the first to be explored in scenario 5', () => {
  const table = started(fourIn(5)).stand({ barbarian: '1b4', mage: '1a1', elf: '1d1', dwarf: '1a4' });
  expect(the(table.act({ type: 'explore', seat: 1 }), 'tileDrawn').tile).toBe(15);
});

test('SU-1e a custom scenario may prescribe the tiles on top, too', () => {
  const own = { name: 'Ours', stack: [2, 3, 4, 5], top: [9, 7], rules: [] };
  for (const seed of SEEDS.slice(0, 10)) {
    expect(orderOf(setUp({ scenario: own }, seed)).slice(0, 2)).toEqual([9, 7]);
  }
});

test('SU-1b the stack lies face down: two orders of the same tiles give the same set-up', () => {
  const [one, other] = [
    [5, 9, 2],
    [2, 9, 5],
  ].map(stack => setUp({ stack }));
  expect(one?.game).toEqual(other?.game);
  expect(one?.game.stack).toEqual({ left: 3, under: [], next: null });
});

test.each([8, 13])(
  'SC-8a SC-13g in scenario %i the stack lies face up, and only its top tile is seen',
  scenario => {
    const [one, other] = [
      [5, 9, 2],
      [5, 2, 9],
    ].map(stack => setUp({ ...fourIn(scenario), stack }));
    expect(one?.game.stack.next).toBe(5);
    expect(one?.game).toEqual(other?.game);
  },
);

test('SU-1a a stack may be empty', () => {
  expect(stackSize(setUp({ stack: [] }).game)).toBe(0);
});

test.each(['A', 'B'] as const)('SU-2a the heroes start on the four central cells of tile 1%s', side => {
  const central = ['1b2', '1c2', '1b3', '1c3'].map(cell).sort();
  for (const seed of SEEDS) {
    const { heroes } = setUp({ side }, seed).game;
    expect(HEROES.map(hero => heroes[hero]).sort()).toEqual(central);
  }
});

test('SU-2a all 24 arrangements of the heroes occur, about equally often', () => {
  const seeds = Array.from({ length: 480 }, (_, i) => `arrangement ${i}`);
  const seen = seeds.map(seed => setUp({}, seed).game.heroes);
  expect(new Set(seen.map(heroes => JSON.stringify(heroes))).size).toBe(24);
  for (const hero of HEROES) {
    for (const name of ['1b2', '1c2', '1b3', '1c3']) {
      const times = seen.filter(heroes => heroes[hero] === cell(name)).length;
      expect(times).toBeGreaterThan(80); // 120 are expected, and 4 standard deviations are 38
      expect(times).toBeLessThan(160);
    }
  }
});

test('SU-2c a hero with a prescribed place starts there, and the others start on free central cells', () => {
  for (const seed of SEEDS.slice(0, 12)) {
    const { heroes } = setUp({ heroes: { elf: [1, 1], mage: [0, 0] } }, seed).game;
    expect([heroes.elf, heroes.mage]).toEqual([cell('1b2'), cell('1a1')]);
    expect(new Set(Object.values(heroes)).size).toBe(4);
    for (const hero of ['barbarian', 'dwarf'] as const) {
      expect(['1c2', '1b3', '1c3'].map(cell)).toContain(heroes[hero]);
    }
  }
});

test('SU-4a SU-4b north is the same direction for every seat and however a tile is turned', () => {
  const tiles: readonly ActionTile[] = [
    ['north'],
    ['north', 'explore'],
    ['north', 'vortex'],
    ['north', 'escalator'],
  ];
  // Tile 6 as the neighbour in the north, east, south and west; its middle column is turned with it.
  for (const [door, from] of [
    ['1c1', '6c3'],
    ['1d3', '6b2'],
    ['1b4', '6c2'],
    ['1a2', '6b2'],
  ] as const) {
    for (const seat of [0, 1, 2, 3]) {
      const table = started({ actionTiles: tiles }).lay([6, door]).stand({ elf: from });
      const [x, y] = coordinatesOf(table.game, cell(from));
      const { to } = the(table.act({ type: 'move', seat, hero: 'elf', dir: 'north', steps: 1 }), 'heroMoved');
      expect(coordinatesOf(table.game, to)).toEqual([x, y - 1]);
    }
  }
});

test('SU-5a SU-5b during set-up everybody may talk, and no hero may move', () => {
  const table = setUp({ house: { pause: true } }).stand({ barbarian: '1c1' });
  expect(talkState(table.game)).toBe('open');
  expect(table.act({ type: 'say', seat: 0, text: 'you take the stairs' })).toEqual([]);
  table.refused({ type: 'move', seat: 0, hero: 'mage', dir: 'north', steps: 1 }, 'not-playing');
  table.refused({ type: 'vortex', seat: 2, hero: 'mage', to: cell('1a4') }, 'not-playing');
  table.refused({ type: 'escalator', seat: 3, hero: 'mage' }, 'not-playing');
  table.refused({ type: 'explore', seat: 1 }, 'not-playing');
  table.refused({ type: 'lay', seat: 1, door: cell('1c1') }, 'not-playing');
  table.refused({ type: 'steal', seat: 1 }, 'not-playing');
  table.refused({ type: 'pause', seat: 1 }, 'not-playing');
});

test('SU-5b no sand runs before the start, even after 10,000 s', () => {
  const table = setUp();
  expect(table.wait(10_000_000)).toEqual([]);
  expect(sandLeft(table.game, 10_000_000)).toBe(180_000);
  table.act({ type: 'start' });
  expect(sandLeft(table.game, 10_000_000)).toBe(180_000);
  expect(sandLeft(table.game, 10_001_000)).toBe(179_000);
});

test('SU-5d after the start talk is refused', () => {
  const table = setUp();
  expect(types(table.act({ type: 'start' }))).toEqual(['gameStarted']);
  expect([table.game.status, talkState(table.game)]).toEqual(['playing', 'silent']);
  table.refused({ type: 'say', seat: 0, text: 'wait' }, 'silence');
});

test('SU-5b a second start is refused', () => {
  const table = started();
  table.refused({ type: 'start' }, 'started', 1000);
  table.wait(180_000);
  table.refused({ type: 'start' }, 'over');
});

test.each([3, 11])(
  'SU-5e starting scenario %i does not count as a turn of the hourglass: no tiles are passed or discarded',
  scenario => {
    const table = setUp({ scenario });
    const before = table.game;
    table.act({ type: 'start' });
    const { actionTiles, discards, turned, talking, outOfOrder } = table.game;
    expect({ actionTiles, discards, turned, talking, outOfOrder }).toEqual({
      actionTiles: before.actionTiles,
      discards: 0,
      turned: 0,
      talking: false,
      outOfOrder: [],
    });
  },
);

test('SU-5e starting a solo game does not shuffle the pile again', () => {
  const pile = ['west', 'north', 'explore', 'south', 'vortex', 'east', 'escalator'] as const;
  const table = started({ players: 1, pile });
  expect(the(table.act({ type: 'turn', seat: 0 }), 'actionTurned').action).toBe('west');
});

// Tests of impossible set-ups: each is refused with one sentence.

const OWN = { name: 'Ours', stack: [2], rules: [] };
const elsewhere = (hero: Hero, x: number, y: number): Wish => ({
  scenario: 2,
  players: 4,
  heroes: { [hero]: [x, y] },
});

test.each<[string, Wish, RegExp]>([
  ['nobody', { scenario: 2, players: 0 }, /1 to 9 players, not 0/],
  ['ten players', { scenario: 9, players: 10 }, /1 to 9 players, not 10/],
  ['half a player', { scenario: 2, players: 2.5 }, /not 2.5/],
  ['nine players without a leader', { scenario: 2, players: 9 }, /Scenario 2 is for 1 to 8 players, not 9/],
  ['a tile twice', { scenario: 2, players: 4, stack: [5, 9, 5] }, /names tile 5 twice/],
  ['tile 1 in the stack', { scenario: 2, players: 4, stack: [5, 1] }, /Tile 1 is the start tile/],
  ['tile 25', { scenario: 2, players: 4, stack: [25] }, /There is no tile 25/],
  ['tile -1', { scenario: 2, players: 4, stack: [-1] }, /There is no tile -1/],
  [
    'tile 3 in the stack of scenario 13',
    { scenario: 13, players: 4, stack: [2, 3] },
    /Tile 3 begins the second mall/,
  ],
  ['scenario 99', { scenario: 99, players: 4 }, /no scenario 99/],
  ['an unknown edition', { scenario: 2, players: 4, edition: '2031' }, /no edition "2031"/],
  ['an unknown level', { scenario: 8, players: 4, level: 13 }, /levels 12, 14, 15, 17, 19, 21, 24, not 13/],
  ['a level of an own scenario', { scenario: OWN, players: 4, level: 12 }, /has no level/],
  ['an own scenario with a tile twice', { scenario: { ...OWN, stack: [2, 2] }, players: 2 }, /tile 2 twice/],
])('SU-1f a stack with %s is refused with one sentence', (_, wish, why) => {
  const result = prepareGame(wish, 'seed');
  expect(result).toEqual({ ok: false, error: expect.stringMatching(why) });
  expect(result.ok ? '' : result.error).toMatch(/^[A-Z"][^\n]*\.$/);
});

test.each<[string, Wish, RegExp]>([
  ['a hero off the tile', elsewhere('elf', 4, 0), /The elf cannot stand at \[4,0\]/],
  ['a hero on the next tile', elsewhere('mage', 2, -1), /The mage cannot stand at \[2,-1\]/],
  ['a hero between cells', elsewhere('mage', 1.5, 1), /The mage cannot stand at \[1.5,1\]/],
  [
    'two heroes on a cell',
    { scenario: 2, players: 4, heroes: { elf: [1, 1], dwarf: [1, 1] } },
    /Two heroes cannot stand on \[1,1\]/,
  ],
  [
    'a hero in a wall',
    { scenario: 13, players: 4, heroes: { mage: [3, 0, 1] } },
    /The mage cannot stand at \[3,0,1\]/,
  ],
  [
    'the mage in the wrong mall',
    { scenario: 13, players: 4, heroes: { mage: [1, 1] } },
    /The mage must start in the second mall/,
  ],
  [
    'the elf in the wrong mall',
    { scenario: 13, players: 4, heroes: { elf: [0, 0, 1] } },
    /The elf must start in the first mall/,
  ],
])('SU-1f heroes with %s are refused with one sentence', (_, wish, why) => {
  expect(prepareGame(wish, 'seed')).toEqual({ ok: false, error: expect.stringMatching(why) });
});

test.each<[string, Wish, RegExp]>([
  [
    'three tiles for four',
    { scenario: 2, players: 4, actionTiles: [['north'], ['south'], ['west']] },
    /need 4 action tiles, not 3/,
  ],
  [
    'an action twice on a tile',
    { scenario: 2, players: 2, actionTiles: [['north', 'north'], ['south']] },
    /twice: north, north/,
  ],
  [
    'a player without actions',
    { scenario: 2, players: 2, actionTiles: [['north'], []] },
    /Every player needs an action/,
  ],
  [
    'a leader who holds a tile',
    { scenario: 9, players: 3, actionTiles: [['north'], ['east'], ['west']] },
    /Exactly one player must have no actions/,
  ],
  ['tiles for one alone', { scenario: 2, players: 1, actionTiles: [['north']] }, /one list of seven/],
])('SU-1f action tiles with %s are refused with one sentence', (_, wish, why) => {
  expect(prepareGame(wish, 'seed')).toEqual({ ok: false, error: expect.stringMatching(why) });
});
