/** Tests of metrics: observations that are still buffered are counted when the metrics are read. */
import { expect, test } from 'vitest';
import { Metrics } from '../../src/runtime/metrics.ts';

const figure = async (metrics: Metrics, line: string): Promise<number> => {
  const { text } = await metrics.text();
  const found = text.split('\n').find(one => one.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1));
};

test('PR-56b every result of a command is counted once, however often the metrics are read', async () => {
  const metrics = new Metrics();
  const accepted = 'hush_action_total{type="move",result="accepted"}';
  const refused = 'hush_action_total{type="move",result="moved-on"}';
  for (let i = 0; i < 3; i++) metrics.measured({ type: 'judged', command: 'move', result: 'accepted' });
  expect(await figure(metrics, accepted)).toBe(3);
  expect(await figure(metrics, accepted)).toBe(3);
  metrics.measured({ type: 'judged', command: 'move', result: 'accepted' });
  metrics.measured({ type: 'judged', command: 'move', result: 'moved-on' });
  expect(await figure(metrics, accepted)).toBe(4);
  expect(await figure(metrics, refused)).toBe(1);
});

test('PR-56b all of 2,500 commits are in the histogram at the first reading', async () => {
  const metrics = new Metrics();
  for (let i = 0; i < 2_500; i++) metrics.committed(i % 2 === 0 ? 0.7 : 30);
  expect(await figure(metrics, 'hush_action_commit_seconds_count')).toBe(2_500);
  expect(await figure(metrics, 'hush_action_commit_seconds_bucket{le="0.001"}')).toBe(1_250);
  expect(await figure(metrics, 'hush_action_commit_seconds_sum')).toBeCloseTo(1_250 * 0.0307, 6);
});

test('PR-56b the time for which sand was frozen is counted if its beginning is known; for a table that is being released nothing is counted', async () => {
  const metrics = new Metrics();
  const frozen = 'hush_hourglass_frozen_seconds_total';
  metrics.froze(undefined, 9_000.5); // without this case the counter would get a time below zero and would throw
  expect(await figure(metrics, frozen)).toBe(0);
  metrics.froze(1_000, 3_500);
  expect(await figure(metrics, frozen)).toBe(2.5);
});
