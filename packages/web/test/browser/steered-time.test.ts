/** Tests of the clock of the shared test server. */
import { expect, test } from 'vitest';
import { SteeredClock } from './steered-time.ts';

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('if two calls advance the clock at the same time, the clock advances by the sum and then runs', async () => {
  const clock = new SteeredClock(turn);
  const before = clock.now();
  for (const after of [500, 1_500, 1_800]) clock.later(after, () => undefined);
  await Promise.all([clock.pass(1_000), clock.pass(2_000)]);
  expect(clock.now()).toBeGreaterThanOrEqual(before + 3_000);
  await new Promise<void>(resolve => void clock.later(1, resolve));
});

test('after `settle` a clock that a test has stopped runs again', async () => {
  const clock = new SteeredClock(turn);
  clock.stop();
  void clock.pass(500);
  await clock.settle();
  await new Promise<void>(resolve => void clock.later(1, resolve));
});
