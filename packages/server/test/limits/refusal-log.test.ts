/** Tests of the log about refused requests: the reason, and what the operator can do. */
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { FIGURES, openTable, serve, type TestServer } from '../server-kit.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly why?: string;
  readonly setting?: string;
  readonly since?: number;
}

const WARNING = 40;

const warnings = ({ log }: TestServer): readonly Line[] =>
  log()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
    .filter(({ level }) => level === WARNING);

/** The status with which a handshake is refused. */
const refused = ({ port }: TestServer, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
    socket.on('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on('open', () => reject(new Error('it was let in')));
    socket.on('error', () => undefined);
  });

/** The headers of a browser behind a proxy that forwards the host without its port. */
const WITHOUT_PORT = { host: 'hush.local', origin: 'https://hush.local:8443' };

test('OP-3a an upgrade whose proxy dropped the port from Host is logged with both values and the remedy', async () => {
  const server = await serve();
  expect(await refused(server, WITHOUT_PORT)).toBe(403);
  expect(warnings(server)).toMatchObject([
    {
      msg: 'request refused',
      status: 403,
      origin: 'https://hush.local:8443',
      host: 'hush.local',
      why: expect.stringMatching(
        /proxy_set_header Host \$http_host.*HUSH_ORIGINS=https:\/\/hush[.]local:8443/,
      ),
    },
  ]);
});

test('OP-3a a POST from another origin and a request with an unknown Host are logged', async () => {
  const server = await serve();
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' };
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/tables`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect(reply.status).toBe(403);
  expect(await refused(server, { host: 'public.example' })).toBe(421);
  expect(warnings(server)).toMatchObject([
    { status: 403, why: expect.stringContaining('HUSH_ORIGINS=https://elsewhere.example') },
    { status: 421, why: expect.stringContaining('HUSH_ORIGINS=https://public.example') },
  ]);
});

test('OP-3b a request for /ws that is not an upgrade is logged with the advice that the proxy must forward upgrades', async () => {
  const server = await serve();
  await new Promise(resolve => get(`http://127.0.0.1:${server.port}/ws`, reply => resolve(reply.resume())));
  expect(warnings(server)).toMatchObject([
    { msg: 'upgrade missing', why: expect.stringContaining('Upgrade and Connection') },
  ]);
});

test('OP-3c a reached limit is logged with its setting, first at once and then once a minute with a count', async () => {
  const server = await serve({ env: { HUSH_TABLES_PER_HOUR: '1', HUSH_METRICS: FIGURES } });
  await openTable(server);
  for (let i = 0; i < 3; i++) await expect(openTable(server)).rejects.toThrow('429');
  expect(warnings(server)).toMatchObject([
    { msg: 'limit reached', scope: 'creations', setting: 'HUSH_TABLES_PER_HOUR' },
  ]);
  server.clock.pass(60_000);
  await expect(openTable(server)).rejects.toThrow('429');
  expect(warnings(server).map(({ since }) => since)).toEqual([undefined, 2]);
});

test('OP-3d sixty tables an hour from one address are opened, and the next one is refused', async () => {
  const server = await serve();
  for (let i = 0; i < 60; i++) await openTable(server);
  await expect(openTable(server)).rejects.toThrow('429');
});

test('OP-4 our own metrics have the prefix hush_, and there are metrics of the disk and the build', async () => {
  const server = await serve({ env: { HUSH_METRICS: FIGURES } });
  expect(await refused(server, WITHOUT_PORT)).toBe(403);
  const headers = { authorization: `Bearer ${FIGURES}` };
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).text();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  expect(names.filter(name => !/^(?:hush|nodejs|process)_/.test(name))).toEqual([]);
  expect(text).toMatch(/^hush_disk_bytes\{what="free"\} [1-9]/m);
  expect(text).toMatch(/^hush_disk_bytes\{what="journal"\} [1-9]/m);
  expect(text).toContain('hush_ws_refused_total{status="403"} 1\n');
});
