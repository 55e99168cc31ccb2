/**
 * Tests of the rules that scenarios 1 to 4 add: exits, passing tiles, gaps in orange walls, talk by the elf
 * (SC-1..SC-4b).
 */
import { expect, test } from 'vitest';
import { actionTileSet, HEROES, leaderOf, talkState } from '../src/index.ts';
import { cell, started, type TestTable, the, types } from './kit.ts';
import { beforeExits, explore, layAt, OWN_EXIT, own, run, seatWith } from './play.ts';

/** A table on which the elf stands one step from an hourglass space. */
const nearHourglass = (table: TestTable): TestTable => table.lay([7, '1c1']).stand({ elf: '7b1' });

test('SC-1d in scenario 1 all four heroes leave by the purple exit', () => {
  const table = beforeExits(started({ scenario: 1, stack: [] })).edit({ theft: true });
  for (const hero of HEROES) {
    table.stand({ [hero]: '9b3' });
    expect(the(run(table, hero, '9a3'), 'heroLeft').hero).toBe(hero);
  }
  expect(table.game.status).toBe('won');
});

test.each(['barbarian', 'elf', 'dwarf'] as const)(
  'SC-1d in scenario 1 the exit of the %s is a plain cell',
  hero => {
    const table = beforeExits(started({ scenario: 1, stack: [] })).edit({ theft: true });
    expect(types(run(table, hero, OWN_EXIT[hero]))).toEqual(['heroMoved']);
  },
);

test.each([1, 2, 3])(
  'SC-1c SC-2c SC-3c in scenario %i loudspeakers do nothing: a tile explored with the elf opens no talk window',
  scenario => {
    const table = started({ scenario, stack: [5] }).stand({ elf: '1b4' });
    expect(types(explore(table))).toEqual(['tileDrawn', 'tileLaid']);
    expect(talkState(table.game)).toBe('silent');
  },
);

test.each(HEROES)('SC-2d the %s leaves by the exit of its own colour only', hero => {
  for (const exit of HEROES) {
    const table = beforeExits(started()).edit({ theft: true });
    const doorstep = table.game.heroes[exit];
    const elsewhere = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };
    table.stand(elsewhere).edit({ heroes: { ...table.game.heroes, [hero]: doorstep } });
    const wanted = exit === hero ? ['heroMoved', 'heroLeft'] : ['heroMoved'];
    expect([exit, types(run(table, hero, OWN_EXIT[exit]))]).toEqual([exit, wanted]);
  }
});

test('SC-2d a hero on a foreign exit stands in the way and can walk off again', () => {
  const table = beforeExits(started()).edit({ theft: true }).stand({ dwarf: '9b3', mage: '9b4' });
  run(table, 'dwarf', '9a3');
  run(table, 'mage', '9b3');
  table.refused({ type: 'move', seat: 2, hero: 'mage', dir: 'west', steps: 1 }, 'occupied');
  run(table, 'mage', '9b4');
  run(table, 'dwarf', '9b3');
  expect(table.game.out.dwarf).toBe(false);
});

test('SC-3d when the hourglass is turned, every action tile goes to the left neighbour, the next seat', () => {
  const table = nearHourglass(started({ scenario: 3 }));
  expect(table.game.actionTiles).toEqual([
    ['north'],
    ['south', 'explore'],
    ['west', 'vortex'],
    ['east', 'escalator'],
  ]);
  run(table, 'elf', '7a1', 90_000);
  expect(table.game.actionTiles).toEqual([
    ['east', 'escalator'],
    ['north'],
    ['south', 'explore'],
    ['west', 'vortex'],
  ]);
});

test('SC-3d after two turns the tiles have been passed twice; the last seat passes to the first', () => {
  const table = nearHourglass(started({ scenario: 3 }))
    .lay([11, '7d3'])
    .stand({ dwarf: '11a3' });
  run(table, 'elf', '7a1', 90_000);
  run(table, 'dwarf', '11a4');
  expect(table.game.actionTiles).toEqual([
    ['west', 'vortex'],
    ['east', 'escalator'],
    ['north'],
    ['south', 'explore'],
  ]);
});

test.each([2, 3, 4, 5, 6, 7, 8])(
  'SC-3d SC-3e with %i players every seat gets the action tile of the seat before it',
  players => {
    const table = nearHourglass(started({ scenario: 3, players }));
    const before = table.game.actionTiles;
    expect(before).toHaveLength(players);
    expect([...before].map(String).sort()).toEqual([...actionTileSet(players)].map(String).sort());
    run(table, 'elf', '7a1', 90_000);
    expect(table.game.actionTiles).toEqual(before.map((_, seat) => before[(seat + players - 1) % players]));
  },
);

test('SC-3d the former owner of an action cannot use it any more, and the new owner can use it at once', () => {
  const table = nearHourglass(started({ scenario: 3 })).stand({ dwarf: '1c2' });
  run(table, 'elf', '7a1', 90_000);
  table.refused({ type: 'move', seat: 0, hero: 'dwarf', dir: 'north', steps: 1 }, 'not-yours');
  table.act({ type: 'move', seat: 1, hero: 'dwarf', dir: 'north', steps: 1 });
  expect(table.game.heroes.dwarf).toBe(cell('1c1'));
});

test('EX-3g a drawn tile is laid by the player who has the explore action after the tiles were passed', () => {
  const table = nearHourglass(started({ scenario: 3, stack: [2, 5] })).stand({ mage: '1d3', dwarf: '1a2' });
  table.act({ type: 'explore', seat: 1 });
  run(table, 'elf', '7a1', 90_000);
  table.refused({ type: 'lay', seat: 1, door: cell('1d3') }, 'not-yours');
  expect(types(table.act({ type: 'lay', seat: 2, door: cell('1d3') }))).toEqual(['tileLaid']);
});

test('SC-3d SU-5e neither starting the game nor entering a used hourglass space passes action tiles', () => {
  const table = nearHourglass(started({ scenario: 3 }));
  expect(table.game.actionTiles[0]).toEqual(['north']);
  run(table, 'elf', '7a1', 90_000);
  run(table, 'elf', '7b1');
  run(table, 'elf', '7a1');
  expect(table.game.actionTiles[1]).toEqual(['north']);
});

test('SC-3d in scenario 2 no action tiles are passed', () => {
  const table = nearHourglass(started({ scenario: 2 }));
  run(table, 'elf', '7a1', 90_000);
  expect(table.game.actionTiles[0]).toEqual(['north']);
});

test('SO-5b in a solo game no action tiles are passed, because the player has none', () => {
  const table = nearHourglass(started({ scenario: 3, players: 1 })).edit({ solo: { top: 'west', pile: 3 } });
  table.act({ type: 'move', seat: 0, hero: 'elf', dir: 'west', steps: 1 }, 90_000);
  expect(table.game.turned).toBe(1);
  expect(table.game.actionTiles).toEqual([]);
});

test('SC-9g being the leader, who has no tile, is passed to the left, too, so every turn of the hourglass changes the leader', () => {
  const tiles = [['north', 'east'], ['west', 'vortex'], ['south', 'explore', 'escalator'], []] as const;
  const table = nearHourglass(started(own(['passTiles', 'leader'], [], { actionTiles: tiles })));
  table.lay([11, '7d3']).stand({ dwarf: '11a3' });
  expect(leaderOf(table.game.actionTiles)).toBe(3);
  run(table, 'elf', '7a1', 90_000);
  expect(leaderOf(table.game.actionTiles)).toBe(0);
  expect(table.game.actionTiles[1]).toEqual(['north', 'east']);
  run(table, 'dwarf', '11a4');
  expect(leaderOf(table.game.actionTiles)).toBe(1);
});

const onTile13 = (table: TestTable): TestTable => table.lay([13, '1c1']);

test('SC-4a the dwarf passes a gap in an orange wall, in each direction and in the middle of a longer move', () => {
  const table = onTile13(started({ scenario: 4 })).stand({ dwarf: '13d1' });
  table.act({ type: 'move', seat: 2, hero: 'dwarf', dir: 'west', steps: 3 });
  expect(table.game.heroes.dwarf).toBe(cell('13a1'));
  table.act({ type: 'move', seat: 3, hero: 'dwarf', dir: 'east', steps: 2 });
  expect(table.game.heroes.dwarf).toBe(cell('13c1'));
});

test.each(['barbarian', 'mage', 'elf'] as const)('SC-4a the %s cannot pass a gap in an orange wall', hero => {
  const table = onTile13(started({ scenario: 4 })).stand({ [hero]: '13c1' });
  table.refused({ type: 'move', seat: 2, hero, dir: 'west', steps: 1 }, 'blocked');
  table.stand({ [hero]: '13b1' });
  table.refused({ type: 'move', seat: 3, hero, dir: 'east', steps: 1 }, 'blocked');
});

test('SC-4a the dwarf also passes gaps in walls that run east and west, and on a turned tile', () => {
  const table = started({ scenario: 4 }).lay([18, '1c1']).stand({ dwarf: '18b2', elf: '18a2' });
  table.act({ type: 'move', seat: 1, hero: 'dwarf', dir: 'south', steps: 1 });
  expect(table.game.heroes.dwarf).toBe(cell('18b3'));
  const turned = started({ scenario: 4 }).lay([13, '1d3']).stand({ dwarf: '13c1', elf: '13b1' });
  turned.refused({ type: 'move', seat: 1, hero: 'elf', dir: 'south', steps: 1 }, 'blocked');
  turned.stand({ elf: '13d4' });
  turned.act({ type: 'move', seat: 0, hero: 'dwarf', dir: 'north', steps: 1 });
  expect(turned.game.heroes.dwarf).toBe(cell('13b1'));
});

test('SC-4a BD-1c a hero behind a gap in an orange wall stops even the dwarf', () => {
  const table = onTile13(started({ scenario: 4 })).stand({ dwarf: '13c1', elf: '13b1' });
  table.refused({ type: 'move', seat: 2, hero: 'dwarf', dir: 'west', steps: 1 }, 'occupied');
});

test('SC-4a MV-2a a plain wall stops the dwarf', () => {
  const table = onTile13(started({ scenario: 4 })).stand({ dwarf: '13b2' });
  table.refused({ type: 'move', seat: 1, hero: 'dwarf', dir: 'south', steps: 1 }, 'blocked');
});

test.each([3, 4])(
  'SC-4a SC-Ic SC-Id scenario %i: the dwarf passes gaps in orange walls from scenario 4 on, and not before',
  scenario => {
    const table = onTile13(started({ scenario })).stand({ dwarf: '13c1' });
    const west = { type: 'move', seat: 2, hero: 'dwarf', dir: 'west', steps: 1 } as const;
    if (scenario === 3) table.refused(west, 'blocked');
    else expect(types(table.act(west))).toEqual(['heroMoved']);
  },
);

const DOORS = { barbarian: '1c1', mage: '1d3', elf: '1b4', dwarf: '1a2' } as const;

test('SC-4b a tile explored with the elf opens a talk window', () => {
  const table = started({ scenario: 4, stack: [5] }).stand({ elf: '1b4' });
  const events = explore(table);
  expect(the(events, 'tileLaid').by).toBe('elf');
  expect(talkState(table.game)).toBe('open');
});

test.each(['barbarian', 'mage', 'dwarf'] as const)(
  'SC-4b a tile explored with the %s opens no talk window',
  hero => {
    const table = started({ scenario: 4, stack: [5] }).stand({ [hero]: DOORS[hero] });
    expect(the(explore(table), 'tileLaid').by).toBe(hero);
    expect(talkState(table.game)).toBe('silent');
  },
);

test('SC-4e CM-3e the next action closes the talk window that the elf opened', () => {
  const table = started({ scenario: 4, stack: [5] }).stand({ elf: '1b4' });
  explore(table);
  run(table, 'elf', '1c4');
  expect(talkState(table.game)).toBe('silent');
});

test('SC-4b if heroes stand at two doors, the door at which the tile is laid decides whether a talk window opens', () => {
  const both = () => started({ scenario: 4, stack: [5] }).stand({ elf: '1b4', mage: '1d3' });
  const forMage = both();
  explore(forMage);
  layAt(forMage, '1d3');
  expect(talkState(forMage.game)).toBe('silent');
  const forElf = both();
  explore(forElf);
  expect(talkState(forElf.game)).toBe('silent');
  layAt(forElf, '1b4');
  expect(talkState(forElf.game)).toBe('open');
});

test('SC-4b a tile drawn while the elf stood at the door opens a talk window although she walks on before it is laid', () => {
  const table = started({ scenario: 4, stack: [5] }).stand({ elf: '1b4', mage: '1d3' });
  explore(table);
  run(table, 'elf', '1c4');
  expect(the(layAt(table, '1b4'), 'tileLaid').by).toBe('elf');
  expect(talkState(table.game)).toBe('open');
});

test('SC-4b if the elf stands beside another hero’s exploration, no talk window opens', () => {
  const table = started({ scenario: 4, stack: [5] }).stand({ elf: '1d4', mage: '1d3' });
  explore(table);
  expect(talkState(table.game)).toBe('silent');
});

test('SC-4b in a solo game, too, a tile explored with the elf opens a talk window', () => {
  const table = started({ scenario: 4, players: 1, stack: [5] }).stand({ elf: '1b4' });
  table.edit({ solo: { top: 'explore', pile: 3 } }).act({ type: 'explore', seat: 0 });
  expect(talkState(table.game)).toBe('open');
});

test('SC-4e a talk window that the elf opened passes no action tiles and does not turn the hourglass', () => {
  const table = started({ scenario: 4, stack: [5] }).stand({ elf: '1b4' });
  explore(table);
  expect(table.game).toMatchObject({ turned: 0, outOfOrder: [] });
  expect(seatWith(table, 'explore')).toBe(1);
});

test('SC-3f a passed action tile means the same direction to its new owner', () => {
  const table = started({ scenario: 3 })
    .lay([7, '1c1'])
    .stand({ elf: '7b1', mage: '1c3', dwarf: '1a4', barbarian: '1a1' });
  const before = table.game.heroes.mage;
  const north = { type: 'move', hero: 'mage', dir: 'north', steps: 1 } as const;
  const first = the(table.act({ ...north, seat: seatWith(table, 'north') }, 1000), 'heroMoved').to;
  run(table, 'elf', '7a1', 2000);
  table.edit({ heroes: { ...table.game.heroes, mage: before } });
  expect(seatWith(table, 'north')).toBe(1);
  expect(the(table.act({ ...north, seat: 1 }, 3000), 'heroMoved').to).toBe(first);
});
