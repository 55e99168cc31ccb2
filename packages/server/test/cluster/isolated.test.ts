/** Tests of a journal whose NATS server is cut off from the other servers, and of a node that is cut off from all of them. */
import { fileURLToPath } from 'node:url';
import { CLOSE_CODES } from '@hush/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { JetStreamJournal } from '../../src/cluster/jetstream.ts';
import { childProgram } from '../child-program.ts';
import { patience } from '../patience.ts';
import { Player } from '../player-client.ts';
import { reservePort } from '../ports.ts';
import { directory, openTable, rawSocket, until } from '../server-kit.ts';
import { ServerProcess } from '../server-process.ts';
import { openTestJournal } from './cluster-kit.ts';
import { Link } from './links.ts';
import { NatsServers } from './nats-servers.ts';

interface Route {
  readonly from: number;
  readonly to: number;
  readonly link: Link;
}

const routes: Route[] = [];
let servers: NatsServers;

beforeAll(async () => {
  servers = await NatsServers.start({
    routeVia: async (from, to, port) => {
      const link = await Link.open(port, 'route');
      routes.push({ from, to, link });
      return link.port;
    },
  });
});
afterAll(async () => {
  await servers.stop();
  for (const { link } of routes) await link.close();
});

const serverOf = ({ connection }: JetStreamJournal): number =>
  servers.ports.findIndex(port => connection.getServer().endsWith(`:${port}`));

/** A journal whose server does not lead the stream, so that no election is needed when that server is alone. */
async function journalAtFollower(): Promise<JetStreamJournal> {
  for (const wait = patience('a connection to a server that does not lead'); ; wait()) {
    const journal = await openTestJournal(servers, { timeout: 5_000 });
    if (serverOf(journal) !== (await servers.leaderOf('HUSH_LOGS'))) {
      onTestFinished(() => journal.close());
      return journal;
    }
    await journal.close();
  }
}

test('CL-7b a node whose NATS server is cut off from the other servers connects to another one, and its appends succeed again', async () => {
  const journal = await journalAtFollower();
  const other = await openTestJournal(servers);
  await other.append('table/A', 0, ['1']);
  await other.close();
  const alone = serverOf(journal);
  for (const { from, to, link } of routes)
    if (from === alone || to === alone) link.cut({ up: true, down: true });
  await expect
    .poll(async () => {
      await journal.append('table/A', 1, ['2']);
      return journal.read('table/A', 1);
    })
    .toMatchObject({ entries: ['1', '2'] });
  expect(serverOf(journal)).not.toBe(alone);
  for (const { link } of routes) link.heal();
  await servers.ready();
  // Another leader may be elected when the server is back; until then reads fail with `unavailable`.
  await expect.poll(() => journal.read('table/A', 1)).toMatchObject({ entries: ['1', '2'] });
});

interface NodePlan {
  readonly name: string;
  readonly program: string;
  readonly urls: readonly string[];
  readonly port: number;
}

/** Starts a node that counts as cut off after two seconds without NATS. */
async function nodeAt({ name, program, urls, port }: NodePlan): Promise<{ readonly port: number }> {
  const env = { HUSH_JOURNAL: urls.join(), HUSH_NODE: name, HUSH_NATS_TIMEOUT: '1000' };
  const node = new ServerProcess({ program, dataDir: directory(), port, env });
  onTestFinished(() => node.kill());
  await node.start();
  return { port };
}

const attempt = (node: { readonly port: number }): Promise<string> =>
  rawSocket(node).then(
    () => 'taken',
    (error: Error) => error.message,
  );

test('CL-7c a node that reaches no NATS server closes its connections and refuses new ones until it reaches one again', async () => {
  const links = await Promise.all(servers.ports.map(port => Link.open(port, 'client')));
  onTestFinished(async () => {
    for (const link of links) await link.close();
  });
  const program = await childProgram('isolated', fileURLToPath(new URL('./node-child.ts', import.meta.url)));
  const own = links.map(({ port }) => `nats://127.0.0.1:${port}`);
  const [node, other] = await Promise.all([
    nodeAt({ name: 'cut', program, urls: own, port: await reservePort() }),
    nodeAt({ name: 'other', program, urls: servers.urls, port: await reservePort() }),
  ]);
  const table = await openTable(other);
  const visitor = new Player({ table, port: node.port, chance: Math.random });
  onTestFinished(() => visitor.connection.close());
  await until(() => visitor.connection.status.type === 'online', 'a greeting');
  const before = visitor.ends.length;
  for (const link of links) link.cut({ isBroken: true });
  await until(() => visitor.ends.slice(before).includes(CLOSE_CODES.restart), 'the end of the connection');
  await expect.poll(() => attempt(node)).toBe('Unexpected server response: 503');
  const { socket } = await rawSocket(other);
  expect(socket.readyState).toBe(socket.OPEN);
  for (const link of links) link.heal();
  await expect.poll(() => attempt(node)).toBe('taken');
  await until(() => visitor.connection.status.type === 'online', 'a greeting');
});
