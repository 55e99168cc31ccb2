/** Tests of four players of one table on three nodes, which are processes on three NATS servers. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DebriefMessage, DebriefRequest } from '@hush/protocol';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FORMATS } from '../../src/cluster/formats.ts';
import { Subjects } from '../../src/cluster/subjects.ts';
import { childProgram } from '../child-program.ts';
import { patience } from '../patience.ts';
import { reservePort } from '../ports.ts';
import { directory, type Guest, online, openTable, play, sit, until, visit } from '../server-kit.ts';
import { ServerProcess } from '../server-process.ts';
import { Balancer } from './balancer.ts';
import { NatsServers } from './nats-servers.ts';

const NODE = fileURLToPath(new URL('./node-child.ts', import.meta.url));
let servers: NatsServers;
let program: string;

const subjects = new Subjects('hush');
const PAUSES = { scenario: 1, house: { pause: true } } as const;

beforeAll(async () => {
  servers = await NatsServers.start();
  program = await childProgram('spread', NODE);
});
afterAll(() => servers.stop());

interface Node {
  readonly port: number;
  readonly process: ServerProcess;
}

/** The token with which the test reads the metrics. */
const FIGURES = 'figures-of-this-test';
/** The timeout of a node: so long that a node on a busy machine never counts as gone. */
const PATIENT = 60_000;
/** The timeout of a node in tests that wait for a killed one to count as gone. */
const SHORT = 2_000;

const envOf = (name: string, timeout: number): Record<string, string> => ({
  HUSH_JOURNAL: servers.urls.join(),
  HUSH_NODE: name,
  HUSH_NATS_TIMEOUT: String(timeout),
  HUSH_METRICS: FIGURES,
});

/** The build of a node: the current one, or the one before it. */
type Build = 'this' | 'earlier';

async function node(name: string, timeout = PATIENT, given?: number, build: Build = 'this'): Promise<Node> {
  const port = given ?? (await reservePort());
  const process = new ServerProcess({
    program,
    dataDir: directory(),
    port,
    env: envOf(name, timeout),
    plants: build === 'this' ? [] : [build],
  });
  onTestFinished(() => process.kill());
  await process.start();
  return { port, process };
}

async function three(timeout = PATIENT, build: Build = 'this'): Promise<readonly [Node, Node, Node]> {
  const ports = [await reservePort(), await reservePort(), await reservePort()];
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map((name, at) => node(name, timeout, ports[at], build)),
  );
  return [a as Node, b as Node, c as Node];
}

/** The samples of a node when NATS has said in time who leads its streams, which may take several requests on a busy machine. */
async function completeSamplesOf(node: Node): Promise<ReadonlyMap<string, number>> {
  for (const wait = patience('NATS to say who leads'); ; wait()) {
    const samples = await samplesOf(node);
    if ([...samples.keys()].some(name => name.startsWith('hush_cluster_leader{'))) return samples;
  }
}

/** The samples of a node's metrics, by name and labels. */
async function samplesOf({ port }: Node): Promise<ReadonlyMap<string, number>> {
  const headers = { authorization: `Bearer ${FIGURES}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return new Map(
    [...text.matchAll(/^(hush_cluster_\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

/** The cluster's metrics that alerts, dashboard and documents name. */
function namedMetrics(): readonly string[] {
  const files = [
    'deploy/monitoring/alerts.yaml',
    'deploy/monitoring/grafana-dashboard.json',
    'docs/CLUSTER.md',
  ];
  const text = files
    .map(file => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'))
    .join('\n');
  return [
    ...new Set([...text.matchAll(/\bhush_cluster_[a-z_]+\b/g)].map(([name]) => name.replace(/_bucket$/, ''))),
  ];
}

/**
 * Checks that the owner has the table, that the others relay to it, that NATS has its leaders and replicas, and that
 * all documented metrics exist.
 */
async function compareMetrics(
  owner: Node,
  gate: Node,
  expected: { readonly relayed: number },
): Promise<void> {
  const [own, other] = [await completeSamplesOf(owner), await samplesOf(gate)];
  expect(own.get('hush_cluster_owned_tables')).toBe(1);
  expect(other.get('hush_cluster_owned_tables')).toBe(0);
  expect(other.get('hush_cluster_relayed_connections')).toBe(expected.relayed);
  expect(own.get('hush_cluster_node_state{node="a",state="up"}')).toBe(1);
  const names = [...own.keys()];
  expect(names.filter(name => name.startsWith('hush_cluster_leader{'))).toHaveLength(2);
  expect(names.filter(name => name.startsWith('hush_cluster_replica_current{'))).toHaveLength(4);
  const always = { nodes: 3, quorum: 1, chain_breaks_total: 0 };
  for (const [name, value] of Object.entries(always))
    expect(own.get(`hush_cluster_${name}`), name).toBe(value);
  expect(own.get('hush_cluster_appends_total')).toBeGreaterThan(0);
  expect(own.get('hush_cluster_append_seconds_count')).toBeGreaterThan(0);
  const families = new Set(names.map(name => name.replace(/(?:_bucket)?[{].*/, '')));
  expect(namedMetrics().filter(name => !families.has(name))).toEqual([]);
}

const isSameFor = (guests: readonly Guest[]): boolean => {
  const [first, ...others] = guests.map(({ connection }) => JSON.stringify(connection.mirror.confirmed));
  return others.every(other => other === first);
};

const hasHeard = (guest: Guest, text: string): boolean => JSON.stringify(guest.notices).includes(text);

test('CL-10a CL-10j CL-18a four players of one table on three nodes see the same, and the metrics of the nodes describe them', async () => {
  const [a, b, c] = await three();
  const table = await openTable(a, PAUSES);
  const guests = [
    await sit(a, table, 'Ada'),
    await sit(b, table, 'Bea'),
    await sit(c, table, 'Cid'),
    await sit(b, table, 'Dan'),
  ];
  const [host, second, third, fourth] = guests as [Guest, Guest, Guest, Guest];
  for (const { connection } of guests)
    await until(() => connection.mirror.here.length === 4, 'all are present');
  third.connection.do({ type: 'say', text: 'from the third node' });
  for (const guest of guests) await until(() => hasHeard(guest, 'from the third node'), 'heard');
  await play(host, ...guests.slice(1));
  fourth.connection.do({ type: 'pause' });
  for (const { connection } of guests)
    await until(() => connection.mirror.confirmed.game?.status === 'paused', 'paused everywhere');
  await until(() => isSameFor(guests), 'all see the same');
  third.connection.close();
  for (const { connection } of [host, fourth]) await until(() => connection.mirror.here.length < 4, 'gone');
  const back = await online(visit(c, table, third.token()));
  const present = [host, second, back, fourth];
  for (const { connection } of present) await until(() => connection.mirror.here.length === 4, 'back');
  await compareMetrics(a, b, { relayed: 2 });
  await shareHourglasses([a, b, c]);
  await debriefTogether(present);
});

/** Checks that a press at one node is read at the others, whichever of them has the hourglass. */
async function shareHourglasses(nodes: readonly Node[]): Promise<void> {
  const glass = { n: 1, by: 'aaaa', attempt: 0, state: 'paused', capacity: 180_000, left: 90_000, turned: 0 };
  const headers = { 'content-type': 'application/json' };
  for (const [i, { port }] of nodes.entries()) {
    const path = `/api/hourglass/BCDFG${'HJK'[i]}`;
    const put = { method: 'PUT', headers, body: JSON.stringify(glass) };
    expect((await fetch(`http://127.0.0.1:${port}${path}`, put)).status).toBe(200);
    for (const other of nodes)
      expect(await (await fetch(`http://127.0.0.1:${other.port}${path}`)).json()).toEqual(glass);
  }
}

/**
 * Plays and loses a game of two seconds; then one player opens the debrief, and players at other nodes guess and ask for the
 * lead.
 */
async function debriefTogether([host, second, third, fourth]: readonly Guest[]): Promise<void> {
  if (host === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('four players are needed');
  host.connection.manage({ type: 'abandon' });
  host.connection.manage({ type: 'wish', wish: { scenario: 1, hourglass: 2 } });
  host.connection.manage({ type: 'begin' });
  host.connection.do({ type: 'start' });
  const guests = [host, second, third, fourth];
  for (const { connection } of guests)
    await until(() => connection.mirror.confirmed.game?.status === 'lost', 'the sand is out everywhere');
  const { games: game } = host.connection.mirror.confirmed;
  const tell = ({ connection }: Guest, c: DebriefRequest): void => connection.tell({ t: 'debrief', game, c });
  const told = ({ connection }: Guest): DebriefMessage | undefined => connection.mirror.debrief?.message;
  for (const guest of guests) tell(guest, { type: 'open' });
  for (const guest of guests) await until(() => told(guest)?.here.length === 4, 'all are in the debrief');
  tell(host, { type: 'show', at: 1200, runs: false, speed: 1, point: 2, answered: false });
  for (const guest of guests) await until(() => told(guest)?.at === 1200, 'all see the same moment');
  tell(third, { type: 'pin', cell: 16 });
  tell(fourth, { type: 'ask', wants: true });
  for (const guest of guests)
    await until(
      () => told(guest)?.pins.length === 1 && told(guest)?.asks.length === 1,
      'guess and wish are told',
    );
  tell(host, { type: 'give', to: fourth.connection.mirror.member ?? 0 });
  for (const guest of guests)
    await until(() => told(guest)?.leader === fourth.connection.mirror.member, 'another node leads');
}

test('CL-10b players of a killed node reconnect to another node, and players of other nodes stay connected', async () => {
  const [a, b, c] = await three(SHORT);
  const table = await openTable(a, PAUSES); // a new table is owned by the node that made it
  const host = await sit(b, table, 'Ada');
  const other = await sit(c, table, 'Bea');
  const lost = await sit(a, table, 'Cid');
  await play(host, other, lost);
  const before = host.connection.mirror.confirmed.game;
  await a.process.kill();
  const moved = await online(visit(b, table, lost.token()));
  const guests = [host, other, moved];
  for (const { connection } of guests) await until(() => connection.mirror.here.length === 3, 'all are back');
  host.connection.do({ type: 'pause' });
  for (const { connection } of guests)
    await until(() => connection.mirror.confirmed.game?.status === 'paused', 'it goes on');
  await until(() => isSameFor(guests), 'all see the same');
  expect(host.connection.mirror.confirmed.game?.setUp).toEqual(before?.setUp);
  expect(host.connection.mirror.confirmed.game?.at ?? 0).toBeGreaterThanOrEqual(before?.at ?? 0);
});

test('CL-10c a stopped node releases its tables, and players of other nodes keep their seats', async () => {
  const [a, b, c] = await three();
  const table = await openTable(a, PAUSES);
  const host = await sit(b, table, 'Ada');
  const other = await sit(c, table, 'Bea');
  await play(host, other);
  await a.process.stop();
  host.connection.do({ type: 'pause' });
  for (const { connection } of [host, other]) {
    await until(() => connection.mirror.confirmed.game?.status === 'paused', 'it goes on');
    await until(() => connection.mirror.here.length === 2, 'both are present');
  }
  await until(() => isSameFor([host, other]), 'all see the same');
});

/** The format of the last message of a table's log. */
async function formatOf(table: string): Promise<number> {
  const connection = await connect({ servers: servers.urls.map(url => url.replace('nats://', '')) });
  const { logStream } = subjects;
  const question = JSON.stringify({ last_by_subj: subjects.of(`table/${table}`) });
  const answer = await connection.request(`$JS.API.STREAM.MSG.GET.${logStream}`, question);
  await connection.close();
  const { message } = answer.json<{ readonly message: { readonly data: string } }>();
  return Buffer.from(message.data, 'base64')[0] ?? 0;
}

/** Gives a command whose event exists only in the later build; returns whether the table accepted it. */
async function consents({ connection }: Guest): Promise<boolean> {
  connection.manage({ type: 'consent', given: true });
  await until(() => connection.mirror.unanswered === 0, 'answered');
  return connection.mirror.confirmed.consents !== undefined;
}

test('CL-13f CL-13h while all nodes are replaced by a later build, seats, game and sand stay; afterwards new formats and events are used', async () => {
  const old = await three(PATIENT, 'earlier');
  const balancer = await Balancer.start();
  onTestFinished(() => balancer.stop());
  balancer.use(old.map(({ port }) => port));
  const table = await openTable(old[0], PAUSES);
  const [host, other] = [await sit(balancer, table, 'Ada'), await sit(balancer, table, 'Bea')];
  await play(host, other);
  const { game } = host.connection.mirror.confirmed;
  const later: Node[] = [];
  for (const [at, { process }] of old.entries()) {
    later.push(await node(`later-${at}`));
    balancer.use([...old.slice(at + 1), ...later].map(({ port }) => port));
    expect(await formatOf(table)).toBe(FORMATS.newest - 1);
    expect(await consents(other)).toBe(false);
    await process.stop();
    const type = at % 2 === 0 ? 'pause' : 'resume';
    host.connection.do({ type });
    for (const { connection } of [host, other]) {
      const wanted = type === 'pause' ? 'paused' : 'playing';
      await until(() => connection.mirror.confirmed.game?.status === wanted, wanted);
    }
  }
  await until(() => isSameFor([host, other]), 'both see the same');
  const after = host.connection.mirror.confirmed.game;
  expect(after?.setUp).toEqual(game?.setUp);
  expect(after?.at ?? 0).toBeGreaterThanOrEqual(game?.at ?? 0);
  await expect
    .poll(async () => {
      host.connection.manage({ type: 'ready', ready: false });
      host.connection.do({ type: 'resume' });
      host.connection.do({ type: 'pause' });
      await until(() => host.connection.mirror.unanswered === 0, 'answered');
      return formatOf(table);
    })
    .toBe(FORMATS.newest);
  await expect.poll(() => consents(other)).toBe(true);
});

test('CL-10d a second node with the same name is refused with one sentence', async () => {
  await node('twin');
  const { status, stderr } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      HOST: '127.0.0.1',
      HUSH_DATA: directory(),
      ...envOf('twin', PATIENT),
    },
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'Another node of this cluster is called twin: set HUSH_NODE to a name of its own.',
  );
});
