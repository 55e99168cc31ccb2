/** Tests of scenario 17: two heroes may never stand on one tile (SC-17). */
import { expect, test } from 'vitest';
import { type Command, HEROES, type Hero, reach, tileOf } from '../src/index.ts';
import { cell, started, type TestTable, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, OWN_EXIT, own, run } from './play.ts';

const apart = (rules: Parameters<typeof own>[0] = []): TestTable =>
  started(own(['ownExits', 'noGatherings', ...rules], [9]));
const north = (hero: Hero, steps: number): Command => ({ type: 'move', seat: 0, hero, dir: 'north', steps });
const vortex = (hero: Hero, to: string): Command => ({ type: 'vortex', seat: 2, hero, to: cell(to) });

test('SC-17a in scenario 17 no hero enters a tile on which another one stands', () => {
  const table = apart().lay([2, '1c1']).stand({ elf: '2b4', dwarf: '1c1', mage: '1b2', barbarian: '1b3' });
  table.refused(north('dwarf', 1), 'occupied');
  table.stand({ elf: '2d4' });
  table.refused(north('dwarf', 1), 'group');
});

test('SC-17a a tile may be entered as soon as the other hero has left it', () => {
  const table = apart()
    .lay([2, '1c1'], [5, '2d3'])
    .stand({ elf: '2d3', dwarf: '1c1', mage: '1b2', barbarian: '1b3' });
  table.refused(north('dwarf', 1), 'group');
  run(table, 'elf', '5b4');
  expect(types(table.act(north('dwarf', 1)))).toEqual(['heroMoved']);
});

test('MV-3b SC-17a a move may not even pass a tile with another hero', () => {
  const table = apart().lay([3, '1c1'], [11, '3c1']);
  table.stand({ elf: '3a1', dwarf: '1c1', mage: '1b2', barbarian: '1b3' });
  for (const steps of [1, 2, 3]) table.refused(north('dwarf', steps), 'group');
});

test('SC-17a a hero may walk and ride within the tile on which it stands', () => {
  const table = apart().lay([2, '1c1']).stand({ elf: '2b4', dwarf: '1b2', mage: '1c2', barbarian: '1b3' });
  run(table, 'elf', '2d4');
  expect(types(table.act({ type: 'escalator', seat: 3, hero: 'elf' }))).toEqual(['heroMoved']);
});

test('SC-17b all four heroes may be on tile 1, enter it and leave it', () => {
  const table = apart().lay([2, '1c1']).stand({ elf: '2b4', dwarf: '1b2', mage: '1c2', barbarian: '1b3' });
  expect(types(run(table, 'elf', '1c1'))).toEqual(['heroMoved']);
  expect(HEROES.map(hero => tileOf(table.game.heroes[hero] ?? 0))).toEqual([1, 1, 1, 1]);
});

test('SC-17e a vortex to a tile with another hero is refused, and a vortex to tile 1 is accepted', () => {
  const table = apart().lay([2, '1c1']).stand({ elf: '2b4', dwarf: '1b2', mage: '1c2', barbarian: '1b3' });
  table.refused(vortex('dwarf', '2d1'), 'group');
  expect(types(table.act(vortex('dwarf', '1d1')))).toEqual(['heroMoved']);
  table.stand({ elf: '1b4' });
  expect(types(table.act(vortex('dwarf', '2d1')))).toEqual(['heroMoved']);
});

test('SC-17e a vortex within the hero’s own tile is accepted if no other hero is there', () => {
  const table = apart().lay([2, '1c1']).stand({ dwarf: '2b4', elf: '1b2', mage: '1c2', barbarian: '1b3' });
  expect(types(table.act(vortex('dwarf', '2d1')))).toEqual(['heroMoved']);
});

test('TH-1b the four items lie on four tiles, so the theft is possible in scenario 17', () => {
  const table = beforeTheft(apart());
  run(table, 'barbarian', '4a3');
  expect(types(table.act({ type: 'steal', seat: 0 }))).toEqual(['theftHappened']);
});

test('SC-17c SC-17d heroes stay on their exits and still block the tiles of these exits', () => {
  const table = beforeExits(apart()).edit({ theft: true });
  run(table, 'mage', '9a3');
  expect(table.game).toMatchObject({ heroes: { mage: cell('9a3') }, out: { mage: true } });
  table.stand({ dwarf: '1c1' });
  table.refused(north('dwarf', 1), 'group');
});

test('SC-10g in scenario 17 a hero on its exit cannot be moved any more', () => {
  const table = beforeExits(apart()).edit({ theft: true });
  run(table, 'mage', '9a3');
  table.refused({ type: 'move', seat: 3, hero: 'mage', dir: 'east', steps: 1 }, 'hero-out');
  for (const seat of [0, 1, 2, 3]) {
    expect(reach(table.game, seat).filter(command => 'hero' in command && command.hero === 'mage')).toEqual(
      [],
    );
  }
});

test('SC-17c TH-4d in scenario 17 the game is won when all four heroes stand on their exits', () => {
  const table = beforeExits(apart()).edit({ theft: true });
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('won');
});

test('SC-17d if only the purple exit exists, the first hero who leaves by it blocks the others, and the sand decides the game', () => {
  const table = beforeExits(started(own(['noGatherings'], []))).edit({ theft: true });
  run(table, 'mage', '9a3');
  table.stand({ dwarf: '1c1' }).refused(north('dwarf', 1), 'group');
  expect(table.game.status).toBe('playing');
});

test('EX-1c in scenario 17 a tile may be laid beside a hero, because nobody stands on the new tile', () => {
  const table = apart().stand({ barbarian: '1c1', mage: '1c2', elf: '1b2', dwarf: '1b3' });
  explore(table);
  expect(types(run(table, 'barbarian', '9b4'))).toEqual(['heroMoved']);
  run(table, 'mage', '1c1');
  table.refused(north('mage', 1), 'occupied');
});

test('SC-17f in scenario 17 with two malls, several heroes may stand on tile 3 as on tile 1', () => {
  const table = apart(['twoMalls']).lay([7, '3c1'], [2, '1c1']);
  table.stand({ barbarian: '3a1', mage: '7b4', elf: '2d4', dwarf: '1c1' });
  expect(types(run(table, 'mage', '3c1'))).toEqual(['heroMoved']);
  table.refused(north('dwarf', 1), 'group');
});

test('SC-17f in scenario 17 with one mall, two heroes may not stand on tile 3', () => {
  const table = apart().lay([3, '1c1']).stand({ elf: '3a1', dwarf: '1c1', mage: '1b2', barbarian: '1b3' });
  table.refused(north('dwarf', 1), 'group');
});

test('SC-17e SC-17f in scenario 17 with two malls, a vortex onto tile 1 is always accepted, and a vortex onto a tile with another hero is always refused', () => {
  const table = apart(['twoMalls']).lay([7, '3c1'], [13, '1c1']);
  table.stand({ mage: '7c4', barbarian: '3a1', elf: '13d4', dwarf: '1b2' });
  table.refused(vortex('mage', '13b2'), 'group');
  expect(types(table.act(vortex('mage', '1a4')))).toEqual(['heroMoved']);
});

test('SC-17c SC-17d with the rules of scenarios 10 and 17 heroes stay on foreign exits and block their tiles', () => {
  const table = beforeExits(apart(['wrongHands'])).edit({ theft: true });
  table.stand({ barbarian: '9b3', mage: '10d1', elf: '12a1', dwarf: '1c1' });
  run(table, 'barbarian', '9a3');
  table.refused(north('dwarf', 1), 'group');
  run(table, 'mage', '10c1');
  run(table, 'elf', '12b1');
  table.stand({ dwarf: '11c3' });
  expect(types(run(table, 'dwarf', '11d3'))).toContain('gameWon');
});
