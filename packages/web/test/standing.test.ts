/** When somebody who plays reads that time stands still: soon, not for a blink, and never where something else is said. */
import type { ConnectionStatus } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { VirtualTime } from '../../protocol/test/simulation/time.ts';
import { started } from '../../rules/test/kit.ts';
import { watchStanding } from '../src/table/standing.ts';
import { Evening } from './play-kit.ts';

const ONLINE: ConnectionStatus = { type: 'online' };
/** Nobody should see a blink, and nobody should wonder: about half a second lies between. */
const BLINK = 400;
const SOON = 600;
const PLAYING = started().game;

/** Somebody in a running game, and whether they are told that time stands. */
function look(kind: 'online' | 'practice' = 'online') {
  const time = new VirtualTime();
  const status = signal<ConnectionStatus>(ONLINE);
  const game = signal<Game | null>(PLAYING);
  const sandRuns = signal(true);
  const told: boolean[] = [];
  const world = { later: (after: number, then: () => void) => time.later(after, then) };
  const unwatch = watchStanding({ kind, status, game, sandRuns }, world, stands => told.push(stands));
  return { time, status, game, sandRuns, told, unwatch };
}

test('it is told after half a second, not before, and taken back at once', async () => {
  const { time, sandRuns, told } = look();
  sandRuns.value = false;
  await time.pass(BLINK);
  expect(told).toEqual([]);
  await time.pass(SOON - BLINK);
  expect(told).toEqual([true]);
  sandRuns.value = true;
  expect(told).toEqual([true, false]);
});

test('a short moment is nobody’s business, however often it comes', async () => {
  const { time, sandRuns, told } = look();
  for (let i = 0; i < 20; i++) {
    sandRuns.value = false;
    await time.pass(BLINK);
    sandRuns.value = true;
    await time.pass(5);
  }
  expect(told).not.toContain(true);
});

test('moves of one’s own meanwhile neither hide it nor put it off', async () => {
  const { time, game, sandRuns, told } = look();
  sandRuns.value = false;
  for (let i = 0; i < 10; i++) {
    await time.pass(SOON / 10);
    game.value = { ...PLAYING };
  }
  expect(told).toEqual([true]);
});

test.each<[string, Partial<Game> | null]>([
  ['a paused game', { status: 'paused' }],
  ['a set-up', { status: 'setup' }],
  ['a game that is won', { status: 'won' }],
  ['a game that is lost', { status: 'lost' }],
  ['a lobby', null],
])('%s has words of its own', async (_, other) => {
  const { time, game, sandRuns, told } = look();
  sandRuns.value = false;
  await time.pass(SOON);
  game.value = other === null ? null : { ...PLAYING, ...other };
  await time.pass(10_000);
  expect(told).toEqual([true, false]);
});

test('a lost line has words of its own, and back on it the half second begins anew', async () => {
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

test('in this page alone nothing waits for a server', async () => {
  const { time, sandRuns, told } = look('practice');
  sandRuns.value = false;
  await time.pass(10_000);
  expect(told).toEqual([]);
});

test('whoever has gone is told nothing more', async () => {
  const { time, sandRuns, told, unwatch } = look();
  sandRuns.value = false;
  unwatch();
  await time.pass(10_000);
  expect(told).not.toContain(true);
});

test('a session of a normal evening never says it: not at the start, not in play, not in a pause', async () => {
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
