/**
 * Tests of the hourglass of one table on a virtual clock: when its sand runs, and how far the sand has run after a
 * restart or an outage.
 */
import { beginGame, evolve, type Game, prepareGame } from '@hush/rules';
import { expect, test } from 'vitest';
import { HourglassTimer } from '../../src/table/hourglass-timer.ts';
import { START, VirtualTime } from '../virtual-time.ts';

function playing(at: number): Game {
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'a seed of some length');
  if (!prepared.ok) throw new Error(prepared.error);
  const game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  return { ...game, at };
}

function glass(): {
  readonly glass: HourglassTimer;
  readonly kept: number[];
  readonly pass: (millis: number) => void;
  readonly jump: (millis: number) => void;
} {
  const kept: number[] = [];
  const time = new VirtualTime();
  const made = new HourglassTimer(
    { now: () => time.now, later: time.later },
    {
      runOut: () => undefined,
      checkpoint: at => {
        kept.push(at);
        made.kept(at);
      },
    },
  );
  return { glass: made, kept, pass: millis => time.passAtOnce(millis), jump: millis => time.jump(millis) };
}

test('PR-13a a running game is restored at its last checkpoint, and its sand stands still until a member is back', () => {
  const { glass: restored, pass } = glass();
  restored.restore(playing(1_000), 61_000);
  pass(700);
  expect(restored.at()).toBe(61_000);
  expect(restored.resume()).toBe(true);
  pass(250);
  expect(restored.at()).toBe(61_250);
});

test('PR-13a a new game at the same table has checkpoints from its beginning', () => {
  const { glass: sand, kept, pass } = glass();
  sand.restore(playing(170_000), 170_000);
  sand.resume();
  sand.follow({ ...playing(171_000), status: 'won' });
  // The set-up and the start of the game are in one commit, so nobody saw the game before it started.
  sand.follow(playing(0));
  sand.arm();
  expect(sand.at()).toBe(0);
  pass(400);
  expect(kept).toEqual([400]);
});

test('PR-13a entries every 130 ms make checkpoints unnecessary; after the last entry one follows within 400 ms', () => {
  const { glass: sand, kept, pass } = glass();
  sand.follow(playing(0));
  sand.arm();
  for (let at = 130; at <= 1_300; at += 130) {
    pass(130);
    sand.follow(playing(at));
    sand.arm();
  }
  expect(kept).toEqual([]);
  pass(1_500);
  expect(kept).toEqual([1_600, 2_000, 2_400, 2_800]);
});

test('PR-13a an entry shortly before the time of a checkpoint delays the checkpoint by half an interval', () => {
  const { glass: sand, kept, pass } = glass();
  sand.follow(playing(0));
  sand.arm();
  pass(350);
  sand.follow(playing(350));
  sand.arm();
  pass(1_000);
  expect(kept).toEqual([600, 800, 1_200]);
});

test('PR-12d PR-13a while the journal cannot be written the sand stands at the last durable moment', () => {
  const { glass: sand, kept, pass } = glass();
  sand.follow(playing(0));
  sand.arm();
  pass(400);
  pass(350);
  expect([sand.at(), kept]).toEqual([750, [400]]);
  sand.freeze();
  expect([sand.at(), sand.runs]).toEqual([400, false]);
  pass(60_000);
  sand.thaw();
  pass(100);
  expect([sand.at(), sand.runs]).toEqual([500, true]);
});

test('PR-13a frozen sand continues from a checkpoint that was still being written when the sand froze', () => {
  const { glass: sand, pass } = glass();
  sand.follow(playing(0));
  pass(300);
  sand.freeze();
  expect(sand.at()).toBe(0);
  sand.kept(300);
  expect(sand.at()).toBe(300);
  sand.thaw();
  pass(10);
  expect(sand.at()).toBe(310);
});

test('PR-13a only one checkpoint is written at a time, however often the sand freezes and thaws', () => {
  const asked: number[] = [];
  const timers = new Set<() => void>();
  let now = START;
  const sand = new HourglassTimer(
    {
      now: () => now,
      later: (_, then) => {
        timers.add(then);
        return () => timers.delete(then);
      },
    },
    { runOut: () => undefined, checkpoint: at => asked.push(at) },
  );
  const fire = (): void => {
    const due = [...timers];
    timers.clear();
    for (const then of due) then();
  };
  sand.follow(playing(0));
  sand.arm();
  now += 400;
  fire();
  expect(asked).toEqual([400]);
  for (let i = 0; i < 5; i++) {
    sand.freeze();
    sand.thaw();
  }
  now += 500;
  fire();
  expect(asked).toEqual([400]);
  sand.kept(400);
  now += 500;
  fire();
  expect(asked).toHaveLength(2);
});

test('PR-13a after the process was suspended, the players get back at most as much sand as after a crash', () => {
  const { glass: sand, kept, pass, jump } = glass();
  sand.follow(playing(0));
  sand.arm();
  pass(400);
  jump(30_000); // the checkpoint comes 30 seconds late
  expect(kept).toEqual([400, 1_350]);
  pass(100);
  expect(sand.at()).toBe(1_450);
});

test('PR-13a sand that was stopped for good never runs again', () => {
  const { glass: sand, kept, pass } = glass();
  const game = playing(1_000);
  sand.follow(game);
  sand.arm();
  pass(123);
  expect(sand.stopForGood()).toBe(1_123);
  sand.freeze();
  sand.thaw();
  sand.follow({ ...game, at: 1_100 }); // an append that was pending becomes durable
  sand.arm();
  pass(5_000);
  expect([sand.at(), sand.runs, kept]).toEqual([1_123, false, []]);

  const { glass: resting, pass: wait } = glass();
  resting.restore(playing(1_000), 61_000);
  expect(resting.stopForGood()).toBeNull(); // a durable moment is not stored again
  expect(resting.resume()).toBe(false);
  wait(5_000);
  expect([resting.at(), resting.runs]).toEqual([61_000, false]);
});
