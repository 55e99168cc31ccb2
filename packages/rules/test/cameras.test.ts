/** Tests of security cameras (SC-6) and of what they forbid (HG-7). */
import { expect, test } from 'vitest';
import { workingCameras } from '../src/index.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';
import { court, room } from './own-tiles.ts';
import { explore, own, run } from './play.ts';

/**
 * A table with side A of tile 1: cameras of tiles 16 and 17 are laid, and the elf stands one step west of tile 7's
 * hourglass space.
 */
const watched = (
  scenario: Parameters<typeof started>[0] = { scenario: 6, side: 'A', stack: [] },
): TestTable =>
  started(scenario)
    .lay([7, '1c1'], [16, '1d3'], [17, '1b4'])
    .stand({ elf: '7b1', barbarian: '16d2', mage: '1b2', dwarf: '1c2' });

const toHourglass = { type: 'move', seat: 2, hero: 'elf', dir: 'west', steps: 1 } as const;

test.each([16, 17, 18, 19])('SC-6d the camera of tile %i works from the moment it is laid', tile => {
  const table = started({ scenario: 7, side: 'A', stack: [tile, 2] }).stand({ barbarian: '1c1' });
  expect(workingCameras(table.game)).toEqual([]);
  explore(table);
  expect(workingCameras(table.game)).toHaveLength(1);
});

test('SC-6d the camera on a drawn tile that is not laid yet does not work', () => {
  const table = started({ scenario: 7, side: 'A', stack: [16, 2] }).stand({ barbarian: '1c1', mage: '1d3' });
  expect(types(explore(table))).toEqual(['tileDrawn']);
  expect(workingCameras(table.game)).toEqual([]);
});

test('CO-5f scenario 7 has four cameras', () => {
  const table = started({ scenario: 7, side: 'A' }).lay([16, '1c1'], [17, '1d3'], [18, '1b4'], [19, '1a2']);
  expect([...workingCameras(table.game)].sort()).toEqual(['16d1', '17b1', '18d4', '19d1'].map(cell).sort());
});

test('SC-6e SC-6f the barbarian who ends a move on a camera switches it off for good, and a marker lies under him', () => {
  const table = watched();
  const events = run(table, 'barbarian', '16d1', 4000);
  expect(types(events)).toEqual(['heroMoved', 'cameraSwitchedOff']);
  expect(the(events, 'cameraSwitchedOff')).toEqual({
    type: 'cameraSwitchedOff',
    at: 4000,
    cell: cell('16d1'),
  });
  expect(table.game.outOfOrder).toEqual([cell('16d1')]);
  run(table, 'barbarian', '16d2');
  expect(workingCameras(table.game)).toEqual([cell('17b1')]);
});

test('SC-6e a second visit to a camera that is off places no second marker', () => {
  const table = watched();
  run(table, 'barbarian', '16d1');
  run(table, 'barbarian', '16d2');
  expect(types(run(table, 'barbarian', '16d1'))).toEqual(['heroMoved']);
  expect(table.game.outOfOrder).toEqual([cell('16d1')]);
});

test.each(['mage', 'elf', 'dwarf'] as const)('SC-6g the %s on a camera does nothing', hero => {
  const table = watched().stand({ barbarian: '1b3', [hero]: '16d2' });
  expect(types(run(table, hero, '16d1'))).toEqual(['heroMoved']);
  expect(workingCameras(table.game)).toHaveLength(2);
});

test('SC-6e switching a camera off does not turn the hourglass, open a talk window or pass action tiles', () => {
  const table = watched();
  run(table, 'barbarian', '16d1');
  expect(table.game).toMatchObject({ turned: 0, talking: false, discards: 0 });
  expect(table.game.actionTiles[0]).toEqual(['north']);
});

test('SC-6c with two cameras working, nobody enters an hourglass space', () => {
  const table = watched();
  table.refused(toHourglass, 'cameras');
  for (const hero of ['barbarian', 'mage', 'dwarf'] as const) {
    table.stand({ elf: '1b3', [hero]: '7b1' });
    table.refused({ ...toHourglass, hero }, 'cameras');
  }
});

test('SC-6c while one camera works, hourglass spaces may be entered', () => {
  const table = started({ scenario: 6, side: 'A', stack: [] })
    .lay([7, '1c1'], [16, '1d3'])
    .stand({ elf: '7b1' });
  expect(types(table.act(toHourglass, 90_000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('SC-6h as soon as the second camera is switched off hourglass spaces may be entered', () => {
  const table = watched();
  table.refused(toHourglass, 'cameras');
  run(table, 'barbarian', '16d1');
  expect(types(table.act(toHourglass, 90_000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('SC-6h while four cameras work, three must be switched off before hourglass spaces may be entered', () => {
  const table = watched({ scenario: 7, side: 'A', stack: [] }).lay([18, '17c1'], [19, '17a2']);
  for (const camera of ['16d1', '17b1']) {
    table.edit({ outOfOrder: [...table.game.outOfOrder, cell(camera)] });
    table.refused(toHourglass, 'cameras');
  }
  table.edit({ outOfOrder: [...table.game.outOfOrder, cell('18d4')] });
  expect(types(table.act(toHourglass, 90_000))).toEqual(['heroMoved', 'hourglassTurned']);
});

test('HG-7a a used hourglass space may be entered while any number of cameras work', () => {
  const table = watched().edit({ outOfOrder: [cell('7a1')] });
  expect(types(table.act(toHourglass))).toEqual(['heroMoved']);
});

test('HG-7b a hero who stands on an hourglass space when the second camera appears may stay and walk off freely', () => {
  const table = started({ scenario: 6, side: 'A', stack: [17] }).lay([7, '1c1'], [16, '1d3']);
  table.stand({ elf: '7b1', mage: '1b2', dwarf: '1a2', barbarian: '1c2' });
  run(table, 'elf', '7a1', 90_000);
  explore(table);
  expect(workingCameras(table.game)).toHaveLength(2);
  expect(types(run(table, 'elf', '7b1'))).toEqual(['heroMoved']);
});

test('SC-6c the cameras still work after the theft', () => {
  watched().edit({ theft: true }).refused(toHourglass, 'cameras');
});

test('SC-6c cameras of both malls count together', () => {
  const table = started(own(['cameras', 'twoMalls'], []))
    .lay([7, '1c1'], [16, '1d3'], [17, '3c1'])
    .stand({ elf: '7b1', dwarf: '1b2', barbarian: '3a1', mage: '3b1' });
  expect(workingCameras(table.game)).toHaveLength(2);
  table.refused(toHourglass, 'cameras');
});

test('SC-6j a working camera that is discarded stops working, and works when its tile is laid again', () => {
  const table = started(own(['cameras', 'movingWalls'], []))
    .lay([7, '1c1'], [16, '1d3'], [5, '1b4'])
    .stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1a2' });
  table.act(toHourglass, 90_000);
  table.act({ type: 'discard', seat: 0, tile: 16 });
  expect(workingCameras(table.game)).toEqual([]);
  table.act({ type: 'discard', seat: 0, tile: 5 });
  expect(the(explore(table), 'tileLaid').tile).toBe(16);
  expect(workingCameras(table.game)).toEqual([cell('16d1')]);
});

test('SC-11e a camera that was switched off has a marker, so its tile cannot be removed', () => {
  const table = started(own(['cameras', 'movingWalls'], []))
    .lay([7, '1c1'], [16, '1d3'], [5, '1b4'], [6, '1a2'])
    .stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' })
    .edit({ outOfOrder: [cell('16d1')] });
  table.act(toHourglass, 90_000);
  table.refused({ type: 'discard', seat: 0, tile: 16 }, 'not-removable');
});

test('SC-6j SC-6h when the second camera is discarded, heroes may enter the hourglass spaces again', () => {
  const table = watched(own(['cameras', 'movingWalls'], []))
    .edit({ discards: 2 })
    .stand({ barbarian: '1b3' });
  table.act({ type: 'discard', seat: 0, tile: 16 });
  table.act({ type: 'discard', seat: 0, tile: 17 });
  expect(types(table.act(toHourglass, 90_000))).toContain('hourglassTurned');
});

/** Tests on tiles with open rooms, in which a hero can run over features that are in dead ends of the standard set. */
const ROOMS = [court(), room(2, { on: { b2: 'cm', c3: 'hg' } }), room(3, { on: { b2: 'cm' } })].join('\n');

test('MV-3a SC-6e the barbarian who runs over a camera does not switch it off', () => {
  const table = started(own(['cameras'], [], { tiles: ROOMS }))
    .lay([2, '1c1'])
    .stand({ barbarian: '2a2' });
  expect(types(run(table, 'barbarian', '2c2'))).toEqual(['heroMoved']);
  expect(workingCameras(table.game)).toEqual([cell('2b2')]);
});

test('MV-3b SC-6c while two cameras work, nobody runs over an unused hourglass space', () => {
  const table = started(own(['cameras'], [], { tiles: ROOMS })).lay([2, '1c1'], [3, '1d3']);
  table.stand({ elf: '2a3', barbarian: '2a2' });
  const east = { type: 'move', seat: 3, hero: 'elf', dir: 'east', steps: 3 } as const;
  table.refused(east, 'cameras');
  run(table, 'barbarian', '2b2');
  expect(types(table.act(east))).toEqual(['heroMoved']);
  expect(table.game.turned).toBe(0);
});
