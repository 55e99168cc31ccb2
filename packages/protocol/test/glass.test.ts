/** The hourglass of one table on a clock that a test moves: what is restored, and what is kept. */
import { beginGame, evolve, type Game, prepareGame } from '@hush/rules';
import { expect, test } from 'vitest';
import { Glass } from '../src/glass.ts';

function playing(at: number): Game {
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'a seed of some length');
  if (!prepared.ok) throw new Error(prepared.error);
  const game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  return { ...game, at };
}

function glass(): {
  readonly glass: Glass;
  readonly kept: number[];
  readonly pass: (millis: number) => void;
} {
  const kept: number[] = [];
  const timers = new Set<{ readonly at: number; readonly then: () => void }>();
  let now = 5_000_000;
  const made = new Glass(
    {
      now: () => now,
      later: (after, then) => {
        const timer = { at: now + after, then };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    {
      runOut: () => undefined,
      checkpoint: async at => {
        kept.push(at);
      },
    },
  );
  const pass = (millis: number): void => {
    now += millis;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.then();
    }
  };
  return { glass: made, kept, pass };
}

test('a running game is restored at its last checkpoint, not at its last event', () => {
  const { glass: restored, pass } = glass();
  restored.restore(playing(1_000), 61_000);
  expect(restored.at()).toBe(61_000);
  pass(250);
  expect(restored.at()).toBe(61_250);
});

test('a new game on the same table is checkpointed from its beginning', () => {
  const { glass: sand, kept, pass } = glass();
  sand.restore(playing(170_000), 170_000);
  sand.follow({ ...playing(171_000), status: 'won' });
  // Begun and started in one commit: nobody saw the set-up in between.
  sand.follow(playing(0));
  expect(sand.at()).toBe(0);
  pass(500);
  expect(kept).toEqual([500]);
});
