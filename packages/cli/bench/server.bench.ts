/**
 * Measures the server under load beside a bare `ws` server that sends the same bytes, in one run of `hush bench`: actions a
 * second that are served in time, the cost of an action, and the length of its news.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Row } from '../../../tools/bench-row.ts';
import type { BenchResult, Subject } from '../src/bench/bench-command.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const [TABLES, PLAYERS, RATE] = [200, 8, 1500];

const BUDGETS = {
  memory: { share: '>= 1', beside: '<= 1' },
  sqlite: { share: '>= 0.85', beside: '<= 1.2' },
} as const;

export async function bench(): Promise<readonly Row[]> {
  const { subjects, early, late } = await measure();
  const bare = subjects.find(({ name }) => name === 'bare')?.capacity?.rate ?? 0;
  const bytes = [
    { name: 'server, news about the 10th action, to each player', value: early },
    { name: 'server, news about the 1,000th action, to each player', value: late },
  ];
  return [
    ...subjects.flatMap(subject => rowsOf(subject, bare)),
    ...bytes.map(row => ({ ...row, unit: 'bytes', budget: '<= 100' as const })),
  ];
}

async function measure(): Promise<BenchResult> {
  const args = ['--tables', TABLES, '--players', PLAYERS, '--rate', RATE].map(String);
  const child = spawn(process.execPath, [HUSH, 'bench', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`hush bench ended with ${code}`);
  return JSON.parse(said) as BenchResult;
}

function rowsOf(
  { name, capacity, equal, cpuPerAction, cpuBesideBare }: Subject,
  bare: number,
): readonly Row[] {
  const where = `server ${name}, ${TABLES} tables x ${PLAYERS}`;
  const rate = capacity?.rate ?? 0;
  const cpu = { name: `${where}, CPU an action at ${equal.rate}/s`, value: cpuPerAction, unit: 'us' };
  const served = { name: `${where}, in time (p99 < 50 ms)`, value: rate, unit: 'actions/s' };
  if (name === 'bare') return [served, cpu];
  const share = { name: `${where}, beside bare`, value: bare === 0 ? 0 : rate / bare, unit: 'x' };
  const beside = { name: `${where}, CPU beside bare`, value: cpuBesideBare, unit: 'x' };
  const budgets = BUDGETS[name];
  return [served, { ...share, budget: budgets.share }, cpu, { ...beside, budget: budgets.beside }];
}
