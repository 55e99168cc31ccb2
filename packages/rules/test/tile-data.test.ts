/** Tests of tiles as data: a program that has only this data makes the same steps as the rules. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { neighbourSquare, SLOTS } from '../src/geometry.ts';
import { DIRECTIONS, deckOf, standardTileData, type TileData, tileNumbered } from '../src/index.ts';
import { NOWHERE } from '../src/tiles.ts';

const DATA = standardTileData();
const TITLED = DATA.map(data => [`${data.tile}${data.side ?? ''}`, data] as const);

const drawn = ({ tile, side }: TileData) =>
  tileNumbered({ setUp: { tiles: null, side: side ?? 'A' }, mall: {} }, tile);

test('CO-1a CO-1c the data hold tile 1 with both sides and tiles 2 to 24', () => {
  expect(TITLED.map(([title]) => title)).toEqual([
    '1A',
    '1B',
    ...Array.from({ length: 23 }, (_, i) => `${i + 2}`),
  ]);
  expect(deckOf({ tiles: null, side: 'A' }).filter(tile => tile !== undefined).length).toBe(24);
});

/** The square one step away, computed from the data alone. */
function stepIn({ squares }: TileData, square: number, heading: number, passes: readonly string[]): number {
  const direction = DIRECTIONS[heading] ?? 'north';
  const next = neighbourSquare(square, heading);
  const wall = squares[square]?.walls[direction];
  return next !== undefined && wall !== undefined && passes.includes(wall) ? next : NOWHERE;
}

test.each(TITLED)(
  'BD-1a SC-4a steps on tile %s computed from its data equal those of the rules, also for the dwarf',
  (_, data) => {
    const tile = drawn(data);
    for (const [square, floor] of data.squares.entries()) {
      expect(floor === null).toBe(tile?.solid[square]);
      if (floor === null) continue;
      for (const heading of DIRECTIONS.keys()) {
        expect(stepIn(data, square, heading, ['open'])).toBe(tile?.steps[square * 4 + heading]);
        expect(stepIn(data, square, heading, ['open', 'orange'])).toBe(
          tile?.smallSteps[square * 4 + heading],
        );
      }
    }
  },
);

test.each(TITLED)(
  'BD-3b BD-6a the data of tile %s have the features, doors and escalators of the drawing',
  (_, data) => {
    const tile = drawn(data);
    expect(data.squares.map(square => square?.feature ?? null)).toEqual(
      tile?.features.map((feature, square) => (tile.solid[square] ? null : feature)),
    );
    for (const [heading, direction] of DIRECTIONS.entries()) {
      const kind = tile?.openings[heading] ?? null;
      expect(data.openings[direction]).toEqual(kind === null ? null : { square: SLOTS[heading], kind });
    }
    const ends = data.escalators.flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]);
    expect(new Map(ends as [number, number][])).toEqual(
      new Map(tile?.escalators.flatMap((end, square) => (end === NOWHERE ? [] : [[square, end] as const]))),
    );
    expect(data.starts).toEqual(tile?.starts);
  },
);

test('CO-1a the example of a tile in docs/PROTOCOL.md is tile 2, shortened to its first square', () => {
  const doc = readFileSync(new URL('../../../docs/PROTOCOL.md', import.meta.url), 'utf8');
  const [line = ''] = /^\{"tile": 2,.*$/m.exec(doc) ?? [];
  const [, , two] = DATA;
  expect(JSON.parse(line)).toEqual({ ...two, squares: two?.squares.slice(0, 1) });
});
