/** Communication: RULES 8 (CM-1..CM-5). */
import { expect, test } from 'vitest';
import { type Command, coolDownOf, decide, endsTalk, GESTURES, mayRename, talkState } from '../src/index.ts';
import { cell, setUp, started, type TestTable, types } from './kit.ts';
import { beforeExits, beforeTheft, explore, layAt, OWN_EXIT, own, run } from './play.ts';

const say = { type: 'say', seat: 0, text: 'left, left!' } as const;
const wave = { type: 'gesture', seat: 0, gesture: 'wave' } as const;
const stare = (seat: number, to: number): Command => ({ type: 'stare', seat, to });
const nudge = (seat: number, to: number): Command => ({ type: 'nudge', seat, to });

/** The elf one step from an hourglass space, on the tile north of the start. */
const nearHourglass = (table: TestTable): TestTable => table.lay([7, '1c1']).stand({ elf: '7b1' });

/** The table after the elf has turned the hourglass: everybody may talk. */
function talking(table: TestTable = started()): TestTable {
  run(nearHourglass(table), 'elf', '7a1', 10_000);
  return table;
}

// CM-1, CM-2: silence, staring, the pawn.

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

test('CM-1g CM-1i any player at any time puts the pawn before any other, where it stays', () => {
  const table = started();
  expect(table.game.pawn).toBe(null);
  expect(table.act(nudge(0, 2), 500)).toEqual([{ type: 'pawnMoved', at: 500, seat: 0, to: 2 }]);
  expect(table.game.pawn).toBe(2);
  table.act(nudge(3, 1));
  expect(table.game.pawn).toBe(1);
});

test('CM-1g the pawn may be put again before the same player by somebody else', () => {
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

test('CM-2d a solo player has nobody to stare at', () => {
  const table = started({ players: 1 });
  table.refused(stare(0, 0), 'malformed');
  table.refused(nudge(0, 1), 'malformed');
});

test('CM-1j in Pocket players tap in place of the pawn, and no pawn stands anywhere', () => {
  const table = started({ edition: 'pocket-nl' });
  expect(table.act(nudge(0, 2), 500)).toEqual([{ type: 'tapped', at: 500, seat: 0, to: 2 }]);
  expect(table.game.pawn).toBe(null);
});

test('CM-1k neither pawn, tap nor stare says which action is meant', () => {
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

test('CM-2a in Pocket a tapped player has nothing to pass on and waits like everybody', () => {
  const table = started({ edition: 'pocket' });
  table.act(nudge(1, 2), 1000);
  table.act(nudge(0, 1), 1500);
  table.refused(nudge(1, 0), 'too-fast', 1900);
});

test('CM-2a the limits of stares and pawn moves are separate, and so are those of two players', () => {
  const table = started();
  table.act(stare(0, 1), 1000);
  table.act(nudge(0, 1), 1000);
  table.act(stare(1, 0), 1000);
  expect(types(table.act(stare(2, 0), 1000))).toEqual(['stared']);
});

test('CM-2a a refused stare does not restart the limit', () => {
  const table = started();
  table.act(stare(0, 1), 1000);
  table.refused(stare(0, 1), 'too-fast', 1900);
  expect(types(table.act(stare(0, 1), 2000))).toEqual(['stared']);
});

test('CM-2c names are frozen from the start to the end, pauses included', () => {
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

test('CM-2d stare and nudge are refused before the start and after the end', () => {
  const table = setUp();
  table.refused(stare(0, 1), 'not-playing');
  table.refused(nudge(0, 1), 'not-playing');
  table.act({ type: 'start' });
  table.refused(stare(0, 1), 'over', 180_000);
  table.refused(nudge(0, 1), 'over');
});

// CM-3: talk windows.

test('CM-3a turning the hourglass opens a talk window for all', () => {
  const table = talking();
  expect(talkState(table.game)).toBe('open');
  for (const seat of [0, 1, 2, 3]) {
    expect(table.act({ ...say, seat })).toEqual([]);
    expect(table.act({ ...wave, seat })).toEqual([]);
  }
});

test('CM-3b CM-3c the window stays open as long as nobody acts, and the sand runs on', () => {
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
])('CM-3e CM-3f %s by anyone closes the window', (_, action) => {
  const table = talking(started({ stack: [2] })).stand(WITH_HEROES);
  expect(talkState(table.game)).toBe('open');
  action(table);
  expect(talkState(table.game)).toBe('silent');
  table.refused(say, 'silence');
});

test('CM-3e CM-3f drawing a tile closes the window, and so does laying it after the hourglass was turned in between', () => {
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

test('CM-3f a tap closes no talk window', () => {
  const table = talking(started({ edition: 'pocket' }));
  table.act(nudge(0, 1));
  expect(talkState(table.game)).toBe('open');
});

test('CM-3f the list of commands that end talk contains actions and nothing else', () => {
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

test('HG-8g HG-8h a pause closes the window while it lasts, and the window is open afterwards', () => {
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

test('CM-3a the move that turns the hourglass in an open window leaves a window open', () => {
  const table = talking(started()).lay([11, '7d3']).stand({ dwarf: '11a3' });
  expect(types(run(table, 'dwarf', '11a4'))).toEqual(['heroMoved', 'hourglassTurned']);
  expect(talkState(table.game)).toBe('open');
});

test('CM-3a HG-4a a used hourglass space opens no window', () => {
  const table = talking();
  run(table, 'elf', '7b1');
  run(table, 'elf', '7a1');
  expect(talkState(table.game)).toBe('silent');
});

// CM-4: before and after.

test('SU-5a words are accepted during set-up', () => {
  const table = setUp();
  expect(table.act(say)).toEqual([]);
  expect(table.act(wave)).toEqual([]);
  expect(talkState(table.game)).toBe('open');
});

test('SU-5d SU-5e the start ends talk although it is not a turn of the hourglass', () => {
  const table = setUp();
  expect(types(table.act({ type: 'start' }))).toEqual(['gameStarted']);
  table.refused(say, 'silence');
});

test('CM-4 words are accepted after the end, won or lost', () => {
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

// CM-5: free talk.

test('CM-5a in scenario 1 with free talk, talk is open during the whole game', () => {
  const table = started({ scenario: 1, house: { freeTalk: true } });
  expect(table.act(say)).toEqual([]);
  run(table.stand({ dwarf: '1b4', elf: '1b3', mage: '1c3', barbarian: '1b2' }), 'dwarf', '1c4');
  expect(talkState(table.game)).toBe('open');
  expect(table.act(say)).toEqual([]);
});

test('CM-5a scenario 1 is silent unless the players wish otherwise', () => {
  started({ scenario: 1 }).refused(say, 'silence');
});

test('HG-8g a pause closes free talk too', () => {
  const table = started({ scenario: 1, house: { freeTalk: true, pause: true } });
  table.act({ type: 'pause', seat: 0 });
  table.refused(say, 'paused');
});

test.each([2, 9, 13])('CM-5c in scenario %i free talk is a house rule', scenario => {
  const table = started({ scenario, players: 3, house: { freeTalk: true } });
  expect(table.act(say)).toEqual([]);
});

test.each([14, 15])('CM-5d SC-14d free talk is off in scenario %i', scenario => {
  const table = started({ scenario, house: { freeTalk: true } });
  table.refused(say, 'silence');
  table.refused(wave, 'silence');
});

test('CM-5d with gestures only, free talk is free gesturing', () => {
  const table = started({ scenario: 12, house: { freeTalk: true } });
  expect(table.act(wave)).toEqual([]);
  table.refused(say, 'silence');
});

test('CM-1l in silence stare and nudge are the only signals that players can send each other', () => {
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
