/** Tests of plain HTTP: tables, previews, files, probes, metrics, and refusals. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { memoryJournal, PROTOCOL_VERSION } from '@hush/protocol';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/runtime/version.ts';
import {
  directory,
  hello,
  online,
  openTable,
  play,
  rawSocket,
  serve,
  sit,
  until,
  visit,
} from '../server-kit.ts';

const at = ({ port }: { port: number }, path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

const post = (
  server: { port: number },
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  at(server, '/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

/** Sends raw bytes to the server; returns everything it sends until it closes the connection. */
function raw({ port }: { port: number }, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', data => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self' ws://127.0.0.1:PORT wss://127.0.0.1:PORT; media-src 'self' blob:; worker-src 'self'; " +
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; " +
    "require-trusted-types-for 'script'; trusted-types hush-art hush-solver hush-worker",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

test('PR-53a every reply has the same strict security headers', async () => {
  const server = await serve();
  const code = await openTable(server);
  const paths = [
    '/',
    '/healthz',
    '/readyz',
    '/version',
    '/metrics',
    `/t/${code}`,
    '/t/ZZZZZZZZ',
    '/nothing',
    '/%',
  ];
  for (const path of paths) {
    const { headers } = await at(server, path);
    const port = String(server.port);
    for (const [name, value] of Object.entries(HEADERS))
      expect([path, name, headers.get(name)?.replaceAll(port, 'PORT')]).toEqual([path, name, value]);
  }
  for (const text of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(9000)}\r\n\r\n`]) {
    const answer = await raw(server, text);
    for (const name of Object.keys(HEADERS)) expect(answer).toContain(`\r\n${name}: `);
  }
});

test('PR-53a an invalid Host header is not copied into the content security policy', async () => {
  const server = await serve();
  const answer = await raw(server, 'GET / HTTP/1.1\r\nHost: x; script-src *\r\nConnection: close\r\n\r\n');
  expect(answer).toContain("connect-src 'self'; media-src");
  expect(answer).not.toContain('script-src *');
});

test('PR-1a PR-1d a table is created from a wish, and its page shows the scenario but no names', async () => {
  const server = await serve();
  const response = await post(
    server,
    '{"wish":{"scenario":{"name":"<b>Ann & Bo</b>","stack":[2,3],"rules":[]}}}',
  );
  expect(response.status).toBe(201);
  const { code } = (await response.json()) as { code: string };
  expect(code).toMatch(/^[2-9BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  expect(response.headers.get('location')).toBe(`/t/${code}`);
  await sit(server, code, 'Zebedee');
  const page = await (await at(server, `/t/${code.toLowerCase()}`)).text();
  expect(page).toContain('<meta property="og:title" content="Hush: &lt;b&gt;Ann &amp; Bo&lt;/b&gt;">');
  expect(page).toContain('1 person is at the table');
  expect(page).toContain('not built yet');
  expect(page).not.toContain('Zebedee');
  expect(page).not.toContain('<b>');
});

test.each([
  ['{"wish":{"scenario":99}}', 400, 'bad-setup'],
  ['{"wish":{"scenario":1,"hourglass":0.1}}', 400, 'bad-setup'],
  ['{"wish":{"scenario":9}}', 201, undefined], // some numbers of players can play this scenario
  ['{"wish":{"scenario":1,"level":13}}', 400, 'bad-setup'],
  [`{"wish":{"scenario":1,"tiles":"${'x'.repeat(60_000)}"}}`, 400, 'bad-setup'],
  ['{"wish":{"scenario":{"name":"Ours","stack":[2,99],"rules":[]}}}', 400, 'bad-setup'],
  ['{"wish":{"scenario":1,"extra":1}}', 400, 'malformed'],
  ['{"wish":{"scenario":1},"token":"x"}', 400, 'malformed'],
  ['{}', 400, 'malformed'],
  ['no', 400, 'malformed'],
  [`{"wish":${'['.repeat(30_000)}`, 400, 'malformed'],
  [`{"wish":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`, 400, 'malformed'],
  [`"${'x'.repeat(70_000)}"`, 413, 'too-big'],
])('PR-53b POST %.60s answers %i %s', async (body, status, error) => {
  const response = await post(await serve({ journal: memoryJournal() }), body);
  const answer = (await response.json()) as { error?: string; say?: string };
  expect([response.status, answer.error]).toEqual([status, error]);
  if (error !== undefined) expect(answer.say).toMatch(/^.{5,300}$/s);
});

test('PR-53b a chunked body without a length is refused when it exceeds the limit', async () => {
  const server = await serve({ journal: memoryJournal() });
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const answer = await raw(
    server,
    `POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
});

test('PR-53c pages of another origin and HTML forms cannot open tables', async () => {
  const server = await serve();
  expect((await post(server, '{"wish":{"scenario":1}}', { origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await post(server, '{"wish":{"scenario":1}}', { 'content-type': 'text/plain' })).status).toBe(415);
  const own = { origin: `http://127.0.0.1:${server.port}` };
  expect((await post(server, '{"wish":{"scenario":1}}', own)).status).toBe(201);
});

test('PR-54a an address that has opened HUSH_TABLES_PER_HOUR tables is refused until the limit refills', async () => {
  const server = await serve({ env: { HUSH_TABLES_PER_HOUR: '10' } });
  for (let i = 0; i < 10; i++) expect((await post(server, '{"wish":{"scenario":1}}')).status).toBe(201);
  const refused = await post(server, '{"wish":{"scenario":1}}');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('360');
  server.clock.pass(360_000);
  expect((await post(server, '{"wish":{"scenario":1}}')).status).toBe(201);
});

test('PR-54f a server has at most HUSH_MAX_TABLES open tables, until some are evicted', async () => {
  const server = await serve({ env: { HUSH_MAX_TABLES: '2' } });
  const [first, second] = [await openTable(server), await openTable(server)];
  const watchers = [await rawSocket(server), await rawSocket(server)];
  for (const [i, code] of [first, second].entries()) watchers[i]?.socket.send(hello(code));
  await until(() => watchers.every(({ heard }) => heard.length > 0), 'two tables with people');
  const refused = await post(server, '{"wish":{"scenario":1}}');
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'no-room' }]);
  watchers[0]?.socket.close();
  await until(() => server.log().includes('disconnected'));
  const third = await openTable(server); // the server evicts the first table to make room
  watchers[0] = await rawSocket(server);
  watchers[0].socket.send(hello(third));
  await until(() => watchers.every(({ heard }) => heard.length > 0), 'two tables with people again');
  const late = await rawSocket(server);
  late.socket.send(hello(first));
  await until(() => late.closed() === 1013);
});

test('PR-54b after ten wrong codes even a right code is refused', async () => {
  const server = await serve();
  const code = await openTable(server);
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await at(server, `/t/BBBBBBB${(i % 8) + 2}`)).status);
  expect(statuses).toEqual([...Array(10).fill(404), 429]);
  expect((await at(server, `/t/${code}`)).status).toBe(429);
  server.clock.pass(6_000);
  expect((await at(server, `/t/${code}`)).status).toBe(200);
});

test.each([
  ['POST', '/', 405],
  ['PUT', '/healthz', 405],
  ['GET', '/api/tables', 405],
  ['OPTIONS', '/api/tables', 405],
  ['DELETE', '/t/BCDFGHJK', 405],
  ['GET', '/nothing', 404],
  ['GET', '/t/SHORT', 404],
  ['GET', '/t/AAAAAAAA', 404],
  ['GET', '/%', 400],
  ['GET', '/%00', 400],
  ['GET', '/%C3%28', 400],
  ['GET', `/${'a'.repeat(2000)}`, 400],
])('PR-53d %s %.30s answers %i', async (method, path, status) => {
  const server = await serve({ journal: memoryJournal() });
  const response = await at(server, path, { method });
  expect(response.status).toBe(status);
  if (status === 405) expect(response.headers.get('allow')).toMatch(/GET, HEAD|POST/);
});

test('PR-53d HEAD is answered like GET, without the body', async () => {
  const server = await serve();
  const [get, head] = [await at(server, '/version'), await at(server, '/version', { method: 'HEAD' })];
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  expect(await head.text()).toBe('');
  expect(await get.json()).toEqual({ name: 'hush', version: VERSION, protocol: PROTOCOL_VERSION });
});

test('PR-56d the reported version is that of package.json', async () => {
  const { version } = (await import('../../package.json')) as { version: string };
  expect(VERSION).toBe(version);
});

function page(): string {
  const folder = directory();
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(
    join(folder, 'web/index.html'),
    '<html><head><title>Hush</title></head><body>game</body></html>',
  );
  writeFileSync(join(folder, 'web/assets/main-BxYz12_-.js'), `console.log(1);${' '.repeat(2000)}`);
  writeFileSync(join(folder, 'web/.env'), 'secret');
  return join(folder, 'web');
}

test('PR-53e files have a content type, an ETag and a maximum age, and are compressed if that helps', async () => {
  const server = await serve({ webDir: page() });
  const home = await at(server, '/');
  expect(await home.text()).toContain('game');
  expect(home.headers.get('cache-control')).toBe('no-cache');
  const asset = await at(server, '/assets/main-BxYz12_-.js');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('gzip');
  expect(Number(asset.headers.get('content-length'))).toBeLessThan(200);
  expect((await asset.text()).length).toBeGreaterThan(2000);
  const again = await at(server, '/assets/main-BxYz12_-.js', {
    headers: { 'if-none-match': asset.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const code = await openTable(server);
  const table = await (await at(server, `/t/${code}`)).text();
  expect(table).toContain('game');
  expect(table).toContain('<title>Hush: scenario 1, First visit</title>');
});

test('PR-53e 900 requests for files of the page do not use up the limit of their address', async () => {
  const server = await serve({ webDir: page() });
  for (let i = 0; i < 900; i++) await at(server, '/assets/main-BxYz12_-.js', { method: 'HEAD' });
  expect((await at(server, '/assets/main-BxYz12_-.js')).status).toBe(200);
});

test.each(['/api/nothing', '/assets/gone-12345678.js', '/nothing.png'])(
  'PR-53d %s is a route for programs and answers 404 with a sentence, not with the page',
  async path => {
    const answer = await at(await serve({ webDir: page() }), path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('game');
  },
);

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/.env',
  '//secret.txt',
])('PR-53e no path leads out of the folder of the page: %s', async path => {
  const server = await serve({ webDir: page() });
  const answer = await raw(server, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).not.toContain('secret\r\n');
});

test('PR-56a /readyz answers 200 while the journal can be written, and 503 otherwise', async () => {
  const journal = memoryJournal();
  let full = false;
  const server = await serve({
    journal: {
      ...journal,
      append: async (log, expected, entries) =>
        full
          ? { ok: false, error: { type: 'unavailable', why: 'the disk is full' } }
          : journal.append(log, expected, entries),
      read: (log, from) => journal.read(log, from),
      subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
      purge: (log, seen) => journal.purge(log, seen),
      logs: (prefix, after) => journal.logs(prefix, after),
      moments: journal.moments,
      close: () => journal.close(),
    },
  });
  expect((await at(server, '/readyz')).status).toBe(200);
  full = true;
  expect((await at(server, '/readyz')).status).toBe(200); // a result younger than a second is cached
  server.clock.pass(1_000);
  const refused = await at(server, '/readyz');
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { ready: false, draining: false, journal: false },
  ]);
  expect((await at(server, '/healthz')).status).toBe(200);
  expect((await post(server, '{"wish":{"scenario":1}}')).status).toBe(503);
  full = false;
  server.clock.pass(1_000);
  expect((await at(server, '/readyz')).status).toBe(200);
  expect(server.log()).toContain('journal unavailable');
  expect(server.log()).toContain('journal available again');
});

test('PR-56a 120 requests to /readyz do not make the journal grow', async () => {
  const server = await serve();
  for (let i = 0; i < 120; i++) {
    server.clock.pass(1_000);
    expect((await at(server, '/readyz')).status).toBe(200);
  }
  await server.server.stop();
  const again = await serve({ dataDir: server.dataDir });
  expect((await at(again, '/readyz')).status).toBe(200);
});

const TOKEN = 'metrics-token-of-the-test';

test('PR-56b /metrics requires its token and counts events', async () => {
  const server = await serve({ env: { HUSH_METRICS: TOKEN } });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  await online(visit(server, code));
  await play(ann);
  ann.connection.do({ type: 'move', hero: 'elf', dir: 'north', steps: 999 });
  await until(() => ann.notices.some(({ type }) => type === 'refused'));
  ann.cut();
  await until(() => ann.connection.status.type !== 'online');
  await online(ann);
  const lost = await rawSocket(server);
  lost.socket.send(hello('ZZZZZZZZ'));
  await until(() => lost.closed() !== undefined);
  expect((await at(server, '/metrics')).status).toBe(401);
  expect((await at(server, '/metrics', { headers: { authorization: `Bearer ${TOKEN}x` } })).status).toBe(401);
  const response = await at(server, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/plain');
  for (const line of [
    'hush_game_active 1',
    'hush_game_sockets{role="player"} 1',
    'hush_game_sockets{role="spectator"} 1',
    'hush_game_sockets{role="new"} 0',
    'hush_action_total{type="begin",result="accepted"} 1',
    'hush_action_total{type="start",result="accepted"} 1',
    'hush_resume_total{kind="delta"} 1',
    'hush_ws_closed_total{code="4004"} 1',
    'hush_ws_closed_total{code="1006"} 1',
    'hush_ws_buffered_bytes 0',
    'hush_broker_available 1',
    'hush_journal_append_conflicts_total 0',
    'hush_hourglass_frozen_seconds_total 0',
    'hush_table_quarantined_total 0',
    'hush_http_requests_total{status="201"} 1',
    'hush_http_requests_total{status="401"} 2',
    `hush_build_info{version="${VERSION}",protocol="${PROTOCOL_VERSION}",node="${process.versions.node}"} 1`,
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/hush_action_total\{type="move",result="[a-z-]+"\} 1/);
  for (const name of [
    'hush_action_commit_seconds_count',
    'hush_journal_fsync_seconds_count',
    'hush_hourglass_error_seconds_count',
    'hush_recovery_seconds_count',
    'nodejs_eventloop_lag_p99_seconds',
    '# TYPE hush_ratelimit_hits_total counter',
  ])
    expect(text).toContain(name);
  expect(text).not.toContain(code);
  expect(text).not.toContain('Ann');
});

test('PR-56b without HUSH_METRICS there is no /metrics', async () => {
  expect((await at(await serve({ journal: memoryJournal() }), '/metrics')).status).toBe(404);
});
