/** What an open table without people costs in memory: strangers can open many. */
import { setImmediate as turn } from 'node:timers/promises';
import { memoryJournal } from '@hush/protocol';
import type { Row } from '../../../tools/bench-row.ts';
import { readConfig } from '../src/index.ts';
import { LoopTurn } from '../src/runtime/loop-turn.ts';
import { Metrics } from '../src/runtime/metrics.ts';
import { TableRegistry } from '../src/tables/registry.ts';

const TABLES = 900; // a server keeps at most 1,000 such tables in memory (PR-62d)
const FIRST = 100;

async function heapNow(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

const QUIET = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
};

/** The journal in memory holds the entries as well, so what it holds without tables is subtracted. */
export async function bench(): Promise<readonly Row[]> {
  const config = readConfig({});
  if (!config.ok) throw new Error('no configuration');
  const journal = memoryJournal();
  const tables = new TableRegistry({
    journal,
    clock: { now: () => performance.now(), later: () => () => undefined, today: () => 20_000 },
    chance: Math.random,
    metrics: new Metrics(),
    log: QUIET,
    loopTurn: new LoopTurn(),
    most: TABLES * 2,
    keepDays: 30,
    ice: () => ({ servers: [] }),
    closedBecause: () => null,
    failed: why => {
      throw new Error(why);
    },
  });
  for (let i = 0; i < FIRST; i++) await tables.create({ scenario: 1 }); // code is compiled, caches are filled
  const before = await heapNow();
  for (let i = 0; i < TABLES; i++) await tables.create({ scenario: 1 });
  const after = await heapNow();
  await tables.drain('The measurement is over.');
  const stored = (await heapNow()) - before;
  return [
    {
      name: 'heap of an open table without people',
      value: (after - before - stored) / (FIRST + TABLES) / 1000,
      unit: 'kB',
      budget: '<= 10',
    },
  ];
}
