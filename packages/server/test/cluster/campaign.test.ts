/**
 * A cluster under load: three nodes on three NATS servers behind a balancer, and tables with players who act all the time.
 * Nodes are killed, leaders of NATS are killed or suspended, and all nodes are replaced. At the end the journal is compared
 * with what players were told. `npm run cluster` has bigger numbers and prints how long players waited.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { stepDown } from '../../src/cluster/operate.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { childProgram } from '../child-program.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { type Player, playTable, until } from '../player-client.ts';
import { quantile } from '../quantile.ts';
import { directory } from '../server-kit.ts';
import { reservePort, ServerProcess } from '../server-process.ts';
import { Balancer } from './balancer.ts';
import { openTestJournal } from './cluster-kit.ts';
import { NatsServers } from './nats-servers.ts';

const NODE = fileURLToPath(new URL('./node-child.ts', import.meta.url));
const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const TABLES = number('HUSH_CLUSTER_TABLES', 2);
const PLAYERS = 3;
/** Milliseconds between two actions of a player. */
const PACE = 100;
const MOST_UNANSWERED = 6;
const STOPPED = 3_000;

/** How often each kind of fault happens, here and in `npm run cluster`. */
const EVENTS = [
  ['kill of a node', number('HUSH_CLUSTER_KILLS', 1)],
  ['kill of a leader', number('HUSH_CLUSTER_LEADERS', 0)],
  ['stop of a leader', number('HUSH_CLUSTER_STOPS', 0)],
  ['step-down of a leader', number('HUSH_CLUSTER_STEPDOWNS', 0)],
  ['kill of all NATS servers', number('HUSH_CLUSTER_FALLS', 0)],
  ['rolling restart of NATS', number('HUSH_CLUSTER_RESTARTS', 0)],
  ['deploy of all nodes', number('HUSH_CLUSTER_DEPLOYS', 0)],
] as const;

let servers: NatsServers;
let program: string;
let balancer: Balancer;
const nodes: ServerProcess[] = [];
let boots = 0;

async function boot(at: number, port: number): Promise<ServerProcess> {
  const env = { HUSH_JOURNAL: servers.urls.join(), HUSH_NODE: `${'abc'[at]}-${++boots}` };
  const node = new ServerProcess({ program, dataDir: `${folder}/${boots}`, port, env });
  await node.start();
  return node;
}

let folder = '';

beforeAll(async () => {
  servers = await NatsServers.start();
  program = await childProgram('campaign', NODE);
  balancer = await Balancer.start();
});
afterAll(async () => {
  await Promise.all(nodes.map(node => node.kill()));
  await balancer.stop();
  await servers.stop();
});

const useAll = (): void => balancer.use(nodes.map(({ plan }) => plan.port));

async function killNode(at: number): Promise<void> {
  const node = nodes[at];
  if (node === undefined) return;
  await node.kill();
  nodes[at] = await boot(at, node.plan.port);
}

async function deployAll(): Promise<void> {
  for (const [at, node] of nodes.entries()) {
    balancer.use(nodes.filter(other => other !== node).map(({ plan }) => plan.port));
    await node.stop();
    nodes[at] = await boot(at, node.plan.port);
    useAll();
  }
}

async function troubleLeader(how: 'kill' | 'stop'): Promise<void> {
  const leader = await servers.leaderOf('HUSH_LOGS');
  if (how === 'kill') {
    await servers.kill(leader);
    servers.begin(leader);
  } else {
    servers.signal(leader, 'SIGSTOP');
    await new Promise(resolve => setTimeout(resolve, STOPPED));
    servers.signal(leader, 'SIGCONT');
  }
}

async function stepDownFrom(server: number): Promise<void> {
  const settings = { servers: servers.urls, node: 'operator', replicas: servers.count };
  const moved = await stepDown(settings, `n${server + 1}`, { clock: systemClock });
  if (!moved.ok) throw new Error(moved.error);
}

const stepDownLeader = async (): Promise<void> => stepDownFrom(await servers.leaderOf('HUSH_LOGS'));

async function killAllServers(): Promise<void> {
  const all = Array.from({ length: servers.count }, (_, at) => at);
  await Promise.all(all.map(at => servers.kill(at)));
  for (const at of all) servers.begin(at);
}

/** As an operator does it: each server gives its leaderships away before it is stopped, and is healthy before the next one. */
async function restartServers(): Promise<void> {
  for (let at = 0; at < servers.count; at++) {
    await stepDownFrom(at);
    await servers.kill(at, 'SIGTERM');
    servers.begin(at);
    await servers.ready();
  }
}

const HAPPEN: Readonly<Record<(typeof EVENTS)[number][0], (turn: number) => Promise<void>>> = {
  'kill of a node': turn => killNode(turn % 3),
  'kill of a leader': () => troubleLeader('kill'),
  'stop of a leader': () => troubleLeader('stop'),
  'step-down of a leader': stepDownLeader,
  'kill of all NATS servers': killAllServers,
  'rolling restart of NATS': restartServers,
  'deploy of all nodes': deployAll,
};

/** Sends commands until it is told to stop. */
function load(players: readonly Player[]): () => void {
  const timers = players.map(player =>
    setInterval(() => {
      if (player.connection.mirror.unanswered < MOST_UNANSWERED) player.act();
    }, PACE),
  );
  return () => timers.forEach(clearInterval);
}

/** Causes a fault; returns for each player the milliseconds until the next answer. */
async function gapsOf(players: readonly Player[], happen: () => Promise<void>): Promise<readonly number[]> {
  const begun = Date.now();
  const answered = players.map(({ answeredAt }) => answeredAt);
  const gaps = new Map<Player, number>();
  const watch = setInterval(() => {
    for (const [i, player] of players.entries())
      if (!gaps.has(player) && player.answeredAt !== answered[i]) gaps.set(player, Date.now() - begun);
  }, 5);
  await happen();
  await servers.ready();
  await until(() => gaps.size === players.length, 'an answer for every player');
  clearInterval(watch);
  return [...gaps.values()];
}

test('CL-17a killing and replacing nodes and leaders under load loses, duplicates and reorders nothing acknowledged', async () => {
  folder = directory();
  const findings: Finding[] = [];
  for (let at = 0; at < 3; at++) nodes.push(await boot(at, await reservePort()));
  useAll();
  const tables: { readonly ledger: Ledger; readonly players: readonly Player[] }[] = [];
  for (let i = 0; i < TABLES; i++) {
    // Where talk is free, `ready` is never refused (CM-2k): each one that the journal lacks is lost.
    const code =
      (await nodes[i % 3]?.createTable({ scenario: 1, hourglass: 600, house: { freeTalk: true } })) ?? '';
    const plan = { table: code, port: balancer.port, chance: () => Math.random() };
    const players = await playTable(Array.from({ length: PLAYERS }, () => plan));
    onTestFinished(() => {
      for (const { connection } of players) connection.close();
    });
    tables.push({ ledger: new Ledger(code, finding => findings.push(finding)), players });
  }
  const players = tables.flatMap(table => table.players);
  const stop = load(players);
  for (const [name, count] of EVENTS) {
    const gaps: number[] = [];
    for (let turn = 0; turn < count; turn++) gaps.push(...(await gapsOf(players, () => HAPPEN[name](turn))));
    if (count > 0)
      process.stdout.write(
        `${name}: ${count} times, next answer p50 ${quantile(gaps, 0.5)} ms, p99 ${quantile(gaps, 0.99)} ms, longest ${Math.max(...gaps)} ms\n`,
      );
  }
  stop();
  await until(() => players.every(({ connection: { mirror } }) => mirror.unanswered === 0), 'every answer');
  const journal = await openTestJournal(servers);
  for (const { ledger, players: own } of tables) {
    const end = await journal.read(`table/${ledger.code}`, 1);
    await until(
      () => own.every(({ connection: { mirror } }) => end.ok && mirror.version >= end.version),
      'all entries',
    );
    await ledger.compare(
      journal,
      own.map(player => player.testify()),
    );
    await ledger.compareStates(journal, own);
  }
  const entries = tables.reduce((sum, { ledger }) => sum + ledger.entries, 0);
  process.stdout.write(
    `${entries} entries, ${findings.length} lost, doubled or reordered, ${journal.counts.chainBreaks} chain breaks\n`,
  );
  await journal.close();
  expect(entries).toBeGreaterThan(20);
  expect(findings).toEqual([]);
});
