/**
 * Tests of the eviction of tables: when a table leaves memory, and that its sand is exact to the millisecond, however
 * many tables there are.
 */
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import {
  hello,
  openTable,
  type RawSocket,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
} from '../server-kit.ts';

const EVICTION = 600_000;
const GAMES = 50;
const FOR_MANY = { HUSH_TABLES_PER_HOUR: '1000', HUSH_CONNECTIONS_PER_IP: '1000' };

async function watch(server: TestServer, code: string): Promise<RawSocket> {
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  await until(() => raw.heard.length > 0, 'a welcome');
  return raw;
}

test('PR-51a a table is evicted ten minutes after its last client has left; a client who returns starts the ten minutes again', async () => {
  const server = await serve();
  const code = await openTable(server);
  const leave = async ({ socket }: RawSocket): Promise<void> => {
    const gone = (): number => server.log().split('"disconnected"').length;
    const before = gone();
    socket.close();
    await until(() => gone() > before, 'somebody gone');
  };
  const ann = await sit(server, code, 'Ann'); // a table without any member is evicted earlier
  const watcher = await watch(server, code);
  const gone = server.log().split('"disconnected"').length;
  ann.connection.close();
  await until(() => server.log().split('"disconnected"').length > gone, 'Ann gone');
  await leave(watcher);
  server.clock.pass(EVICTION - 1_000);
  const back = await watch(server, code);
  server.clock.pass(2_000); // the time at which the table would have been evicted without the return
  expect(server.log()).not.toContain('table evicted');
  back.socket.send('{"t":"ping","at":1}');
  await until(() => back.heard.some(({ t }) => t === 'pong'), 'an answer');
  await leave(back);
  server.clock.pass(EVICTION - 1);
  expect(server.log()).not.toContain('table evicted');
  server.clock.pass(1);
  await until(() => server.log().includes('table evicted'), 'the end');
});

/** Makes a table with a game that starts now. */
async function playing(server: TestServer): Promise<{ readonly code: string; readonly at: () => number }> {
  const code = await openTable(server, { scenario: 1, hourglass: 3600 });
  const { connection } = await sit(server, code, 'Ann');
  connection.manage({ type: 'begin' });
  connection.do({ type: 'start' });
  await until(() => connection.mirror.confirmed.game?.status === 'playing', 'playing');
  const began = server.clock.now();
  return { code, at: () => server.clock.now() - began };
}

test(`PR-52a a stopping server stores the sand of ${GAMES} games, each at its own moment`, async () => {
  const journal = memoryJournal();
  journal.close = async () => undefined; // the test reads the journal afterwards
  const server = await serve({ journal, env: FOR_MANY });
  const games: Awaited<ReturnType<typeof playing>>[] = [];
  for (let i = 0; i < GAMES; i++) {
    games.push(await playing(server));
    server.clock.pass(7); // the games are stored at different times between two checkpoints
  }
  server.clock.pass(3);
  const expected = games.map(({ code, at }) => ({ code, at: at() }));
  await server.server.stop();
  const kept = () =>
    Promise.all(
      games.map(async ({ code }) => {
        const found = await journal.moments.last(`table/${code}`, 1);
        return { code, at: found.ok ? found.value : null };
      }),
    );
  // On a machine that stands still the server may give up waiting, but the sand stays exact.
  await expect.poll(kept).toEqual(expected);
});
