/** Tests that sweeps continue for ever, whatever fails in one of them. */
import { expect, test } from 'vitest';
import { settled, VirtualTime } from '../../../protocol/test/virtual-time.ts';
import type { Log } from '../../src/runtime/log.ts';
import { Sweeper } from '../../src/stores/sweeper.ts';

const SIX_HOURS = 6 * 60 * 60_000;

test('a sweep that throws is logged, and the next one begins six hours later', async () => {
  const time = new VirtualTime();
  const errors: string[] = [];
  const log = { error: (_: object, what: string) => errors.push(what) } as unknown as Log;
  let sweeps = 0;
  const clock = { now: () => time.now, later: (after: number, then: () => void) => time.later(after, then) };
  const sweeper = new Sweeper({ clock, log }, 1_000, async () => {
    if (++sweeps === 1) throw new Error('a bug');
  });
  await time.pass(1_000);
  await settled();
  expect([sweeps, errors]).toEqual([1, ['sweep broken by a bug']]);
  await time.pass(SIX_HOURS);
  await settled();
  expect(sweeps).toBe(2);
  sweeper.stop();
  await time.pass(2 * SIX_HOURS);
  expect(sweeps).toBe(2);
});
