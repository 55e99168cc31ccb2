/**
 * Measures the server under load beside a bare `ws` server that sends the same bytes, in one run of `hush bench`: actions a
 * second that are served in time, the cost of an action, and the length of its news.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Rounds, rowOf } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';
import type { BenchResult, Subject } from '../src/bench/bench-command.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const [TABLES, PLAYERS, RATE, SECONDS, ROUNDS] = [200, 8, 1500, 1, 15];
const BARE = 'bare';
/** The rate that is shown for a server that serves no rate in time. */
const NONE = 1;

const BUDGETS = {
  memory: { share: '>= 1', beside: '<= 1' },
  sqlite: { share: '>= 0.85', beside: '<= 1.2' },
} as const;

export async function bench(): Promise<readonly Row[]> {
  const { subjects, early, late } = await measure();
  const [rates, cpus] = [new Rounds(BARE), new Rounds(BARE)];
  for (const subject of subjects) {
    for (const rate of subject.capacity?.trials ?? [NONE]) rates.note(subject.name, { rate });
    for (const cpu of subject.cpus) cpus.note(subject.name, { cpu });
  }
  const bytes = [
    { name: 'server, news about the 10th action, to each player', value: early },
    { name: 'server, news about the 1,000th action, to each player', value: late },
  ];
  return [
    ...subjects.flatMap(({ name }) => rowsOf(name, rates, cpus)),
    ...bytes.map(row => ({ ...row, unit: 'bytes', budget: '<= 100' as const })),
  ];
}

async function measure(): Promise<BenchResult> {
  const load = { tables: TABLES, players: PLAYERS, rate: RATE, seconds: SECONDS, rounds: ROUNDS };
  const args = Object.entries(load).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const child = spawn(process.execPath, [HUSH, 'bench', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`hush bench ended with ${code}`);
  return JSON.parse(said) as BenchResult;
}

function rowsOf(name: Subject['name'], rates: Rounds, cpus: Rounds): readonly Row[] {
  const where = `server ${name}, ${TABLES} tables x ${PLAYERS}`;
  const served = rowOf(`${where}, in time (p99 < 50 ms)`, 'actions/s', rates.of(name, 'rate'));
  const cpu = rowOf(`${where}, CPU an action at ${RATE}/s`, 'us', cpus.of(name, 'cpu'));
  if (name === BARE) return [served, cpu];
  const share = rowOf(`${where}, beside bare`, 'x', rates.ratio(name, 'rate'));
  const beside = rowOf(`${where}, CPU beside bare`, 'x', cpus.ratio(name, 'cpu'));
  const budgets = BUDGETS[name];
  return [served, { ...share, budget: budgets.share }, cpu, { ...beside, budget: budgets.beside }];
}
