import { expect, test } from 'vitest';
import { Deadline } from '../../src/table/deadline.ts';

/** A clock that is turned by hand, with the timers that hang on it. */
function handClock() {
  let now = 0;
  let timers: { readonly at: number; readonly then: () => void }[] = [];
  const later = (after: number, then: () => void): (() => void) => {
    const timer = { at: now + after, then };
    timers.push(timer);
    return () => {
      timers = timers.filter(other => other !== timer);
    };
  };
  const turnTo = (moment: number): void => {
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > moment) break;
      timers = timers.filter(other => other !== next);
      now = next.at;
      next.then();
    }
    now = moment;
  };
  return { now: () => now, later, turnTo, timers: () => timers.length };
}

function watched() {
  const clock = handClock();
  const lost: number[] = [];
  const patience = new Deadline(clock, 500, () => lost.push(clock.now()));
  return { clock, lost, patience };
}

test('work that is done in time is never noticed, and one timer serves all of it', async () => {
  const { clock, lost, patience } = watched();
  for (let i = 1; i <= 40; i++) {
    await patience.during(Promise.resolve(i));
    expect(clock.timers()).toBeLessThanOrEqual(1);
    clock.turnTo(i * 30);
  }
  clock.turnTo(5_000);
  expect(lost).toEqual([]);
  expect(clock.timers()).toBe(0);
});

test('each piece of work that takes too long is noticed once, when its own time is up', () => {
  const { clock, lost, patience } = watched();
  const never = new Promise<void>(() => undefined);
  void patience.during(never);
  clock.turnTo(200);
  void patience.during(never);
  clock.turnTo(5_000);
  expect(lost).toEqual([500, 700]);
});

test('work that begins while an older timer runs has all of its own time', async () => {
  const { clock, lost, patience } = watched();
  await patience.during(Promise.resolve());
  clock.turnTo(450); // the timer of the first is still there
  void patience.during(new Promise<void>(() => undefined));
  clock.turnTo(949);
  expect(lost).toEqual([]);
  clock.turnTo(950);
  expect(lost).toEqual([950]);
});

test('the result and the failure of the work come through', async () => {
  const { patience } = watched();
  expect(await patience.during(Promise.resolve(7))).toBe(7);
  await expect(patience.during(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('after a stop nothing is noticed and no timer is left', () => {
  const { clock, lost, patience } = watched();
  void patience.during(new Promise<void>(() => undefined));
  patience.stop();
  expect(clock.timers()).toBe(0);
  clock.turnTo(5_000);
  expect(lost).toEqual([]);
});
