/** Tests of the head of a request: its host, duplicate headers, the HTTP version, and the upgrade. */
import { connect } from 'node:net';
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { isHostAllowed } from '../../src/limits/request-head.ts';
import { serve, type TestServer } from '../server-kit.ts';

const raw = ({ port }: TestServer, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.on('data', data => {
      heard += data.toString();
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });

const get = (host: string, path = '/version'): string =>
  `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

const upgrade = (host: string, more = ''): string =>
  `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

const statusOf = (answer: string): number => Number(/^HTTP\/1[.]1 (\d+)/.exec(answer)?.[1]);

const asked = (host: string, remoteAddress: string): Parameters<typeof isHostAllowed>[0] =>
  ({ headers: { host }, socket: { remoteAddress } }) as Parameters<typeof isHostAllowed>[0];

test.each([
  ['evil.example', '192.168.1.9', false],
  ['evil.example:8080', '127.0.0.1', false],
  ['evil.example', '::1', false],
  ['evil.example', '::ffff:10.0.0.3', false],
  ['hush.example', '203.0.113.7', true],
  ['192.168.1.5:8080', '192.168.1.9', true],
  ['[fd00::5]:8080', 'fd00::9', true],
  ['localhost:8080', '127.0.0.1', true],
  ['laptop', '192.168.1.9', true],
  ['laptop.local:8080', '192.168.1.9', true],
  ['hush.fritz.box', '192.168.1.9', true],
  ['evil.local.example', '192.168.1.9', false],
])(
  'PR-61a without HUSH_ORIGINS, the host name %s in a request from the address %s is allowed: %s',
  (host, from, allowed) => {
    expect(isHostAllowed(asked(host, from), { origins: [], trustedProxies: 0 })).toBe(allowed);
  },
);

test.each([
  ['hush.example', true],
  ['HUSH.example:443', true],
  ['evil.example', false],
  ['hush.example.evil.example', false],
  ['10.0.0.7:8080', true],
  ['hush:8080', true],
])('PR-61a with HUSH_ORIGINS, the host name %s in a request is allowed: %s', (host, allowed) => {
  const config = { origins: ['https://hush.example'], trustedProxies: 1 };
  expect(isHostAllowed(asked(host, '203.0.113.7'), config)).toBe(allowed);
});

test('PR-61a a request with a foreign Host name (DNS rebinding) is answered with 421, for pages and for sockets', async () => {
  const server = await serve({ journal: memoryJournal() });
  expect(statusOf(await raw(server, get('Host: evil.example\r\n')))).toBe(421);
  expect(statusOf(await raw(server, upgrade('evil.example', 'Origin: http://evil.example\r\n')))).toBe(421);
  expect(statusOf(await raw(server, get('Host: evil.example\r\n', '/healthz')))).toBe(200); // health checks may use any host name
});

test('PR-61b two Host headers, or a request line without a version, are answered with 400', async () => {
  const server = await serve({ journal: memoryJournal() });
  expect(statusOf(await raw(server, get('Host: a\r\nhost: b\r\n')))).toBe(400);
  expect(statusOf(await raw(server, get('Host: a\r\n')))).toBe(200);
  expect(await raw(server, 'GET /\r\n\r\n')).toMatch(/^HTTP\/1[.]1 400/);
});

test('PR-61c the server chooses none of the subprotocols that a client offers', async () => {
  const server = await serve({ journal: memoryJournal() });
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(upgrade('a', 'Sec-WebSocket-Protocol: evil, chat\r\n')),
  );
  const heard = await new Promise<string>(resolve => socket.once('data', data => resolve(data.toString())));
  socket.destroy();
  expect(statusOf(heard)).toBe(101);
  expect(heard).not.toMatch(/sec-websocket-protocol/i);
});

test('PR-61d an offer to upgrade to h2c is ignored, and the request is answered', async () => {
  const server = await serve({ journal: memoryJournal() });
  const offer =
    'Host: a\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nConnection: Upgrade, HTTP2-Settings\r\n';
  const answer = await raw(server, `GET /version HTTP/1.1\r\n${offer}\r\n`);
  expect(statusOf(answer)).toBe(200);
  expect(answer).toContain('"name":"hush"');
  expect(answer).toMatch(/connection: close/i);
});
