/** Tests that hostile or broken clients are disconnected with the right code, while ordinary players hardly notice. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { memoryJournal } from '@hush/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Guest } from '../../src/sockets/guest.ts';
import {
  closing,
  hello,
  online,
  openTable,
  play,
  type RawSocket,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
  visit,
} from '../server-kit.ts';

/** The HTTP status of a handshake; 101 means success. */
function handshake(
  { port }: { port: number },
  headers: Record<string, string>,
  path = '/ws',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path,
      headers: {
        host: `hush.local:${port}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    asked.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.on('response', response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

const ORIGINS = (port: number): readonly string[] => [
  'null',
  '',
  'https://evil.example',
  `http://hush.local.evil.example:${port}`,
  `http://evilhush.local:${port}`,
  `http://hush.local:${port}.evil.example`,
  `http://hush.local:${port + 1}`,
  'http://hush.local',
  'https://hush.local',
  `http://HUSH.local:${port}`,
  `HTTP://hush.local:${port}`,
  `http://hush.local:${port}/`,
  `http://hush.local:${port}/ws`,
  `http://user@hush.local:${port}`,
  `http://hush.local.:${port}`,
  `http://xn--hsh-hoa.local:${port}`,
  `ws://hush.local:${port}`,
  `file://hush.local:${port}`,
  `http://127.0.0.1:${port}`,
  `http://hush.local:${port}, https://evil.example`,
];

test('PR-53c WebSockets from twenty origins of other sites are refused', async () => {
  const server = await serve({ journal: memoryJournal() });
  const origins = ORIGINS(server.port);
  expect(origins).toHaveLength(20);
  for (const origin of origins) expect([origin, await handshake(server, { origin })]).toEqual([origin, 403]);
  expect(await handshake(server, { origin: `http://hush.local:${server.port}` })).toBe(101);
  expect(await handshake(server, { origin: `https://hush.local:${server.port}` })).toBe(101);
  expect(await handshake(server, {})).toBe(101); // a program that sends no origin is accepted
});

test('PR-53c with HUSH_ORIGINS, WebSockets from exactly those origins are accepted', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_ORIGINS: 'https://play.example' } });
  expect(await handshake(server, { origin: 'https://play.example' })).toBe(101);
  expect(await handshake(server, { origin: `http://hush.local:${server.port}` })).toBe(403);
});

test.each(['/', '/ws/', '/wss', '/t/BCDFGHJK', '/ws%2f', '//ws'])('PR-55a %s answers 404', async path => {
  const server = await serve({ journal: memoryJournal() });
  expect(await handshake(server, {}, path)).toBe(404);
});

test.each([
  ['sec-websocket-version', '7'],
  ['sec-websocket-key', 'short'],
])('PR-55a a handshake with a wrong %s is refused', async (name, value) => {
  const server = await serve({ journal: memoryJournal() });
  expect(await handshake(server, { [name]: value })).toBe(400);
});

test('PR-54c one address may open HUSH_CONNECTIONS_PER_IP sockets and no more', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_CONNECTIONS_PER_IP: '3' } });
  const open = [await rawSocket(server), await rawSocket(server), await rawSocket(server)];
  expect(await handshake(server, {})).toBe(429);
  open[0]?.socket.close();
  await until(() => server.log().includes('disconnected'));
  await rawSocket(server);
  // opening another connection is limited, too
  const statuses: number[] = [];
  open[1]?.socket.close();
  await until(() => server.log().match(/disconnected/g)?.length === 2);
  for (let i = 0; i < 10; i++) {
    statuses.push(await handshake(server, {}));
    await until(() => statuses.at(-1) === 429 || (server.log().match(/disconnected/g)?.length ?? 0) >= i + 3);
  }
  expect(statuses).toContain(429);
});

async function greeted(server: TestServer): Promise<RawSocket> {
  const raw = await rawSocket(server);
  raw.socket.send(hello(await openTable(server)));
  await until(() => raw.heard.length > 0);
  return raw;
}

const DEEP = 7_000;

test.each([
  ['no JSON', 'hello', 1007],
  ['half of JSON', '{"t":', 1007],
  ['nothing', '', 1007],
  ['an unknown kind', '{"t":"admin"}', 1007],
  ['an unknown field', '{"t":"ping","at":1,"x":1}', 1007],
  ['a number too large', '{"t":"ping","at":1e999}', 1007],
  ['deep lists', '['.repeat(DEEP) + ']'.repeat(DEEP), 1007],
  ['deep objects', `${'{"t":'.repeat(2_000)}1${'}'.repeat(2_000)}`, 1007],
  [
    'a deep wish',
    `{"t":"table","n":1,"c":{"type":"wish","wish":{"scenario":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}}}`,
    1007,
  ],
  [
    'a forged prototype',
    '{"t":"do","n":1,"c":{"type":"move","hero":"__proto__","dir":"north","steps":1}}',
    1007,
  ],
  ['an unreadable name', `{"t":"join","name":"${'\\u0300'.repeat(24)}","avatar":"constructor"}`, 1007],
  ['17 KiB', `{"t":"ping","at":1,"x":"${'x'.repeat(17 * 1024)}"}`, 1009],
])('PR-2c %s is closed with its code', async (_, text, code) => {
  const server = await serve({ journal: memoryJournal() });
  const raw = await greeted(server);
  raw.socket.send(text);
  expect(await closing(raw)).toBe(code);
  if (code === 1007)
    expect(raw.heard.at(-1)).toMatchObject({ t: 'bye', code: 1007, why: expect.any(String) });
});

test('PR-2a binary frames, broken UTF-8 and tiny fragments close the connection', async () => {
  const server = await serve({ journal: memoryJournal() });
  const bytes = await greeted(server);
  bytes.socket.send(Buffer.from([1, 2, 3]));
  expect(await closing(bytes)).toBe(1007);
  const letters = await greeted(server);
  letters.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
  expect(await closing(letters)).toBe(1007);
  const crumbs = await greeted(server);
  for (let i = 0; i < 20; i++) crumbs.socket.send('x', { fin: false });
  expect(await closing(crumbs)).toBe(1008);
});

test.each([
  ['{"t":"ping","at":1}', 1008],
  [hello('BCDFGHJK', { protocol: 99 }), 4006],
  [hello('BCDFGHJK'), 4004],
])('PR-3a a client whose first message is %s is closed with %i', async (text, code) => {
  const raw = await rawSocket(await serve({ journal: memoryJournal() }));
  raw.socket.send(text);
  expect(await closing(raw)).toBe(code);
});

test('PR-3a a client that sends nothing is closed with 1008 after five seconds', async () => {
  const server = await serve({ journal: memoryJournal() });
  const raw = await rawSocket(server);
  server.clock.pass(4_500);
  expect(raw.closed()).toBeUndefined();
  server.clock.pass(500);
  expect(await closing(raw)).toBe(1008);
});

test('PR-14a a connection that answers no ping is closed within ten seconds, and a connection that answers pings stays open', async () => {
  const server = await serve({ journal: memoryJournal() });
  const code = await openTable(server);
  const dead = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { autoPong: false });
  onTestFinished(() => dead.terminate());
  let closed = 0;
  dead.on('close', given => {
    closed = given;
  });
  await new Promise(resolve => dead.on('open', resolve));
  dead.send(hello(code));
  const alive = await rawSocket(server);
  alive.socket.send(hello(code));
  let pings = 0;
  alive.socket.on('ping', () => pings++);
  await until(() => alive.heard.length > 0 && server.log().match(/connected/g)?.length === 2);
  server.clock.pass(5_000);
  await until(() => pings === 1);
  await until(() => alive.socket.readyState === WebSocket.OPEN);
  await pong(alive);
  server.clock.pass(4_500);
  await until(() => closed === 1006);
  await pong(alive);
  expect(alive.closed()).toBeUndefined();
});

test('PR-14a a client that only answers pings stays connected for a minute', async () => {
  const touched = vi.spyOn(Guest.prototype, 'touch');
  onTestFinished(() => touched.mockRestore());
  const server = await serve({ journal: memoryJournal() });
  const quiet = await greeted(server);
  for (let pongs = 1; pongs <= 12; pongs++) {
    server.clock.pass(5_000);
    await until(() => touched.mock.calls.length >= pongs || quiet.closed() !== undefined, 'a pong');
    expect([pongs, quiet.closed()]).toEqual([pongs, undefined]);
  }
});

/** Waits until the server has read everything that was sent before. */
async function pong({ socket, heard }: RawSocket): Promise<void> {
  const before = heard.length;
  socket.send('{"t":"ping","at":1}');
  await until(() => heard.slice(before).some(({ t }) => t === 'pong'));
}

test('PR-54b twelve wrong codes and tokens use up the limit of an address, but the token of a seat still opens its seat', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const codes: (number | undefined)[] = [];
  for (let i = 0; i < 12; i++) {
    const raw = await rawSocket(server);
    raw.socket.send(
      i % 2 === 0 ? hello(`BBBBBBB${(i % 8) + 2}`) : hello(code, { token: 'a-wrong-guess-of-a-token' }),
    );
    codes.push(await closing(raw));
  }
  expect(codes).toEqual([4004, 4005, 4004, 4005, 4004, 4005, 4004, 4005, 4004, 4005, 1013, 1013]);
  const honest = await rawSocket(server);
  honest.socket.send(hello(code));
  expect(await closing(honest)).toBe(1013);
  expect(honest.heard[0]).toMatchObject({ t: 'bye', code: 1013, retryAfter: 6_000 });
  const back = await online(visit(server, code, ann.token()));
  expect(back.connection.mirror.member).toBe(1);
  server.clock.pass(6_000);
  const again = await rawSocket(server);
  again.socket.send(hello(code));
  await until(() => again.heard.some(({ t }) => t === 'welcome'));
});

test('PR-15b a client that sends 5,000 messages or 5,000 WebSocket pings at once is closed with 1008', async () => {
  const server = await serve({ journal: memoryJournal() });
  for (const shout of ['message', 'ping'] as const) {
    const raw = await greeted(server);
    for (let i = 0; i < 5_000; i++) {
      if (shout === 'message') raw.socket.send('{"t":"ping","at":1}');
      else raw.socket.ping();
    }
    expect(await closing(raw)).toBe(1008);
    expect(raw.heard.filter(({ t }) => t === 'pong').length).toBeLessThanOrEqual(40);
  }
});

test('PR-54d an address that sets up one game after the other is refused on all its connections', async () => {
  const server = await serve({ journal: memoryJournal() });
  const code = await openTable(server);
  const [first, second] = [await rawSocket(server), await rawSocket(server)];
  for (const raw of [first, second]) {
    raw.socket.send(hello(code));
    raw.socket.send('{"t":"join","name":"Eve","avatar":"fox"}');
    await until(() => raw.heard.some(({ t }) => t === 'seated'));
  }
  for (const raw of [first, second]) {
    for (let n = 1; n <= 20; n++) raw.socket.send(`{"t":"table","n":${n},"c":{"type":"begin"}}`);
    if (raw === first) await pong(raw);
  }
  expect(await closing(second)).toBe(1008);
  expect(first.closed()).toBeUndefined();
});

test('PR-54c a server without a free socket answers /healthz with 200 and a handshake with 503', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_MAX_CONNECTIONS: '2' } });
  const open = [await rawSocket(server), await rawSocket(server)];
  expect(await answerTo(server.port, '/healthz')).toMatch(/^HTTP\/1.1 200 /);
  expect(await handshake(server, {})).toBe(503);
  expect(open.map(({ closed }) => closed())).toEqual([undefined, undefined]);
});

test('PR-54c of 300 connections that an address opens, 14 stay open', async () => {
  const env = { HUSH_MAX_CONNECTIONS: '50', HUSH_CONNECTIONS_PER_IP: '2' };
  const server = await serve({ journal: memoryJournal(), env });
  const held = Array.from({ length: 300 }, () => connect(server.port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of held) socket.destroy();
  });
  for (const socket of held) void gone(socket);
  await until(() => held.filter(({ closed }) => closed).length === 300 - 7 * 2);
  held.find(({ closed }) => !closed)?.destroy();
  // waits until the server has noticed that the connections are closed
  await expect.poll(() => answerTo(server.port, '/healthz')).toMatch(/^HTTP\/1.1 200 /);
});

const gone = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    socket.on('error', () => undefined); // the connection may be reset
    socket.on('close', () => resolve());
  });

/** Uses a connection of its own, so that the others stay as they are. */
function answerTo(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', data => {
    answer += data;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return gone(socket).then(() => answer);
}

test('PR-55b a request whose headers arrive too slowly is closed', async () => {
  const server = await serve({
    journal: memoryJournal(),
    patience: {
      headersTimeout: 200,
      requestTimeout: 300,
      keepAliveTimeout: 100,
      connectionsCheckingInterval: 20,
    },
  });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => trickle(server.port)));
  const answers = await Promise.all(sockets.map(({ ended }) => ended));
  expect(new Set(answers.map(answer => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
});

interface Trickle {
  readonly socket: Socket;
  readonly ended: Promise<string>;
}

/** Sends a request whose head never ends. */
function trickle(port: number): Promise<Trickle> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
      const timer = setInterval(() => socket.write('A: a\r\n'), 30);
      let answer = '';
      socket.on('data', data => {
        answer += data;
      });
      socket.on('error', () => undefined); // the server may reset the connection while it is written to
      const ended = new Promise<string>(done => {
        socket.on('close', () => {
          clearInterval(timer);
          done(answer);
        });
      });
      resolve({ socket, ended });
    });
  });
}

test('PR-56c names and chat texts are never logged, and addresses and codes not at info level', async () => {
  const trace = await serve();
  const info = await serve({ env: { HUSH_LOG: 'info' } });
  for (const server of [trace, info]) {
    const code = await openTable(server, { scenario: 1, house: { freeTalk: true } });
    const ann = await sit(server, code, 'Annabel');
    await play(ann);
    ann.connection.do({ type: 'say', text: 'xylophone' });
    await until(() => ann.notices.some(notice => notice.type === 'other' && notice.message.t === 'said'));
    const raw = await rawSocket(server);
    raw.socket.send(hello(code, { token: 'a-guess-at-the-token-of-ann' }));
    await closing(raw);
    const bad = await rawSocket(server);
    bad.socket.send('{"t":"join","name":"Annabel","secret":"xylophone"}');
    await closing(bad);
    await server.server.stop();
    expect(server.log().includes(code)).toBe(server === trace);
    for (const secret of ['Annabel', 'xylophone', ann.token(), 'a-guess-at-the-token-of-ann'])
      expect(server.log()).not.toContain(secret);
  }
  expect(trace.log()).toContain('127.0.0.1');
  expect(info.log()).not.toContain('127.0.0.1');
});
