/** Tests of the rules that scenarios 8, 9, 10, 12 and 14 to 17 add, alone and together (SC-8..SC-10, SC-12..SC-17). */
import { expect, test } from 'vitest';
import {
  actionTileSet,
  type Command,
  GESTURES,
  HEROES,
  type Hero,
  isStruckOut,
  isTheftPossible,
  leaderOf,
  reach,
  SCENARIOS,
  talkState,
  usableActions,
} from '../src/index.ts';
import { cell, setUp, started, type TestTable, the, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, layAt, OWN_EXIT, own, run } from './play.ts';

const say = { type: 'say', seat: 0, text: 'no' } as const;
const wave = { type: 'gesture', seat: 0, gesture: 'wave' } as const;
const nudge = (seat: number, to: number): Command => ({ type: 'nudge', seat, to });
const vortex = (hero: Hero, to: string): Command => ({ type: 'vortex', seat: 2, hero, to: cell(to) });

/** The table after the elf has turned the hourglass on tile 7, north of the start. */
function turned(table: TestTable): TestTable {
  run(
    table.lay([7, '1c1']).stand({ elf: '7b1', barbarian: '1b2', mage: '1c2', dwarf: '1b3' }),
    'elf',
    '7a1',
    90_000,
  );
  return table;
}

// Tests of SC-8: the stack lies face up.

test('SC-8a SC-8b everybody sees the top tile of the stack after the set-up, and the new top tile after each draw', () => {
  const table = setUp({ scenario: 8, stack: [5, 2, 9] });
  expect(table.game.setUp.next).toBe(5);
  table.act({ type: 'start' });
  table.stand({ barbarian: '1c1' });
  expect(the(explore(table), 'tileDrawn')).toMatchObject({ tile: 5, next: 2 });
  table.stand({ barbarian: '1b2', mage: '1d3' });
  expect(the(explore(table), 'tileDrawn')).toMatchObject({ tile: 2, next: 9 });
  table.stand({ mage: '1c2', elf: '1b4' });
  expect(the(explore(table), 'tileDrawn')).toMatchObject({ tile: 9, next: null });
  expect(table.game.stack).toEqual({ left: 0, under: [], next: null });
});

test('SC-8b while a drawn tile waits to be laid, everybody already sees the next tile of the stack', () => {
  const table = started({ scenario: 8, stack: [5, 2] }).stand({ barbarian: '1c1', mage: '1d3' });
  explore(table);
  expect(table.game).toMatchObject({ drawn: { tile: 5 }, stack: { next: 2 } });
});

test('SC-8b a shuffled stack that lies face up shows exactly the tile that is drawn next', () => {
  const table = started({ scenario: 8 }, 'any seed').stand({ barbarian: '1c1' });
  const { next } = table.game.stack;
  expect(next).not.toBe(null);
  expect(the(explore(table), 'tileDrawn').tile).toBe(next);
});

test('SU-1b in scenarios without the open stack nobody sees the next tile', () => {
  for (const { number, rules } of SCENARIOS) {
    const scenario = number ?? 0;
    if (rules.includes('openStack')) continue;
    const table = started({ scenario, players: 3 });
    expect([scenario, table.game.setUp.next, table.game.stack.next]).toEqual([scenario, null, null]);
  }
});

test('SU-1b the event of drawing from a face-down stack does not reveal the tile that follows', () => {
  const table = started({ scenario: 2, stack: [5, 2, 9] }).stand({ barbarian: '1c1' });
  expect(the(explore(table), 'tileDrawn')).toMatchObject({ tile: 5, next: null });
  expect(table.game.stack.next).toBe(null);
});

// Tests of SC-9: the leader.

test.each([3, 4, 5, 6, 7, 8, 9])(
  'SC-9b SC-9c %i players get the action tiles of one player fewer, and one player gets none',
  players => {
    const { actionTiles } = started({ scenario: 9, players }).game;
    expect(actionTiles).toHaveLength(players);
    expect(
      actionTiles
        .filter(tile => tile.length > 0)
        .map(String)
        .sort(),
    ).toEqual(
      actionTileSet(players - 1)
        .map(String)
        .sort(),
    );
    expect(actionTiles.filter(tile => tile.length === 0)).toHaveLength(1);
  },
);

const LED = [['north', 'east', 'vortex'], [], ['south', 'west', 'explore', 'escalator']] as const;
const led = (rules: Parameters<typeof own>[0] = []): TestTable =>
  started(own(['leader', ...rules], [5], { players: 3, actionTiles: LED }));

test('SC-9d only the leader moves the pawn', () => {
  const table = led();
  table.refused(nudge(0, 1), 'not-leader');
  table.refused(nudge(2, 0), 'not-leader');
  expect(types(table.act(nudge(1, 2)))).toEqual(['pawnMoved']);
});

test('SC-9d a player before whom the leader has put the pawn cannot pass it on', () => {
  const table = led();
  table.act(nudge(1, 2));
  table.refused(nudge(2, 0), 'not-leader', 10_000);
});

test('CM-2a the limit between two nudges applies to the leader, too', () => {
  const table = led();
  table.act(nudge(1, 2), 1000);
  table.refused(nudge(1, 0), 'too-fast', 1999);
});

test('SC-9c everybody may stare, and the leader has no action', () => {
  const table = led();
  expect(types(table.act({ type: 'stare', seat: 0, to: 1 }))).toEqual(['stared']);
  for (const dir of ['north', 'east', 'south', 'west'] as const)
    table.refused({ type: 'move', seat: 1, hero: 'elf', dir, steps: 1 }, 'not-yours');
  table.refused({ type: 'explore', seat: 1 }, 'not-yours');
  expect(reach(table.game, 1)).toEqual([]);
});

test('SC-9d without a leader everybody may move the pawn', () => {
  expect(types(started().act(nudge(0, 1)))).toEqual(['pawnMoved']);
});

test('SU-3h before the start the players may agree on another leader', () => {
  const table = setUp(own(['leader'], [5], { players: 3, actionTiles: LED }));
  table.act({ type: 'swap', seat: 1, with: 0 });
  expect(leaderOf(table.game.actionTiles)).toBe(0);
  table.act({ type: 'start' });
  table.refused(nudge(1, 2), 'not-leader');
  expect(types(table.act(nudge(0, 2)))).toEqual(['pawnMoved']);
});

test('SC-9g when tiles are passed, the player who then has no tile becomes the leader, who alone moves the pawn', () => {
  const table = turned(led(['passTiles']));
  expect(leaderOf(table.game.actionTiles)).toBe(2);
  table.refused(nudge(1, 0), 'not-leader');
  expect(types(table.act(nudge(2, 0)))).toEqual(['pawnMoved']);
  expect(table.game.actionTiles[1]).toEqual(['north', 'east', 'vortex']);
});

test('SC-Cd in the edition Pocket, where players tap, only the leader may tap', () => {
  const table = started(own(['leader'], [5], { edition: 'pocket', players: 3, actionTiles: LED }));
  table.refused(nudge(0, 1), 'not-leader');
  expect(types(table.act(nudge(1, 2)))).toEqual(['tapped']);
});

test('SC-15b in a game without a pawn the leader cannot move a pawn either', () => {
  const table = led(['noPawn']);
  for (const seat of [0, 1, 2]) table.refused(nudge(seat, (seat + 1) % 3), 'no-pawn');
});

// Tests of SC-10: wrong hands (heroes take items and exits of other colours).

const wrong = (rules: Parameters<typeof own>[0] = []): TestTable =>
  started(own(['ownExits', 'wrongHands', ...rules], []));
const ITEMS = { barbarian: '4a3', mage: '5d1', elf: '6a3', dwarf: '8d1' } as const;

test('SC-10a SC-10f in scenario 10 the theft is possible only when four heroes stand on items and none on its own', () => {
  const table = beforeTheft(wrong());
  table.stand({ barbarian: ITEMS.mage, mage: ITEMS.elf, elf: ITEMS.dwarf, dwarf: ITEMS.barbarian });
  expect(isTheftPossible(table.game)).toBe(true);
  table.stand({ barbarian: ITEMS.mage, mage: ITEMS.barbarian, elf: ITEMS.dwarf, dwarf: ITEMS.elf });
  expect(types(table.act({ type: 'steal', seat: 0 }))).toEqual(['theftHappened']);
});

test('SC-10a SC-10f in scenario 10 one hero on its own item prevents the theft', () => {
  const table = beforeTheft(wrong());
  table.stand({ barbarian: ITEMS.barbarian, mage: ITEMS.elf, elf: ITEMS.dwarf, dwarf: ITEMS.mage });
  table.refused({ type: 'steal', seat: 0 }, 'no-theft');
  table.stand(ITEMS);
  table.refused({ type: 'steal', seat: 0 }, 'no-theft');
});

test('SC-10f TH-1d in scenario 10 and an edition with automatic theft, the theft happens when the fourth hero reaches a foreign item', () => {
  const table = beforeTheft(started(own(['ownExits', 'wrongHands'], [], { edition: '2017-fr' })));
  table.stand({ mage: '4a2', barbarian: ITEMS.mage, elf: ITEMS.dwarf, dwarf: ITEMS.elf });
  expect(types(run(table, 'mage', '4a3'))).toEqual(['heroMoved', 'theftHappened']);
});

test.each(HEROES)('SC-10b the %s leaves by any exit but its own', hero => {
  for (const exit of HEROES) {
    const table = beforeExits(wrong()).edit({ theft: true });
    const doorstep = table.game.heroes[exit];
    table.stand({ barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' });
    table.edit({ heroes: { ...table.game.heroes, [hero]: doorstep } });
    const wanted = exit === hero ? ['heroMoved'] : ['heroMoved', 'heroLeft'];
    expect([exit, types(run(table, hero, OWN_EXIT[exit]))]).toEqual([exit, wanted]);
  }
});

test('SC-10c SC-10d SC-10g in scenario 10 a hero who has left stays on the exit, cannot be moved, and no other hero leaves there', () => {
  const table = beforeExits(wrong()).edit({ theft: true }).stand({ dwarf: '9b3', mage: '1b2', elf: '9b4' });
  run(table, 'dwarf', '9a3');
  expect(table.game).toMatchObject({ heroes: { dwarf: cell('9a3') }, out: { dwarf: true } });
  table.refused({ type: 'move', seat: 3, hero: 'dwarf', dir: 'east', steps: 1 }, 'hero-out');
  run(table, 'elf', '9b3');
  table.refused({ type: 'move', seat: 2, hero: 'elf', dir: 'west', steps: 1 }, 'occupied');
});

test('SC-10b in scenario 10 a hero on its own exit does not leave and walks on', () => {
  const table = beforeExits(wrong()).edit({ theft: true });
  run(table, 'mage', '9a3');
  expect(table.game.out.mage).toBe(false);
  expect(types(run(table, 'mage', '9b3'))).toEqual(['heroMoved']);
});

test('SC-10b TH-4d in scenario 10 four heroes on four foreign exits win', () => {
  const table = beforeExits(wrong()).edit({ theft: true });
  table.stand({ barbarian: '9b3', mage: '10d1', elf: '12a1', dwarf: '11c3' });
  run(table, 'barbarian', '9a3');
  run(table, 'mage', '10c1');
  run(table, 'elf', '12b1');
  expect(types(run(table, 'dwarf', '11d3'))).toEqual(['heroMoved', 'heroLeft', 'gameWon', 'seedRevealed']);
});

test('SC-10h in scenario 10, if the last free exit is the last hero’s own, the game goes on until the sand runs out', () => {
  const table = beforeExits(wrong()).edit({ theft: true });
  table.stand({ barbarian: '9b3', mage: '11c3', elf: '10d1', dwarf: '12a1' });
  run(table, 'barbarian', '9a3');
  run(table, 'mage', '11d3');
  run(table, 'elf', '10c1');
  expect(types(run(table, 'dwarf', '12b1'))).toEqual(['heroMoved']);
  expect(table.game.status).toBe('playing');
  table.wait(180_000);
  expect(table.game.reason).toBe('sand');
});

// Tests of SC-12: in talk windows players may only use gestures.

test('SC-12a SC-12b in a talk window of scenario 12 gestures are accepted and words are refused', () => {
  const table = turned(started({ scenario: 12 }));
  expect(talkState(table.game)).toBe('gestures');
  table.refused(say, 'silence');
  expect(table.act(wave)).toEqual([]);
});

test('SC-12a in scenario 12 gestures outside of talk windows are refused, and the elf opens a window for gestures', () => {
  const table = started({ scenario: 12, stack: [5] }).stand({ elf: '1b4' });
  table.refused(wave, 'silence');
  explore(table);
  expect(talkState(table.game)).toBe('gestures');
});

test('SC-12f CM-4 words are accepted before the start and after the end of scenario 12', () => {
  const table = setUp({ scenario: 12 });
  expect(table.act(say)).toEqual([]);
  table.act({ type: 'start' });
  table.wait(180_000);
  expect(table.act(say)).toEqual([]);
});

test.each(GESTURES)('SC-12c the closed list has the wordless gesture "%s"', gesture => {
  expect(turned(started({ scenario: 12 })).act({ type: 'gesture', seat: 3, gesture })).toEqual([]);
});

test('SC-12e no gesture stands for a letter, a digit or a direction', () => {
  expect(GESTURES).toContain('point');
  expect(new Set(GESTURES).size).toBe(GESTURES.length);
  for (const gesture of GESTURES) {
    expect(gesture).not.toMatch(/^(.|\d+|north|east|south|west|left|right|up|down)$/);
  }
});

test('SC-Cb with the rules `gestures only` and `no talk` together, gestures are refused, too', () => {
  const table = turned(started(own(['gesturesOnly', 'noTalk'], [])));
  table.refused(wave, 'silence');
});

// Tests of SC-14 and SC-15: no talk during the game.

test.each([14, 15])('SC-14a SC-15a in scenario %i turning the hourglass opens no talk window', scenario => {
  const table = turned(started({ scenario }));
  expect(table.game.turned).toBe(1);
  table.refused(say, 'silence');
  table.refused(wave, 'silence');
});

test.each([14, 15])(
  'SC-14a SC-15a in scenario %i a tile explored with the elf opens no talk window',
  scenario => {
    const table = started({ scenario, stack: [5] }).stand({ elf: '1b4' });
    explore(table);
    expect(talkState(table.game)).toBe('silent');
  },
);

test('SC-14b SC-14c in scenario 14 staring and moving the pawn are accepted', () => {
  const table = started({ scenario: 14 });
  expect(types(table.act({ type: 'stare', seat: 0, to: 1 }))).toEqual(['stared']);
  expect(types(table.act(nudge(0, 1)))).toEqual(['pawnMoved']);
});

test('SC-15b SC-15c SC-Cd in scenario 15 moving the pawn and tapping are refused, and staring is accepted', () => {
  const table = started({ scenario: 15 });
  table.refused(nudge(0, 1), 'no-pawn');
  expect(types(table.act({ type: 'stare', seat: 0, to: 1 }))).toEqual(['stared']);
  started(own(['noPawn'], [], { edition: 'pocket' })).refused(nudge(0, 1), 'no-pawn');
});

test.each([14, 15])(
  'SC-14d in scenario %i talk is accepted before the start and refused after it',
  scenario => {
    const table = setUp({ scenario });
    expect(table.act(say)).toEqual([]);
    table.act({ type: 'start' }, 0);
    table.refused(say, 'silence', 0);
    table.wait(180_000);
    expect(table.act(say)).toEqual([]);
  },
);

// Tests of SC-16: no vortices work.

test.each(HEROES)('SC-16a the %s can use no vortex, even at the start of the game', hero => {
  const to = { barbarian: '1d4', mage: '1a4', elf: '1a1', dwarf: '1d1' }[hero];
  started({ scenario: 16 }).refused(vortex(hero, to), 'vortex-closed');
});

test('SC-16a in scenario 16 the vortex action stays on its owner’s tile; in a solo game its tile stays in the pile', () => {
  expect(started({ scenario: 16 }).game.actionTiles[2]).toEqual(['west', 'vortex']);
  const pile = ['vortex', 'north', 'east', 'south', 'west', 'explore', 'escalator'] as const;
  const table = started({ scenario: 16, players: 1, pile });
  expect(the(table.act({ type: 'turn', seat: 0 }), 'actionTurned').action).toBe('vortex');
  table.refused({ type: 'vortex', seat: 0, hero: 'elf', to: cell('1a1') }, 'vortex-closed');
});

test('SC-16a in scenario 16 heroes walk over a vortex and stand on it as on a plain cell', () => {
  const table = started({ scenario: 16 }).stand({ elf: '1c1' });
  expect(types(run(table, 'elf', '1a1'))).toEqual(['heroMoved']);
});

test('SC-16a in scenario 16 exploring, laying and the theft work without vortices', () => {
  const table = started({ scenario: 16, stack: [5, 2] }).stand({ barbarian: '1c1', mage: '1d3' });
  explore(table);
  expect(types(layAt(table, '1c1'))).toEqual(['tileLaid']);
});

test('SC-16b in scenario 16 the vortex action is struck out from the set-up on, and `reach` offers no vortex', () => {
  const before = setUp({ scenario: 16 });
  const table = started({ scenario: 16 });
  for (const { game } of [before, table]) {
    expect(isStruckOut(game, 'vortex')).toBe(true);
    expect([0, 1, 2, 3].flatMap(seat => usableActions(game, seat))).not.toContain('vortex');
    expect([0, 1, 2, 3].flatMap(seat => reach(game, seat)).filter(({ type }) => type === 'vortex')).toEqual(
      [],
    );
  }
});
