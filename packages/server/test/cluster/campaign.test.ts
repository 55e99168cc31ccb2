/**
 * A cluster under load: three nodes on three NATS servers behind a balancer, and tables with players who act all the time.
 * Nodes are killed, leaders of NATS are killed or suspended, networks are cut, and all nodes are replaced. At the end the
 * journal is compared with what players were told. `npm run cluster` has bigger numbers and prints how long players waited.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chanceFrom } from '../chance.ts';
import { note, noteWaits } from './campaign-rows.ts';
import { CUTS, type CutResult, cutOnce } from './cuts.ts';
import { Fleet } from './fleet.ts';
import { FleetLoad } from './fleet-load.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const TABLES = number('HUSH_CLUSTER_TABLES', 2);
/** Milliseconds between two actions of a player. */
const PACE = number('HUSH_CLUSTER_PACE', 100);
const SEED = number('HUSH_CLUSTER_SEED', 1);
const CUT_COUNT = number('HUSH_CLUSTER_CUTS', 2);
const CUT_LASTS = number('HUSH_CLUSTER_CUT_LASTS', 1_000);
const STOPPED = number('HUSH_CLUSTER_STOPPED', 3_000);

interface Fault {
  readonly name: string;
  readonly count: number;
  readonly happen: (fleet: Fleet, turn: number) => Promise<void>;
  /** The topic of the fault's rows, with the bounds of the waiting times in milliseconds. */
  readonly line: number;
  readonly bounds?: { readonly p50?: number; readonly p95?: number; readonly p99?: number };
}

const FAULTS: readonly Fault[] = [
  {
    name: 'kill of a node',
    count: number('HUSH_CLUSTER_KILLS', 1),
    happen: (fleet, turn) => fleet.killNode(turn % 3),
    line: 2,
    bounds: { p50: 2_000, p99: 4_000 },
  },
  {
    name: 'kill of a leader',
    count: number('HUSH_CLUSTER_LEADERS', 1),
    happen: killLeader,
    line: 3,
    bounds: { p50: 6_500, p99: 9_000 },
  },
  { name: 'stop of a leader', count: number('HUSH_CLUSTER_STOPS', 0), happen: suspendLeader, line: 3 },
  {
    name: 'step-down of a leader',
    count: number('HUSH_CLUSTER_STEPDOWNS', 0),
    happen: async fleet => fleet.stepDownFrom(await fleet.servers.leaderOf('HUSH_LOGS')),
    line: 3,
    bounds: { p95: 1_200 },
  },
  {
    name: 'kill of all NATS servers',
    count: number('HUSH_CLUSTER_FALLS', 0),
    happen: fleet => fleet.killAllServers(),
    line: 3,
  },
  {
    name: 'rolling restart of NATS',
    count: number('HUSH_CLUSTER_RESTARTS', 0),
    happen: fleet => fleet.restartServers(),
    line: 5,
    bounds: { p99: 1_500 },
  },
  {
    // Every second deploy brings a build with a new format; it writes that format once the last node of the previous build has stopped.
    name: 'deploy of all nodes',
    count: number('HUSH_CLUSTER_DEPLOYS', 0),
    happen: (fleet, turn) => fleet.deployAll(Math.floor((turn + 1) / 2)),
    line: 5,
    bounds: { p50: 300, p99: 1_500 },
  },
];

async function killLeader({ servers }: Fleet): Promise<void> {
  const leader = await servers.leaderOf('HUSH_LOGS');
  await servers.kill(leader);
  servers.begin(leader);
}

async function suspendLeader({ servers }: Fleet): Promise<void> {
  const leader = await servers.leaderOf('HUSH_LOGS');
  servers.signal(leader, 'SIGSTOP');
  await new Promise(resolve => setTimeout(resolve, STOPPED));
  servers.signal(leader, 'SIGCONT');
}

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start({ name: 'campaign', hasLinks: CUT_COUNT > 0 });
});
afterAll(() => fleet.end());

async function begin(): Promise<FleetLoad> {
  const load = await FleetLoad.begin(fleet, TABLES, chanceFrom(SEED), PACE);
  onTestFinished(() => load.end());
  return load;
}

/**
 * For each line by how many milliseconds the sand may be set back, and how many may be lost at once. While NATS does not
 * answer, a table sets its sand back to the last moment that it knows to be stored. If a later moment was stored, too, the
 * sand jumps forward to it when another node opens the table.
 */
const SAND_BOUNDS: Readonly<Record<number, { readonly back: number; readonly lost: number }>> = {
  2: { back: 1_000, lost: 0 },
  3: { back: 1_000, lost: 1_000 },
  4: { back: 1_000, lost: 1_000 },
  5: { back: 50, lost: 50 },
};

/** Compares the journal with what players were told, and notes the result for each line of the promises. */
async function expectNothingLost(load: FleetLoad, lines: readonly number[]): Promise<void> {
  const { entries, findings, chainBreaks, sandBack, sandLost } = await load.judge();
  for (const line of new Set(lines)) {
    const { back, lost } = SAND_BOUNDS[line] ?? { back: 0, lost: 0 };
    const size = `${entries} entries of ${load.tables} tables`;
    note({
      line,
      what: 'entries lost, doubled or reordered',
      figure: findings.length,
      unit: '',
      must: '= 0',
      load: size,
    });
    note({ line, what: 'breaks of a chain', figure: chainBreaks, unit: '', must: '= 0' });
    note({ line, what: 'sand set back, most', figure: sandBack, unit: 'ms', must: `<= ${back}` });
    note({ line, what: 'sand lost, most', figure: sandLost, unit: 'ms', must: `<= ${lost}` });
  }
  expect(findings).toEqual([]);
  expect(chainBreaks).toBe(0);
  expect(entries).toBeGreaterThan(20);
}

test('CL-17a if nodes and leaders are killed and replaced under load, no acknowledged entry is lost, duplicated or reordered', async () => {
  const faults = FAULTS.filter(({ count }) => count > 0);
  if (faults.length === 0) return;
  const load = await begin();
  for (const { name, count, happen, line, bounds = {} } of faults) {
    const waits: number[] = [];
    for (let turn = 0; turn < count; turn++) waits.push(...(await load.waitsFor(() => happen(fleet, turn))));
    noteWaits({ line, what: name, waits, load: `${count} times, ${TABLES} tables`, ...bounds });
  }
  await expectNothingLost(
    load,
    faults.map(({ line }) => line),
  );
});

test('CL-17b if networks between nodes and NATS servers are cut and healed, no acknowledged entry is lost, and a minority acknowledges nothing', async () => {
  if (CUT_COUNT === 0) return;
  const load = await begin();
  const chance = chanceFrom(SEED);
  const results: CutResult[] = [];
  for (let turn = 0; turn < CUT_COUNT; turn++) {
    const kind = CUTS[turn % CUTS.length];
    if (kind === undefined) throw new Error('there is no cut');
    const at = Math.floor(3 * chance());
    results.push(await cutOnce(fleet, load, { kind, at, lasts: CUT_LASTS * (0.5 + chance()) }));
  }
  noteCuts(results);
  expect(results.filter(result => result.minorityAcknowledged + result.minorityLost > 0)).toEqual([]);
  await expectNothingLost(load, [4]);
});

function noteCuts(results: readonly CutResult[]): void {
  const load = `${results.length} cuts of ${CUT_LASTS / 2} to ${1.5 * CUT_LASTS} ms, ${TABLES} tables`;
  for (const { name } of CUTS) {
    const own = results.filter(({ kind }) => kind === name);
    if (own.length === 0) continue;
    const healed = Math.max(...own.map(result => result.healed));
    note({
      line: 4,
      what: `${name}: whole again after the healing, longest`,
      figure: healed,
      unit: 'ms',
      must: '<= 5000',
      load: `${own.length} times`,
    });
    note({
      line: 4,
      what: `${name}: replicas up to date again, longest`,
      figure: Math.max(...own.map(({ current }) => current)),
      unit: 'ms',
      load: `${own.length} times`,
    });
    const longest = Math.max(...own.flatMap(({ waits }) => waits));
    note({
      line: 4,
      what: `${name}: longest wait of a player`,
      figure: longest,
      unit: 'ms',
      load: `${own.length} times`,
    });
    const two = Math.max(...own.map(({ twoOwners }) => twoOwners));
    note({
      line: 4,
      what: `${name}: two owners that can write, longest`,
      figure: two,
      unit: 'ms',
      must: '<= 3000',
      load: `${own.length} times`,
    });
  }
  const acknowledged = results.reduce((sum, result) => sum + result.minorityAcknowledged, 0);
  note({
    line: 4,
    what: 'appends that a minority acknowledged',
    figure: acknowledged,
    unit: '',
    must: '= 0',
    load,
  });
}
