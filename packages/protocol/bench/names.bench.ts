/**
 * Measures opening a table whose names fill its quota (PR-34): 10,000 names of one member, beside 10,000 names of as many
 * members.
 */
import { memoryJournal } from '@hush/protocol';
import type { Row } from '../../../tools/bench-row.ts';
import { PrivateLogs } from '../src/logs/private-logs.ts';
import { MOST_NAMES } from '../src/state/quota.ts';

const CODE = 'BCDFGHJK';
const TOGETHER = 500;
const TRIES = 5;

const namesFrom = (at: number, keys: number): readonly string[] =>
  Array.from({ length: TOGETHER }, (_, i) =>
    JSON.stringify({ key: `k${(at + i) % keys}`.padEnd(32), name: `Ann ${at + i}`, avatar: 'fox' }),
  );

/** Milliseconds until the names of this many members are read. */
async function opening(keys: number): Promise<number> {
  const journal = memoryJournal();
  for (let at = 0; at < MOST_NAMES; at += TOGETHER)
    await journal.append(`people/${CODE}`, at, namesFrom(at, keys));
  const logs = new PrivateLogs(journal, CODE);
  const began = performance.now();
  const error = await logs.load();
  if (error !== null) throw new Error(JSON.stringify(error));
  return performance.now() - began;
}

export async function bench(): Promise<readonly Row[]> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) least = Math.min(least, (await opening(1)) / (await opening(MOST_NAMES)));
  // The ratio would be about 90 if each name were compared with all names before it.
  return [{ name: 'names of one member beside names of many', value: least, unit: 'x', budget: '<= 20' }];
}
