/** Tests of the theft, escape and the end of the game (RULES 7, TH-1..TH-6). */
import { expect, test } from 'vitest';
import {
  ACTIONS,
  actionsOf,
  commitTo,
  HEROES,
  isStruckOut,
  isTheftPossible,
  reach,
  sandLeft,
  stackSize,
  usableActions,
} from '../src/index.ts';
import { cell, started, the, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, OWN_EXIT, own, run } from './play.ts';

const steal = (seat: number) => ({ type: 'steal', seat }) as const;

// Tests of TH-1: when a theft is possible, and which player causes it.

test('TH-1f if the theft must be called, reaching the fourth item does not cause it', () => {
  const table = beforeTheft(started());
  expect(types(run(table, 'barbarian', '4a3'))).toEqual(['heroMoved']);
  expect(table.game.theft).toBe(false);
  expect(isTheftPossible(table.game)).toBe(true);
});

test.each([0, 1, 2, 3])(
  'TH-1c TH-1e if the theft must be called, seat %i may turn the theft tile, whatever its action tile',
  seat => {
    const table = beforeTheft(started());
    run(table, 'barbarian', '4a3');
    expect(table.act(steal(seat), 5000)).toEqual([{ type: 'theftHappened', at: 5000, seat }]);
    expect(table.game.theft).toBe(true);
  },
);

test('TH-1c TH-1e if the theft must be called, the leader may turn the theft tile, although the leader has no action tile', () => {
  const tiles = [['north', 'east'], ['west', 'vortex'], ['south', 'explore', 'escalator'], []] as const;
  const table = beforeTheft(started(own(['ownExits', 'leader'], [2], { actionTiles: tiles })));
  run(table, 'barbarian', '4a3');
  expect(the(table.act(steal(3)), 'theftHappened').seat).toBe(3);
});

test('TH-1b if the theft must be called, three heroes on their items are not enough', () => {
  beforeTheft(started()).refused(steal(0), 'no-theft');
});

test('TH-1g if the theft must be called, it is possible only while all four heroes stand on their items, and is possible again when a hero comes back', () => {
  const table = beforeTheft(started());
  run(table, 'barbarian', '4a3');
  run(table, 'barbarian', '4a4');
  table.refused(steal(0), 'no-theft');
  run(table, 'barbarian', '4a3');
  expect(types(table.act(steal(0)))).toEqual(['theftHappened']);
});

test('TH-1a two heroes who stand on each other’s items prevent the theft', () => {
  const table = beforeTheft(started()).stand({ elf: '8d1', dwarf: '6a3' });
  run(table, 'barbarian', '4a3');
  table.refused(steal(0), 'no-theft');
});

test('TH-1e if the theft must be called, a second theft is refused', () => {
  const table = beforeTheft(started());
  run(table, 'barbarian', '4a3');
  table.act(steal(0));
  table.refused(steal(1), 'no-theft');
});

test('TH-1d if the theft is automatic, it happens with the move that ends on the fourth item, and the event names no player', () => {
  const table = beforeTheft(started({ edition: '2017-fr' }));
  const events = run(table, 'barbarian', '4a3', 7000);
  expect(types(events)).toEqual(['heroMoved', 'theftHappened']);
  expect(the(events, 'theftHappened')).toEqual({ type: 'theftHappened', at: 7000, seat: null });
  expect(table.game.theft).toBe(true);
});

test('MV-3a TH-1d if the theft is automatic, a move over the fourth item does not cause it', () => {
  const table = beforeTheft(started({ edition: '2017-fr' }));
  expect(types(run(table, 'barbarian', '4a4'))).toEqual(['heroMoved']);
  expect(types(run(table, 'barbarian', '4a3'))).toEqual(['heroMoved', 'theftHappened']);
});

test('TH-1a TH-1d if the theft is automatic, heroes on foreign items do not cause it', () => {
  const table = beforeTheft(started({ edition: '2017-nl' })).stand({ elf: '8d1', dwarf: '6a3' });
  expect(types(run(table, 'barbarian', '4a3'))).toEqual(['heroMoved']);
});

test('TH-1d if the theft is automatic, nobody can turn the theft tile by hand', () => {
  const table = beforeTheft(started({ edition: '2017-fr' })).stand({ barbarian: '4a3' });
  table.refused(steal(0), 'no-theft');
  expect(reach(table.game, 0).filter(command => command.type === 'steal')).toEqual([]);
});

test('TH-1c the theft is not an action: it is possible while a drawn tile waits to be laid', () => {
  const table = beforeTheft(started({ stack: [2] }));
  const drawn = { tile: 2, places: [cell('6c1'), cell('6d3')], own: [], ball: null };
  run(table, 'barbarian', '4a3');
  table.edit({ drawn });
  table.act(steal(3));
  expect(table.game.drawn).toEqual(drawn);
});

test('EX-3h a solo player must lay the drawn tile before turning the theft tile', () => {
  const table = beforeTheft(started({ players: 1, stack: [2] })).stand({ barbarian: '4a3' });
  const before = table.game;
  table.edit({ drawn: { tile: 2, places: [cell('6c1'), cell('6d3')], own: [], ball: null } });
  table.refused(steal(0), 'place-first');
  table.edit({ drawn: before.drawn });
  expect(types(table.act(steal(0)))).toEqual(['theftHappened']);
});

test('HG-5b a theft at the instant when the last grain falls is refused', () => {
  const table = beforeTheft(started()).stand({ barbarian: '4a3' });
  table.refused(steal(0), 'over', 180_000);
  expect(table.game.status).toBe('lost');
});

// Tests of TH-2: vortices after the theft.

test.each(HEROES)('TH-2c VX-2b after the theft no vortex takes the %s', hero => {
  const table = beforeTheft(started()).edit({ theft: true });
  const vortex = { barbarian: '1d4', mage: '1a4', elf: '1a1', dwarf: '1d1' }[hero];
  table.refused({ type: 'vortex', seat: 2, hero, to: cell(vortex) }, 'vortex-closed');
});

test('TH-2c after the theft the vortex action stays on its action tile, but its owner cannot use it', () => {
  const table = beforeTheft(started()).stand({ barbarian: '4a3' });
  expect(reach(table.game, 2).filter(command => command.type === 'vortex')).not.toEqual([]);
  table.act(steal(0));
  expect(actionsOf(table.game, 2)).toEqual(['west', 'vortex']);
  expect(reach(table.game, 2).filter(command => command.type === 'vortex')).toEqual([]);
});

test('TH-2c after the theft the other actions on the tile with the vortex can still be used', () => {
  const table = beforeTheft(started()).stand({ barbarian: '4d2' }).edit({ theft: true });
  expect(types(table.act({ type: 'move', seat: 2, hero: 'barbarian', dir: 'west', steps: 1 }))).toEqual([
    'heroMoved',
  ]);
});

// Tests of TH-3: leaving the mall.

test.each(HEROES)('TH-3c before the theft the %s stops on its exit as on any plain cell', hero => {
  const table = beforeExits(started());
  expect(types(run(table, hero, OWN_EXIT[hero]))).toEqual(['heroMoved']);
  expect(table.game.out[hero]).toBe(false);
  expect(table.game.heroes[hero]).toBe(cell(OWN_EXIT[hero]));
});

test.each(HEROES)('TH-3a after the theft the %s leaves the board by its exit', hero => {
  const table = beforeExits(started()).edit({ theft: true });
  const events = run(table, hero, OWN_EXIT[hero], 4000);
  expect(types(events)).toEqual(['heroMoved', 'heroLeft']);
  expect(the(events, 'heroLeft')).toEqual({ type: 'heroLeft', at: 4000, hero });
  expect(table.game.heroes[hero]).toBe(null);
  expect(table.game.out[hero]).toBe(true);
});

test('TH-3b a hero who has escaped cannot be moved', () => {
  const table = beforeExits(started({ scenario: 1, stack: [] })).edit({ theft: true });
  run(table, 'mage', '9a3');
  table.refused({ type: 'move', seat: 3, hero: 'mage', dir: 'east', steps: 1 }, 'hero-out');
  table.refused({ type: 'escalator', seat: 3, hero: 'mage' }, 'hero-out');
  table.refused({ type: 'vortex', seat: 2, hero: 'mage', to: cell('1a4') }, 'hero-out');
  for (const seat of [0, 1, 2, 3]) {
    expect(reach(table.game, seat).filter(command => 'hero' in command && command.hero === 'mage')).toEqual(
      [],
    );
  }
});

test('TH-3a a hero who has escaped frees the exit, and the next hero can leave by it', () => {
  const table = beforeExits(started({ scenario: 1, stack: [] })).edit({ theft: true });
  run(table, 'mage', '9a3');
  table.stand({ dwarf: '9b3' });
  expect(types(run(table, 'dwarf', '9a3'))).toEqual(['heroMoved', 'heroLeft']);
});

// Tests of TH-4: the end of the game.

test('TH-4a TH-4d when the fourth hero leaves, the game is won, and the revealed seed fits the commitment', () => {
  const table = beforeExits(started({}, 'a secret')).edit({ theft: true });
  const ends = HEROES.map(hero => types(run(table, hero, OWN_EXIT[hero], 1000)));
  expect(ends.slice(0, 3)).toEqual(Array(3).fill(['heroMoved', 'heroLeft']));
  expect(ends[3]).toEqual(['heroMoved', 'heroLeft', 'gameWon', 'seedRevealed']);
  expect(table.game.status).toBe('won');
  expect(table.game.reason).toBe(null);
  const { seed } = the(table.log, 'seedRevealed');
  expect(seed).toBe('a secret');
  expect(commitTo(seed)).toBe(table.game.setUp.commitment);
});

test('TH-4d after the win the game cannot be lost, and no command is accepted', () => {
  const table = beforeExits(started()).edit({ theft: true });
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero], 1000);
  expect(table.wait(999_999)).toEqual([]);
  expect(table.game.status).toBe('won');
  table.refused({ type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 }, 'over');
  table.refused(steal(0), 'over');
});

test('TH-4a HG-5b a fourth hero who leaves just before the last grain falls wins the game, and a fourth hero who leaves at that instant or later does not', () => {
  const near = () => {
    const table = beforeExits(started()).edit({ theft: true });
    for (const hero of HEROES.slice(0, 3)) run(table, hero, OWN_EXIT[hero]);
    return table;
  };
  const inTime = near();
  run(inTime, 'dwarf', OWN_EXIT.dwarf, 179_999);
  expect(inTime.game.status).toBe('won');
  const late = near();
  late.refused({ type: 'move', seat: 0, hero: 'dwarf', dir: 'north', steps: 1 }, 'over', 180_000);
  expect(late.game.status).toBe('lost');
});

test('TH-4a TH-4b HG-5a when the sand runs out after the theft the game is lost, even if three heroes have left', () => {
  const table = beforeExits(started({}, 'another')).edit({ theft: true });
  for (const hero of HEROES.slice(0, 3)) run(table, hero, OWN_EXIT[hero]);
  expect(table.wait(200_000)).toEqual([
    { type: 'gameLost', at: 180_000, reason: 'sand' },
    { type: 'seedRevealed', at: 180_000, seed: 'another' },
  ]);
  expect(table.game.reason).toBe('sand');
});

test('TH-4a HG-5a when the sand runs out before the theft, the game is lost for the same reason', () => {
  const table = started();
  expect(types(table.wait(180_000))).toEqual(['gameLost', 'seedRevealed']);
});

// Tests of TH-5: leaving without gear.

/** All heroes but the dwarf stand on their exits, and nothing was stolen. */
const threeOnExits = (edition: string) =>
  beforeExits(started({ edition })).stand({ barbarian: '10c1', mage: '9a3', elf: '11d3' });

test('TH-5a TH-5b all four heroes on their exits before the theft lose the game at once, for the reason `no-gear`', () => {
  const table = threeOnExits('revised');
  const events = run(table, 'dwarf', '12b1', 3000);
  expect(types(events)).toEqual(['heroMoved', 'gameLost', 'seedRevealed']);
  expect(the(events, 'gameLost')).toEqual({ type: 'gameLost', at: 3000, reason: 'no-gear' });
  expect(table.game).toMatchObject({ status: 'lost', reason: 'no-gear' });
});

test('TH-5b three heroes on exits before the theft do not lose the game', () => {
  const table = beforeExits(started());
  for (const hero of HEROES.slice(0, 3)) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('playing');
});

test('TH-5b two heroes on each other’s exits before the theft do not lose the game', () => {
  const table = threeOnExits('revised').stand({ barbarian: '9a3', mage: '10c1' });
  expect(types(run(table, 'dwarf', '12b1'))).toEqual(['heroMoved']);
});

test('TH-4d four heroes on their exits after the theft have won the game', () => {
  const table = beforeExits(started()).edit({ theft: true });
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('won');
});

test('TH-5b SC-10b in scenario 10 four heroes on foreign exits before the theft lose the game', () => {
  const table = beforeExits(started(own(['ownExits', 'wrongHands'], [])));
  table.stand({ barbarian: '9a3', mage: '10c1', elf: '12b1', dwarf: '11c3' });
  expect(types(run(table, 'dwarf', '11d3'))).toEqual(['heroMoved', 'gameLost', 'seedRevealed']);
});

test('TH-5b SC-10b in scenario 10 four heroes on their own exits before the theft do not lose the game', () => {
  const table = beforeExits(started(own(['ownExits', 'wrongHands'], [])));
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('playing');
});

test('TH-5c in scenario 1, with its one exit, heroes on exits before the theft never lose the game', () => {
  const table = beforeExits(started({ scenario: 1, stack: [] }));
  for (const hero of HEROES) run(table, hero, OWN_EXIT[hero]);
  expect(table.game.status).toBe('playing');
  expect(types(table.wait(180_000))).toEqual(['gameLost', 'seedRevealed']);
  expect(table.game.reason).toBe('sand');
});

// Tests of TH-6: after the theft all other rules stay the same.

test('TH-6a after the theft heroes still move, ride, explore and turn the hourglass', () => {
  const table = started({ stack: [2] })
    .lay([7, '1b4'], [4, '1d3'])
    .edit({ theft: true });
  table.stand({ barbarian: '1c1', elf: '7b1', dwarf: '4b2' });
  expect(types(explore(table, 1000))).toEqual(['tileDrawn', 'tileLaid']);
  expect(types(run(table, 'elf', '7a1', 100_000))).toEqual(['heroMoved', 'hourglassTurned']);
  expect(sandLeft(table.game, 100_000)).toBe(100_000);
  expect(types(table.act({ type: 'escalator', seat: 3, hero: 'dwarf' }))).toEqual(['heroMoved']);
  expect(table.game.heroes.dwarf).toBe(cell('4d4'));
});

test('TH-6b a game that can no longer be won goes on until the sand has run out', () => {
  const table = started({ stack: [] }).edit({ theft: true }).stand({ elf: '1c4' });
  expect(types(run(table, 'elf', '1b4', 179_999))).toEqual(['heroMoved']);
  expect(table.game.status).toBe('playing');
});

test('TH-6c in a solo game the struck-out vortex tile stays in the pile: it is turned and allows nothing', () => {
  const pile = ['vortex', 'north', 'east', 'south', 'west', 'explore', 'escalator'] as const;
  const table = started({ players: 1, pile }).edit({ theft: true });
  expect(the(table.act({ type: 'turn', seat: 0 }), 'actionTurned').action).toBe('vortex');
  table.refused({ type: 'vortex', seat: 0, hero: 'elf', to: cell('1a1') }, 'vortex-closed');
  expect(table.game.solo).toEqual({ top: 'vortex', pile: 6 });
});

test('TH-4c CO-2e the game is won when four heroes have left, even if the stack is not explored', () => {
  const table = beforeExits(started({ stack: [2, 3, 4] })).edit({ theft: true });
  for (const hero of HEROES) {
    expect(table.game.out[hero]).toBe(false);
    run(table, hero, OWN_EXIT[hero]);
    expect(table.game.out[hero]).toBe(true);
  }
  expect(table.game.status).toBe('won');
  expect(stackSize(table.game)).toBe(3);
});

test('TH-2d after the theft the vortex action is struck out for every seat, and all other actions can be used', () => {
  const table = started();
  expect(ACTIONS.filter(action => isStruckOut(table.game, action))).toEqual([]);
  table.edit({ theft: true });
  expect(ACTIONS.filter(action => isStruckOut(table.game, action))).toEqual(['vortex']);
  expect(usableActions(table.game, 2)).toEqual(['west']);
});
