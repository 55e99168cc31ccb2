import { expect, test } from 'vitest';
import { Deadline } from '../../src/table/deadline.ts';
import { VirtualTime } from '../virtual-time.ts';

function watched() {
  const clock = new VirtualTime();
  const lost: number[] = [];
  const deadline = new Deadline({ now: () => clock.now, later: clock.later }, 500, () =>
    lost.push(clock.passed),
  );
  return { clock, lost, deadline };
}

test('PR-12d work that ends within the deadline is never reported, and one timer is used for all work', () => {
  const { clock, lost, deadline } = watched();
  for (let i = 1; i <= 40; i++) {
    deadline.end(deadline.begin());
    expect(clock.waiting).toBeLessThanOrEqual(1);
    clock.passAtOnce(30);
  }
  clock.passAtOnce(5_000);
  expect(lost).toEqual([]);
  expect(clock.waiting).toBe(0);
});

test('PR-12d each piece of work that takes too long is reported once, at its own deadline', () => {
  const { clock, lost, deadline } = watched();
  deadline.begin();
  clock.passAtOnce(200);
  deadline.begin();
  clock.passAtOnce(5_000);
  expect(lost).toEqual([500, 700]);
});

test('PR-12d work that begins while an older timer runs gets its full deadline', () => {
  const { clock, lost, deadline } = watched();
  deadline.end(deadline.begin());
  clock.passAtOnce(450); // the timer of the first piece of work still runs
  deadline.begin();
  clock.passAtOnce(499);
  expect(lost).toEqual([]);
  clock.passAtOnce(1);
  expect(lost).toEqual([950]);
});

test('PR-12d after `stop` no work is reported and no timer is left', () => {
  const { clock, lost, deadline } = watched();
  deadline.begin();
  deadline.stop();
  expect(clock.waiting).toBe(0);
  clock.passAtOnce(5_000);
  expect(lost).toEqual([]);
});
