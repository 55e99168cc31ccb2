/** Tests of communication (RULES 8, CM-1..CM-5). */
import { expect, test } from 'vitest';
import { type Command, coolDownOf, decide, endsTalk, GESTURES, mayRename, talkState } from '../src/index.ts';
import { cell, setUp, started, type TestTable, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, layAt, OWN_EXIT, own, run } from './play.ts';

const say = { type: 'say', seat: 0, text: 'left, left!' } as const;
const wave = { type: 'gesture', seat: 0, gesture: 'wave' } as const;
const stare = (seat: number, to: number): Command => ({ type: 'stare', seat, to });
const nudge = (seat: number, to: number): Command => ({ type: 'nudge', seat, to });

/** A table on which the elf stands one step from an hourglass space, on the tile north of the start. */
const nearHourglass = (table: TestTable): TestTable => table.lay([7, '1c1']).stand({ elf: '7b1' });

/** The table after the elf has turned the hourglass: everybody may talk. */
function talking(table: TestTable = started()): TestTable {
  run(nearHourglass(table), 'elf', '7a1', 10_000);
  return table;
}

// Tests of CM-1 and CM-2: silence, staring, moving the pawn.

test('CM-1a CM-1b CM-1c CM-1d CM-2b in silence words, gestures and pointing are refused', () => {
  const table = started();
  expect(talkState(table.game)).toBe('silent');
  table.refused(say, 'silence');
  for (const gesture of GESTURES) table.refused({ type: 'gesture', seat: 1, gesture }, 'silence');
});

test('CM-1f everybody may stare at everybody else', () => {
  for (const seat of [0, 1, 2, 3]) {
    for (const to of [0, 1, 2, 3].filter(other => other !== seat)) {
      expect(started().act(stare(seat, to), 500)).toEqual([{ type: 'stared', at: 500, seat, to }]);
    }
  }
});

test('CM-1g CM-1i any player may at any time put the pawn before any other player, where it stays', () => {
  const table = started();
  expect(table.game.pawn).toBe(null);
  expect(table.act(nudge(0, 2), 500)).toEqual([{ type: 'pawnMoved', at: 500, seat: 0, to: 2 }]);
  expect(table.game.pawn).toBe(2);
  table.act(nudge(3, 1));
  expect(table.game.pawn).toBe(1);
});

test('CM-1g another player may put the pawn before the same player again', () => {
  const table = started();
  table.act(nudge(0, 2));
  expect(types(table.act(nudge(1, 2)))).toEqual(['pawnMoved']);
});

test('CM-1h a player who gets the pawn may pass it on at once', () => {
  const table = started();
  table.act(nudge(0, 1), 100);
  table.act(nudge(1, 2), 100);
  table.act(nudge(2, 1), 100);
  table.act(nudge(1, 3), 100);
  expect(table.game.pawn).toBe(3);
});

test.each([
  ['oneself', 0],
  ['a seat that does not exist', 4],
  ['seat -1', -1],
  ['half a seat', 1.5],
  ['nobody', Number.NaN],
])('CM-2d nobody stares at %s, or puts the pawn there', (_, to) => {
  const table = started();
  table.refused(stare(0, to), 'malformed');
  table.refused(nudge(0, to), 'malformed');
});

test('CM-2d a solo player can stare at nobody', () => {
  const table = started({ players: 1 });
  table.refused(stare(0, 0), 'malformed');
  table.refused(nudge(0, 1), 'malformed');
});

test('CM-1j in the edition Pocket players tap instead of moving a pawn', () => {
  const table = started({ edition: 'pocket-nl' });
  expect(table.act(nudge(0, 2), 500)).toEqual([{ type: 'tapped', at: 500, seat: 0, to: 2 }]);
  expect(table.game.pawn).toBe(null);
});

test('CM-1k neither moving the pawn, tapping nor staring says which action is wanted', () => {
  const signs = [
    ...started().act(nudge(0, 1)),
    ...started({ edition: 'pocket' }).act(nudge(0, 1)),
    ...started().act(stare(0, 1)),
  ];
  for (const sign of signs) expect(Object.keys(sign).sort()).toEqual(['at', 'seat', 'to', 'type']);
});

test('CM-2a a second stare of one player within the limit is refused', () => {
  const table = started();
  expect(coolDownOf(table.game)).toBe(1000);
  table.act(stare(0, 1), 1000);
  table.refused(stare(0, 1), 'too-fast', 1999);
  table.refused(stare(0, 2), 'too-fast', 1999);
  expect(types(table.act(stare(0, 1), 2000))).toEqual(['stared']);
});

test('CM-2a a second pawn move of one player within the limit is refused', () => {
  const table = started();
  table.act(nudge(0, 1), 1000);
  table.refused(nudge(0, 2), 'too-fast', 1999);
  expect(types(table.act(nudge(0, 2), 2000))).toEqual(['pawnMoved']);
});

test('CM-2a in the edition Pocket a tapped player has to wait like everybody else, because there is no pawn to pass on', () => {
  const table = started({ edition: 'pocket' });
  table.act(nudge(1, 2), 1000);
  table.act(nudge(0, 1), 1500);
  table.refused(nudge(1, 0), 'too-fast', 1900);
});

test('CM-2a staring and moving the pawn have separate limits, and so has each player', () => {
  const table = started();
  table.act(stare(0, 1), 1000);
  table.act(nudge(0, 1), 1000);
  table.act(stare(1, 0), 1000);
  expect(types(table.act(stare(2, 0), 1000))).toEqual(['stared']);
});

test('CM-2a a refused stare does not start the limit again', () => {
  const table = started();
  table.act(stare(0, 1), 1000);
  table.refused(stare(0, 1), 'too-fast', 1900);
  expect(types(table.act(stare(0, 1), 2000))).toEqual(['stared']);
});

test('CM-2c renaming is refused from the start to the end of a game, also during pauses', () => {
  const table = setUp({ edition: 'pocket' });
  expect(mayRename(table.game)).toBe(true);
  table.act({ type: 'start' });
  expect(mayRename(table.game)).toBe(false);
  table.act({ type: 'pause', seat: 0 });
  expect(mayRename(table.game)).toBe(false);
  table.act({ type: 'resume', seat: 0 });
  table.wait(180_000);
  expect(mayRename(table.game)).toBe(true);
});

test('CM-2d staring and nudging are refused before the start and after the end', () => {
  const table = setUp();
  table.refused(stare(0, 1), 'not-playing');
  table.refused(nudge(0, 1), 'not-playing');
  table.act({ type: 'start' });
  table.refused(stare(0, 1), 'over', 180_000);
  table.refused(nudge(0, 1), 'over');
});

// Tests of CM-3: talk windows.

test('CM-3a turning the hourglass opens a talk window for all', () => {
  const table = talking();
  expect(talkState(table.game)).toBe('open');
  for (const seat of [0, 1, 2, 3]) {
    expect(table.act({ ...say, seat })).toEqual([]);
    expect(table.act({ ...wave, seat })).toEqual([]);
  }
});

test('CM-3b CM-3c a talk window stays open as long as nobody acts, and the sand runs', () => {
  const table = talking();
  expect(table.wait(19_999)).toEqual([]);
  expect(talkState(table.game)).toBe('open');
  expect(types(table.wait(20_000))).toEqual(['gameLost', 'seedRevealed']);
});

const WITH_HEROES = { barbarian: '1b2', mage: '1c2', dwarf: '1b3' } as const;

test.each<[string, (table: TestTable) => unknown]>([
  ['a move', table => run(table, 'dwarf', '1b4')],
  ['a vortex', table => table.act({ type: 'vortex', seat: 2, hero: 'dwarf', to: cell('1d1') })],
  ['an escalator', table => table.stand({ mage: '7b2' }).act({ type: 'escalator', seat: 3, hero: 'mage' })],
  ['an exploration', table => explore(table.stand({ mage: '1d3' }))],
])('CM-3e CM-3f %s by any player closes the talk window', (_, action) => {
  const table = talking(started({ stack: [2] })).stand(WITH_HEROES);
  expect(talkState(table.game)).toBe('open');
  action(table);
  expect(talkState(table.game)).toBe('silent');
  table.refused(say, 'silence');
});

test('CM-3e CM-3f drawing a tile closes the talk window, and so does laying it, if the hourglass was turned in between', () => {
  const table = started({ stack: [2, 5] }).stand({ mage: '1d3', dwarf: '1a2' });
  explore(table);
  talking(table);
  expect(talkState(table.game)).toBe('open');
  layAt(table, '1d3');
  expect(talkState(table.game)).toBe('silent');
});

test.each<[string, Command]>([
  ['a stare', stare(0, 1)],
  ['the pawn', nudge(0, 1)],
  ['talking', say],
  ['a gesture', wave],
])('CM-3f %s closes no talk window', (_, command) => {
  const table = talking();
  table.act(command);
  expect(talkState(table.game)).toBe('open');
  expect(endsTalk(command.type)).toBe(false);
});

test('CM-3f in the edition Pocket a tap closes no talk window', () => {
  const table = talking(started({ edition: 'pocket' }));
  table.act(nudge(0, 1));
  expect(talkState(table.game)).toBe('open');
});

test('CM-3f the list of commands that close a talk window contains exactly the actions', () => {
  const ending = ['move', 'vortex', 'escalator', 'explore', 'lay'] as const;
  const keeping = [
    'steal',
    'turn',
    'discard',
    'nudge',
    'stare',
    'say',
    'gesture',
    'pause',
    'resume',
  ] as const;
  expect(ending.every(endsTalk)).toBe(true);
  expect(keeping.some(endsTalk)).toBe(false);
});

test('CM-3f a refused action closes no talk window', () => {
  const table = talking().stand(WITH_HEROES);
  table.refused({ type: 'move', seat: 0, hero: 'dwarf', dir: 'south', steps: 1 }, 'not-yours');
  table.refused({ type: 'escalator', seat: 3, hero: 'dwarf' }, 'no-escalator');
  expect(talkState(table.game)).toBe('open');
});

test('CM-3f calling the theft closes no talk window', () => {
  const table = beforeTheft(started()).stand({ barbarian: '4a3' }).edit({ talking: true });
  table.act({ type: 'steal', seat: 0 });
  expect(talkState(table.game)).toBe('open');
});

test('CM-3f discarding a tile closes no talk window', () => {
  const table = started(own(['ownExits', 'movingWalls'], [])).lay([2, '1d3'], [5, '1b4'], [6, '1a2']);
  table.stand({ ...WITH_HEROES, mage: '1c3' });
  talking(table);
  table.act({ type: 'discard', seat: 0, tile: 2 });
  table.act({ type: 'discard', seat: 1, tile: 5 });
  expect(talkState(table.game)).toBe('open');
  run(table, 'dwarf', '1b4');
  expect(talkState(table.game)).toBe('silent');
});

test('CM-3f in a solo game turning an action tile closes no talk window', () => {
  const table = started({ players: 1 }).edit({ talking: true });
  table.act({ type: 'turn', seat: 0 });
  expect(talkState(table.game)).toBe('open');
});

test('HG-8g HG-8h a pause closes a talk window, and the window is open again afterwards', () => {
  const table = talking(started({ edition: 'pocket' }));
  table.act({ type: 'pause', seat: 0 });
  expect(talkState(table.game)).toBe('silent');
  table.refused(say, 'paused');
  table.refused(wave, 'paused');
  table.refused(stare(0, 1), 'paused');
  table.refused(nudge(0, 1), 'paused');
  table.act({ type: 'resume', seat: 1 });
  expect(talkState(table.game)).toBe('open');
});

test('CM-3a a move that turns the hourglass while a talk window is open leaves a window open', () => {
  const table = talking(started()).lay([11, '7d3']).stand({ dwarf: '11a3' });
  expect(types(run(table, 'dwarf', '11a4'))).toEqual(['heroMoved', 'hourglassTurned']);
  expect(talkState(table.game)).toBe('open');
});

test('CM-3a HG-4a entering a used hourglass space opens no talk window', () => {
  const table = talking();
  run(table, 'elf', '7b1');
  run(table, 'elf', '7a1');
  expect(talkState(table.game)).toBe('silent');
});

// Tests of CM-4: talk before and after the game.

test('SU-5a words are accepted during set-up', () => {
  const table = setUp();
  expect(table.act(say)).toEqual([]);
  expect(table.act(wave)).toEqual([]);
  expect(talkState(table.game)).toBe('open');
});

test('SU-5d SU-5e the start ends talk, because it is no turn of the hourglass', () => {
  const table = setUp();
  expect(types(table.act({ type: 'start' }))).toEqual(['gameStarted']);
  table.refused(say, 'silence');
});

test('CM-4 words are accepted after the end of a won or lost game', () => {
  const lost = started();
  lost.wait(180_000);
  expect(lost.act(say)).toEqual([]);
  expect(lost.act(wave)).toEqual([]);
  const won = beforeExits(started()).edit({ theft: true });
  for (const hero of ['barbarian', 'mage', 'elf', 'dwarf'] as const) run(won, hero, OWN_EXIT[hero]);
  expect(talkState(won.game)).toBe('open');
  expect(won.act(say)).toEqual([]);
});

test('CM-2e words are never part of the log', () => {
  const table = setUp();
  table.act(say);
  table.act(wave);
  expect(types(table.log)).toEqual(['gameSetUp']);
});

test('SC-12d pointing is accepted at a cell of a laid tile, and no other gesture has a place', () => {
  const table = setUp();
  const point = (to: number): Command => ({ type: 'gesture', seat: 0, gesture: 'point', to });
  for (const to of [16, 31]) expect(table.act(point(to))).toEqual([]);
  for (const to of [32, 24 * 16, -1, 16.5, Number.NaN]) table.refused(point(to), 'malformed');
  table.refused({ ...wave, to: 16 }, 'malformed');
  expect(table.act({ ...wave, gesture: 'point' })).toEqual([]);
  table.act({ type: 'start' });
  table.refused(point(16), 'silence');
});

// Tests of CM-5: free talk.

test('CM-5a in scenario 1 with free talk, talk is accepted during the whole game', () => {
  const table = started({ scenario: 1, house: { freeTalk: true } });
  expect(table.act(say)).toEqual([]);
  run(table.stand({ dwarf: '1b4', elf: '1b3', mage: '1c3', barbarian: '1b2' }), 'dwarf', '1c4');
  expect(talkState(table.game)).toBe('open');
  expect(table.act(say)).toEqual([]);
});

test('CM-5a in scenario 1 talk is refused unless the players have chosen free talk', () => {
  started({ scenario: 1 }).refused(say, 'silence');
});

test('HG-8g during a pause talk is refused even in a game with free talk', () => {
  const table = started({ scenario: 1, house: { freeTalk: true, pause: true } });
  table.act({ type: 'pause', seat: 0 });
  table.refused(say, 'paused');
});

test.each([2, 9, 13])('CM-5c in scenario %i talk is accepted with the house rule for free talk', scenario => {
  const table = started({ scenario, players: 3, house: { freeTalk: true } });
  expect(table.act(say)).toEqual([]);
});

test.each([14, 15])(
  'CM-5d SC-14d in scenario %i talk is refused even with the house rule for free talk',
  scenario => {
    const table = started({ scenario, house: { freeTalk: true } });
    table.refused(say, 'silence');
    table.refused(wave, 'silence');
  },
);

test('CM-5d in scenarios with gestures only, free talk means free gestures', () => {
  const table = started({ scenario: 12, house: { freeTalk: true } });
  expect(table.act(wave)).toEqual([]);
  table.refused(say, 'silence');
});

test('CM-1l in silence players can send each other only stares and nudges', () => {
  const table = started();
  const sent: readonly Command[] = [
    say,
    ...GESTURES.map(gesture => ({ type: 'gesture', seat: 0, gesture }) as const),
    { type: 'gesture', seat: 0, gesture: 'point', to: cell('1a1') },
    stare(0, 1),
    nudge(0, 1),
  ];
  const accepted = sent.filter(command => decide(table.game, command, { at: 1000, secret: table.secret }).ok);
  expect(accepted.map(({ type }) => type)).toEqual(['stare', 'nudge']);
});
