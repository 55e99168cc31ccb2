/** Tests of servers that share a journal in NATS: one takes over the tables of another. The servers are processes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { childProgram } from '../child-program.ts';
import { reservePort } from '../ports.ts';
import { directory, online, openTable, play, serve, sit, until, visit, whilePassing } from '../server-kit.ts';
import { ServerProcess } from '../server-process.ts';
import { openTestJournal } from './cluster-kit.ts';
import { NatsServers } from './nats-servers.ts';

const NODE = fileURLToPath(new URL('./node-child.ts', import.meta.url));
const SAND = 300;
let servers: NatsServers;

beforeAll(async () => {
  servers = await NatsServers.start();
});
afterAll(() => servers.stop());

async function node(program: string, name: string): Promise<ServerProcess & { readonly port: number }> {
  const port = await reservePort();
  const env = {
    HUSH_JOURNAL: servers.urls.join(),
    HUSH_NODE: name,
    HUSH_NATS_MONITOR: servers.monitors.join(),
    HUSH_NATS_TIMEOUT: '60000', // this timeout is so long that a busy machine never counts as gone
  };
  const server = new ServerProcess({ program, dataDir: directory(), port, env });
  onTestFinished(() => server.kill());
  await server.start();
  return Object.assign(server, { port });
}

test.each(['stopped', 'killed'] as const)(
  'CL-9a a table whose server was %s is opened by another server with its seats, entries and sand',
  async how => {
    const program = await childProgram('take-over', NODE);
    const one = await node(program, `one-${how}`);
    const table = await one.createTable({ scenario: 1 });
    const host = await sit(one, table, 'Ada');
    const other = await sit(one, table, 'Bea');
    await play(host, other);
    await until(() => host.connection.mirror.confirmed.game?.status === 'playing', 'playing');
    const before = host.connection.mirror.confirmed;
    await (how === 'killed' ? one.kill() : one.stop());
    const two = await node(program, `two-${how}`);
    const back = await online(visit(two, table, host.token()));
    const after = back.connection.mirror.confirmed;
    expect(after.seats).toEqual(before.seats);
    expect(after.game?.setUp).toEqual(before.game?.setUp);
    expect(after.game?.status).toBe('playing');
    expect(after.game?.at ?? 0).toBeGreaterThanOrEqual(before.game?.at ?? 0);
    await two.stop();
  },
);

test('CL-13g the last node stops the sand of its tables before it closes the first connection', async () => {
  const env = { HUSH_JOURNAL: servers.urls.join(), HUSH_NODE: 'last', HUSH_NATS_TIMEOUT: '60000' };
  const { server, clock, port } = await serve({
    env: { ...env, HUSH_NATS_MONITOR: servers.monitors.join() },
  });
  const code = await openTable({ port });
  const [host, other] = [await sit({ port }, code, 'Ada'), await sit({ port }, code, 'Bea')];
  await play(host, other);
  await until(() => host.connection.mirror.confirmed.game?.status === 'playing', 'playing');
  clock.pass(SAND);
  const journal = await openTestJournal(servers);
  onTestFinished(() => journal.close());
  const stopping = server.stop(); // the virtual clock stands still, so the server waits between closing two connections
  const stored = (): Promise<unknown> => journal.moments.last(`table/${code}`, 1);
  await expect.poll(stored).toEqual({ ok: true, value: SAND });
  await whilePassing(clock, stopping);
});

test('CL-1a only the cluster room imports NATS, and the server loads that room only when it is configured', () => {
  const root = join(import.meta.dirname, '../../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file =>
    /[.](?:ts|mjs)$/.test(file),
  );
  const outside = files.filter(file => !file.startsWith('cluster/'));
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  expect(outside.filter(file => text(file).includes('@nats-io'))).toEqual([]);
  // a statement may have several lines
  const loads = /^(?:import|export)\s(?!type\s)(?:[^;']*\sfrom )?'[./]*\/cluster\//m;
  expect(outside.filter(file => loads.test(text(file)))).toEqual([]);
  expect(outside.filter(file => /import\('[./]*\/cluster\//.test(text(file)))).toEqual([
    'index.ts',
    'server.ts',
  ]);
});
