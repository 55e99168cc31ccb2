/** Tests of the sets of action tiles, of dealing them, and of exchanging them before the start (RULES 4, SU-3). */
import { expect, test } from 'vitest';
import {
  type ActionTile,
  actionsOf,
  actionTileSet,
  prepareGame,
  type Seat,
  type Wish,
} from '../src/index.ts';
import { setUp, started, types } from './kit.ts';

const SEEDS = Array.from({ length: 60 }, (_, i) => `seed ${i}`);

const SETS: readonly [number, readonly string[]][] = [
  [2, ['NEV', 'SWXL']],
  [3, ['NE', 'WV', 'SXL']],
  [4, ['N', 'SX', 'WV', 'EL']],
  [5, ['N', 'SX', 'WV', 'EL', 'W']],
  [6, ['N', 'SX', 'WV', 'EL', 'W', 'E']],
  [7, ['N', 'SX', 'WV', 'EL', 'W', 'E', 'S']],
  [8, ['N', 'SX', 'WV', 'EL', 'W', 'E', 'S', 'N']],
];
const LETTERS = { north: 'N', east: 'E', south: 'S', west: 'W', explore: 'X', vortex: 'V', escalator: 'L' };
const lettersOf = (tile: ActionTile): string =>
  'NESWVXL'.replace(/./g, letter => (tile.some(action => LETTERS[action] === letter) ? letter : ''));
const sorted = (tiles: readonly ActionTile[]): readonly string[] => tiles.map(lettersOf).sort();
const canonical = (names: readonly string[]): readonly string[] =>
  names.map(name => 'NESWVXL'.replace(/./g, letter => (name.includes(letter) ? letter : ''))).sort();

test.each(SETS)(
  'SU-3a SU-3c SU-3i SU-3j SU-3k SU-3l %i players get the action tiles of the set for that number',
  (count, names) => {
    expect(sorted(actionTileSet(count))).toEqual(canonical(names));
    expect(sorted(setUp({ players: count }).game.actionTiles)).toEqual(canonical(names));
  },
);

test.each(SETS)('SU-3a %i players own every action among them, the three special ones once', count => {
  const owned = actionTileSet(count).flat();
  expect(new Set(owned).size).toBe(7);
  for (const action of ['explore', 'vortex', 'escalator'] as const) {
    expect(owned.filter(other => other === action)).toHaveLength(1);
  }
});

test('SU-3b SU-3g the action tiles are dealt at random, one to each seat', () => {
  const deals = SEEDS.map(seed => prepared({ scenario: 2, players: 3 }, seed).actionTiles);
  expect(new Set(deals.map(String)).size).toBe(6);
  for (let seat = 0; seat < 3; seat++) {
    expect(new Set(deals.map(tiles => String(tiles[seat]))).size).toBe(3);
  }
});

/** How far two seats are apart around the table. */
const distance = (a: Seat, b: Seat, seats: number): number =>
  Math.min(Math.abs(a - b), seats - Math.abs(a - b));

/** The distances between seats that share an action. */
const twinDistances = (tiles: readonly ActionTile[]): readonly number[] =>
  tiles.flatMap((tile, a) =>
    tiles.flatMap((other, b) =>
      a < b && tile.some(action => other.includes(action)) ? [distance(a, b, tiles.length)] : [],
    ),
  );

test.each([
  [5, 1],
  [6, 2],
  [7, 3],
  [8, 4],
])(
  'SU-3e SU-3f with %i players, %i pairs of tiles have the same move, and each pair is dealt to opposite seats',
  (players, pairs) => {
    for (const seed of SEEDS) {
      const { actionTiles } = prepared({ scenario: 2, players }, seed);
      expect(twinDistances(actionTiles)).toEqual(Array(pairs).fill(Math.floor(players / 2)));
      expect(sorted(actionTiles)).toEqual(sorted(actionTileSet(players)));
    }
  },
);

test.each([6, 7, 8, 9])(
  'SU-3f SC-9c with %i players, one of them the leader, tiles with the same move are dealt to opposite seats',
  players => {
    for (const seed of SEEDS) {
      const { actionTiles } = prepared({ scenario: 9, players }, seed);
      expect(twinDistances(actionTiles)).toEqual(Array(players - 5).fill(Math.floor(players / 2)));
      expect(actionTiles.filter(tile => tile.length === 0)).toHaveLength(1);
    }
  },
);

test.each([2, 3, 4])('SU-3e with %i players no two seats have the same move', players => {
  expect(twinDistances(prepared({ scenario: 2, players }, 'any').actionTiles)).toEqual([]);
});

test.each([5, 6, 7, 8])('SU-3g with %i players every seat gets every action tile in some deal', players => {
  const deals = Array.from(
    { length: 200 },
    (_, i) => prepared({ scenario: 2, players }, `deal ${i}`).actionTiles,
  );
  for (let seat = 0; seat < players; seat++)
    expect(new Set(deals.map(tiles => String(tiles[seat])))).toEqual(
      new Set(actionTileSet(players).map(String)),
    );
});

test('SU-3f after passing the tiles, those with the same move are still opposite each other', () => {
  const table = started({ scenario: 3, players: 7 }).lay([7, '1c1']).stand({ elf: '7b1' });
  const west = table.game.actionTiles.findIndex(tile => tile.includes('west'));
  expect(types(table.act({ type: 'move', seat: west, hero: 'elf', dir: 'west', steps: 1 }, 1000))).toContain(
    'hourglassTurned',
  );
  expect(twinDistances(table.game.actionTiles)).toEqual([3, 3, 3]);
});

test.each(['pocket-nl', 'pocket-fr'])(
  'SU-3m SO-5a the action tile set of %s is for two to eight players',
  edition => {
    const granted = (players: number): boolean =>
      prepareGame(
        { edition, scenario: { name: 'Own', stack: [2], rules: players > 8 ? ['leader'] : [] }, players },
        'x',
      ).ok;
    expect([1, 2, 8, 9].map(granted)).toEqual([false, true, true, false]);
  },
);

function prepared(wish: Wish, seed: string) {
  const result = prepareGame(wish, seed);
  if (!result.ok) throw new Error(result.error);
  return result.value.event.setUp;
}

test('SU-3d all action tiles are visible: the public set-up shows them', () => {
  const [first] = setUp({ players: 5 }).log;
  expect(first?.type === 'gameSetUp' && sorted(first.setUp.actionTiles)).toEqual([
    'EL',
    'N',
    'SX',
    'W',
    'WV',
  ]);
});

test('SU-3h before the start the players may exchange action tiles', () => {
  const table = setUp();
  expect(types(table.act({ type: 'swap', seat: 0, with: 3 }))).toEqual(['tilesSwapped']);
  expect(table.game.actionTiles).toEqual([
    ['east', 'escalator'],
    ['south', 'explore'],
    ['west', 'vortex'],
    ['north'],
  ]);
  table.act({ type: 'swap', seat: 3, with: 1 });
  expect(actionsOf(table.game, 1)).toEqual(['north']);
  table.act({ type: 'start' });
  table.stand({ elf: '1b3', mage: '1d1', dwarf: '1a4', barbarian: '1a1' });
  table.refused({ type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 }, 'not-yours');
  table.act({ type: 'move', seat: 1, hero: 'elf', dir: 'north', steps: 1 });
});

test('SU-3h after the start an exchange of action tiles is refused', () => {
  const table = started();
  table.refused({ type: 'swap', seat: 0, with: 1 }, 'started');
  table.wait(180_000);
  table.refused({ type: 'swap', seat: 0, with: 1 }, 'over');
});

test.each<[string, Seat, Seat]>([
  ['with oneself', 1, 1],
  ['with nobody', 0, 4],
  ['by nobody', -1, 0],
])('SU-3h an exchange %s is refused', (_, seat, other) => {
  setUp().refused({ type: 'swap', seat, with: other }, 'malformed');
});

test('SU-3h a solo player has no tiles to exchange', () => {
  setUp({ players: 1 }).refused({ type: 'swap', seat: 0, with: 0 }, 'malformed');
});
