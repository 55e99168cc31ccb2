/** Tests of solo games (RULES 9). */
import { expect, test } from 'vitest';
import {
  ACTIONS,
  type Action,
  type Command,
  prepareGame,
  reach,
  stackOrder,
  type Wish,
} from '../src/index.ts';
import { cell, setUp, started, type TestTable, the, types } from './kit.ts';

const TURN: Command = { type: 'turn', seat: 0 };
const PILE: readonly Action[] = ['north', 'explore', 'south', 'vortex', 'east', 'escalator', 'west'];
const IDLE = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };

const alone = (wish: Partial<Wish> = {}, seed = 'test'): TestTable => started({ players: 1, ...wish }, seed);
const turn = (table: TestTable): Action => the(table.act(TURN), 'actionTurned').action;
const turnSeveral = (table: TestTable, times: number): readonly Action[] =>
  Array.from({ length: times }, () => turn(table));
const move = (
  hero: 'elf' | 'mage' | 'barbarian' | 'dwarf',
  dir: 'north' | 'south' | 'east' | 'west',
): Command => ({
  type: 'move',
  seat: 0,
  hero,
  dir,
  steps: 1,
});

test('SO-1b CO-3d in a solo game the pile has seven tiles with one action each', () => {
  const table = alone();
  expect(table.game.solo).toEqual({ top: null, pile: 7 });
  expect([...turnSeveral(table, 7)].sort()).toEqual([...ACTIONS].sort());
});

test('SO-1d the pile is shuffled: another seed gives another order, and any action may come first', () => {
  const orders = Array.from({ length: 120 }, (_, i) => turnSeveral(alone({}, `seed ${i}`), 7));
  expect(new Set(orders.map(String)).size).toBeGreaterThan(110);
  for (let place = 0; place < 7; place++) {
    expect(new Set(orders.map(order => order[place])).size).toBe(7);
  }
});

test('SO-1d the pile lies face down: two orders give the same set-up', () => {
  const [one, other] = [PILE, PILE.toReversed()].map(pile => alone({ pile }));
  expect(one?.game).toEqual(other?.game);
  expect(one?.act(TURN)).toEqual([{ type: 'actionTurned', at: 0, seat: 0, action: 'north' }]);
});

test('SO-1b a solo player holds no action tile', () => {
  expect(alone().game.actionTiles).toEqual([]);
});

test('SO-2b in a solo game no action is legal before the first tile of the pile is turned', () => {
  const table = alone({ pile: PILE }).stand(IDLE);
  for (const dir of ['north', 'south', 'east', 'west'] as const) table.refused(move('elf', dir), 'not-yours');
  table.refused({ type: 'explore', seat: 0 }, 'not-yours');
  expect(reach(table.game, 0)).toEqual([TURN]);
});

test('SO-2c in a solo game only the action on top of the discard may be used', () => {
  const table = alone({ pile: PILE }).stand({ ...IDLE, barbarian: '1a1', mage: '1d1' });
  expect(turn(table)).toBe('north');
  table.act(move('elf', 'north'));
  table.refused(move('elf', 'south'), 'not-yours');
  expect(turnSeveral(table, 2)).toEqual(['explore', 'south']);
  table.refused(move('elf', 'north'), 'not-yours');
  table.act(move('elf', 'south'));
});

test('SO-2d SO-2e the action on top of the discard works with any hero, any number of times', () => {
  const table = alone({ pile: PILE }).stand({ barbarian: '1a3', mage: '1c2', elf: '1b4', dwarf: '1d3' });
  turn(table);
  for (const hero of ['barbarian', 'mage', 'elf', 'dwarf', 'elf'] as const) table.act(move(hero, 'north'));
  expect(table.game.solo).toEqual({ top: 'north', pile: 6 });
});

test('SO-2c the pile also contains vortex, escalator and explore', () => {
  const pile: readonly Action[] = ['vortex', 'escalator', 'explore', 'north', 'east', 'south', 'west'];
  const table = alone({ pile, stack: [6] })
    .lay([5, '1c1'])
    .stand({ ...IDLE, elf: '5d4', dwarf: '1a2' });
  turn(table);
  table.act({ type: 'vortex', seat: 0, hero: 'mage', to: cell('1a4') });
  turn(table);
  table.act({ type: 'escalator', seat: 0, hero: 'elf' });
  turn(table);
  the(table.act({ type: 'explore', seat: 0 }), 'tileLaid');
});

test('SO-2b in a solo game several action tiles may be turned in a row although none of them is used', () => {
  const table = alone({ pile: PILE });
  expect(turnSeveral(table, 5)).toEqual(PILE.slice(0, 5));
  expect(table.game.solo).toEqual({ top: 'east', pile: 2 });
});

test('SO-2b with several players turning action tiles is refused', () => {
  for (const players of [2, 4, 8]) started({ players }).refused(TURN, 'solo-only');
});

test('SO-2b a seat other than the solo player’s may neither turn tiles nor act', () => {
  const table = alone({ pile: PILE }).stand(IDLE);
  table.refused({ type: 'turn', seat: 1 }, 'malformed');
  turn(table);
  table.refused({ type: 'move', seat: 1, hero: 'elf', dir: 'north', steps: 1 }, 'malformed');
});

test('SO-2b in a solo game no tile is turned before the start, in a pause, or after the end', () => {
  setUp({ players: 1 }).refused(TURN, 'not-playing');
  const table = alone({ house: { pause: true } });
  table.act({ type: 'pause', seat: 0 }, 1000);
  table.refused(TURN, 'paused');
  table.act({ type: 'resume', seat: 0 });
  table.wait(180_000);
  table.refused(TURN, 'over');
});

test('SO-3a when the pile is empty, the last turned tile stays usable', () => {
  const table = alone({ pile: PILE }).stand({ ...IDLE, elf: '1c1' });
  turnSeveral(table, 7);
  expect(table.game.solo).toEqual({ top: 'west', pile: 0 });
  table.act(move('elf', 'west'));
});

test('SO-3b turning a tile of an empty pile turns the discard over and reveals its first tile in one step', () => {
  const table = alone({ pile: PILE });
  turnSeveral(table, 7);
  expect(types(table.act(TURN))).toEqual(['actionTurned']);
  expect(table.game.solo).toEqual({ top: 'north', pile: 6 });
});

test('SO-3a the order of the pile repeats round after round, without shuffling', () => {
  expect(turnSeveral(alone({ pile: PILE }), 28)).toEqual([...PILE, ...PILE, ...PILE, ...PILE]);
  const shuffled = turnSeveral(alone({}, 'another'), 21);
  expect(shuffled.slice(7, 14)).toEqual(shuffled.slice(0, 7));
  expect(shuffled.slice(14)).toEqual(shuffled.slice(0, 7));
});

/** A solo game in which north is on top of the discard and the elf stands before the hourglass space of tile 3. */
const beforeTheHourglass = (wish: Partial<Wish> = {}, seed = 'test'): TestTable => {
  const table = alone({ pile: PILE, ...wish }, seed)
    .lay([3, '1c1'])
    .stand({ ...IDLE, elf: '3d4' });
  while (turn(table) !== 'north');
  return table;
};

test('SO-4 turning the hourglass puts pile and discard together into a new pile of seven', () => {
  const table = beforeTheHourglass();
  the(table.act(move('elf', 'north'), 60_000), 'hourglassTurned');
  expect(table.game.solo).toEqual({ top: null, pile: 7 });
  expect([...turnSeveral(table, 7)].sort()).toEqual([...ACTIONS].sort());
});

test('SO-4 after the hourglass was turned, no action is legal until a tile of the new pile is turned', () => {
  const table = beforeTheHourglass();
  table.act(move('elf', 'north'), 60_000);
  table.refused(move('mage', 'north'), 'not-yours');
  expect(reach(table.game, 0)).toEqual([TURN]);
});

test('SO-4 the new pile is shuffled, even if the order of the first pile was prescribed', () => {
  const orders = Array.from({ length: 60 }, (_, i) => {
    const table = beforeTheHourglass({}, `seed ${i}`);
    table.act(move('elf', 'north'), 60_000);
    return turnSeveral(table, 7).join();
  });
  expect(new Set(orders).size).toBeGreaterThan(55);
  expect(orders.filter(order => order === PILE.join()).length).toBeLessThan(3);
});

test('SO-4 every turn of the hourglass shuffles the pile again, and between two turns the order repeats', () => {
  const table = beforeTheHourglass().lay([11, '1d3']).stand({ dwarf: '11a3' });
  table.act(move('elf', 'north'), 60_000);
  const second = turnSeveral(table, 7);
  expect(turnSeveral(table, 7)).toEqual(second);
  while (turn(table) !== 'west');
  the(table.act(move('dwarf', 'west'), 90_000), 'hourglassTurned');
  const third = turnSeveral(table, 7);
  expect(third).not.toEqual(second);
  expect([...third].sort()).toEqual([...ACTIONS].sort());
});

test('SC-11l in a solo game no action tile is turned while discards are due', () => {
  const table = beforeTheHourglass({ scenario: 11 }).lay([4, '1d3'], [5, '1b4']);
  table.act(move('elf', 'north'), 60_000);
  table.refused(TURN, 'rearranging');
  table.act({ type: 'discard', seat: 0, tile: 4 });
  table.act({ type: 'discard', seat: 0, tile: 5 });
  turn(table);
});

test.each([1, 2])('SO-5c scenario 9 is refused for %i players', players => {
  expect(prepareGame({ scenario: 9, players }, 'seed')).toEqual({
    ok: false,
    error: `Scenario 9 is for 3 to 9 players, not ${players}.`,
  });
});

test('SO-5c a custom scenario with a leader is refused for fewer than three players', () => {
  const own = { name: 'Led', stack: [2, 3], rules: ['leader'] as const };
  expect(prepareGame({ scenario: own, players: 1 }, 'seed')).toEqual({
    ok: false,
    error: '"Led" is for 3 to 9 players, not 1.',
  });
  expect(prepareGame({ scenario: 9, players: 3 }, 'seed').ok).toBe(true);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17])(
  'SO-1a scenario %i can be played solo',
  scenario => {
    const table = alone({ scenario });
    expect(ACTIONS).toContain(turn(table));
    expect(stackOrder(table.game.setUp, table.secret).length).toBeGreaterThan(7);
  },
);

test('SO-5b SC-3e in a solo game turning the hourglass passes no action tiles', () => {
  const table = beforeTheHourglass({ scenario: 3 });
  table.act(move('elf', 'north'), 60_000);
  expect(table.game.actionTiles).toEqual([]);
});

test('SO-5b in a solo game of scenario 3 each hero leaves by its own exit', () => {
  const table = alone({ scenario: 3, pile: PILE }).lay([9, '1c1']).edit({ theft: true });
  while (turn(table) !== 'west');
  table.stand({ ...IDLE, elf: '9b3' });
  expect(types(table.act(move('elf', 'west')))).toEqual(['heroMoved']);
  table.stand({ ...IDLE, mage: '9b3' });
  expect(types(table.act(move('mage', 'west')))).toEqual(['heroMoved', 'heroLeft']);
});

test.each<[string, Partial<Wish>, RegExp]>([
  ['six tiles', { pile: PILE.slice(1) }, /seven actions, each once/],
  ['a tile twice', { pile: ['north', ...PILE.slice(1, 6), 'north'] }, /seven actions, each once/],
  ['a pile for two', { players: 2, pile: PILE }, /Only a solo game/],
])('SU-1f a pile of %s is refused', (_, wish, why) => {
  expect(prepareGame({ scenario: 2, players: 1, ...wish }, 'seed')).toEqual({
    ok: false,
    error: expect.stringMatching(why),
  });
});

test('SO-1c north on a solo player’s action tile is north of the mall', () => {
  const pile = ['north', 'east', 'south', 'west', 'vortex', 'explore', 'escalator'] as const;
  const heroes = { elf: '1c3', mage: '1d1', dwarf: '1a4', barbarian: '1a1' };
  const alone = started({ players: 1, pile }).stand(heroes);
  alone.act({ type: 'turn', seat: 0 });
  const north = { type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 } as const;
  const together = started().stand(heroes);
  expect(the(alone.act(north), 'heroMoved').to).toBe(the(together.act(north), 'heroMoved').to);
});
