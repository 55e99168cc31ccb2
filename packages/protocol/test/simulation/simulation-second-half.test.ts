/** The other half of the seeds of simulation.test.ts, for another worker where there is one. */
import { expect, test } from 'vitest';
import { campaign } from './campaign.ts';

test('nothing acknowledged is lost, doubled or reordered, nothing is told too early, the sand is honest', async () => {
  const { seeds, violations } = await campaign('second');
  if (process.env['HUSH_SEEDS'] === undefined) expect(seeds).toBe(5_000);
  expect(violations).toEqual([]);
}, 86_400_000);
