/** Tests of threads that play games, and of threads that end too soon. */
import { Worker } from 'node:worker_threads';
import type { Contest, ContestReport } from '@hush/bots';
import { expect, test } from 'vitest';
import { playAll } from '../../src/simulate/pool.ts';

const CONTESTS = ['a', 'b', 'c'] as unknown as readonly Contest[];

const thread = (code: string) => (): Worker =>
  new Worker(
    `const { parentPort } = require('node:worker_threads'); parentPort.on('message', contest => { ${code} });`,
    {
      eval: true,
    },
  );

test('reports are in the order of the games, whichever thread finishes first', async () => {
  let played = 0;
  const reports = await playAll(
    CONTESTS,
    2,
    () => played++,
    thread('parentPort.postMessage(contest.toUpperCase());'),
  );
  expect([reports, played]).toEqual([['A', 'B', 'C'] as unknown as readonly ContestReport[], 3]);
});

test.each([
  ['ends without a word', 'process.exit(3);', 'a thread ended with 3'],
  ['breaks', 'throw new Error("broken");', 'broken'],
])('a thread that %s ends the simulation with an error', async (_, code, problem) => {
  await expect(playAll(CONTESTS, 2, () => undefined, thread(code))).rejects.toThrow(problem);
});

test.each([
  [2, 2],
  [3, 3],
  [64, 3], // no thread is started without a game to play
])('on %i cores three games are played by %i threads', async (cores, threads) => {
  const start = thread('parentPort.postMessage(contest.toUpperCase());');
  let started = 0;
  const reports = await playAll(
    CONTESTS,
    cores,
    () => undefined,
    () => {
      started++;
      return start();
    },
  );
  expect([started, reports]).toEqual([threads, ['A', 'B', 'C'] as unknown as readonly ContestReport[]]);
});
