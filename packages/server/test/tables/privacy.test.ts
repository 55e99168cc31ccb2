/** Tests of private tables: without spectators, and after somebody was removed. */
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import {
  closing,
  hello,
  openTable,
  type RawSocket,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
} from '../server-kit.ts';

async function watch(server: TestServer, code: string, from: string, more: object = {}): Promise<RawSocket> {
  const raw = await rawSocket(server, { 'x-forwarded-for': from });
  raw.socket.send(hello(code, more));
  await until(() => raw.heard.length > 0 || raw.closed() !== undefined, 'an answer');
  return raw;
}

const quick = (): Promise<TestServer> => serve({ journal: memoryJournal(), env: { HUSH_TRUST_PROXY: '1' } });

test('PR-67a a table that forbids spectators closes their connections and accepts only members, until the host allows spectators again', async () => {
  const server = await quick();
  const code = await openTable(server);
  const [ann, bea] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bea')];
  const watcher = await watch(server, code, '203.0.113.1');
  ann.connection.manage({ type: 'spectators', allowed: false });
  expect(await closing(watcher)).toBe(4010);
  expect(await closing(await watch(server, code, '203.0.113.2'))).toBe(4010);
  const back = await watch(server, code, '203.0.113.3', { token: bea.token() });
  expect(back.heard[0]).toMatchObject({ t: 'welcome', member: 2, snapshot: { unwatched: true } });
  back.socket.send('{"t":"table","n":2000,"c":{"type":"leave"}}');
  expect(await closing(back)).toBe(4010); // a member who leaves does not become a spectator
  ann.connection.manage({ type: 'spectators', allowed: true });
  await until(() => ann.connection.mirror.confirmed.unwatched === false, 'open again');
  expect((await watch(server, code, '203.0.113.4')).heard[0]).toMatchObject({ t: 'welcome', member: null });
});

const JOIN = { t: 'join', name: 'Mal', avatar: 'wolf' };
const tokenOf = (letter: string): string => letter.repeat(24);
const answers = ({ heard }: RawSocket): readonly string[] =>
  heard.flatMap(message => (message.t === 'no' ? [message.why] : message.t === 'seated' ? ['seated'] : []));

async function join(server: TestServer, code: string, from: string, token: string): Promise<string> {
  const raw = await watch(server, code, from);
  raw.socket.send(JSON.stringify({ ...JOIN, token }));
  await until(() => answers(raw).length > 0, 'an answer');
  return answers(raw)[0] ?? '';
}

test('PR-67b PR-67c a kicked player is refused with the old token, and with a new one from the same address as long as the table is open', async () => {
  const server = await quick();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const mal = await watch(server, code, '203.0.113.7');
  mal.socket.send(JSON.stringify({ ...JOIN, token: tokenOf('m') }));
  await until(() => answers(mal).length > 0, 'seated');
  ann.connection.manage({ type: 'kick', member: 2 });
  expect(await closing(mal)).toBe(4002);
  expect(await join(server, code, '203.0.113.7', tokenOf('m'))).toBe('removed');
  expect(await join(server, code, '203.0.113.7', tokenOf('n'))).toBe('removed-nearby');
  // another person from another address is accepted
  expect(await join(server, code, '198.51.100.1', tokenOf('o'))).toBe('seated');
  server.clock.pass(60_000 * 60);
  expect(await join(server, code, '203.0.113.7', tokenOf('p'))).toBe('removed-nearby');
  expect(await join(server, code, '203.0.113.7', tokenOf('m'))).toBe('removed');
  // at another table the same address is accepted
  expect(await join(server, await openTable(server), '203.0.113.7', tokenOf('p'))).toBe('seated');
});
