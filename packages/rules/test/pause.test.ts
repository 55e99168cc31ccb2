/** Tests of pausing the game (RULES 6, HG-8). */
import { expect, test } from 'vitest';
import { type Command, EDITIONS, type Edition, reach, sandLeft, talkState } from '../src/index.ts';
import { cell, setUp, started, type TestTable, types } from './kit.ts';

const PAUSE: Command = { type: 'pause', seat: 2 };
const RESUME: Command = { type: 'resume', seat: 0 };
const DROPPED: Command = { type: 'pause', seat: 2, because: 'disconnected' };
const STEP: Command = { type: 'move', seat: 0, hero: 'elf', dir: 'north', steps: 1 };
const IDLE = { barbarian: '1b2', mage: '1c2', elf: '1b3', dwarf: '1c3' };

const paused = (at = 30_000): TestTable => {
  const table = started({ edition: 'pocket', stack: [6] })
    .lay([3, '1c1'])
    .stand({ ...IDLE, elf: '3d4' });
  table.act(PAUSE, at);
  return table;
};

test.each(EDITIONS.map((edition): [Edition, boolean] => [edition, edition.startsWith('pocket')]))(
  'HG-8a in edition %s a pause is allowed: %s',
  (edition, allowed) => {
    const table = started({ edition });
    if (allowed) expect(types(table.act(PAUSE, 1000))).toEqual(['paused']);
    else table.refused(PAUSE, 'no-pause', 1000);
    expect(table.game.status).toBe(allowed ? 'paused' : 'playing');
  },
);

test('HG-8c with a house rule every edition allows a pause', () => {
  for (const edition of EDITIONS) {
    started({ edition, house: { pause: true } }).act(PAUSE, 1000);
  }
});

test('HG-8e any player may pause, and any other resume', () => {
  for (const seat of [0, 1, 2, 3]) {
    const table = started({ edition: 'pocket' });
    table.act({ type: 'pause', seat }, 5000);
    table.act({ type: 'resume', seat: (seat + 1) % 4 }, 5000);
    expect(table.game.status).toBe('playing');
  }
});

test('HG-8d the sand stands still during a pause: afterwards as much is left as before', () => {
  const table = paused(30_000);
  expect(sandLeft(table.game, 30_000)).toBe(150_000);
  expect(table.wait(30_000)).toEqual([]);
  table.act(RESUME, 30_000);
  expect(sandLeft(table.game, 30_000)).toBe(150_000);
  expect(types(table.wait(179_999))).toEqual([]);
  expect(types(table.wait(180_000))).toContain('gameLost');
});

test('HG-8d a paused game is not lost, however long the pause lasts', () => {
  const table = paused(30_000);
  expect(table.wait(10_000_000)).toEqual([]);
  expect(table.game.status).toBe('paused');
});

test.each<Command>([
  { type: 'move', seat: 1, hero: 'elf', dir: 'south', steps: 1 },
  { type: 'vortex', seat: 2, hero: 'elf', to: cell('1a1') },
  { type: 'escalator', seat: 3, hero: 'elf' },
  { type: 'explore', seat: 1 },
  { type: 'lay', seat: 1, door: cell('1c1') },
  { type: 'steal', seat: 0 },
  { type: 'discard', seat: 0, tile: 3 },
  { type: 'turn', seat: 0 },
  { type: 'pause', seat: 0 },
])('HG-8d during a pause $type is refused', command => {
  paused().refused(command, 'paused');
});

test.each<Command>([
  { type: 'nudge', seat: 0, to: 1 },
  { type: 'stare', seat: 0, to: 1 },
  { type: 'say', seat: 0, text: 'back in a minute' },
  { type: 'gesture', seat: 0, gesture: 'wave' },
])('HG-8g during a pause $type is refused, like all communication', command => {
  const table = paused();
  expect(talkState(table.game)).toBe('silent');
  table.refused(command, 'paused');
});

test('HG-8g during a pause talk is refused even with free talk', () => {
  const table = started({ scenario: 1, house: { pause: true, freeTalk: true } });
  table.act(PAUSE, 1000);
  expect(talkState(table.game)).toBe('silent');
  table.refused({ type: 'say', seat: 0, text: 'psst' }, 'paused');
  table.act(RESUME);
  expect(talkState(table.game)).toBe('open');
});

test('HG-8d during a pause the only legal command is `resume`', () => {
  expect(reach(paused().game, 3)).toEqual([{ type: 'resume', seat: 3 }]);
});

test('HG-8h a talk window that was open before a pause is open after it', () => {
  const table = started({ edition: 'pocket' })
    .lay([3, '1c1'])
    .stand({ ...IDLE, elf: '3d4' });
  table.act(STEP, 20_000);
  expect(talkState(table.game)).toBe('open');
  table.act(PAUSE, 21_000);
  expect(talkState(table.game)).toBe('silent');
  table.act(RESUME, 21_000);
  expect(talkState(table.game)).toBe('open');
  expect(table.act({ type: 'say', seat: 1, text: 'as I was saying' })).toEqual([]);
});

test('HG-8d a pause opens no talk window and moves no hero', () => {
  const table = started({ edition: 'pocket' });
  const before = table.game;
  table.act(PAUSE, 0);
  table.act(RESUME, 0);
  expect(table.game).toEqual(before);
  table.refused({ type: 'say', seat: 1, text: 'hello' }, 'silence');
});

test('HG-8d a drawn tile and due discards stay as they are during a pause', () => {
  const table = started({ edition: 'pocket', stack: [6] }).stand({ ...IDLE, elf: '1b4', dwarf: '1a2' });
  table.act({ type: 'explore', seat: 1 }, 1000);
  table.act(PAUSE, 2000);
  table.act(RESUME, 2000);
  table.act({ type: 'lay', seat: 1, door: cell('1a2') }, 3000);
});

test('HG-8e resume is refused in a running game, and pause before the start and after the end', () => {
  const table = started({ edition: 'pocket' });
  table.refused(RESUME, 'not-paused');
  setUp({ edition: 'pocket' }).refused(PAUSE, 'not-playing');
  setUp({ edition: 'pocket' }).refused(RESUME, 'not-playing');
  table.wait(180_000);
  table.refused(PAUSE, 'over');
  table.refused(RESUME, 'over');
});

test('HG-8e HG-5b when the last grain falls, a pause is refused', () => {
  started({ edition: 'pocket' }).act(PAUSE, 179_999);
  started({ edition: 'pocket' }).refused(PAUSE, 'over', 180_000);
});

test('HG-8i with its house rule a lost connection pauses the game in every edition', () => {
  for (const edition of EDITIONS) {
    const table = started({ edition, house: { pauseOnDisconnect: true } });
    table.act(DROPPED, 1000);
    expect(table.game.status).toBe('paused');
    table.act(RESUME, 1000);
  }
});

test('HG-8i without its house rule a lost connection does not pause the game, not even in Pocket', () => {
  started({ edition: 'pocket' }).refused(DROPPED, 'no-pause');
  started({ house: { pause: true } }).refused(DROPPED, 'no-pause');
});

test('HG-8i with the house rule for lost connections nobody can pause by hand', () => {
  started({ house: { pauseOnDisconnect: true } }).refused(PAUSE, 'no-pause');
});
