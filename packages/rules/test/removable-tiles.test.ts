/** Tests of moving walls (SC-11): which tiles may be removed, and the loss if two cannot. */
import { expect, test } from 'vitest';
import { layTile, type RuleSwitch, reach, removableTiles, unexploredDoors } from '../src/index.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { own, run } from './play.ts';
import { discard, due, four, ring, sorted, turn, turnRing } from './walls.ts';

// Tests of which tiles must stay.

test('SC-11d SC-11f tile 1, a tile with a hero and a tile that is not laid cannot be removed', () => {
  const table = due();
  table.stand({ barbarian: '2b4' });
  for (const tile of [1, 2, 7, 9, 0, 99, -1, 2.5, Number.NaN]) table.refused(discard(tile), 'not-removable');
  expect(types(table.act(discard(5)))).toEqual(['tileDiscarded']);
});

test('SC-11e a tile with a marker cannot be discarded even if no hero is on it', () => {
  const table = four([], [9])
    .lay([11, '2c1'])
    .edit({ outOfOrder: [cell('5d1')] });
  turn(table);
  table.refused(discard(5), 'not-removable');
  table.stand({ elf: '1c3' });
  table.refused(discard(7), 'not-removable');
});

test('SC-11d a hero who has left the board does not prevent a tile from being discarded', () => {
  const table = four().edit({ theft: true }).stand({ dwarf: null });
  turn(table);
  expect(sorted(removableTiles(table.game))).toEqual([2, 5, 6]);
});

test.each(['wrongHands', 'noGatherings'] as const)(
  'SC-11d a tile on whose exit a hero stays cannot be discarded: %s',
  rule => {
    const table = four([rule]).lay([9, '2c1']).stand({ dwarf: '9a3' });
    table.edit({ theft: true, out: { barbarian: false, mage: false, elf: false, dwarf: true } });
    turn(table);
    table.refused(discard(9), 'not-removable');
    expect(sorted(removableTiles(table.game))).toEqual([5, 6]);
  },
);

test('SC-11g a tile through which other tiles are reached cannot be discarded before those tiles', () => {
  const table = four().lay([9, '2c1']);
  turn(table);
  table.refused(discard(2), 'not-removable');
  table.act(discard(9));
  expect(types(table.act(discard(2)))).toEqual(['tileDiscarded']);
});

test('SC-11g a tile counts as reached even if only an escalator leads to it, as to the tiles beyond the balcony of tile 5', () => {
  const table = four().lay([8, '5c1']);
  turn(table);
  table.refused(discard(5), 'not-removable');
});

test('SC-11g a vortex does not count as a way: a tile through which others are reached stays, even if these have a vortex', () => {
  const table = four().lay([12, '2c1']);
  turn(table);
  table.refused(discard(2), 'not-removable');
});

test('SC-11o a hero who stands in the only corridor does not cut off the tiles behind it', () => {
  const table = four().lay([9, '2c1']).stand({ barbarian: '1d3' });
  turn(table);
  expect(sorted(removableTiles(table.game))).toEqual([5, 6, 9]);
});

test('SC-11g in a ring of tiles two neighbouring tiles may be removed', () => {
  const table = ring({ elf: '6b2' });
  turnRing(table);
  table.act(discard(2));
  expect(removableTiles(table.game)).toEqual([3]);
});

test('SC-11m discarding a tile after which no second one could be removed is refused', () => {
  const table = ring({ elf: '6b2' });
  turnRing(table);
  expect(sorted(removableTiles(table.game))).toEqual([2, 3]);
  // tile 5 alone could be removed, but afterwards tiles 2 and 3 would have to stay
  table.refused(discard(5), 'not-removable');
});

test.each([
  ['each could go alone, not both', ring({ elf: '6b2', mage: '3b2' })],
  ['only one is loose', ring({ elf: '6b2', mage: '3b2', barbarian: '5b2' })],
  ['none is loose', ring({ elf: '6b2', mage: '3b2', barbarian: '5b2' }).edit({ outOfOrder: [cell('2a1')] })],
])('SC-11h if no two tiles can be discarded, the game is lost at once (%s)', (_, table) => {
  const events = turnRing(table);
  expect(types(events)).toEqual(['heroMoved', 'hourglassTurned', 'gameLost', 'seedRevealed']);
  expect(the(events, 'gameLost')).toEqual({ type: 'gameLost', at: 90_000, reason: 'rearrange' });
  expect(table.game).toMatchObject({ status: 'lost', reason: 'rearrange' });
  table.refused(discard(2), 'over');
});

test('SC-11h if only tile 1 is laid when the hourglass is turned, the game is lost, because no tile can be removed', () => {
  const table = started(own(['movingWalls'], []))
    .lay([7, '1c1'])
    .stand({ elf: '7b1' });
  expect(types(turn(table))).toContain('gameLost');
});

// Tests of what ordinary heroes and the dwarf can reach.

/**
 * Tile 2 is divided by an orange wall, and tile 3 lies behind the wall. Tiles 4 and 7 may be removed, and tile 8 has
 * the hourglass space.
 */
const SPLIT = [
  court(),
  room(2, { north: 'P', split: true }),
  room(3),
  room(4),
  room(7),
  room(8, { on: { c4: 'hg' } }),
];

const split = (rules: readonly RuleSwitch[]): TestTable => {
  const table = started(own(['movingWalls', ...rules], [], { tiles: SPLIT.join('\n') }));
  table.lay([2, '1c1'], [3, '2c1'], [4, '1d3'], [8, '1b4'], [7, '1a2']);
  table.stand({ barbarian: '1b2', mage: '1c2', elf: '8b4', dwarf: '1b3' });
  run(table, 'elf', '8c4', 90_000);
  return table;
};

test('SC-11o cells that only the dwarf can reach must stay reachable for the dwarf', () => {
  const table = split(['dwarfPassages']);
  table.refused(discard(2), 'not-removable');
  expect(sorted(removableTiles(table.game))).toEqual([3, 4, 7]);
  table.act(discard(3));
  expect(sorted(removableTiles(table.game))).toEqual([2, 4, 7]);
});

test('SC-11o in scenarios without the rule for gaps, cells behind orange walls were never reachable, so they keep no tile in the mall', () => {
  expect(sorted(removableTiles(split([]).game))).toEqual([2, 3, 4, 7]);
});

test('SC-11o a path that only the dwarf can take does not count for ordinary heroes', () => {
  const tiles = [
    court(),
    room(2, { north: 'P', split: true }),
    room(3, { east: 'Y' }),
    room(4, { west: 'G' }),
  ];
  const more = [room(5, { north: 'P' }), room(6, { west: 'O' }), room(7), room(8, { on: { c4: 'hg' } })];
  const table = started(own(['movingWalls', 'dwarfPassages'], [], { tiles: [...tiles, ...more].join('\n') }));
  table.lay([2, '1c1'], [3, '2c1'], [4, '1d3'], [5, '4a2'], [6, '5c1'], [7, '1a2'], [8, '1b4']);
  table.stand({ barbarian: '1b2', mage: '1c2', elf: '8b4', dwarf: '1b3' });
  run(table, 'elf', '8c4', 90_000);
  // Only the dwarf can walk around the whole ring 1-2-3-6-5-4: other heroes reach tile 3 only by 6, 5 and 4.
  for (const tile of [4, 5, 6]) table.refused(discard(tile), 'not-removable');
  // Tile 3 must stay while the far half of tile 2 can be reached only through it.
  expect(sorted(removableTiles(table.game))).toEqual([2, 7]);
  table.act(discard(2));
  expect(sorted(removableTiles(table.game))).toEqual([3, 7]);
});

// The search must be fast, because the sand runs while players pick tiles.

test('SC-11g the removable tiles of a mall of sixty tiles are found in two seconds of CPU time', () => {
  const stack = Array.from({ length: 60 }, (_, i) => i + 2);
  const rooms = stack.map(tile => room(tile, { north: 'Y', east: 'G', west: 'P' }));
  const table = started(own(['movingWalls', 'dwarfPassages'], [], { tiles: [court(), ...rooms].join('\n') }));
  for (const tile of stack)
    table.edit({ mall: layTile(table.game, tile, unexploredDoors(table.game)[0] ?? 0) });
  table.edit({ discards: 2 });
  const begun = process.cpuUsage(); // CPU time does not depend on other programs
  expect(reach(table.game, 0).length).toBeGreaterThan(40);
  // a search through every pair of cells would take minutes
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000);
});
