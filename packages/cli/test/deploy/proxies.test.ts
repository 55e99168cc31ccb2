/**
 * Tests of the proxies in deploy/: a real nginx and a real Caddy with our files forward the page, a WebSocket and the
 * player's address.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { reservePort } from '../../../server/test/ports.ts';
import { hello, openTable, serve, type TestServer } from '../../../server/test/server-kit.ts';
import { startNginx } from './nginx-kit.ts';
import { deployed, listening, type Skip, scratch, type Tool, toolFor } from './tool.ts';

const SITE = 'hush.example';

/** Starts nginx with our configuration; returns the port for https. */
const nginx = (skip: Skip, upstream: number, change = (text: string): string => text): Promise<number> =>
  startNginx(
    skip,
    SITE,
    change(deployed('proxy/nginx.conf').replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)),
  );

async function caddy(tool: Tool, upstream: number): Promise<number> {
  const folder = scratch();
  const port = await reservePort();
  const file = join(folder, 'Caddyfile');
  const text = deployed('docker/Caddyfile').replace('{$HUSH_DOMAIN:hush.example}', `http://${SITE}:${port}`);
  writeFileSync(
    file,
    `{\n\tadmin off\n}\n${text.replace('{$HUSH_UPSTREAM:127.0.0.1:8080}', `127.0.0.1:${upstream}`)}`,
  );
  tool.start('run', '--config', file, '--adapter', 'caddyfile');
  await listening(port);
  return port;
}

/** Opens a WebSocket as a page of the site does: the first message it receives, or the status of the refusal. */
function opened(url: string, origin: string, table: string): Promise<string | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { host: new URL(origin).host, origin },
      rejectUnauthorized: false,
    });
    onTestFinished(() => socket.terminate());
    socket.on('open', () => socket.send(hello(table)));
    socket.on('message', data => resolve(String((JSON.parse(data.toString()) as { t: unknown }).t)));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on('error', error => reject(error));
  });
}

const PROXIED = { HUSH_TRUST_PROXY: '1', HUSH_CONNECTIONS_PER_IP: '1' };
const behindProxy = (): Promise<TestServer> => serve({ env: PROXIED });

test('OP-6b nginx with deploy/proxy/nginx.conf forwards a WebSocket, also at another port than 443', async ({
  skip,
}) => {
  const server = await behindProxy();
  const table = await openTable(server);
  const port = await nginx(skip, server.port);
  expect(await opened(`wss://127.0.0.1:${port}/ws`, `https://${SITE}:${port}`, table)).toBe('welcome');
});

test("OP-6b nginx with the usual 'Host $host' at another port answers 403, and the log says what to change", async ({
  skip,
}) => {
  const server = await behindProxy();
  const port = await nginx(skip, server.port, text => text.replace('Host $http_host', 'Host $host'));
  expect(await opened(`wss://127.0.0.1:${port}/ws`, `https://${SITE}:${port}`, await openTable(server))).toBe(
    403,
  );
  expect(server.log()).toContain(
    `proxy_set_header Host $http_host), or set HUSH_ORIGINS=https://${SITE}:${port}.`,
  );
});

test('OP-6b Caddy with deploy/docker/Caddyfile forwards a WebSocket', async ({ skip }) => {
  const tool = toolFor(skip, 'caddy');
  const server = await behindProxy();
  const table = await openTable(server);
  const port = await caddy(tool, server.port);
  expect(await opened(`ws://127.0.0.1:${port}/ws`, `http://${SITE}:${port}`, table)).toBe('welcome');
});

test('OP-6b caddy validate accepts deploy/docker/Caddyfile unchanged', ({ skip }) => {
  const tool = toolFor(skip, 'caddy');
  const file = join(scratch(), 'Caddyfile');
  writeFileSync(file, deployed('docker/Caddyfile'));
  const { exit, said } = tool.run('validate', '--config', file, '--adapter', 'caddyfile');
  expect([exit, said]).toEqual([0, expect.stringContaining('Valid configuration')]);
});
