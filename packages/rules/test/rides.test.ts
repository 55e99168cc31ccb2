/** Tests of vortices and escalators (RULES 5). */
import { expect, test } from 'vitest';
import { type Direction, deckOf, HEROES, type Hero, reach, type Seat } from '../src/index.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';

const SEAT: Readonly<Record<Direction, Seat>> = { north: 0, south: 1, west: 2, east: 3 };
const step = (hero: Hero, dir: Direction, steps = 1) =>
  ({ type: 'move', seat: SEAT[dir], hero, dir, steps }) as const;
const vortex = (hero: Hero, to: string) => ({ type: 'vortex', seat: 2, hero, to: cell(to) }) as const;
const ride = (hero: Hero) => ({ type: 'escalator', seat: 3, hero }) as const;
/** Each hero on the vortex of its own colour on tile 1A. */
const CORNERS = { barbarian: '1d4', mage: '1a4', elf: '1a1', dwarf: '1d1' };
const at = (table: TestTable, hero: Hero): number | null => table.game.heroes[hero];

// Tests of vortices.

test.each<[Hero, string]>([
  ['barbarian', '1d4'],
  ['mage', '1a4'],
  ['elf', '1a1'],
  ['dwarf', '1d1'],
])('VX-1b VX-1c VX-1d the %s goes from anywhere to a vortex of its colour', (hero, to) => {
  const table = started()
    .lay([9, '1c1'])
    .stand({ [hero]: '9c1' }); // behind an escalator and far from any vortex
  expect(table.act(vortex(hero, to))).toEqual([
    { type: 'heroMoved', at: 0, seat: 2, hero, by: 'vortex', to: cell(to) },
  ]);
});

test('VX-1d every laid vortex of the hero’s colour is a target, on any tile', () => {
  const table = started().lay([4, '1c1'], [10, '4d3']);
  const offered = reach(table.game, 2).flatMap(c => (c.type === 'vortex' && c.hero === 'elf' ? [c.to] : []));
  expect(offered.sort((a, b) => a - b)).toEqual(['1a1', '4c1', '10a1'].map(cell));
});

test('VX-1d a vortex is a target from the moment when its tile is laid, and not before', () => {
  const table = started({ stack: [4] }).stand({ ...CORNERS, barbarian: '1c1', elf: '1b2' });
  table.refused(vortex('elf', '4c1'), 'not-a-vortex');
  table.act({ type: 'explore', seat: 1 });
  table.act(vortex('elf', '4c1'));
});

test.each<[string, string]>([
  ["another hero's colour", '1d4'],
  ['a plain cell', '1b1'],
  ['an item', '4a3'],
  ['a solid square', '4a1'],
  ['a tile in the stack', '8b3'],
])('VX-1d a vortex command to %s is refused', (_, to) => {
  started().lay([4, '1c1']).stand({ elf: '1b2' }).refused(vortex('elf', to), 'not-a-vortex');
});

test.each([-5, 0, 9999, Number.NaN, 16.5, 2 ** 32 + 16])(
  'VX-1d a vortex command to a number that is no cell, %d, is refused',
  to => {
    started().stand({ elf: '1b2' }).refused({ type: 'vortex', seat: 2, hero: 'elf', to }, 'not-a-vortex');
  },
);

test('VX-1e a vortex command to an occupied vortex is refused, even if the hero itself stands there', () => {
  const table = started().stand({ ...CORNERS, elf: '1b2', dwarf: '1a1' });
  table.refused(vortex('elf', '1a1'), 'occupied');
  table.stand({ dwarf: '1d1' });
  table.refused(vortex('dwarf', '1d1'), 'occupied');
});

test('VX-1c before the theft a hero on its exit may take the vortex', () => {
  const table = started()
    .lay([11, '1c1'])
    .stand({ ...CORNERS, elf: '11d3' });
  table.act(vortex('elf', '1a1'));
});

test('VX-2a VX-2b after the theft every vortex command is refused', () => {
  const table = started().lay([4, '1c1'], [5, '4d3'], [6, '5c1'], [8, '6c1']);
  table.stand({ barbarian: '4a3', mage: '5d1', elf: '6a3', dwarf: '8d1' });
  table.act({ type: 'steal', seat: 0 }, 60_000);
  for (const [hero, to] of Object.entries(CORNERS)) table.refused(vortex(hero as Hero, to), 'vortex-closed');
  table.refused(vortex('elf', '1b2'), 'vortex-closed');
  table.act(step('elf', 'south'), 100_000);
  table.refused(vortex('elf', '1a1'), 'vortex-closed', 179_000);
  expect(reach(table.game, 2).filter(command => command.type === 'vortex')).toEqual([]);
});

test('VX-2a after the theft heroes walk over a vortex and stop on it as on a plain cell', () => {
  const table = started()
    .edit({ theft: true })
    .stand({ ...CORNERS, elf: '1c1' });
  table.act(step('elf', 'west', 2));
  expect(at(table, 'elf')).toBe(cell('1a1'));
});

// Tests of escalators.

const ESCALATORS: readonly [string, string][] = deckOf({ tiles: null, side: 'A' })
  .filter(tile => tile !== undefined)
  .flatMap(({ number, escalators }) =>
    escalators.flatMap((end, square): [string, string][] =>
      end > square ? [[nameOf(number, square), nameOf(number, end)]] : [],
    ),
  );
function nameOf(tile: number, square: number): string {
  return `${tile}${'abcd'[square & 3]}${(square >> 2) + 1}`;
}

test.each(ESCALATORS)(
  'ES-1b ES-1c the escalator %s - %s can be ridden in each direction, however its tile is turned',
  (one, other) => {
    expect(ESCALATORS).toHaveLength(17);
    for (const door of ['1c1', '1d3', '1b4', '1a2']) {
      const table = started()
        .lay([Number.parseInt(one, 10), door])
        .stand({ ...CORNERS, elf: one });
      expect(the(table.act(ride('elf')), 'heroMoved')).toMatchObject({ by: 'escalator', to: cell(other) });
      expect(the(table.act(ride('elf')), 'heroMoved')).toMatchObject({ by: 'escalator', to: cell(one) });
    }
  },
);

test.each(HEROES)('ES-1b the %s may ride', hero => {
  const table = started()
    .lay([5, '1c1'])
    .stand({ ...CORNERS, [hero]: '5d4' });
  table.act(ride(hero));
  expect(at(table, hero)).toBe(cell('5a1'));
});

test('ES-1e a ride is refused while the other end is occupied', () => {
  const table = started()
    .lay([5, '1c1'])
    .stand({ ...CORNERS, elf: '5d4', mage: '5a1' });
  table.refused(ride('elf'), 'occupied');
  table.refused(ride('mage'), 'occupied');
  table.act(step('mage', 'east'));
  table.act(ride('elf'));
});

test('ES-1b a hero who stands at no end of an escalator cannot ride', () => {
  const table = started()
    .lay([5, '1c1'])
    .stand({ ...CORNERS, elf: '5c4', mage: '5b1' });
  table.refused(ride('elf'), 'no-escalator');
  table.refused(ride('mage'), 'no-escalator');
  table.refused(ride('dwarf'), 'no-escalator');
});

test('ES-1b ES-1d two escalators on one tile lead to different ends, and they may be ridden one after the other', () => {
  const table = started()
    .lay([20, '1c1'])
    .stand({ ...CORNERS, elf: '20a1', mage: '20c3' });
  table.act(ride('elf'));
  expect(at(table, 'elf')).toBe(cell('20b3'));
  table.act(ride('mage'));
  expect(at(table, 'mage')).toBe(cell('20d4'));
});

test('ES-1d a hero who walks onto an end of an escalator does not ride', () => {
  const table = started()
    .lay([7, '1c1'])
    .stand({ ...CORNERS, elf: '7b4' });
  expect(types(table.act(step('elf', 'north', 3)))).toEqual(['heroMoved']);
  expect(at(table, 'elf')).toBe(cell('7b1'));
});

test.each([0, 1, 3])('VX-1a seat %i does not own the vortex action and is refused', seat => {
  const table = started().stand({ elf: '1b2' });
  table.refused({ type: 'vortex', seat, hero: 'elf', to: cell('1a4') }, 'not-yours');
});

test.each([0, 1, 2])('ES-1a seat %i does not own the escalator action and is refused', seat => {
  const table = started().lay([4, '1d3']).stand({ dwarf: '4b2' });
  table.refused({ type: 'escalator', seat, hero: 'dwarf' }, 'not-yours');
  expect(types(table.act({ type: 'escalator', seat: 3, hero: 'dwarf' }))).toEqual(['heroMoved']);
});
