import { expect, test } from 'vitest';
import { Deadline } from '../../src/table/deadline.ts';
import { VirtualTime } from '../virtual-time.ts';

function watched() {
  const clock = new VirtualTime();
  const lost: number[] = [];
  const patience = new Deadline({ now: () => clock.now, later: clock.later }, 500, () =>
    lost.push(clock.passed),
  );
  return { clock, lost, patience };
}

test('PR-12d work that ends within the deadline is never reported, and one timer serves all of it', async () => {
  const { clock, lost, patience } = watched();
  for (let i = 1; i <= 40; i++) {
    await patience.during(Promise.resolve(i));
    expect(clock.waiting).toBeLessThanOrEqual(1);
    clock.passAtOnce(30);
  }
  clock.passAtOnce(5_000);
  expect(lost).toEqual([]);
  expect(clock.waiting).toBe(0);
});

test('PR-12d each piece of work beyond the deadline is reported once, when its own time is up', () => {
  const { clock, lost, patience } = watched();
  const never = new Promise<void>(() => undefined);
  void patience.during(never);
  clock.passAtOnce(200);
  void patience.during(never);
  clock.passAtOnce(5_000);
  expect(lost).toEqual([500, 700]);
});

test('PR-12d work that begins while an older timer runs has all of its own time', async () => {
  const { clock, lost, patience } = watched();
  await patience.during(Promise.resolve());
  clock.passAtOnce(450); // the timer of the first is still there
  void patience.during(new Promise<void>(() => undefined));
  clock.passAtOnce(499);
  expect(lost).toEqual([]);
  clock.passAtOnce(1);
  expect(lost).toEqual([950]);
});

test('PR-12d the result and the failure of the watched work are passed on', async () => {
  const { patience } = watched();
  expect(await patience.during(Promise.resolve(7))).toBe(7);
  await expect(patience.during(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('PR-12d after a stop nothing is reported and no timer is left', () => {
  const { clock, lost, patience } = watched();
  void patience.during(new Promise<void>(() => undefined));
  patience.stop();
  expect(clock.waiting).toBe(0);
  clock.passAtOnce(5_000);
  expect(lost).toEqual([]);
});
