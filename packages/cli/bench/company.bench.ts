/**
 * Measures how much tables with bots slow down tables of people on one server, alternately with and without bots in one run
 * of `hush bench`: the 99th percentile in milliseconds, and the processor time of a hundred bots' tables.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Row } from '../../../tools/bench-row.ts';
import type { CompanyResult } from '../src/bench/bots.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const [TABLES, PLAYERS, RATE, BOTS] = [100, 4, 500, 100];

/** How much p99 may grow: by a quarter, or by three milliseconds, which nobody notices. */
const MOST_FACTOR = 1.25;
const UNSEEN = 3;

export async function bench(): Promise<readonly Row[]> {
  const { alone, beside, cpuAlone, cpuBeside, botRate } = await measure();
  const where = `${TABLES} tables x ${PLAYERS} people at ${RATE} actions/s`;
  const grown = Math.max(0, beside.p99 - alone.p99);
  const ok = beside.p99 <= alone.p99 * MOST_FACTOR || grown <= UNSEEN;
  return [
    { name: `${where}, p99`, value: alone.p99, unit: 'ms' },
    { name: `${where}, p99 beside ${BOTS} tables with bots`, value: beside.p99, unit: 'ms', ok },
    { name: `${BOTS} tables with bots, share of a core`, value: cpuBeside - cpuAlone, unit: 'cores' },
    { name: `${BOTS} tables with bots, what happens there`, value: botRate, unit: 'events/s' },
  ];
}

async function measure(): Promise<CompanyResult> {
  const args = ['--tables', TABLES, '--players', PLAYERS, '--rate', RATE, '--bots', BOTS, '--seconds', 5];
  const child = spawn(process.execPath, [HUSH, 'bench', '--json', ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`hush bench ended with ${code}`);
  return JSON.parse(said) as CompanyResult;
}
