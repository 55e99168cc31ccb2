/** Tests of a server at its limit of tables: which table is evicted, and which clients can still connect. */
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import {
  closing,
  directory,
  hello,
  online,
  openTable,
  type RawSocket,
  rawSocket,
  StillClock,
  serve,
  sit,
  type TestServer,
  until,
  visit,
} from '../server-kit.ts';

const FOR_MANY = { HUSH_TABLES_PER_HOUR: '1000', HUSH_CONNECTIONS_PER_IP: '1000' };

async function watch(server: TestServer, code: string): Promise<RawSocket> {
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  await until(() => raw.heard.length > 0, 'a welcome');
  return raw;
}

const status = async ({ port }: TestServer): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"wish":{"scenario":1}}',
  });
  await response.text();
  return response.status;
};

test('PR-62a a full server evicts the table that has been without clients the longest, and opens the new one', async () => {
  const server = await serve({ env: { HUSH_MAX_TABLES: '2', ...FOR_MANY } });
  const [first, second] = [await openTable(server), await openTable(server)];
  await watch(server, first);
  expect(await status(server)).toBe(201); // the second table, which has no clients, is evicted
  await until(() => server.log().includes('table evicted'));
  expect(server.log().match(/table evicted/g)).toHaveLength(1);
  const back = await watch(server, second); // the third table, which has no clients, is evicted
  expect(back.heard[0]).toMatchObject({ t: 'welcome', table: second });
  expect(await status(server)).toBe(503); // each table has clients now, so none can be evicted
});

test('PR-62b when strangers are connected to every table, the owner of a seat can still connect, but another stranger cannot', async () => {
  const dataDir = directory();
  const first = await serve({ dataDir, env: FOR_MANY });
  const code = await openTable(first);
  const ann = await sit(first, code, 'Ann');
  await first.server.stop();
  const server = await serve({
    dataDir,
    clock: new StillClock(),
    env: { HUSH_MAX_TABLES: '2', ...FOR_MANY },
  });
  for (let i = 0; i < 2; i++) await watch(server, await openTable(server));
  const stranger = await rawSocket(server);
  stranger.socket.send(hello(code));
  expect(await closing(stranger)).toBe(1013);
  const liar = await rawSocket(server);
  liar.socket.send(hello(code, { token: 'x'.repeat(24) }));
  expect(await closing(liar)).toBe(1013);
  const back = await online(visit(server, code, ann.token()));
  expect(back.connection.mirror.member).toBe(1);
});

test('PR-62c a table at which nobody ever sat is evicted after a minute, and its link still works', async () => {
  const server = await serve({ journal: memoryJournal(), env: FOR_MANY });
  const code = await openTable(server);
  server.clock.pass(59_999);
  expect(server.log()).not.toContain('table evicted');
  server.clock.pass(1);
  await until(() => server.log().includes('table evicted'));
  expect((await watch(server, code)).heard[0]).toMatchObject({ t: 'welcome', table: code });
});

test('PR-62b with 300 tables of strangers and a limit of 20, a player with a seat can always connect', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_MAX_TABLES: '20', ...FOR_MANY } });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const token = ann.token();
  ann.connection.close();
  for (let round = 0; round < 20; round++) {
    server.clock.pass(5_000); // time passes, because requests have a limit of their own
    for (let i = 0; i < 15; i++) expect(await status(server)).toBe(201);
    const back = await online(visit(server, code, token));
    expect(back.connection.mirror.member).toBe(1);
    back.connection.close();
  }
});
