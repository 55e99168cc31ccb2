/** Tests of who may act, and of moving (RULES 5). */
import { expect, test } from 'vitest';
import {
  ACTIONS,
  type Action,
  actionsOf,
  type Command,
  DIRECTIONS,
  type Direction,
  HEROES,
  type Hero,
  reach,
  type Seat,
  sandLeft,
  slide,
} from '../src/index.ts';
import { lane, standardWith } from './drawings.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';

const SEAT: Readonly<Record<Direction, Seat>> = { north: 0, south: 1, west: 2, east: 3 };
const step = (hero: Hero, dir: Direction, steps = 1) =>
  ({ type: 'move', seat: SEAT[dir], hero, dir, steps }) as const;
/** Cells without an effect, on which the four heroes are out of the way. */
const CORNERS = { barbarian: '1d4', mage: '1a4', elf: '1a1', dwarf: '1d1' };
const at = (table: TestTable, hero: Hero): number | null => table.game.heroes[hero];

// Tests of who may act.

const using = (seat: Seat, action: Action): Command => {
  if (action === 'explore') return { type: 'explore', seat };
  if (action === 'vortex') return { type: 'vortex', seat, hero: 'elf', to: cell('1a1') };
  if (action === 'escalator') return { type: 'escalator', seat, hero: 'elf' };
  return { type: 'move', seat, hero: 'elf', dir: action, steps: 1 };
};

test.each([0, 1, 2, 3])('AC-1d seat %i may use exactly the actions on its own tile', seat => {
  for (const action of ACTIONS) {
    const table = started({ stack: [3] }).lay([2, '1c1']);
    table.stand({ barbarian: '2c1', mage: '1d1', elf: action === 'west' ? '1c3' : '1b3', dwarf: '1a4' });
    if (action === 'escalator') table.stand({ elf: '2a1' });
    if (actionsOf(table.game, seat).includes(action)) table.act(using(seat, action));
    else table.refused(using(seat, action), 'not-yours');
  }
});

test('AC-1a one player moves all four heroes', () => {
  const table = started().stand({ barbarian: '1b2', mage: '1c1', elf: '1b3', dwarf: '1d3' });
  table.refused(step('mage', 'north'), 'blocked'); // the command is owned, but a wall stops the hero
  table.stand({ barbarian: '1a3', mage: '1c2', elf: '1b3', dwarf: '1d3' });
  for (const hero of HEROES) table.act(step(hero, 'north'));
  expect(table.game.heroes).toEqual({
    barbarian: cell('1a2'),
    mage: cell('1c1'),
    elf: cell('1b2'),
    dwarf: cell('1d2'),
  });
});

test('AC-1c AC-1e the same player uses the same action with the same hero again and again', () => {
  const table = started({ actionTiles: [['north', 'south'], ['explore'], ['west'], ['east']] }).stand({
    ...CORNERS,
    elf: '1c3',
  });
  for (let i = 0; i < 50; i++) {
    const dir = i % 2 === 0 ? 'north' : 'south';
    table.act({ type: 'move', seat: 0, hero: 'elf', dir, steps: 1 });
  }
  expect(at(table, 'elf')).toBe(cell('1c3'));
});

test('AC-1b a player may act at any time, from the first instant to the last one before the sand has run out', () => {
  const table = started().stand({ ...CORNERS, elf: '1b3' });
  table.act(step('elf', 'north'), 0);
  table.act(step('elf', 'south'), 179_999);
});

test.each([-1, 4, 99, 0.5])('AC-1d a seat that does not exist, %d, may do nothing', seat => {
  const table = started().stand({ ...CORNERS, elf: '1b3' });
  for (const action of ACTIONS) table.refused(using(seat, action), 'malformed');
  table.refused({ type: 'steal', seat }, 'malformed');
  expect(reach(table.game, seat)).toEqual([]);
});

test('AC-2a there are no turns: four players act at the same instant', () => {
  const table = started().stand({ barbarian: '1b3', mage: '1c2', elf: '1b4', dwarf: '1d2' });
  table.act(step('barbarian', 'north'), 7000);
  table.act(step('dwarf', 'south'), 7000);
  table.act(step('elf', 'east'), 7000);
  table.act(step('elf', 'west'), 7000);
  expect(at(table, 'elf')).toBe(cell('1b4'));
});

test('AC-2c the player who moves a hero decides where it stops: every length up to the obstacle is legal', () => {
  const table = started({ tiles: standardWith({ 2: lane(2, '.') }) })
    .lay([2, '1c1'])
    .stand({ ...CORNERS, elf: '1c3' });
  const lengths = reach(table.game, 0).flatMap(command =>
    command.type === 'move' && command.hero === 'elf' ? [command.steps] : [],
  );
  expect(lengths).toEqual([1, 2, 3, 4, 5, 6]);
});

test('AC-2b a move cannot be stopped halfway: the hero never stands on the cells in between', () => {
  const table = started({ tiles: standardWith({ 2: lane(2, '.') }) })
    .lay([2, '1c1'])
    .stand({ ...CORNERS, elf: '1c3' });
  const events = table.act(step('elf', 'north', 5));
  expect(events).toEqual([{ type: 'heroMoved', at: 0, seat: 0, hero: 'elf', by: 'north', to: cell('2b2') }]);
});

test('AC-3 only a player who owns the opposite direction can undo a move', () => {
  const table = started().stand({ ...CORNERS, elf: '1b2' });
  table.act(step('elf', 'south', 2));
  table.refused({ ...step('elf', 'north'), seat: 1 }, 'not-yours');
  table.refused({ ...step('elf', 'north'), seat: 2 }, 'not-yours');
  table.act(step('elf', 'north', 2));
  expect(at(table, 'elf')).toBe(cell('1b2'));
});

test('AC-4a AC-4b a refused action changes nothing, and the sand continues to run', () => {
  const table = started().stand({ ...CORNERS, elf: '1b2' });
  table.refused(step('elf', 'north'), 'blocked', 5000);
  expect(sandLeft(table.game, 5000)).toBe(175_000);
  table.refused({ ...step('elf', 'west'), seat: 0 }, 'not-yours', 6000);
  expect(sandLeft(table.game, 6000)).toBe(174_000);
  expect(types(table.wait(180_000))).toContain('gameLost');
});

test('MV-2d a move that is too long is refused, not shortened', () => {
  const table = started().stand({ ...CORNERS, elf: '1c3' });
  table.refused(step('elf', 'north', 3), 'blocked');
  table.refused(step('elf', 'north', 1_000_000), 'blocked');
  expect(at(table, 'elf')).toBe(cell('1c3'));
});

// Tests of moving.

test.each([1, 2])('MV-1b a player can ask for a move of %i cells in one direction', steps => {
  const table = started().stand({ ...CORNERS, elf: '1c3' });
  table.act(step('elf', 'north', steps));
  expect(at(table, 'elf')).toBe([cell('1c2'), cell('1c1')][steps - 1]);
});

test('MV-1a a move moves one hero and no other', () => {
  const table = started().stand({ ...CORNERS, elf: '1c3' });
  const before = table.game.heroes;
  table.act(step('elf', 'north', 2));
  expect(table.game.heroes).toEqual({ ...before, elf: cell('1c1') });
});

test.each([0, -1, -1000])('MV-1d a move of %d cells is refused', steps => {
  started()
    .stand({ ...CORNERS, elf: '1c3' })
    .refused(step('elf', 'north', steps), 'no-steps');
});

test.each([1.5, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('MV-1d %d is not a number of cells', steps => {
  started()
    .stand({ ...CORNERS, elf: '1c3' })
    .refused(step('elf', 'north', steps), 'malformed');
});

test('MV-1b a move goes on from tile to tile', () => {
  const table = started({ tiles: standardWith({ 2: lane(2, '.') }) })
    .lay([2, '1c1'])
    .stand({ ...CORNERS, elf: '2b1' });
  table.act(step('elf', 'south', 6));
  expect(at(table, 'elf')).toBe(cell('1c3'));
});

/**
 * Rows of [obstacle, hero, from, direction, free cells, refusal]; tile 1A with tile 2 in the north and tile 13 in the
 * east.
 */
test.each<[string, Hero, string, Direction, number, 'blocked' | 'occupied']>([
  ['a wall', 'elf', '1b3', 'west', 0, 'blocked'],
  ['a wall further on', 'elf', '1c3', 'north', 2, 'blocked'],
  ['a blocked cell', 'elf', '2b2', 'north', 0, 'blocked'],
  ['another hero', 'elf', '1b4', 'east', 1, 'occupied'],
  ['an unexplored opening', 'elf', '1b2', 'south', 2, 'blocked'],
  ['an unexplored opening in the own colour', 'barbarian', '1c3', 'north', 2, 'blocked'],
  ['the edge of the board', 'elf', '1b1', 'north', 0, 'blocked'],
  ['an orange passage', 'elf', '13b1', 'south', 0, 'blocked'],
])('MV-2a MV-2b MV-2c a move ends before %s', (...row) => {
  const [, hero, from, dir, free, refusal] = row;
  const table = started({ scenario: 4 }).lay([2, '1a2'], [13, '1d3']);
  table.stand({ ...CORNERS, [hero]: from });
  expect(slide(table.game, hero, dir)).toHaveLength(free);
  table.refused(step(hero, dir, free + 1), refusal);
  if (free > 0) table.act(step(hero, dir, free));
});

test('MV-2c the dwarf passes a gap in an orange wall that stops the other heroes, and so can move further', () => {
  const table = started({ scenario: 4 })
    .lay([13, '1c1'])
    .stand({ ...CORNERS, dwarf: '13a1', elf: '13a2' });
  table.refused(step('elf', 'east'), 'blocked');
  table.act(step('dwarf', 'east', 3));
  expect(at(table, 'dwarf')).toBe(cell('13d1'));
});

test('MV-2c in scenarios without the rule for gaps, orange walls stop the dwarf, too', () => {
  const table = started({ scenario: 3 })
    .lay([13, '1c1'])
    .stand({ ...CORNERS, dwarf: '13a1' });
  table.act(step('dwarf', 'east'));
  table.refused(step('dwarf', 'east'), 'blocked');
});

test('MV-2b a hero who has left is not an obstacle', () => {
  const table = started().stand({ ...CORNERS, mage: null, elf: '1a2' });
  table.edit({ out: { ...table.game.out, mage: true } });
  table.act(step('elf', 'south', 2)); // the cell on which the mage stood before she left
  table.refused(step('mage', 'north'), 'hero-out');
});

// Tests of features on the way: only the cell where a move ends counts. A lane has its feature on 2b3, two cells north of
// 1c1.

const inTheLane = (feature: string, wish = {}): TestTable =>
  started({ tiles: standardWith({ 2: lane(2, feature) }), ...wish })
    .lay([2, '1c1'])
    .stand(CORNERS);

test('MV-3a a move over an hourglass space does not turn the hourglass, but a move that ends there turns it', () => {
  const table = inTheLane('hg').stand({ elf: '1c1' });
  expect(types(table.act(step('elf', 'north', 3), 1000))).toEqual(['heroMoved']);
  expect(table.game.turned).toBe(0);
  expect(types(table.act(step('elf', 'south', 1), 2000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('MV-3a a move of the barbarian over a camera leaves it on', () => {
  const table = inTheLane('cm', { scenario: 6, side: 'A' }).stand({ barbarian: '1c1' });
  expect(types(table.act(step('barbarian', 'north', 4)))).toEqual(['heroMoved']);
  expect(types(table.act(step('barbarian', 'south', 2)))).toEqual(['heroMoved', 'cameraSwitchedOff']);
});

test('MV-3a a hero who moves over an exit does not leave the mall', () => {
  const table = inTheLane('xG').edit({ theft: true }).stand({ elf: '1c1' });
  expect(types(table.act(step('elf', 'north', 3)))).toEqual(['heroMoved']);
  expect(types(table.act(step('elf', 'south', 1)))).toEqual(['heroMoved', 'heroLeft']);
});

test('MV-3a a move over an exploration space explores nothing', () => {
  const table = started({ stack: [3] })
    .lay([2, '1c1'])
    .stand({ ...CORNERS, barbarian: '2b1' });
  table.act(step('barbarian', 'east', 2)); // this move passes over the yellow door on 2c1
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
  table.act(step('barbarian', 'west', 1));
  the(table.act({ type: 'explore', seat: 1 }), 'tileLaid');
});

test('MV-3a moving the mage over a crystal ball offers no tiles, but a move that ends on the ball offers them', () => {
  const table = inTheLane('cb', { scenario: 5, side: 'A', stack: [3, 4] }).stand({
    mage: '1c1',
    dwarf: '1b2',
  });
  table.act(step('mage', 'north', 3));
  table.refused({ type: 'explore', seat: 1 }, 'nothing-to-explore');
  table.act(step('mage', 'south', 1));
  the(table.act({ type: 'explore', seat: 1 }), 'tileDrawn');
});

test('MV-3a moving over an item causes no theft', () => {
  const tiles = standardWith({ 2: lane(2, 'iG'), 6: lane(6, '.') });
  const table = started({ edition: '2017', tiles }).lay([2, '1c1'], [4, '1d3'], [5, '4d3'], [8, '1b4']);
  table.stand({ barbarian: '4a3', mage: '5d1', dwarf: '8d1', elf: '1c1' });
  expect(types(table.act(step('elf', 'north', 3)))).toEqual(['heroMoved']);
  expect(types(table.act(step('elf', 'south', 1)))).toEqual(['heroMoved', 'theftHappened']);
});

test('MV-3b while two cameras work, no move passes an unused hourglass space', () => {
  const table = inTheLane('hg', { scenario: 6, side: 'A' })
    .lay([16, '1d3'], [17, '1b4'])
    .stand({ elf: '1c1' });
  table.refused(step('elf', 'north', 2), 'cameras');
  table.refused(step('elf', 'north', 3), 'cameras');
  table.act(step('elf', 'north', 1));
});

test('MV-3b in scenario 17 no move passes a tile on which another hero stands', () => {
  // Tile 6 lies between tiles 2 and 3: from 2d3 a hero could slide across it to tile 3 if no hero were on it.
  const table = started({ scenario: 17 })
    .lay([2, '1c1'], [6, '2d3'])
    .stand({ ...CORNERS, mage: '6a2', elf: '2b3' });
  table.act(step('elf', 'east', 2));
  table.refused(step('elf', 'east', 1), 'group');
  table.refused(step('elf', 'east', 2), 'group');
  table.stand({ mage: '1d2' });
  table.act(step('elf', 'east', 1));
});

test('AC-1f the seven actions are four moves, vortex, escalator and explore', () => {
  expect([...ACTIONS].sort()).toEqual([...DIRECTIONS, 'escalator', 'explore', 'vortex'].sort());
});

test('MV-1c two cells north, one cell west and two cells south are three moves, of three players', () => {
  const table = started().stand({ elf: '1b4', mage: '1d1', dwarf: '1d2', barbarian: '1a1' });
  const move = (seat: Seat, dir: Direction, steps: number) =>
    types(table.act({ type: 'move', seat, hero: 'elf', dir, steps }));
  expect(move(0, 'north', 2)).toEqual(['heroMoved']);
  expect(move(2, 'west', 1)).toEqual(['heroMoved']);
  expect(move(1, 'south', 2)).toEqual(['heroMoved']);
  expect(table.game.heroes.elf).toBe(cell('1a4'));
});
