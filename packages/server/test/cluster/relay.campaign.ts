/** Measures what the relay between nodes costs: time, bytes between nodes, and memory of an idle connection. */
import { PROTOCOL_VERSION } from '@hush/protocol';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ownerAmong } from '../../src/cluster/owner.ts';
import { type Player, playTable, until } from '../player-client.ts';
import { quantile } from '../quantile.ts';
import { note } from './campaign-rows.ts';
import { Fleet } from './fleet.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const ROUNDS = number('HUSH_CLUSTER_ROUNDS', 300);
const WATCHERS = number('HUSH_CLUSTER_WATCHERS', 50);
const IDLE = number('HUSH_CLUSTER_IDLE', 2_000);
const EVENTS = 100;
/** Milliseconds between two rounds; messages of a connection that sends faster are delayed. */
const PACE = 80;
const IDLE_TABLES = 20;
/** How many connections are opened at the same time. */
const TOGETHER = 50;
const WISH = { scenario: 1, hourglass: 3600, house: { freeTalk: true } };

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start({
    name: 'relay',
    env: { NODE_OPTIONS: '--expose-gc', HUSH_MAX_CONNECTIONS: '100000' },
  });
});
afterAll(() => fleet.end());

const portOf = (at: number): number => fleet.nodes[at]?.plan.port ?? 0;

/** A new table that this node owns. */
async function tableOwnedBy(at: number): Promise<string> {
  const names = fleet.nodes.map(({ plan }) => plan.env?.['HUSH_NODE'] ?? '');
  for (;;) {
    const code = (await fleet.nodes[at]?.createTable(WISH)) ?? '';
    if (ownerAmong(code, names) === names[at]) return code;
  }
}

async function seated(table: string, ports: readonly number[]): Promise<readonly Player[]> {
  const players = await playTable(ports.map(port => ({ table, port, chance: () => 0.5 })));
  onTestFinished(() => {
    for (const { connection } of players) connection.close();
  });
  return players;
}

/** Milliseconds from a question for the sand to its answer; the journal is not involved. */
async function question(player: Player): Promise<number> {
  const before = player.sand?.askedAt;
  player.connection.probe();
  await until(() => player.sand !== null && player.sand.askedAt !== before, 'an answer');
  const { askedAt, heardAt } = player.sand ?? { askedAt: 0, heardAt: 0 };
  return heardAt - askedAt;
}

/** Milliseconds from a command to its news. */
async function action(player: Player, at: number): Promise<number> {
  const before = player.madeBy(player.member);
  const began = performance.now();
  player.manage({ type: 'ready', ready: at % 2 === 0 });
  await until(() => player.madeBy(player.member) > before, 'the news');
  return player.answeredAt - began;
}

test('measures how long a question and an action take at the owner, and through the relay', async () => {
  const [local, relayed] = await seated(await tableOwnedBy(0), [portOf(0), portOf(1)]);
  if (local === undefined || relayed === undefined) throw new Error('nobody plays');
  const questions: [number[], number[]] = [[], []];
  const actions: [number[], number[]] = [[], []];
  for (let i = 0; i < ROUNDS; i++)
    for (const [who, player] of [local, relayed].entries()) {
      questions[who]?.push(await question(player));
      actions[who]?.push(await action(player, i));
      await new Promise(resolve => setTimeout(resolve, PACE));
    }
  const load = `${ROUNDS} times, alternating`;
  for (const [what, times, must] of [
    ['question for the sand', questions, '<= 2'],
    ['action', actions, undefined],
  ] as const) {
    const [own, other] = times.map(each => quantile(each, 0.5));
    note({ line: 8, what: `${what} at the owner, p50`, figure: own ?? 0, unit: 'ms', load });
    note({
      line: 8,
      what: `${what} through the relay, more at p50`,
      figure: (other ?? 0) - (own ?? 0),
      unit: 'ms',
      load,
      ...(must === undefined ? {} : { must }),
    });
  }
});

interface Traffic {
  readonly bytes: number;
  readonly copies: number;
}

/** Counts the bytes that are sent to one node while a player acts. */
async function trafficTo(node: string, actor: Player): Promise<Traffic> {
  const connection = await connect({ servers: fleet.servers.urls.map(url => url.replace('nats://', '')) });
  let [bytes, copies] = [0, 0];
  connection.subscribe(`hush.to.${node}`, {
    callback: (_, message) => {
      bytes += message.data.length;
      copies += message.string().split('\\"t\\":\\"news\\"').length - 1;
    },
  });
  await connection.flush();
  for (let i = 0; i < EVENTS; i++) await action(actor, i);
  await until(() => copies >= EVENTS, 'the last event at the other node');
  await connection.close();
  return { bytes: bytes / EVENTS, copies: copies / EVENTS };
}

test('measures how many bytes one event takes between two nodes, with one spectator and with many', async () => {
  const table = await tableOwnedBy(0);
  const [actor] = await seated(table, [portOf(0), portOf(0)]);
  if (actor === undefined) throw new Error('nobody plays');
  const node = fleet.nodes[1]?.plan.env?.['HUSH_NODE'] ?? '';
  const sockets = await openIdle([table], 1, portOf(1));
  const one = await trafficTo(node, actor);
  sockets.push(...(await openIdle([table], WATCHERS - 1, portOf(1))));
  const many = await trafficTo(node, actor);
  for (const socket of sockets) socket.terminate();
  const load = `${EVENTS} events`;
  note({
    line: 8,
    what: 'bytes to a node for an event, one watcher there',
    figure: one.bytes,
    unit: 'bytes',
    load,
  });
  note({
    line: 8,
    what: `bytes to a node for an event, ${WATCHERS} watchers there`,
    figure: many.bytes,
    unit: 'bytes',
    load,
  });
  note({
    line: 8,
    what: `copies of an event to a node with ${WATCHERS} watchers`,
    figure: many.copies,
    unit: '',
    must: '= 1',
    load,
  });
  expect(many.copies).toBe(1);
});

/** Opens connections that say hello to each table in turn, and send nothing afterwards. */
async function openIdle(tables: readonly string[], count: number, port: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  const open = (table: string): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
        perMessageDeflate: false,
        origin: `http://127.0.0.1:${port}`,
      });
      socket.once('error', reject);
      socket.once('open', () =>
        socket.send(JSON.stringify({ t: 'hello', protocol: PROTOCOL_VERSION, table })),
      );
      socket.once('message', () => resolve(socket));
    });
  for (let i = 0; i < count; i += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, count - i) }, (_, j) =>
      open(tables[(i + j) % tables.length] ?? ''),
    );
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

/** The bytes of a node's heap and buffers after a garbage collection. */
async function memoryOf(at: number): Promise<number> {
  const least: number[] = [];
  for (let i = 0; i < 3; i++) {
    fleet.nodes[at]?.signal('SIGUSR2'); // collects garbage
    const { size, external } = await heapOf(at);
    least.push(size + external);
  }
  return Math.min(...least);
}

async function heapOf(at: number): Promise<{ readonly size: number; readonly external: number }> {
  const samples = await fleet.metricsOf(at);
  return {
    size: samples.get('nodejs_heap_size_used_bytes') ?? Number.NaN,
    external: samples.get('nodejs_external_memory_bytes') ?? Number.NaN,
  };
}

test('measures how much memory an idle connection takes at the owner, and through the relay', async () => {
  const tables: string[] = [];
  for (let i = 0; i < IDLE_TABLES; i++) tables.push(await tableOwnedBy(0));
  const sockets = [
    ...(await openIdle(tables, IDLE_TABLES, portOf(0))),
    ...(await openIdle(tables, 500, portOf(1))),
  ];
  const [own, gate] = [await memoryOf(0), await memoryOf(1)];
  sockets.push(...(await openIdle(tables, IDLE, portOf(0))));
  const local = ((await memoryOf(0)) - own) / IDLE;
  const before = await memoryOf(0);
  sockets.push(...(await openIdle(tables, IDLE, portOf(1))));
  const atOwner = ((await memoryOf(0)) - before) / IDLE;
  const atGate = ((await memoryOf(1)) - gate) / IDLE;
  for (const socket of sockets) socket.terminate();
  const load = `${IDLE} connections`;
  const kB = (bytes: number): number => bytes / 1_000;
  note({ line: 8, what: 'heap of an idle connection at the owner', figure: kB(local), unit: 'kB', load });
  note({
    line: 8,
    what: 'heap of an idle relayed connection, at its own node',
    figure: kB(atGate),
    unit: 'kB',
    load,
  });
  note({
    line: 8,
    what: 'heap of an idle relayed connection, at the owner',
    figure: kB(atOwner),
    unit: 'kB',
    load,
  });
  note({
    line: 8,
    what: 'heap of an idle relayed connection, more than a local one, both nodes together',
    figure: kB(atOwner + atGate - local),
    unit: 'kB',
    must: '<= 3',
    load,
  });
});
