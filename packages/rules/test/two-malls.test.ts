/** Tests of scenario 13 (SC-13): two malls that never join, with vortices as the only way between them. */
import { expect, test } from 'vitest';
import {
  type Command,
  coordinatesOf,
  type Hero,
  prepareGame,
  reach,
  removableTiles,
  tileOf,
  unexploredDoors,
} from '../src/index.ts';
import { cell, setUp, started, type TestTable, the, types } from './kit.ts';
import { explore, own, run } from './play.ts';

const place = (hero: Hero, to: string, seat = 0): Command => ({ type: 'place', seat, hero, to: cell(to) });
const vortex = (hero: Hero, to: string): Command => ({ type: 'vortex', seat: 2, hero, to: cell(to) });

/** A table on which tile 7 lies north of tile 3 in the second mall, and the mage stands on its purple vortex. */
const onVortex = (table: TestTable = started({ scenario: 13, stack: [2, 5] })): TestTable =>
  table.lay([7, '3c1']).stand({ mage: '7c4', barbarian: '3a1', elf: '1b2', dwarf: '1c2' });

// Tests of the beginning of the game.

test('SC-13b SC-13d SC-13o orange and green start on tile 1, yellow and purple on plain cells of tile 3, no two on one cell', () => {
  const special = ['3c1', '3a2', '3b4', '3d3'].map(cell);
  for (let i = 0; i < 60; i++) {
    const { heroes } = setUp({ scenario: 13 }, `seed ${i}`).game;
    for (const hero of ['elf', 'dwarf'] as const) expect(tileOf(heroes[hero] ?? 0)).toBe(1);
    for (const hero of ['barbarian', 'mage'] as const) {
      expect(tileOf(heroes[hero] ?? 0)).toBe(3);
      expect(special).not.toContain(heroes[hero]);
    }
    expect(new Set(Object.values(heroes)).size).toBe(4);
  }
});

test('SC-13o yellow and purple start on random cells', () => {
  const places = Array.from({ length: 30 }, (_, i) => setUp({ scenario: 13 }, `seed ${i}`).game.heroes);
  expect(new Set(places.map(({ mage }) => mage)).size).toBeGreaterThan(4);
  expect(new Set(places.map(({ elf }) => elf)).size).toBeGreaterThan(2);
});

test('SC-13c tile 3 lies in a mall of its own with its top-left cell at [0,0,1], and is not in the stack', () => {
  const { game } = setUp({ scenario: 13 });
  expect(game.mall[3]).toMatchObject({ x: 0, y: 0, turn: 0, mall: 1 });
  expect(coordinatesOf(game, cell('3d2'))).toEqual([3, 1, 1]);
  expect(game.setUp.stack).not.toContain(3);
});

test('SC-13o a set-up may prescribe the cells on tile 3', () => {
  const { game } = setUp({ scenario: 13, heroes: { barbarian: [3, 2, 1], mage: [2, 0, 1] } });
  expect(game.heroes).toMatchObject({ barbarian: cell('3d3'), mage: cell('3c1') });
});

test.each<[string, Partial<Record<Hero, readonly [number, number] | readonly [number, number, 1]>>, string]>([
  ['the mage in the first mall', { mage: [1, 1] }, 'The mage must start in the second mall.'],
  ['the elf in the second', { elf: [1, 1, 1] }, 'The elf must start in the first mall.'],
  ['a solid square', { mage: [3, 0, 1] }, 'The mage cannot stand at [3,0,1]: there is no corridor.'],
  ['one cell for two', { mage: [0, 0, 1], barbarian: [0, 0, 1] }, 'Two heroes cannot stand on [0,0,1].'],
])('SC-13d a set-up is refused with: %s', (_, heroes, why) => {
  expect(prepareGame({ scenario: 13, players: 4, heroes }, 'x')).toEqual({ ok: false, error: why });
});

test('SC-13d in scenarios without a second mall no hero may start there', () => {
  expect(prepareGame({ scenario: 2, players: 4, heroes: { mage: [0, 0, 1] } }, 'x')).toEqual({
    ok: false,
    error: 'The mage cannot stand at [0,0,1]: there is no corridor.',
  });
});

// Tests of placing heroes before the start.

test('SC-13d SC-13o before the start any player may place yellow and purple on any free cell of tile 3', () => {
  const table = setUp({ scenario: 13, heroes: { barbarian: [0, 0, 1], mage: [1, 0, 1] } });
  expect(table.act(place('mage', '3d4', 3))).toEqual([
    { type: 'heroPlaced', at: 0, seat: 3, hero: 'mage', to: cell('3d4') },
  ]);
  table.act(place('barbarian', '3c1', 1));
  expect(table.game.heroes).toMatchObject({ mage: cell('3d4'), barbarian: cell('3c1') });
});

test('SC-13d placing a hero in the other mall, in a wall, on another hero, or after the start is refused', () => {
  const table = setUp({ scenario: 13, heroes: { barbarian: [0, 0, 1], mage: [1, 0, 1] } });
  table.refused(place('mage', '1b2'), 'wrong-mall');
  table.refused(place('elf', '3c1'), 'wrong-mall');
  table.refused(place('dwarf', '1a1'), 'wrong-mall');
  table.refused(place('mage', '3d1'), 'blocked');
  table.refused(place('mage', '3a1'), 'occupied');
  table.act({ type: 'start' });
  table.refused(place('mage', '3c1'), 'started');
  table.refused(place('mage', '3c1'), 'over', 180_000);
});

test('SC-13d in other scenarios placing a hero is refused', () => {
  setUp({ scenario: 2 }).refused(place('mage', '1a1'), 'wrong-mall');
});

test('SC-13d before the start `reach` offers every free cell of tile 3, to yellow and purple only', () => {
  const table = setUp({ scenario: 13 });
  const offered = reach(table.game, 0).filter(command => command.type === 'place');
  expect(offered).toHaveLength(2 * (13 - 2));
});

test('SC-13o placing a hero on an hourglass space does not turn the hourglass, but a hero who walks back onto the space turns it', () => {
  const table = setUp({ scenario: 13, heroes: { barbarian: [0, 0, 1] } });
  expect(types(table.act(place('mage', '3d3')))).toEqual(['heroPlaced']);
  expect(types(table.act({ type: 'start' }))).toEqual(['gameStarted']);
  expect(table.game).toMatchObject({ turned: 0, outOfOrder: [], talking: false });
  expect(types(run(table, 'mage', '3d4'))).toEqual(['heroMoved']);
  expect(types(run(table, 'mage', '3d3', 90_000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('EX-1b a mage who was placed on her own door can explore at once', () => {
  const table = setUp({ scenario: 13, stack: [2] });
  table.act(place('mage', '3c1'));
  table.act({ type: 'start' });
  expect(the(explore(table), 'tileLaid')).toMatchObject({ tile: 2, by: 'mage' });
});

// Tests of how tiles of two malls are laid and joined.

test('SC-13a a tile belongs to the mall from which it is explored', () => {
  const table = started({ scenario: 13, stack: [2, 5] }).stand({ mage: '3c1', dwarf: '1a2' });
  explore(table);
  table.act({ type: 'lay', seat: 1, door: cell('3c1') });
  table.stand({ mage: '3a1' });
  explore(table);
  expect([table.game.mall[2]?.mall, table.game.mall[5]?.mall]).toEqual([1, 0]);
});

test('SC-13e tiles of different malls never join, although they have the same coordinates', () => {
  const table = started({ scenario: 13, stack: [] }).lay([2, '1c1'], [5, '3c1']);
  expect(coordinatesOf(table.game, cell('2b4'))).toEqual([2, -1]);
  expect(coordinatesOf(table.game, cell('5b4'))).toEqual([2, -1, 1]);
  expect(table.game.mall[2]?.joined).toEqual([0, 0, 1, 0]);
  expect(table.game.mall[5]?.joined).toEqual([0, 0, 3, 0]);
});

test('SC-13e only tiles of its own mall can lie beyond a door', () => {
  const table = started({ scenario: 13, stack: [] }).lay([2, '1c1']);
  expect(unexploredDoors(table.game)).toContain(cell('3c1'));
  table.lay([5, '3c1']);
  expect(unexploredDoors(table.game)).not.toContain(cell('3c1'));
});

test('SC-13e no hero enters tile 3 through its arrow', () => {
  expect(unexploredDoors(started({ scenario: 13 }).game)).not.toContain(cell('3b4'));
});

test('SC-13g in scenario 13 the stack lies face up', () => {
  const table = started({ scenario: 13, stack: [2, 5] }).stand({ mage: '3c1' });
  expect(table.game.stack.next).toBe(2);
  expect(the(explore(table), 'tileDrawn').next).toBe(5);
});

test('SC-Cc in a custom scenario with two malls the stack lies face up only if that rule is switched on', () => {
  expect(started(own(['twoMalls'], [2])).game.stack.next).toBe(null);
  expect(started(own(['twoMalls', 'openStack'], [2])).game.stack.next).toBe(2);
});

// Tests of vortices with two malls.

test('SC-13i SC-13j a hero on a vortex of its colour may jump to one of its colour in the other mall, in each direction', () => {
  const table = onVortex();
  expect(types(table.act(vortex('mage', '1a4')))).toEqual(['heroMoved']);
  expect(table.game.heroes.mage).toBe(cell('1a4'));
  table.act(vortex('mage', '7c4'));
  expect(table.game.heroes.mage).toBe(cell('7c4'));
});

test('SC-13j a hero who stands elsewhere, or on a vortex of another colour, cannot use a vortex', () => {
  const table = onVortex().stand({ mage: '7b4' });
  table.refused(vortex('mage', '1a4'), 'not-on-vortex');
  onVortex().lay([2, '7d3']).stand({ mage: '2d1' }).refused(vortex('mage', '1a4'), 'not-on-vortex');
});

test('SC-13k a vortex within the same mall is refused', () => {
  const table = onVortex().lay([13, '7d3']);
  table.refused(vortex('mage', '13b2'), 'wrong-mall');
  table.refused(vortex('mage', '7c4'), 'wrong-mall');
});

test('SC-13j jumping to a vortex of another colour, to a plain cell or to an unknown tile is refused', () => {
  const table = onVortex();
  for (const to of ['1a1', '1b2', '20a3']) table.refused(vortex('mage', to), 'not-a-vortex');
});

test('SC-13h a vortex that would bring all four heroes into one mall is refused', () => {
  onVortex().stand({ barbarian: '1b3' }).refused(vortex('mage', '1a4'), 'same-mall');
  const other = onVortex().stand({ elf: '7b4', barbarian: '3a1', mage: '7b3', dwarf: '1d1' }).lay([2, '7d3']);
  other.refused(vortex('dwarf', '2d1'), 'same-mall');
});

test('SC-13h vortices that leave two heroes in each mall, or three and one, are accepted', () => {
  const table = onVortex().lay([2, '7d3']).stand({ dwarf: '1d1' });
  table.act(vortex('dwarf', '2d1'));
  table.act(vortex('mage', '1a4'));
  expect(types(table.act(vortex('mage', '7c4')))).toEqual(['heroMoved']);
});

test('SC-13p a hero who has escaped counts for no mall, even if it still stands on its exit', () => {
  const out = { barbarian: true, mage: false, elf: false, dwarf: false };
  const gone = onVortex().stand({ barbarian: null }).edit({ out });
  expect(types(gone.act(vortex('mage', '1a4')))).toEqual(['heroMoved']);
  const stays = onVortex().stand({ barbarian: '1b3' }).edit({ out });
  expect(types(stays.act(vortex('mage', '1a4')))).toEqual(['heroMoved']);
});

test('VX-1e with two malls, a vortex on which another hero stands is refused', () => {
  onVortex().stand({ elf: '1a4' }).refused(vortex('mage', '1a4'), 'occupied');
});

test('VX-2b SC-16a with two malls, vortices are refused after the theft and in scenarios without vortices', () => {
  onVortex().edit({ theft: true }).refused(vortex('mage', '1a4'), 'vortex-closed');
  onVortex(started(own(['twoMalls', 'noVortex'], []))).refused(vortex('mage', '1a4'), 'vortex-closed');
});

test('SC-13j with two malls, `reach` offers only vortices that `decide` accepts', () => {
  const offered = reach(onVortex().game, 2).filter(command => command.type === 'vortex');
  expect(offered).toEqual([vortex('mage', '1a4')]);
});

// Tests of the theft and escape with two malls.

test('SC-13a TH-1b the theft is possible although the items lie in different malls', () => {
  const table = started({ scenario: 13, stack: [] }).lay([4, '3c1'], [5, '4d3'], [6, '1c1'], [8, '1d3']);
  table.stand({ barbarian: '4a2', mage: '5d1', elf: '6a3', dwarf: '8d1' });
  run(table, 'barbarian', '4a3');
  expect(types(table.act({ type: 'steal', seat: 0 }))).toEqual(['theftHappened']);
});

test('SC-13a TH-4d the game is won although the exits lie in different malls', () => {
  const table = started({ scenario: 13, stack: [] }).lay([9, '3c1'], [10, '3a2'], [11, '1c1'], [12, '1d3']);
  table.stand({ barbarian: '10d1', mage: '9b3', elf: '11c3', dwarf: '12a1' }).edit({ theft: true });
  run(table, 'barbarian', '10c1');
  run(table, 'mage', '9a3');
  run(table, 'elf', '11d3');
  expect(types(run(table, 'dwarf', '12b1'))).toContain('gameWon');
});

// Tests of moving walls with two malls.

test('SC-11s tile 3 cannot be discarded, and tiles that can be reached from it count as reachable', () => {
  const table = started(own(['twoMalls', 'movingWalls'], []))
    .lay([7, '1c1'], [2, '3c1'], [5, '2c1'], [6, '1b4'])
    .stand({ elf: '7b1', dwarf: '1b2', barbarian: '2b4', mage: '2a4' });
  run(table, 'elf', '7a1', 90_000);
  expect([...removableTiles(table.game)].sort()).toEqual([5, 6]);
  table.stand({ barbarian: '1b3', mage: '1c3' });
  for (const tile of [1, 3, 2]) table.refused({ type: 'discard', seat: 0, tile }, 'not-removable');
  table.act({ type: 'discard', seat: 0, tile: 5 });
  expect([...removableTiles(table.game)].sort()).toEqual([2, 6]);
});

test('SC-11s tile 3 stays even if no hero is on it and no tile is reached through it', () => {
  const table = started(own(['twoMalls', 'movingWalls'], [])).lay([7, '1c1'], [2, '1d3'], [6, '1b4']);
  table.stand({ elf: '7b1', dwarf: '1b2', barbarian: '1b3', mage: '1c3' });
  run(table, 'elf', '7a1', 90_000);
  table.refused({ type: 'discard', seat: 0, tile: 3 }, 'not-removable');
});

test('SC-11j a tile that was discarded in one mall may be laid in the other', () => {
  const table = started(own(['twoMalls', 'movingWalls'], []))
    .lay([7, '1c1'], [2, '3c1'], [6, '1b4'])
    .stand({ elf: '7b1', dwarf: '1a2', barbarian: '3a1', mage: '3b1' });
  run(table, 'elf', '7a1', 90_000);
  table.act({ type: 'discard', seat: 0, tile: 2 });
  table.act({ type: 'discard', seat: 0, tile: 6 });
  explore(table);
  expect(table.game.mall[2]).toMatchObject({ mall: 0 });
});

test('SC-11s in scenarios without two malls tile 3 may be discarded', () => {
  const table = started(own(['movingWalls'], [])).lay([7, '1c1'], [3, '1d3'], [6, '1b4']);
  table.stand({ elf: '7b1', dwarf: '1a2', barbarian: '1b2', mage: '1c2' });
  run(table, 'elf', '7a1', 90_000);
  expect([...removableTiles(table.game)].sort()).toEqual([3, 6]);
});
