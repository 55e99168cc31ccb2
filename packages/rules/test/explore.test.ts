/** Tests of exploring (RULES 5). */
import { expect, test } from 'vitest';
import {
  type Cell,
  type Command,
  coordinatesOf,
  type Direction,
  explorations,
  HEROES,
  type Hero,
  reach,
  removableTiles,
  type Seat,
  stackSize,
  unexploredDoors,
} from '../src/index.ts';
import { liftTile } from '../src/mall.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';

const EXPLORE: Command = { type: 'explore', seat: 1 };
const layAt = (door: string, seat: Seat = 1): Command => ({ type: 'lay', seat, door: cell(door) });
const SEAT: Readonly<Record<Direction, Seat>> = { north: 0, south: 1, west: 2, east: 3 };
const step = (hero: Hero, dir: Direction, steps = 1): Command => ({
  type: 'move',
  seat: SEAT[dir],
  hero,
  dir,
  steps,
});
/** Cells of tile 1A on which the heroes cannot explore. */
const IDLE = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };
const DOORS = { barbarian: '1c1', mage: '1d3', elf: '1b4', dwarf: '1a2' };
const cells = (...names: readonly string[]): readonly Cell[] => names.map(cell);

/** A table on which the elf and the dwarf stand at doors of their own colours, so a drawn tile has two places. */
const drawn = (wish = {}): TestTable => {
  const table = started({ stack: [6, 7, 8], ...wish }).stand({ ...IDLE, elf: '1b4', dwarf: '1a2' });
  table.act(EXPLORE);
  return table;
};

// Tests of where players may explore.

test.each(HEROES)('EX-1b the %s explores at the door of its own colour', hero => {
  const table = started({ stack: [6] }).stand({ ...IDLE, [hero]: DOORS[hero] });
  expect(types(table.act(EXPLORE))).toEqual(['tileDrawn', 'tileLaid']);
  expect(table.game.mall[6]).toBeDefined();
});

test.each(HEROES)("EX-1b the %s explores nothing at another's door", hero => {
  for (const door of Object.values(DOORS).filter(name => name !== DOORS[hero])) {
    started({ stack: [6] })
      .stand({ ...IDLE, [hero]: door })
      .refused(EXPLORE, 'nothing-to-explore');
  }
});

test('EX-1b without a hero at a door, explore is refused', () => {
  started({ stack: [6] })
    .stand(IDLE)
    .refused(EXPLORE, 'nothing-to-explore');
});

test('EX-1a EX-1d only the player with the explore action explores, whoever brought the hero to the door', () => {
  const table = started({ stack: [6] }).stand({ ...IDLE, mage: '1d3' });
  for (const seat of [0, 2, 3]) table.refused({ type: 'explore', seat }, 'not-yours');
  table.act(EXPLORE);
});

test('EX-1c doors of tiles that were laid later can be explored, too, whichever direction they face', () => {
  const table = started({ stack: [8] })
    .lay([6, '1d3'])
    .stand({ ...IDLE, mage: '6a2' });
  const { door, tile } = the(table.act(EXPLORE), 'tileLaid');
  expect([tile, door]).toEqual([8, cell('6a2')]);
});

test('EX-1c an arrow is not an exploration space, not even when the tile beside it was removed', () => {
  const table = started({ stack: [8] }).lay([2, '1c1'], [6, '2d3'], [7, '1d3']);
  table.edit({ mall: liftTile(table.game, 2) });
  for (const hero of HEROES) {
    table.stand({ ...IDLE, [hero]: '6b4' });
    table.refused(EXPLORE, 'nothing-to-explore');
  }
});

test('EX-1b a hero who has left the board explores nothing', () => {
  const table = started({ stack: [8] }).stand({ ...IDLE, elf: '1b4' });
  table.edit({ out: { ...table.game.out, elf: true } });
  table.refused(EXPLORE, 'nothing-to-explore');
});

// Tests of drawing and laying a tile.

test('EX-2a tiles are drawn from the top of the stack to the last one', () => {
  const table = started({ stack: [5, 9, 2] });
  const order = (['elf', 'dwarf', 'mage'] as const).map((hero, i) => {
    table.stand({ ...IDLE, [hero]: DOORS[hero] });
    const { tile } = the(table.act(EXPLORE), 'tileDrawn');
    expect(stackSize(table.game)).toBe(2 - i);
    return tile;
  });
  expect(order).toEqual([5, 9, 2]);
});

test('EX-2a SU-1b the event of a draw names the drawn tile and nothing that is still face down', () => {
  const table = started({ stack: [5, 9, 2] }).stand({ ...IDLE, elf: '1b4' });
  expect(table.act(EXPLORE)).toEqual([
    {
      type: 'tileDrawn',
      at: 0,
      seat: 1,
      tile: 5,
      next: null,
      places: cells('1b4'),
      own: cells('1b4'),
      ball: null,
    },
    { type: 'tileLaid', at: 0, seat: 1, tile: 5, door: cell('1b4'), by: 'elf' },
  ]);
});

/**
 * Rows of [door, turn of the tile, place of its arrow's cell]; tile 6 lies in the east, so its doors are turned, too.
 */
test.each<[string, number, readonly [number, number]]>([
  ['1c1', 0, [2, -1]],
  ['1b4', 2, [1, 4]],
  ['1a2', 3, [-1, 1]],
  ['6c1', 1, [8, 3]],
  ['6d3', 2, [5, 5]],
  ['6a2', 0, [6, 0]],
])('EX-2b a tile laid at %s lies so that its arrow continues from there', (door, turn, arrow) => {
  const table = started({ stack: [8] }).lay([6, '1d3']);
  const hero = (['barbarian', 'mage', 'elf', 'dwarf'] as const).find(each => {
    table.stand({ ...IDLE, [each]: door });
    return explorations(table.game).places.length === 1;
  });
  table.act(EXPLORE);
  expect(hero).toBeDefined();
  expect(table.game.mall[8]?.turn).toBe(turn);
  expect(coordinatesOf(table.game, cell('8b4'))).toEqual(arrow);
  const [x, y] = coordinatesOf(table.game, cell(door));
  expect(Math.abs(x - arrow[0]) + Math.abs(y - arrow[1])).toBe(1);
});

// Tests of choosing among several places.

test('EX-3a a drawn tile with only one place is laid at once', () => {
  const table = started({ stack: [6] }).stand({ ...IDLE, elf: '1b4' });
  table.act(EXPLORE);
  expect(table.game.drawn).toBeNull();
  table.refused(layAt('1b4'), 'nothing-drawn');
});

test('EX-3a EX-3d if a drawn tile has several places, everybody sees the tile before a place is chosen', () => {
  const table = drawn();
  expect(table.game.drawn).toMatchObject({ tile: 6, places: cells('1b4', '1a2') });
  expect(table.game.mall[6]).toBeUndefined();
  expect(stackSize(table.game)).toBe(2);
});

test.each(['1b4', '1a2'])('EX-3a a drawn tile may be laid at %s', door => {
  const table = drawn();
  expect(types(table.act(layAt(door)))).toEqual(['tileLaid']);
  expect(table.game.mall[6]?.joined[2]).toBe(1);
  expect(unexploredDoors(table.game)).not.toContain(cell(door));
  expect(table.game.drawn).toBeNull();
});

test.each(['1c1', '1d3', '1b2', '6c1'])('EX-3a a drawn tile may not be laid at %s', door => {
  drawn().refused(layAt(door), 'not-a-place');
});

test('EX-3a if four heroes stand at four doors, a drawn tile has four places', () => {
  const table = started({ stack: [6] }).stand(DOORS);
  table.act(EXPLORE);
  expect(table.game.drawn?.places).toEqual(cells('1c1', '1d3', '1b4', '1a2'));
  const offered = reach(table.game, 1).flatMap(command => (command.type === 'lay' ? [command.door] : []));
  expect(offered).toEqual(table.game.drawn?.places);
});

test('EX-3b EX-3c a second draw is refused before the first tile is laid', () => {
  const table = drawn();
  table.refused(EXPLORE, 'place-first');
  table.act(layAt('1a2'));
  table.act(EXPLORE); // the elf still stands at her door, so a tile can be drawn again
  expect(table.game.mall[7]).toBeDefined();
});

test('EX-3c with a drawn tile and an empty stack, `explore` is refused with `place-first`', () => {
  drawn({ stack: [6] }).refused(EXPLORE, 'place-first');
});

test('EX-3e the places of a drawn tile remain valid when the heroes have moved on', () => {
  const table = drawn();
  table.act(step('elf', 'east', 1));
  table.act(step('dwarf', 'south', 1));
  expect(table.game.drawn?.places).toEqual(cells('1b4', '1a2'));
  expect(the(table.act(layAt('1a2')), 'tileLaid')).toMatchObject({ tile: 6, by: 'dwarf' });
});

test('EX-3e a hero who reaches a door after the draw adds no place for the drawn tile', () => {
  const table = drawn();
  table.stand({ mage: '1d2' });
  table.act(step('mage', 'south', 1));
  table.refused(layAt('1d3'), 'not-a-place');
  table.act(layAt('1b4'));
});

test('EX-3f a drawn tile stays drawn until it is laid, whatever else happens', () => {
  const table = drawn();
  table.act(step('elf', 'north', 1), 1000);
  table.act(step('dwarf', 'south', 1), 100_000);
  table.refused(EXPLORE, 'place-first', 179_000);
  expect(table.game.drawn?.tile).toBe(6);
  expect(table.game.stack.left).toBe(2);
});

test('EX-3g a drawn tile is laid by the player who has the explore action after the tiles were passed', () => {
  const table = started({ scenario: 3, stack: [6, 7] }).lay([3, '1d3']);
  table.stand({ ...IDLE, elf: '1b4', dwarf: '1a2', mage: '3d4' });
  table.act(EXPLORE);
  const { actionTiles } = table.game;
  const dir = 'east'; // tile 3 is turned, so heroes enter its niche eastwards
  table.act(
    { type: 'move', seat: actionTiles.findIndex(tile => tile.includes(dir)), hero: 'mage', dir, steps: 1 },
    50_000,
  );
  expect(table.game.turned).toBe(1);
  table.refused(layAt('1a2', 1), 'not-yours');
  table.act(layAt('1a2', 2));
});

test('EX-3h while a drawn tile waits to be laid, players may use moves, the vortex and the escalator', () => {
  const table = drawn().lay([5, '1c1']).stand({ barbarian: '5d4' });
  table.act(step('mage', 'north', 1));
  table.act({ type: 'vortex', seat: 2, hero: 'mage', to: cell('1a4') });
  table.act({ type: 'escalator', seat: 3, hero: 'barbarian' });
  expect(table.game.drawn?.tile).toBe(6);
});

test('EX-3h while a drawn tile waits to be laid, the theft may be called, and the tile is laid after it', () => {
  const table = started({ stack: [9] }).lay([4, '1c1'], [5, '4d3'], [6, '5c1'], [8, '6c1']);
  table.stand({ ...IDLE, elf: '1b4', dwarf: '1a2' });
  table.act(EXPLORE);
  table.stand({ barbarian: '4a3', mage: '5d1', elf: '6a3', dwarf: '8d1' });
  the(table.act({ type: 'steal', seat: 3 }), 'theftHappened');
  table.act(layAt('1b4'));
});

test('EX-3h in a solo game a drawn tile must be laid before any other action', () => {
  const pile = ['explore', 'north', 'east', 'south', 'west', 'vortex', 'escalator'] as const;
  const table = started({ players: 1, stack: [6, 7], pile }).stand({ ...IDLE, elf: '1b4', dwarf: '1a2' });
  table.act({ type: 'turn', seat: 0 });
  table.act({ type: 'explore', seat: 0 });
  table.refused({ type: 'turn', seat: 0 }, 'place-first');
  table.refused({ type: 'explore', seat: 0 }, 'place-first');
  table.refused({ type: 'steal', seat: 0 }, 'place-first');
  expect(reach(table.game, 0).map(({ type }) => type)).toEqual(['lay', 'lay']);
  table.act(layAt('1b4', 0));
  table.act({ type: 'turn', seat: 0 });
});

test('EX-3i a tile with one of the places for a drawn tile cannot be discarded', () => {
  const mall = (): TestTable =>
    started({ scenario: 11, stack: [9] }).lay([2, '1c1'], [3, '1d3'], [4, '1b4'], [10, '4d3']);
  const turnedWithTile2 = (table: TestTable): readonly number[] => {
    table.stand({ ...IDLE, mage: '3d4' });
    table.act(step('mage', 'east', 1), 50_000); // the elf enters the hourglass space of tile 3
    return removableTiles(table.game);
  };
  expect(turnedWithTile2(mall())).toEqual([2, 10]);
  const waiting = mall().stand({ ...IDLE, elf: '2d3', dwarf: '1a2' });
  waiting.act(EXPLORE);
  expect(waiting.game.drawn?.places).toEqual(cells('2d3', '1a2'));
  expect(turnedWithTile2(waiting)).toEqual([10]);
  waiting.refused({ type: 'discard', seat: 0, tile: 2 }, 'not-removable');
});

test('EX-4 when the stack has become empty, `explore` is refused', () => {
  const table = started({ stack: [6] }).stand({ ...IDLE, elf: '1b4' });
  table.act(EXPLORE);
  table.stand({ dwarf: '1a2' });
  table.refused(EXPLORE, 'stack-empty');
  expect(reach(table.game, 1).some(({ type }) => type === 'explore')).toBe(false);
});

test('EX-4 with a stack that was empty from the start, `explore` is refused with the same code', () => {
  started({ stack: [] }).stand(DOORS).refused(EXPLORE, 'stack-empty');
});

test('SC-11k tiles put under an empty stack can be explored', () => {
  const table = started({ stack: [] }).stand({ ...IDLE, elf: '1b4' });
  table.edit({ stack: { left: 0, under: [9, 5], next: null } });
  expect(the(table.act(EXPLORE), 'tileDrawn').tile).toBe(9);
  expect(table.game.stack).toEqual({ left: 0, under: [5], next: null });
});

// Tests of places where a tile already lies.

test.each(HEROES)('EX-5 the %s cannot explore a door twice', hero => {
  const table = started({ stack: [6, 7] }).stand({ ...IDLE, [hero]: DOORS[hero] });
  table.act(EXPLORE);
  table.refused(EXPLORE, 'nothing-to-explore');
});

test('EX-5 a door cannot be explored if another tile already lies beyond it, whether that tile has an opening there or a wall', () => {
  // The doors 6d3 and 7a2 face each other; between 6d3 and tile 5 is a wall.
  const open = started({ stack: [9] }).lay([2, '1c1'], [6, '2d3'], [7, '1d3']);
  open.stand({ ...IDLE, dwarf: '6d3' }).refused(EXPLORE, 'nothing-to-explore');
  open.stand({ ...IDLE, elf: '7a2' }).refused(EXPLORE, 'nothing-to-explore');
  const walled = started({ stack: [9] }).lay([2, '1c1'], [6, '2d3'], [5, '1d3']);
  walled.stand({ ...IDLE, dwarf: '6d3' }).refused(EXPLORE, 'nothing-to-explore');
  expect(unexploredDoors(walled.game)).not.toContain(cell('6d3'));
});

const TWO_AT_ONE_PLACE = (): TestTable => {
  const table = started({ stack: [6, 9] }).lay([2, '1c1'], [3, '1d3']);
  table.stand({ ...IDLE, elf: '2d3', dwarf: '3a2' });
  table.act(EXPLORE);
  return table;
};

test('EX-5 if two doors face the same empty place, each can be explored, and the door decides how the tile is turned', () => {
  expect(TWO_AT_ONE_PLACE().game.drawn?.places).toEqual(cells('2d3', '3a2'));
  const [fromElf, fromDwarf] = ['2d3', '3a2'].map(door => {
    const table = TWO_AT_ONE_PLACE();
    table.act(layAt(door));
    const { x, y, turn, joined } = table.game.mall[6] ?? {};
    return { x, y, turn, joined };
  });
  expect(fromElf).toEqual({ x: 5, y: -3, turn: 1, joined: [0, 3, 2, 0] });
  expect(fromDwarf).toEqual({ x: 5, y: -3, turn: 0, joined: [0, 0, 3, 2] });
});

test('EX-5 if two doors face the same empty place and one of them is explored, the other cannot be explored any more', () => {
  const table = TWO_AT_ONE_PLACE();
  table.act(layAt('2d3'));
  table.refused(EXPLORE, 'nothing-to-explore');
});
