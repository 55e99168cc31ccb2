/**
 * Tests of when a player reads that the table does not respond: soon, not after a short delay, and never together with
 * another message.
 */
import { type ConnectionStatus, type Journal, memoryJournal } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import { started } from '../../../rules/test/kit.ts';
import { watchForStandstill } from '../../src/table/stall.ts';
import { Evening } from './play-kit.ts';

const ONLINE: ConnectionStatus = { type: 'online' };
/** Milliseconds of a delay that is too short for the message. */
const BLINK = 400;
const SOON = 600;
const PLAYING = started().game;

/** A player in a running game, and a function that returns whether the message is shown. */
function look(kind: 'online' | 'practice' = 'online') {
  const time = new VirtualTime();
  const status = signal<ConnectionStatus>(ONLINE);
  const game = signal<Game | null>(PLAYING);
  const sandRuns = signal(true);
  const isHeld = signal(false);
  const told: boolean[] = [];
  const world = { later: (after: number, then: () => void) => time.later(after, then) };
  const seen = { kind, status, game, sandRuns, isHeld };
  const unwatch = watchForStandstill(seen, world, stands => told.push(stands));
  return { time, status, game, sandRuns, isHeld, told, unwatch };
}

test('PR-90a while nothing can be written, the message is shown after half a second and removed at once', async () => {
  const { time, sandRuns, told } = look();
  sandRuns.value = false;
  await time.pass(BLINK);
  expect(told).toEqual([]);
  await time.pass(SOON - BLINK);
  expect(told).toEqual([true]);
  sandRuns.value = true;
  expect(told).toEqual([true, false]);
});

test('PR-90a interruptions shorter than half a second are not shown, however often they come', async () => {
  const { time, sandRuns, told } = look();
  for (let i = 0; i < 20; i++) {
    sandRuns.value = false;
    await time.pass(BLINK);
    sandRuns.value = true;
    await time.pass(5);
  }
  expect(told).not.toContain(true);
});

test('PR-90a making moves neither hides nor delays the message', async () => {
  const { time, game, sandRuns, told } = look();
  sandRuns.value = false;
  for (let i = 0; i < 10; i++) {
    await time.pass(SOON / 10);
    game.value = { ...PLAYING };
  }
  expect(told).toEqual([true]);
});

const NO_SAND: readonly [string, Partial<Game> | null][] = [
  ['a paused game', { status: 'paused' }],
  ['a set-up', { status: 'setup' }],
  ['a game that is won', { status: 'won' }],
  ['a game that is lost', { status: 'lost' }],
  ['a lobby', null],
];

test.each(NO_SAND)('PR-90b in %s the sand stands still without a message', async (_, other) => {
  const { time, game, sandRuns, told } = look();
  sandRuns.value = false;
  await time.pass(SOON);
  game.value = other === null ? null : { ...PLAYING, ...other };
  await time.pass(10_000);
  expect(told).toEqual([true, false]);
});

test.each(NO_SAND)('PR-90a in %s the page says that nothing can be written', async (_, other) => {
  const { time, game, sandRuns, isHeld, told } = look();
  game.value = other === null ? null : { ...PLAYING, ...other };
  sandRuns.value = false;
  isHeld.value = true;
  await time.pass(BLINK);
  expect(told).toEqual([]);
  await time.pass(SOON - BLINK);
  expect(told).toEqual([true]);
  isHeld.value = false;
  expect(told).toEqual([true, false]);
});

test('PR-90b a lost connection has a message of its own; when it is back, the message about the table comes after half a second again', async () => {
  const { time, status, sandRuns, told } = look();
  sandRuns.value = false;
  await time.pass(SOON);
  status.value = { type: 'waiting', retryAfter: 300 };
  await time.pass(10_000);
  expect(told).toEqual([true, false]);
  status.value = { type: 'connecting' };
  status.value = ONLINE;
  await time.pass(BLINK);
  expect(told).toEqual([true, false]);
  await time.pass(SOON - BLINK);
  expect(told).toEqual([true, false, true]);
});

test('PR-90b a practice table never waits for a server', async () => {
  const { time, sandRuns, told } = look('practice');
  sandRuns.value = false;
  await time.pass(10_000);
  expect(told).toEqual([]);
});

test('PR-90b a session that is closed shows no message later', async () => {
  const { time, sandRuns, told, unwatch } = look();
  sandRuns.value = false;
  unwatch();
  await time.pass(10_000);
  expect(told).not.toContain(true);
});

test('PR-90b with a working journal the message is never shown: not at the start, in play or in a pause', async () => {
  const evening = new Evening({ scenario: 1, house: { pause: true } });
  const session = await evening.sit('Mina');
  let said = false;
  const unhear = session.stands.subscribe(stands => {
    said ||= stands;
  });
  await evening.begin();
  expect(session.game.value?.status).toBe('playing');
  await evening.pass(2_000);
  session.do({ type: 'pause' });
  await evening.pass(2_000);
  session.do({ type: 'resume' });
  await evening.pass(2_000);
  expect(said).toBe(false);
  unhear();
});

/** A journal whose writes wait until the test releases them. */
function holdable() {
  const journal: Journal = memoryJournal();
  const append = journal.append.bind(journal);
  const keep = journal.moments.keep.bind(journal.moments);
  let held: Promise<void> | null = null;
  let release = (): void => undefined;
  journal.append = async (...asked) => {
    await held;
    return append(...asked);
  };
  journal.moments.keep = async (...asked) => {
    await held;
    return keep(...asked);
  };
  const hold = (): void => {
    held = new Promise(resolve => {
      release = resolve;
    });
  };
  const letGo = (): void => {
    held = null;
    release();
  };
  return { journal, hold, letGo };
}

const LONG_ENOUGH = 2_000;

test('PR-90a a start or a resume that waits for the journal is shown to everybody, and continues by itself', async () => {
  const { journal, hold, letGo } = holdable();
  const evening = new Evening({ scenario: 1, house: { pause: true } }, journal);
  const [mina, tomasz] = [await evening.sit('Mina'), await evening.sit('Tomasz')];
  const told = (): unknown => [mina, tomasz].map(({ stands }) => stands.value);
  const status = (): unknown => [mina, tomasz].map(({ game }) => game.value?.status);
  mina.manage({ type: 'begin' });
  await evening.pass(LONG_ENOUGH);

  const wait = async (ask: () => number, before: string): Promise<void> => {
    hold();
    expect(mina.waits.value).toEqual([]);
    const n = ask();
    expect(mina.waits.value).toMatchObject([{ n }]);
    await evening.pass(LONG_ENOUGH);
    expect([status(), told()]).toEqual([
      [before, before],
      [true, true],
    ]);
    expect([mina, tomasz].map(({ waits }) => waits.value.length)).toEqual([1, 0]);
    letGo();
    await evening.pass(LONG_ENOUGH);
    expect([status(), told(), mina.waits.value]).toEqual([['playing', 'playing'], [false, false], []]);
  };
  await wait(() => mina.do({ type: 'start' }), 'setup');
  tomasz.do({ type: 'pause' });
  await evening.pass(LONG_ENOUGH);
  await wait(() => mina.do({ type: 'resume' }), 'paused');
  evening.close();
});

test('PR-90a a spectator who comes while nothing can be written reads it, too', async () => {
  const { journal, hold, letGo } = holdable();
  const evening = new Evening({ scenario: 1 }, journal);
  const mina = await evening.sit('Mina');
  hold();
  mina.manage({ type: 'lock', locked: true });
  await evening.pass(LONG_ENOUGH);
  const late = await evening.sit('Ines'); // the connection works, and only the request for a seat has to wait
  await evening.pass(LONG_ENOUGH);
  expect([late.stands.value, late.member.value]).toEqual([true, null]);
  letGo();
  await evening.pass(LONG_ENOUGH);
  expect([mina.stands.value, late.stands.value, mina.table.value.locked]).toEqual([false, false, true]);
  evening.close();
});
