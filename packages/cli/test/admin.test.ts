/** Tests of `hush admin` on a real server: the command, its socket, and the sentences that players read. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  closing,
  directory,
  hello,
  openTable,
  play,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
  visit,
} from '../../server/test/server-kit.ts';
import { main } from '../src/main.ts';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

/** Runs `hush admin` with these words on the data directory of a server. */
async function admin({ dataDir }: { readonly dataDir: string }, ...words: readonly string[]): Promise<Said> {
  vi.stubEnv('HUSH_DATA', dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  let [out, complaint] = ['', ''];
  const code = await main(['admin', ...words], {
    input: (async function* () {})(),
    out: text => {
      out += text;
    },
    complain: text => {
      complaint += text;
    },
    read: async () => '',
  });
  return { code, out, complaint };
}

const ask = ({ port }: TestServer, path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

const post = (
  server: TestServer,
  path: string,
  body: unknown,
  more: Record<string, string> = {},
): Promise<Response> =>
  ask(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });

test('PR-65a hush admin closes a table during a game: players are told, and it cannot be opened until it is reopened', async () => {
  const server = await serve();
  const code = await openTable(server);
  const [ann, bea] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bea')];
  await play(ann, bea);
  expect((await admin(server, 'tables')).out).toBe(`${code}  2 players, 0 watching, playing\n`);
  expect(await admin(server, 'close', code.toLowerCase())).toEqual({
    code: 0,
    out: `Table ${code} is closed; 2 connections were told.\n`,
    complaint: '',
  });
  for (const { connection } of [ann, bea])
    await until(() => connection.status.type === 'ended' && connection.status.code === 4008, 'told');
  expect((await ask(server, `/t/${code}`)).status).toBe(410);
  await server.server.stop();
  const again = await serve({ dataDir: server.dataDir });
  const late = await rawSocket(again);
  late.socket.send(hello(code, { token: ann.token() }));
  expect(await closing(late)).toBe(4008);
  expect((await admin(again, 'reopen', code)).out).toBe(`Table ${code} can be opened again.\n`);
  const back = visit(again, code, ann.token());
  await until(() => back.connection.status.type === 'online', 'back');
  expect(back.connection.mirror.confirmed.game?.status).toBe('playing');
  back.connection.close();
  await again.server.stop(); // waits until the server has really stopped, because the directory is deleted afterwards
});

test('PR-65b hush admin lists, shows and deletes tables, crews and scenarios, and removes a crew from the leaderboard', async () => {
  const server = await serve({ env: { HUSH_BOARD: 'on' } });
  const code = await openTable(server);
  await sit(server, code, 'Ann');
  expect((await admin(server, 'all-tables')).out).toBe(`${code}\n`);
  expect(JSON.parse((await admin(server, 'table', code)).out)).toMatchObject({ names: ['Ann'], seats: [1] });
  expect((await admin(server, 'delete-table', code)).out).toBe(`Table ${code} is deleted.\n`);
  expect((await ask(server, `/t/${code}`)).status).toBe(404);
  const { id, secret } = (await (await post(server, '/api/crews', { name: 'Owls' })).json()) as Record<
    string,
    string
  >;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  await ask(server, `/api/crews/${id}`, { method: 'PATCH', headers, body: '{"shown":true}' });
  expect((await admin(server, 'board')).out).toBe(`${id}\n`);
  expect((await admin(server, 'unlist', id ?? '')).code).toBe(0);
  expect((await admin(server, 'board')).out).toBe('No crew is on the board.\n');
  expect(JSON.parse((await admin(server, 'crew', id ?? '')).out)).toMatchObject({
    name: 'Owls',
    shown: false,
  });
  expect((await admin(server, 'crew', id ?? '')).out).not.toContain('"key"');
  expect((await admin(server, 'delete-crew', id ?? '')).code).toBe(0);
  expect((await admin(server, 'crews')).out).toBe('There are no crews.\n');
  const sheet = {
    wish: { scenario: { name: 'Ours', stack: [2, 3], top: [], side: 'A', rules: [] } },
    text: '',
    players: 2,
    parent: null,
  };
  const shared = (await (await post(server, '/api/scenarios', sheet)).json()) as Record<string, string>;
  expect((await admin(server, 'scenario', shared['code'] ?? '')).out).toContain('Ours');
  expect((await admin(server, 'delete-scenario', shared['code'] ?? '')).code).toBe(0);
  expect((await ask(server, `/api/scenarios/${shared['code']}`)).status).toBe(404);
});

test('PR-65c clients of a blocked range are disconnected and refused until it is unblocked, and all others keep playing', async () => {
  const server = await serve({ env: { HUSH_TRUST_PROXY: '1' } });
  const code = await openTable(server);
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  const [bad, good] = [
    await rawSocket(server, from('203.0.113.9')),
    await rawSocket(server, from('198.51.100.1')),
  ];
  for (const raw of [bad, good]) raw.socket.send(hello(code));
  await until(() => good.heard.length > 0, 'a welcome');
  expect((await admin(server, 'block', '203.0.113.0/24', '60')).out).toBe(
    '203.0.113.0/24 is blocked for 60 minutes.\n',
  );
  expect(await closing(bad)).toBe(1008);
  expect((await ask(server, '/', { headers: from('203.0.113.200') })).status).toBe(403);
  expect((await ask(server, '/', { headers: from('203.0.114.200') })).status).toBe(200);
  await expect(rawSocket(server, from('203.0.113.9'))).rejects.toThrow('403');
  expect(good.closed()).toBeUndefined();
  expect((await admin(server, 'blocks')).out).toBe('203.0.113.0/24  60 minutes left\n');
  expect((await admin(server, 'unblock', '203.0.113.0/24')).code).toBe(0);
  expect((await ask(server, '/', { headers: from('203.0.113.200') })).status).toBe(200);
});

test('PR-65d while a server is read-only, players read the operator’s sentence and nothing changes; afterwards they can play again', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  await until(() => raw.heard.length > 0, 'a welcome');
  const { out } = await admin(server, 'read-only', 'on', 'Moving', 'house', 'until', 'nine.');
  expect(out).toBe('The server is read-only; 2 connections were told: Moving house until nine.\n');
  expect(await closing(raw)).toBe(4009);
  expect(raw.heard.at(-1)).toMatchObject({ t: 'bye', code: 4009, why: 'Moving house until nine.' });
  const refused = await post(server, '/api/tables', { wish: { scenario: 1 } });
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'read-only', say: 'Moving house until nine.' },
  ]);
  expect((await ask(server, '/version')).status).toBe(200);
  const late = await rawSocket(server);
  late.socket.send(hello(code, { token: ann.token() }));
  expect(await closing(late)).toBe(4009);
  expect((await admin(server, 'read-only', 'off')).code).toBe(0);
  const back = visit(server, code, ann.token());
  await until(() => back.connection.status.type === 'online', 'back');
});

test.each([
  [['nonsense'], /^hush admin: There is no command "nonsense"; there are tables, /],
  [['close', 'ABC'], /^hush admin: "ABC" is not the code of a table[.]$/],
  [['close', 'BCDFGHJK'], /^hush admin: There is no table BCDFGHJK[.]$/],
  [['reopen', 'BCDFGHJK'], /^hush admin: Table BCDFGHJK is not closed[.]$/],
  [['delete-crew', 'BCDFGHJKLMNP'], /^hush admin: There is no crew BCDFGHJKLMNP[.]$/],
  [['delete-entry', 'BCDFGHJKLMNP', 'all'], /^hush admin: Say which entry of the book, for example 3[.]$/],
  [['delete-entry', 'BCDFGHJKLMNP', '3'], /^hush admin: There is no crew BCDFGHJKLMNP[.]$/],
  [['delete-scenario', 'BCDFGHJK'], /^hush admin: There is no scenario BCDFGHJK[.]$/],
  [['unlist', 'BCDFGHJKLMNP'], /^hush admin: Crew BCDFGHJKLMNP is not on the board[.]$/],
  [['block', 'everybody', '60'], /^hush admin: "everybody" is not an address range/],
  [['block', '0.0.0.0/0', '60'], /^hush admin: "0.0.0.0\/0" is not an address range/],
  [['block', '203.0.113.0/24', 'forever'], /^hush admin: Say for how many minutes/],
  [['unblock', '203.0.113.0/24'], /^hush admin: "203.0.113.0\/24" is not blocked[.]$/],
  [['read-only', 'maybe'], /^hush admin: Say read-only on/],
  [
    ['read-only', 'on', 'é'.repeat(61)],
    /^hush admin: The sentence has 122 bytes; at most 120 can be shown[.]$/,
  ],
])('PR-65e hush admin %j is answered with one sentence', async (words, sentence) => {
  const said = await admin(await serve(), ...words);
  expect(said).toMatchObject({ code: 1, out: '' });
  expect(said.complaint).toMatch(sentence);
});

test('PR-65e every admin command is in the usage of hush admin, and in docs/OPERATING.md', async () => {
  const server = await serve();
  const { complaint } = await admin(server, 'no-such-command');
  const names = complaint.match(/there are (.*)[.]$/)?.[1]?.split(', ') ?? [];
  expect(names.length).toBeGreaterThan(15);
  const usage = (await admin(server)).complaint;
  const table = readFileSync('docs/OPERATING.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split(' | ')[0])
    .join('\n');
  const isNamed = (name: string, text: string): boolean =>
    new RegExp(`(?:^|[\\s\`])${name}(?![\\w-])`, 'm').test(text);
  expect(names.filter(name => !(isNamed(name, usage) && isNamed(name, table)))).toEqual([]);
});

test('PR-65e without a server hush admin prints one sentence, and only the operator may open the socket', async () => {
  const nobody = directory();
  expect(await admin({ dataDir: nobody }, 'tables')).toMatchObject({
    code: 1,
    complaint: `hush admin: No server runs on ${nobody}.`,
  });
  const server = await serve();
  await until(() => (statSync(join(server.dataDir, 'admin.sock')).mode & 0o777) === 0o600, 'a closed door');
});
