/** Tests that an operator's block expires and survives a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAddressRange } from '../../src/limits/address-range.ts';
import { Moderation } from '../../src/limits/moderation.ts';

const PLAN = { keepDays: 30, nameFilter: [] };

test('a network that the operator blocks is refused until the block expires, even after a restart', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-moderation-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let now = 1_000;
  const range = readAddressRange('203.0.113.0/24');
  if (range === null) throw new Error('no range');
  new Moderation(dataDir, PLAN, () => now).block(range, 60_000);
  const later = new Moderation(dataDir, PLAN, () => now);
  now = 60_999;
  expect([later.isBlocked('203.0.113.7'), later.isBlocked('198.51.100.1')]).toEqual([true, false]);
  now = 61_000;
  expect([later.isBlocked('203.0.113.7'), later.blocks()]).toEqual([false, []]);
});
