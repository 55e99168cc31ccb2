/** Tests of moving walls (SC-11): when tiles are removed, who picks them, where they go and what stays. */
import { expect, test } from 'vitest';
import { removableTiles, talkState, unexploredDoors } from '../src/index.ts';
import { cell, started, the, types } from './kit.ts';
import { explore, layAt, own, run, seatWith } from './play.ts';
import { discard, due, four, ring, sorted, turn, turnRing } from './walls.ts';

// Tests of when tiles must be discarded, who discards them, and what is refused meanwhile.

test('SC-11a turning the hourglass makes two discards due', () => {
  const table = four();
  expect(table.game.discards).toBe(0);
  expect(types(turn(table))).toEqual(['heroMoved', 'hourglassTurned']);
  expect(table.game.discards).toBe(2);
  expect(sorted(removableTiles(table.game))).toEqual([2, 5, 6]);
});

test('SC-11l any player may pick the tiles to discard, two players may pick one each, and then the game goes on', () => {
  const table = due();
  expect(table.act(discard(2, 3), 91_000)).toEqual([
    { type: 'tileDiscarded', at: 91_000, seat: 3, tile: 2, next: null },
  ]);
  expect(table.game.discards).toBe(1);
  table.act(discard(6, 0));
  expect(table.game.discards).toBe(0);
  expect(sorted(Object.keys(table.game.mall).map(Number))).toEqual([1, 5, 7]);
  expect(types(run(table, 'dwarf', '1b4'))).toEqual(['heroMoved']);
});

test('SC-11a a third discard is refused, and so is a discard when none is due', () => {
  const table = four();
  table.refused(discard(2), 'nothing-to-discard');
  turn(table);
  table.act(discard(2));
  table.act(discard(5));
  table.refused(discard(6), 'nothing-to-discard');
  expect(removableTiles(table.game)).toEqual([]);
});

test.each([0, 1])('SC-11l when %i of two tiles are discarded, every other action is refused', picks => {
  const table = due([], [9, 3]);
  table.stand({ barbarian: '7b2', mage: '1d3' }).edit({ drawn: null });
  if (picks === 1) table.act(discard(6));
  table.refused({ type: 'move', seat: 1, hero: 'dwarf', dir: 'south', steps: 1 }, 'rearranging');
  table.refused({ type: 'vortex', seat: 2, hero: 'dwarf', to: cell('1d1') }, 'rearranging');
  table.refused({ type: 'escalator', seat: 3, hero: 'barbarian' }, 'rearranging');
  table.refused({ type: 'explore', seat: 1 }, 'rearranging');
  table.refused({ type: 'lay', seat: 1, door: cell('1d3') }, 'rearranging');
  table.refused({ type: 'steal', seat: 0 }, 'rearranging');
});

test('SC-11l CM-3f staring, moving the pawn and talking are accepted while discards are due', () => {
  const table = due();
  expect(talkState(table.game)).toBe('open');
  expect(table.act({ type: 'say', seat: 0, text: 'the bakery!' })).toEqual([]);
  expect(types(table.act({ type: 'stare', seat: 0, to: 1 }))).toEqual(['stared']);
  expect(types(table.act({ type: 'nudge', seat: 0, to: 1 }))).toEqual(['pawnMoved']);
});

test('SC-11l the sand runs while players pick tiles to discard', () => {
  const table = due();
  table.act(discard(2), 100_000);
  expect(table.wait(180_000)).toMatchObject([{ type: 'gameLost', at: 180_000, reason: 'sand' }, {}]);
  table.refused(discard(5), 'over');
});

test('HG-8d a discard that is due is refused during a pause and accepted after it', () => {
  const table = started(own(['movingWalls'], [9], { house: { pause: true } })).lay(
    [7, '1c1'],
    [2, '1d3'],
    [5, '1b4'],
  );
  turn(table.stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' }));
  table.act({ type: 'pause', seat: 0 });
  table.refused(discard(2), 'paused');
  table.act({ type: 'resume', seat: 0 });
  expect(types(table.act(discard(2)))).toEqual(['tileDiscarded']);
});

test('SC-11l a solo player discards two tiles before turning an action tile', () => {
  const table = started(own(['movingWalls'], [9], { players: 1 })).lay([7, '1c1'], [2, '1d3'], [5, '1b4']);
  table
    .stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' })
    .edit({ solo: { top: 'west', pile: 2 } });
  table.act({ type: 'move', seat: 0, hero: 'elf', dir: 'west', steps: 1 }, 90_000);
  table.refused({ type: 'turn', seat: 0 }, 'rearranging');
  table.act(discard(2));
  table.act(discard(5));
  expect(types(table.act({ type: 'turn', seat: 0 }))).toEqual(['actionTurned']);
});

test('SC-11a SU-5e neither the start of a game nor entering a used hourglass space makes discards due', () => {
  const table = due();
  table.act(discard(2));
  table.act(discard(5));
  run(table, 'elf', '7b1');
  run(table, 'elf', '7a1');
  expect(table.game.discards).toBe(0);
});

test('SC-11p when the hourglass is turned, the action tiles are passed before tiles are discarded', () => {
  const table = due(['passTiles']);
  expect(seatWith(table, 'north')).toBe(1);
  expect(table.game.discards).toBe(2);
});

test('SC-11a every turn of the hourglass makes two discards due again', () => {
  const table = due();
  table.act(discard(2));
  table.act(discard(6));
  table.lay([11, '1a2'], [12, '1d3']).stand({ dwarf: '11a3' });
  run(table, 'dwarf', '11a4');
  expect(table.game.discards).toBe(2);
  expect(sorted(removableTiles(table.game))).toEqual([5, 12]);
});

// Tests of a tile that is drawn but not laid yet.

test('EX-3i a tile with a place for the drawn tile cannot be discarded', () => {
  const table = four([], [9, 3]).stand({ barbarian: '2c1', dwarf: '6d3', mage: '1c2' });
  expect(sorted(the(explore(table), 'tileDrawn').places)).toEqual(sorted([cell('2c1'), cell('6d3')]));
  run(table, 'barbarian', '2b1');
  table.stand({ barbarian: '1b2', dwarf: '1b3' }).lay([12, '5c1']);
  turn(table);
  for (const tile of [2, 6]) table.refused(discard(tile), 'not-removable');
  table.act(discard(12));
  table.act(discard(5));
  expect(types(layAt(table, '6d3'))).toEqual(['tileLaid']);
});

test('SC-11d the drawn tile is not in the mall, so it cannot be discarded', () => {
  const table = four([], [9, 3]).stand({ barbarian: '2c1', dwarf: '6d3' });
  explore(table);
  table.stand({ barbarian: '1b2', dwarf: '1b3' }).edit({ discards: 2 });
  table.refused(discard(9), 'not-removable');
});

// Tests of where the tiles go, and what stays in their place.

test('SC-11j SC-11p discarded tiles go under the stack, in the order in which they were picked', () => {
  const table = due([], [9, 3]);
  table.act(discard(6));
  table.act(discard(2));
  expect(table.game.stack).toEqual({ left: 2, under: [6, 2], next: null });
  const drawn = ['1d3', '1a2', '9c1', '9a2'].map(door => {
    table.stand({ mage: '1b3', dwarf: '1b2', barbarian: '1c2', [ownerOf(door)]: door });
    return the(explore(table), 'tileDrawn').tile;
  });
  expect(drawn).toEqual([9, 3, 6, 2]);
  table.refused({ type: 'explore', seat: 1 }, 'stack-empty');
});

const ownerOf = (door: string): string =>
  ({ '1d3': 'mage', '1a2': 'dwarf', '9c1': 'dwarf', '9a2': 'barbarian' })[door] ?? 'elf';

test('SC-11k with an empty stack discarded tiles become the stack', () => {
  const table = due([], []);
  table.stand({ mage: '1d3' });
  table.act(discard(5));
  table.act(discard(2));
  expect(the(explore(table), 'tileDrawn').tile).toBe(5);
});

test('SC-11k SC-8b with the stack face up everybody sees its top tile, which is the first discard if the stack was empty', () => {
  const table = due(['openStack'], [9]);
  expect(the(table.act(discard(5)), 'tileDiscarded').next).toBe(9);
  expect(the(table.act(discard(2)), 'tileDiscarded').next).toBe(9);
  table.stand({ mage: '1d3' });
  expect(the(explore(table), 'tileDrawn')).toMatchObject({ tile: 9, next: 5 });
  const empty = due(['openStack'], []);
  expect(empty.game.stack.next).toBe(null);
  expect(the(empty.act(discard(5)), 'tileDiscarded').next).toBe(5);
  expect(the(empty.act(discard(2)), 'tileDiscarded').next).toBe(5);
});

test('SC-11q doors that face a removed tile can be explored again', () => {
  const table = due();
  expect(unexploredDoors(table.game)).not.toContain(cell('1d3'));
  table.act(discard(2));
  expect(unexploredDoors(table.game)).toContain(cell('1d3'));
  table.act(discard(5));
  table.stand({ mage: '1d3' });
  expect(types(explore(table))).toEqual(['tileDrawn', 'tileLaid']);
});

test('BD-4e no hero can pass where a tile was removed', () => {
  const table = due();
  table.act(discard(2));
  table.act(discard(5));
  table.stand({ mage: '1d3' });
  table.refused({ type: 'move', seat: 3, hero: 'mage', dir: 'east', steps: 1 }, 'blocked');
});

test('SC-11q an arrow cannot be explored, even when the tile before it was removed', () => {
  const table = ring({ elf: '6b2' });
  turnRing(table);
  table.act(discard(2));
  table.act(discard(3));
  // tile 3 was removed, so 6a2 is an exploration space again
  expect(unexploredDoors(table.game)).toContain(cell('6a2'));
  const other = ring({ elf: '3b4', mage: '5b2' }).lay([7, '1a2'], [8, '1b4']);
  turnRing(other);
  other.act(discard(2));
  other.act(discard(7));
  expect(unexploredDoors(other.game)).not.toContain(cell('3b4'));
  other.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
  other.stand({ barbarian: '1c1' });
  explore(other);
  expect(other.game.mall[8]).toBeDefined();
});

test('BD-5a BD-4d a tile laid where one was removed is joined on all sides, arrows included', () => {
  const table = ring({ elf: '3b2', mage: '5b2' }).lay([7, '1a2']);
  turnRing(table);
  table.act(discard(7));
  table.act(discard(2));
  table.edit({ stack: { left: 0, under: [7], next: null } }).stand({ barbarian: '1c1' });
  explore(table);
  expect(table.game.mall[7]?.joined).toEqual([3, 0, 1, 0]);
  expect(table.game.mall[3]?.joined).toEqual([0, 6, 7, 0]);
});

test('VX-1d the vortex of a discarded tile is no target any more', () => {
  const table = due();
  table.act(discard(2));
  table.act(discard(5));
  table.refused({ type: 'vortex', seat: 2, hero: 'dwarf', to: cell('2d1') }, 'not-a-vortex');
});
