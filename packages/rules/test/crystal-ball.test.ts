/** Tests of the crystal ball (SC-5), alone and together with other rules. */
import { expect, test } from 'vitest';
import { ballTiles, talkState } from '../src/index.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { explore, layAt, own, run } from './play.ts';

const at = (...names: string[]): number[] => names.map(cell).sort((a, b) => a - b);
const sorted = (cells: readonly number[]): number[] => [...cells].sort((a, b) => a - b);

/**
 * Side A of tile 1 with tile 15 in the north: the mage stands on the crystal ball, the other heroes where they cannot
 * explore.
 */
function atBall(stack: readonly number[], wish: Parameters<typeof started>[0] = {}): TestTable {
  return started({ scenario: 5, side: 'A', stack, ...wish })
    .lay([15, '1c1'])
    .stand({ mage: '15d1', barbarian: '1b2', elf: '1c2', dwarf: '1b3' });
}

// Tests of which openings the ball offers.

test('SC-5e with the mage on an unused ball a tile may be laid at any unexplored opening, of any colour, even without a hero there', () => {
  const table = atBall([2, 5, 9]);
  const { tile, places, own: ordinary, ball } = the(explore(table), 'tileDrawn');
  expect({ tile, ordinary, ball }).toEqual({ tile: 2, ordinary: [], ball: cell('15d1') });
  expect(sorted(places)).toEqual(at('1d3', '1b4', '1a2', '15c1', '15d3', '15a2'));
});

test.each(['1d3', '1b4', '1a2', '15c1', '15d3', '15a2'])(
  'SC-5e with the mage on the ball the tile may be laid at %s',
  door => {
    const table = atBall([2, 5]);
    explore(table);
    expect(the(layAt(table, door), 'tileLaid')).toMatchObject({ tile: 2, door: cell(door), by: 'ball' });
  },
);

test('SC-5e EX-5 with the mage on the ball no tile may be laid at an arrow, or where a tile already lies', () => {
  const table = atBall([2, 5]);
  explore(table);
  for (const door of ['1c1', '15b4'])
    table.refused({ type: 'lay', seat: 1, door: cell(door) }, 'not-a-place');
});

test('SC-5e if the ball can lay a tile at only one opening, the tile is laid at once', () => {
  const tiles = [court({ a1: 'cb' }), room(2), room(3), room(4), room(5)].join('\n');
  const table = started(own(['crystalBall'], [5], { tiles })).lay([2, '1c1'], [3, '1d3'], [4, '1b4']);
  table.stand({ mage: '1a1', barbarian: '1b2', elf: '1c2', dwarf: '1b3' });
  const events = explore(table);
  expect(types(events)).toEqual(['tileDrawn', 'tileLaid']);
  expect(the(events, 'tileLaid')).toMatchObject({ door: cell('1a2'), by: 'ball' });
  expect(ballTiles(table.game)).toBe(1);
});

test.each(['barbarian', 'elf', 'dwarf'] as const)('SC-5j the %s on a ball has no effect', hero => {
  const table = atBall([2]).stand({ mage: '1c3', [hero]: '15d1' });
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
  expect(ballTiles(table.game)).toBe(0);
});

test('SC-5h a ball beside which the mage stands offers no opening', () => {
  atBall([2]).stand({ mage: '15d2' }).refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
});

test('SC-5d EX-4 with an empty stack the ball offers no opening', () => {
  atBall([]).refused({ type: 'explore', seat: 1 }, 'stack-empty');
});

test('SC-5d EX-1a only the player with the explore action can use the ball', () => {
  atBall([2]).refused({ type: 'explore', seat: 0 }, 'not-yours');
});

test('SC-5g when the mage arrives on the ball, nothing else happens', () => {
  const table = atBall([2, 5]).stand({ mage: '15d2' });
  expect(types(run(table, 'mage', '15d1'))).toEqual(['heroMoved']);
  expect(ballTiles(table.game)).toBe(2);
});

// Tests of laying the ball's first and second tile.

test('SC-5d SC-5i after laying two tiles the ball is out of order, and its marker lies under the mage', () => {
  const table = atBall([2, 5, 9]);
  explore(table);
  expect(types(layAt(table, '1d3'))).toEqual(['tileLaid']);
  expect(ballTiles(table.game)).toBe(1);
  explore(table);
  expect(types(layAt(table, '1b4'))).toEqual(['tileLaid', 'ballUsed']);
  expect(table.game.outOfOrder).toEqual([cell('15d1')]);
  expect(ballTiles(table.game)).toBe(0);
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
});

test('SC-5f the second tile of the ball may be laid beside the first', () => {
  const table = atBall([2, 5]);
  explore(table);
  layAt(table, '1d3');
  expect(the(explore(table), 'tileDrawn').places).toContain(cell('2c1'));
  layAt(table, '2c1');
  expect(table.game.mall[5]?.joined).toContain(2);
});

test('SC-5g SC-5l while the mage stays on the ball, other actions are possible between the ball’s first and second tile', () => {
  const table = atBall([2, 5]);
  explore(table, 1000);
  layAt(table, '1d3');
  run(table, 'dwarf', '1b4', 50_000);
  run(table, 'dwarf', '1b3', 51_000);
  expect(ballTiles(table.game)).toBe(1);
  explore(table, 60_000);
  expect(types(layAt(table, '1b4'))).toEqual(['tileLaid', 'ballUsed']);
});

test('SC-5m when the mage leaves after the ball’s first tile, the ball is out of order', () => {
  const table = atBall([2, 5]);
  explore(table);
  layAt(table, '1d3');
  const events = run(table, 'mage', '15d2', 9000);
  expect(types(events)).toEqual(['heroMoved', 'ballUsed']);
  expect(the(events, 'ballUsed')).toEqual({ type: 'ballUsed', at: 9000, cell: cell('15d1') });
  run(table, 'mage', '15d1');
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
});

test('SC-5m when a vortex takes the mage away after the ball’s first tile, the ball is out of order', () => {
  const table = atBall([2, 5]);
  explore(table);
  layAt(table, '1d3');
  const leave = { type: 'vortex', seat: 2, hero: 'mage', to: cell('1a4') } as const;
  expect(types(table.act(leave))).toEqual(['heroMoved', 'ballUsed']);
});

test('SC-5h when the mage leaves the ball before it has laid a tile, the ball stays unused', () => {
  const table = atBall([2, 5]);
  expect(types(run(table, 'mage', '15d2'))).toEqual(['heroMoved']);
  run(table, 'mage', '15d1');
  expect(ballTiles(table.game)).toBe(2);
});

test('SC-5j other heroes who step on the ball and off again leave it unused', () => {
  const table = atBall([2, 5]).stand({ elf: '15d2' });
  explore(table);
  layAt(table, '1d3');
  expect(types(run(table, 'elf', '15d3'))).toEqual(['heroMoved']);
  expect(ballTiles(table.game)).toBe(1);
});

test('SC-5i if the stack is empty after the ball’s first tile, the ball is out of order when the mage leaves', () => {
  const table = atBall([2]);
  explore(table);
  layAt(table, '1d3');
  table.refused({ type: 'explore', seat: 1 }, 'stack-empty');
  expect(types(run(table, 'mage', '15d2'))).toEqual(['heroMoved', 'ballUsed']);
});

test('SC-5i each ball counts its own tiles: the one on tile 22 works after the one on tile 15 is used', () => {
  const table = atBall([2, 5, 9]).edit({ outOfOrder: [cell('15d1')] });
  table.lay([22, '15c1']).stand({ mage: '22d2' });
  expect(ballTiles(table.game)).toBe(2);
  expect(the(explore(table), 'tileDrawn').ball).toBe(cell('22d2'));
});

// Tests of moves of the mage between drawing and laying a tile.

test('EX-3e SC-5i if the mage leaves the ball after the draw, the drawn tile may still be laid, which uses the ball up', () => {
  const table = atBall([2, 5]);
  explore(table);
  expect(types(run(table, 'mage', '15d2'))).toEqual(['heroMoved']);
  expect(types(layAt(table, '1a2'))).toEqual(['tileLaid', 'ballUsed']);
  run(table, 'mage', '15d1');
  expect(ballTiles(table.game)).toBe(0);
});

test('EX-3e SC-5i if the mage leaves the ball after the draw and comes back, the ball can lay one more tile', () => {
  const table = atBall([2, 5]);
  explore(table);
  run(table, 'mage', '15d2');
  run(table, 'mage', '15d1');
  expect(types(layAt(table, '1a2'))).toEqual(['tileLaid']);
  expect(ballTiles(table.game)).toBe(1);
});

test('EX-3e SC-5i if the mage leaves the ball after the second draw, the tile is laid, and one marker is placed', () => {
  const table = atBall([2, 5]);
  explore(table);
  layAt(table, '1a2');
  explore(table);
  expect(types(run(table, 'mage', '15d2'))).toEqual(['heroMoved', 'ballUsed']);
  expect(types(layAt(table, '1b4'))).toEqual(['tileLaid']);
  expect(table.game.outOfOrder).toEqual([cell('15d1')]);
  expect(table.game.halfUsedBall).toBe(null);
});

test('SC-5k EX-3c the ball’s second tile is not drawn before the first is laid', () => {
  const table = atBall([2, 5]);
  explore(table);
  table.refused({ type: 'explore', seat: 1 }, 'place-first');
});

test('EX-3h in a solo game the mage cannot move before the drawn tile is laid', () => {
  const table = atBall([2, 5], { players: 1 }).edit({ solo: { top: 'explore', pile: 3 } });
  table.act({ type: 'explore', seat: 0 });
  table.edit({ solo: { top: 'south', pile: 2 } });
  table.refused({ type: 'move', seat: 0, hero: 'mage', dir: 'south', steps: 1 }, 'place-first');
  table.edit({ solo: { top: 'explore', pile: 2 } });
  expect(types(table.act({ type: 'lay', seat: 0, door: cell('1d3') }))).toEqual(['tileLaid']);
  expect(ballTiles(table.game)).toBe(1);
});

// Tests of explorations without the ball, although the mage stands on it.

test('SC-5o laying a tile at a door on which its own hero stands does not use the ball', () => {
  const table = atBall([2, 5, 9]).stand({ dwarf: '1a2' });
  expect(the(explore(table), 'tileDrawn').own).toEqual([cell('1a2')]);
  expect(the(layAt(table, '1a2'), 'tileLaid').by).toBe('dwarf');
  expect(ballTiles(table.game)).toBe(2);
  expect(types(run(table, 'mage', '15d2'))).toEqual(['heroMoved']);
});

test('SC-5o laying a tile at a door that its own hero reached after the draw does not use the ball', () => {
  const table = atBall([2, 5]).stand({ dwarf: '1a3' });
  expect(the(explore(table), 'tileDrawn').own).toEqual([]);
  run(table, 'dwarf', '1a2');
  expect(the(layAt(table, '1a2'), 'tileLaid').by).toBe('dwarf');
  expect(ballTiles(table.game)).toBe(2);
});

test('SC-5o laying a tile at a door on which its own hero stood at the draw does not use the ball', () => {
  const table = atBall([2, 5]).stand({ dwarf: '1a2' });
  explore(table);
  run(table, 'dwarf', '1a3');
  expect(the(layAt(table, '1a2'), 'tileLaid').by).toBe('dwarf');
  expect(ballTiles(table.game)).toBe(2);
});

test('SC-5o laying a tile at a door where a hero of another colour stands uses the ball', () => {
  const table = atBall([2, 5]).stand({ dwarf: '1d3' });
  explore(table);
  expect(the(layAt(table, '1d3'), 'tileLaid').by).toBe('ball');
  expect(ballTiles(table.game)).toBe(1);
});

test('SC-5o exploring at a hero’s own door after the ball’s first tile does not count as the ball’s second tile', () => {
  const table = atBall([2, 5, 9, 6]).stand({ dwarf: '1a2' });
  explore(table);
  layAt(table, '1d3');
  explore(table);
  expect(types(layAt(table, '1a2'))).toEqual(['tileLaid']);
  expect(ballTiles(table.game)).toBe(1);
  explore(table);
  expect(types(layAt(table, '1b4'))).toEqual(['tileLaid', 'ballUsed']);
});

test('SC-5o the mage on the ball cannot stand at her own door, so laying a tile there uses the ball', () => {
  const table = atBall([2, 5]);
  explore(table);
  expect(the(layAt(table, '1d3'), 'tileLaid').by).toBe('ball');
});

// Tests of talk windows and the ball.

test('SC-5p a tile that the ball lays at a green door opens no talk window', () => {
  const table = atBall([2, 5]);
  explore(table);
  layAt(table, '1b4');
  expect(talkState(table.game)).toBe('silent');
});

test('SC-5o SC-4b a tile laid where the elf stands at her own door opens a talk window although the mage is on the ball', () => {
  const table = atBall([2, 5]).stand({ elf: '1b4' });
  explore(table);
  layAt(table, '1b4');
  expect(talkState(table.game)).toBe('open');
});

test('CM-3e laying a tile with the ball closes an open talk window', () => {
  const table = atBall([2, 5]);
  explore(table);
  table.edit({ talking: true });
  layAt(table, '1b4');
  expect(talkState(table.game)).toBe('silent');
});

// Tests of the ball together with other rules.

test('SC-5q the ball offers the openings of two malls, whichever mall it lies in', () => {
  const table = started(own(['crystalBall', 'twoMalls'], [2, 5, 6]))
    .lay([15, '3c1'])
    .stand({ mage: '15d1', barbarian: '3a1', elf: '1b2', dwarf: '1c2' });
  const { places } = the(explore(table), 'tileDrawn');
  expect(places).toEqual(expect.arrayContaining(at('1c1', '1d3', '1b4', '1a2', '3a2', '15c1')));
  layAt(table, '1c1');
  explore(table);
  layAt(table, '15c1');
  expect([table.game.mall[2]?.mall, table.game.mall[5]?.mall]).toEqual([0, 1]);
});

test('SC-5k SC-8b with the stack face up everybody sees the ball’s second tile before it is drawn', () => {
  const table = started(own(['crystalBall', 'openStack'], [2, 5, 9]))
    .lay([15, '1c1'])
    .stand({ mage: '15d1' });
  expect(table.game.stack.next).toBe(2);
  expect(the(explore(table), 'tileDrawn').next).toBe(5);
  layAt(table, '1b4');
  expect(table.game.stack.next).toBe(5);
});

test('SC-5s a ball whose tile was discarded and laid again can lay two tiles again', () => {
  const table = started(own(['crystalBall', 'movingWalls'], [15, 2])).lay(
    [15, '1c1'],
    [7, '1d3'],
    [5, '1b4'],
  );
  table.stand({ elf: '7b1', mage: '1b2', barbarian: '1c2', dwarf: '1b3' });
  run(table, 'elf', '7a1', 90_000);
  table.act({ type: 'discard', seat: 0, tile: 15 });
  table.act({ type: 'discard', seat: 0, tile: 5 });
  table.lay([15, '1c1']).stand({ mage: '15d1' });
  expect(ballTiles(table.game)).toBe(2);
});

test('SC-11e a used ball has a marker, so its tile cannot be removed', () => {
  const table = started(own(['crystalBall', 'movingWalls'], [2])).lay(
    [15, '1c1'],
    [7, '1d3'],
    [5, '1b4'],
    [6, '1a2'],
  );
  table
    .stand({ elf: '7b1', mage: '1b2', barbarian: '1c2', dwarf: '1b3' })
    .edit({ outOfOrder: [cell('15d1')] });
  run(table, 'elf', '7a1', 90_000);
  table.refused({ type: 'discard', seat: 0, tile: 15 }, 'not-removable');
});

test('SC-5s if the ball’s tile leaves the mall between drawing and laying, laying does not use the ball, which can lay two tiles when it is back', () => {
  const table = started(own(['crystalBall', 'movingWalls'], [2, 9, 12]));
  table.lay([22, '1c1'], [7, '1d3'], [5, '1b4'], [18, '22d3']); // tile 22 has no opening left for another tile
  table.stand({ elf: '7b1', mage: '22d2', barbarian: '1b2', dwarf: '1b3' });
  explore(table);
  table.stand({ mage: '1c3' });
  run(table, 'elf', '7a1', 90_000);
  table.act({ type: 'discard', seat: 0, tile: 18 });
  table.act({ type: 'discard', seat: 0, tile: 22 });
  expect(types(layAt(table, '1a2'))).toEqual(['tileLaid']);
  expect(table.game.outOfOrder).toEqual([cell('7a1')]);
  table.lay([22, '1c1']).stand({ mage: '22d2' });
  expect(ballTiles(table.game)).toBe(2);
});

/**
 * A ring of tiles 1-2-3-6-5-4, tile 7 beside it; the ball on tile 2 is in line with the hourglass space on tile 3.
 */
const RING = [
  court(),
  room(2, { on: { c4: 'cb' }, north: 'P' }),
  room(3, { on: { b1: 'hg' }, east: 'Y' }),
  room(4, { west: 'G' }),
  room(5, { north: 'P' }),
  room(6, { west: 'O' }),
  room(7),
].join('\n');

test('SC-5m SC-11e if the mage leaves the ball and turns the hourglass in one move, the ball’s new marker keeps its tile in the mall', () => {
  const table = started(own(['crystalBall', 'movingWalls'], [], { tiles: RING }));
  table.lay([2, '1c1'], [3, '2c1'], [4, '1d3'], [5, '4a2'], [6, '5c1'], [7, '1a2']);
  table.stand({ mage: '2c4', barbarian: '4b2', elf: '5b2', dwarf: '6b2' });
  const fresh = run(table, 'mage', '3b1', 90_000);
  expect(types(fresh)).toEqual(['heroMoved', 'hourglassTurned']); // tiles 2 and 7 may be removed
  table.stand({ mage: '2c4' }).edit({ halfUsedBall: cell('2c4'), outOfOrder: [], discards: 0 });
  const events = run(table, 'mage', '3b1');
  expect(types(events)).toEqual(['heroMoved', 'ballUsed', 'hourglassTurned', 'gameLost', 'seedRevealed']);
});
