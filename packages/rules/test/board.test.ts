/** Tests of cells, walls, openings, the lattice on which tiles lie, and joined passages (RULES 3). */
import { expect, test } from 'vitest';
import {
  type Coordinates,
  cellAt,
  cellOf,
  coordinatesOf,
  DIRECTIONS,
  type Direction,
  deckOf,
  type Game,
  HEROES,
  type Hero,
  laidTiles,
  layTile,
  SIDES,
  slide,
  type Tile,
  unexploredDoors,
} from '../src/index.ts';
import { isCorridor, liftTile } from '../src/mall.ts';
import { cell, setUp, started, type TestTable, the } from './kit.ts';

const TILES = deckOf({ tiles: null, side: 'A' }).filter(tile => tile !== undefined);
const SEAT: Readonly<Record<Direction, number>> = { north: 0, south: 1, west: 2, east: 3 };

const step = (hero: Hero, dir: Direction, steps = 1) =>
  ({ type: 'move', seat: SEAT[dir], hero, dir, steps }) as const;
const where = (table: TestTable, name: string): Coordinates => coordinatesOf(table.game, cell(name));
const walked = (table: TestTable, hero: Hero, dir: Direction, steps = 1): number =>
  the(table.act(step(hero, dir, steps)), 'heroMoved').to;

/** Lays the tiles of the stack one by one at the first free door. */
function laidInOrder(tiles: readonly number[]): Game {
  let { game } = setUp();
  for (const tile of tiles) {
    const [door] = unexploredDoors(game);
    if (door === undefined) throw new Error(`no door left for tile ${tile}`);
    game = { ...game, mall: layTile(game, tile, door) };
  }
  return game;
}
const ALL = Array.from({ length: 23 }, (_, i) => 24 - i);

// Tests of cells, walls and heroes.

test('BD-1d a tile has sixteen squares, each corridor or fully illustrated', () => {
  for (const tile of TILES) expect(tile.solid).toHaveLength(16);
  expect(
    TILES.find(tile => tile.number === 2)
      ?.solid.map(Number)
      .join(''),
  ).toBe('0000001100000000');
});

test('BD-1a BD-1b nobody enters an illustrated square', () => {
  const table = started().lay([2, '1c1']).stand({ elf: '2b2', dwarf: '2c1', mage: '2d3' });
  table.refused(step('elf', 'east'), 'blocked'); // c2 is a solid square
  table.refused(step('dwarf', 'south'), 'blocked');
  table.refused(step('mage', 'north'), 'blocked');
});

test.each([16.5, -16, Number.NaN, 2 ** 32 + 16, 9999])('BD-1a %d is not a cell to stand on', number => {
  const { game } = setUp();
  expect(isCorridor(game, 16)).toBe(true);
  expect(isCorridor(game, number)).toBe(false);
});

test('BD-1d MV-2a a wall between two squares stops heroes from both sides', () => {
  const table = started().stand({ elf: '1c1', dwarf: '1d2', mage: '1a4', barbarian: '1b4' });
  table.refused(step('elf', 'east'), 'blocked');
  table.refused(step('dwarf', 'west'), 'blocked');
  table.refused(step('mage', 'east'), 'blocked');
  table.refused(step('barbarian', 'west'), 'blocked');
});

test.each(HEROES)('BD-1c the %s never steps onto a cell where another hero stands', hero => {
  const other: Hero = hero === 'elf' ? 'mage' : 'elf';
  const far = { barbarian: '1a1', mage: '1d1', elf: '1a4', dwarf: '1d4' };
  const table = started().stand({ ...far, [hero]: '1b2', [other]: '1c2' });
  table.refused(step(hero, 'east'), 'occupied');
  table.refused(step(other, 'west'), 'occupied');
});

test('BD-1d in every position of a mall, each step of a hero is undone by the opposite step', () => {
  const game = laidInOrder(ALL);
  let steps = 0;
  for (const { tile } of laidTiles(game)) {
    for (let square = 0; square < 16; square++) {
      const from = cellOf(tile, square);
      for (const dir of DIRECTIONS) {
        const [to] = slide(
          { ...game, heroes: { barbarian: null, mage: null, elf: from, dwarf: null } },
          'elf',
          dir,
        );
        if (to === undefined) continue;
        const opposite = DIRECTIONS[(DIRECTIONS.indexOf(dir) + 2) % 4] ?? 'north';
        const there = { ...game, heroes: { barbarian: null, mage: null, elf: to, dwarf: null } };
        expect(slide(there, 'elf', opposite)[0]).toBe(from);
        const [x, y] = coordinatesOf(game, from);
        const [dx, dy] = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] }[dir] as [
          number,
          number,
        ];
        expect(coordinatesOf(game, to)).toEqual([x + dx, y + dy]);
        steps++;
      }
    }
  }
  expect(steps).toBeGreaterThan(600);
});

// Tests of the lattice on which tiles lie.

test.each<[string, string, readonly [number, number], number]>([
  ['north', '1c1', [1, -4], 0],
  ['east', '1d3', [4, 1], 90],
  ['south', '1b4', [-1, 4], 180],
  ['west', '1a2', [-4, -1], 270],
])('BD-2b the neighbour in the %s lies at its lattice place', (...row) => {
  const [, door, corner, turn] = row;
  const laid = started().lay([2, door]).game.mall[2];
  expect([laid?.x, laid?.y, (laid?.turn ?? 0) * 90]).toEqual([...corner, turn]);
});

test('BD-2b each side of a tile has at most one opening, always in the same slot', () => {
  const slots = [2, 11, 13, 4]; // north column 2, east row 2, south column 1, west row 1
  for (const tile of TILES) {
    expect(tile.openings).toHaveLength(4);
    tile.openings.forEach((opening, side) => {
      if (opening !== null) expect(tile.solid[slots[side] ?? 0]).toBe(false);
    });
  }
});

test('BD-2a tiles laid in any order never overlap', () => {
  const orders = [ALL, [...ALL].reverse(), ALL.toSorted((a, b) => (a % 5) - (b % 5) || a - b)];
  for (const order of orders) {
    const game = laidInOrder(order);
    const places = laidTiles(game).flatMap(({ tile }) =>
      Array.from({ length: 16 }, (_, square) => coordinatesOf(game, cellOf(tile, square)).join()),
    );
    expect(places).toHaveLength(24 * 16);
    expect(new Set(places).size).toBe(24 * 16);
  }
});

test('BD-2b a cell gives its place in the plane, and this place gives the cell, however the tile is turned', () => {
  const game = laidInOrder(ALL);
  expect(new Set(laidTiles(game).map(({ turn }) => turn)).size).toBe(4);
  for (const { tile } of laidTiles(game)) {
    const { solid } = TILES.find(({ number }) => number === tile) as Tile;
    for (let square = 0; square < 16; square++) {
      const at = coordinatesOf(game, cellOf(tile, square));
      expect(cellAt(game, at)).toBe(solid[square] ? undefined : cellOf(tile, square));
    }
  }
});

test('BD-2b between four tiles there is a hole that is not a cell', () => {
  const table = started().lay([2, '1c1'], [6, '2d3'], [7, '1d3']);
  // this place is east of 1d1 and south of tile 2, and no tile lies there
  expect(cellAt(table.game, [4, 0])).toBeUndefined();
  expect(cellAt(table.game, [3, 0])).toBe(cell('1d1'));
});

// Tests of openings.

test('BD-3a BD-3c every tile but the first has its arrow in the south and no second arrow', () => {
  for (const { number, openings } of TILES.filter(tile => tile.number > 1)) {
    expect([number, openings.indexOf('arrow'), openings.lastIndexOf('arrow')]).toEqual([number, 2, 2]);
  }
});

test.each(SIDES)('BD-3b BD-3c tile 1%s has four exploration spaces, one per colour, and no arrow', side => {
  const openings = deckOf({ tiles: null, side })[1]?.openings ?? [];
  expect([...openings].sort()).toEqual([...HEROES].sort());
});

test('BD-3c no tile has more than three exploration spaces beside its arrow', () => {
  const counts = TILES.slice(1).map(tile => tile.openings.filter(o => o !== null && o !== 'arrow').length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([0, 3]);
});

test.each(HEROES)('BD-4a BD-4b an explored passage is open to the %s, both ways', hero => {
  const far = { barbarian: '1a1', mage: '1d1', elf: '1a4', dwarf: '1d4' };
  const table = started()
    .lay([2, '1c1'])
    .stand({ ...far, [hero]: '1c1' });
  expect(walked(table, hero, 'north')).toBe(cell('2b4'));
  expect(walked(table, hero, 'south')).toBe(cell('1c1'));
});

test('BD-4d heroes pass a joined opening on every side and however the tile is turned', () => {
  const table = started().lay([2, '1c1'], [3, '1d3'], [4, '1b4'], [5, '1a2']);
  const passages: readonly [string, Direction, string][] = [
    ['1c1', 'north', '2b4'],
    ['1d3', 'east', '3b4'],
    ['1b4', 'south', '4b4'],
    ['1a2', 'west', '5b4'],
  ];
  for (const [from, dir, to] of passages) {
    table.stand({ elf: from });
    expect(walked(table, 'elf', dir)).toBe(cell(to));
  }
});

test.each(HEROES)('BD-4e nobody passes an opening beyond which no tile lies, not even the %s', hero => {
  const doors = {
    barbarian: ['1c1', 'north'],
    mage: ['1d3', 'east'],
    elf: ['1b4', 'south'],
    dwarf: ['1a2', 'west'],
  };
  const far = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };
  for (const [door, dir] of Object.values(doors)) {
    const table = started().stand({ ...far, [hero]: door ?? '' });
    table.refused(step(hero, dir as Direction), 'blocked');
  }
});

test('BD-4c an opening that faces a wall is a dead end from both sides', () => {
  // Tile 6 lies north of tile 5 and has no opening in its south.
  const table = started().lay([2, '1c1'], [6, '2d3'], [5, '1d3']);
  expect(where(table, '6d3')).toEqual([6, 0]);
  expect(where(table, '5a2')).toEqual([6, 1]);
  table.stand({ dwarf: '6d3' });
  table.refused(step('dwarf', 'south'), 'blocked');
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
  expect(table.game.mall[6]?.joined).toEqual([0, 0, 2, 0]);
  expect(table.game.mall[5]?.joined).toEqual([0, 0, 1, 0]);
});

test('BD-4c a side without an opening stays closed although the tile beside it has one', () => {
  // A wall in the other direction: tile 7 faces tile 5 in the north, which has a wall in its own east.
  const table = started().lay([2, '1c1'], [5, '2d3'], [7, '1d3']).stand({ elf: '7a2' });
  expect(where(table, '7a2')).toEqual([6, 1]);
  table.refused(step('elf', 'north'), 'blocked');
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
});

test('BD-4d an arrow joins its neighbour in the same way as an exploration space', () => {
  // Tile 2, from which tile 6 was laid, is gone; tile 8 is laid in its place and faces the old arrow.
  const table = started().lay([2, '1c1'], [6, '2d3'], [7, '1d3']);
  table.edit({ mall: liftTile(table.game, 2) }).stand({ mage: '6b4' });
  table.refused(step('mage', 'west'), 'blocked');
  table.lay([8, '1c1']);
  expect(walked(table, 'mage', 'west')).toBe(cell('8d3'));
  expect(walked(table, 'mage', 'east')).toBe(cell('6b4'));
});

test('BD-5a BD-5b two exploration spaces that come to face each other are joined at once', () => {
  const table = started({ stack: [7] }).lay([2, '1c1'], [6, '2d3']);
  table.stand({ mage: '1d3', elf: '6d3', dwarf: '1a1', barbarian: '1d1' });
  table.refused(step('elf', 'south'), 'blocked'); // no tile lies beyond this opening
  table.act({ type: 'explore', seat: 1 }, 5000);
  expect(walked(table, 'elf', 'south')).toBe(cell('7a2'));
  expect(walked(table, 'elf', 'north')).toBe(cell('6d3'));
});

test('BD-5a BD-5c a tile laid between two others is joined with each of them, whatever the colours of the openings', () => {
  const table = started({ stack: [6] }).lay([2, '1c1'], [3, '1d3']);
  table.stand({ elf: '2d3', dwarf: '1a1', mage: '1d1', barbarian: '1a4' });
  table.act({ type: 'explore', seat: 1 });
  expect(table.game.mall[6]?.joined).toEqual([0, 3, 2, 0]);
  expect(table.game.mall[3]?.joined).toEqual([0, 0, 1, 6]);
  table.stand({ barbarian: '3a2' });
  expect(walked(table, 'barbarian', 'north')).toBe(cell('6d3'));
});

test('BD-5a BD-4d in the whole mall exactly the openings that face each other are joined', () => {
  const game = laidInOrder(ALL);
  const opening = (x: number, y: number, dir: number): boolean => {
    const found = cellAt(game, [x, y]);
    if (found === undefined) return false;
    const laid = game.mall[found >> 4];
    const own = (dir - (laid?.turn ?? 0)) & 3;
    const tile = TILES.find(({ number }) => number === found >> 4);
    return [2, 11, 13, 4][own] === (found & 15) && tile?.openings[own] !== null;
  };
  const deltas = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const;
  let joined = 0;
  for (const laid of laidTiles(game)) {
    for (const side of [0, 1, 2, 3]) {
      const dir = (side + laid.turn) & 3;
      const [x, y] = coordinatesOf(game, cellOf(laid.tile, [2, 11, 13, 4][side] ?? 0));
      const [dx, dy] = deltas[dir] ?? [0, 0];
      const both = opening(x, y, dir) && opening(x + dx, y + dy, (dir + 2) & 3);
      expect(laid.joined[side] !== 0).toBe(both);
      if (both) joined++;
    }
  }
  expect(joined).toBeGreaterThan(46); // the 23 arrows alone would give 46 joined openings, counted from both sides
});

// Tests of escalators and vortices.

test('BD-6a an escalator joins two corridor cells of one tile, in both directions', () => {
  const ends = TILES.flatMap(({ escalators, solid }) =>
    escalators.flatMap((end, square) =>
      end < 0 ? [] : [{ square, end, back: escalators[end], solid: solid[end] }],
    ),
  );
  expect(ends).toHaveLength(2 * 17);
  expect(ends.filter(({ square, end, back, solid }) => end === square || back !== square || solid)).toEqual(
    [],
  );
});

test('BD-6b a vortex is a corridor cell in the colour of one hero', () => {
  const vortices = TILES.flatMap(({ features, solid }) =>
    features.flatMap((feature, square) =>
      feature?.type === 'vortex' ? [{ hero: feature.hero, solid: solid[square] }] : [],
    ),
  );
  expect(vortices.filter(({ solid }) => solid)).toEqual([]);
  for (const hero of HEROES) expect(vortices.filter(vortex => vortex.hero === hero)).toHaveLength(5);
});
