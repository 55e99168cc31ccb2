/** Shortcuts for the tests of scenarios; kit.ts has the test table. */
import {
  type Action,
  DIRECTIONS,
  type GameEvent,
  type Hero,
  type Millis,
  type RuleSwitch,
  type Seat,
  slide,
  type TileNumber,
  type Wish,
} from '../src/index.ts';
import { cell, type TestTable } from './kit.ts';

/** The seat that owns the action now. */
export function seatWith(table: TestTable, action: Action): Seat {
  const seat = table.game.actionTiles.findIndex(tile => tile.includes(action));
  if (seat < 0) throw new Error(`nobody holds ${action}`);
  return seat;
}

/** One straight move that ends on this cell, by a seat that owns the direction. */
export function run(table: TestTable, hero: Hero, to: string, at?: Millis): readonly GameEvent[] {
  for (const dir of DIRECTIONS) {
    const steps = slide(table.game, hero, dir).indexOf(cell(to)) + 1;
    if (steps > 0) return table.act({ type: 'move', seat: seatWith(table, dir), hero, dir, steps }, at);
  }
  throw new Error(`the ${hero} has no straight way to ${to}`);
}

export const explore = (table: TestTable, at?: Millis): readonly GameEvent[] =>
  table.act({ type: 'explore', seat: seatWith(table, 'explore') }, at);

export const layAt = (table: TestTable, door: string): readonly GameEvent[] =>
  table.act({ type: 'lay', seat: seatWith(table, 'explore'), door: cell(door) });

/** A custom scenario (SC-C) with these rules and exactly this stack. */
export const own = (
  rules: readonly RuleSwitch[],
  stack: readonly TileNumber[],
  wish: Partial<Wish> = {},
): Partial<Wish> => ({ scenario: { name: 'Own', stack, rules }, stack, ...wish });

/**
 * A table with the four items around tile 1 (side A): three heroes stand on theirs, the barbarian one step north of
 * his.
 */
export const beforeTheft = (table: TestTable): TestTable =>
  table
    .lay([4, '1c1'], [5, '1d3'], [6, '1b4'], [8, '1a2'])
    .stand({ barbarian: '4a2', mage: '5d1', elf: '6a3', dwarf: '8d1' });

/** A table with the four exits around tile 1 (side A); every hero stands one step from its own. */
export const beforeExits = (table: TestTable): TestTable =>
  table
    .lay([9, '1c1'], [10, '1d3'], [11, '1b4'], [12, '1a2'])
    .stand({ barbarian: '10d1', mage: '9b3', elf: '11c3', dwarf: '12a1' });

export const OWN_EXIT = { barbarian: '10c1', mage: '9a3', elf: '11d3', dwarf: '12b1' } as const;
