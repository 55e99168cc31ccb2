/** Malls in which tiles are about to be removed (SC-11), for the tests of moving walls. */
import type { Command, GameEvent, RuleSwitch, TileNumber } from '../src/index.ts';
import { started, type TestTable } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { own, run } from './play.ts';

export const discard = (tile: TileNumber, seat = 0): Command => ({ type: 'discard', seat, tile });
export const sorted = (tiles: readonly TileNumber[]): TileNumber[] => [...tiles].sort((a, b) => a - b);

/**
 * A mall of tiles 7, 2, 5 and 6 around the start; all heroes are on tile 1 except the elf, who stands one step from
 * the hourglass space.
 */
export const four = (rules: readonly RuleSwitch[] = [], stack: readonly TileNumber[] = [9]): TestTable =>
  started(own(['movingWalls', ...rules], stack))
    .lay([7, '1c1'], [2, '1d3'], [5, '1b4'], [6, '1a2'])
    .stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' });

export const turn = (table: TestTable): readonly GameEvent[] => run(table, 'elf', '7a1', 90_000);

/** The mall of `four` after the elf has turned the hourglass: two tiles must be discarded. */
export function due(...setting: Parameters<typeof four>): TestTable {
  const table = four(...setting);
  turn(table);
  return table;
}

/**
 * A mall in which tiles 1-2-3-6-5-4 form a ring of open rooms; the dwarf is on tile 4, one step from an hourglass
 * space.
 */
const RING = [
  court(),
  room(2, { north: 'P' }),
  room(3, { east: 'Y' }),
  room(4, { on: { d4: 'hg' }, west: 'G' }),
  room(5, { north: 'P' }),
  room(6, { west: 'O' }),
  room(7, { north: 'Y' }),
  room(8),
].join('\n');

export const ring = (heroes: Parameters<TestTable['stand']>[0]): TestTable =>
  started(own(['movingWalls'], [8], { tiles: RING }))
    .lay([2, '1c1'], [3, '2c1'], [4, '1d3'], [5, '4a2'], [6, '5c1'])
    .stand({ barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '4c4', ...heroes });

export const turnRing = (table: TestTable): readonly GameEvent[] => run(table, 'dwarf', '4d4', 90_000);
