/** deploy/cluster: the balancers with a real Caddy and a real nginx, the unit with systemd, the rolling restart with real requests, the compose file as text. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { VARIABLES } from '@hush/server';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { CURL } from '../../../server/test/needs.ts';
import { patience } from '../../../server/test/patience.ts';
import { reservePort } from '../../../server/test/ports.ts';
import { startNginx } from './nginx-kit.ts';
import { deployed, listening, scratch, toolFor } from './tool.ts';

/** A stand-in for a node behind a balancer: it answers with its name, and says whether it is ready. */
interface TestNode {
  readonly server: Server;
  readonly port: number;
  readonly asked: () => number;
  isReady: boolean;
  /** How many of the next requests are answered with 503. */
  refusals: number;
}

async function node(name: string): Promise<TestNode> {
  let asked = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/readyz') asked++;
    const isRefused = !made.isReady || made.refusals-- > 0;
    response.writeHead(isRefused ? 503 : 200).end(name);
  });
  const made = { server, port: 0, isReady: true, refusals: 0, asked: () => asked };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(made, { port: (server.address() as AddressInfo).port });
}

const ask = (port: number, host: string, isSecure = false): Promise<string> =>
  new Promise((resolve, reject) =>
    (isSecure ? secureRequest : request)(
      { port, host: '127.0.0.1', headers: { host }, agent: false, rejectUnauthorized: false },
      response => text(response).then(resolve, reject),
    )
      .on('error', reject)
      .end(),
  );

/** The names of the nodes that answer a dozen requests. */
async function answersOf(askOne: () => Promise<string>): Promise<string> {
  const heard = new Set<string>();
  for (let i = 0; i < 12; i++) heard.add(await askOne());
  return [...heard].sort().join('');
}

test('CL-16a Caddy with deploy/cluster/Caddyfile skips a node that is being stopped, and uses it again later', async ({
  skip,
}) => {
  const tool = toolFor(skip, 'caddy');
  const [a, b, port] = [await node('a'), await node('b'), await reservePort()];
  const file = join(scratch(), 'Caddyfile');
  const site = `hush.example:${port}`;
  const config = deployed('cluster/Caddyfile')
    .replace('{$HUSH_DOMAIN:hush.example}', `http://${site}`)
    .replace('{$HUSH_UPSTREAM:127.0.0.1:8080}', `127.0.0.1:${a.port} 127.0.0.1:${b.port}`);
  writeFileSync(file, `{\n\tadmin off\n}\n${config}`);
  tool.start('run', '--config', file, '--adapter', 'caddyfile');
  await listening(port);
  const answers = (): Promise<string> => answersOf(() => ask(port, site));
  await expect.poll(answers).toBe('ab');
  a.isReady = false;
  await expect.poll(answers).toBe('b');
  a.isReady = true;
  await expect.poll(answers).toBe('ab');
});

test('CL-16a nginx with deploy/cluster/nginx.conf skips a node that answers 503 several times or not at all, and uses it again later', async ({
  skip,
}) => {
  const nodes = [await node('a'), await node('b'), await node('c')] as const;
  const [a, b, c] = nodes;
  let file = deployed('cluster/nginx.conf');
  for (const [at, { port }] of nodes.entries())
    file = file.replace(`127.0.0.1:808${at + 1}`, `127.0.0.1:${port}`);
  const port = await startNginx(skip, 'hush.example', file);
  const answers = (): Promise<string> => answersOf(() => ask(port, 'hush.example', true));
  await expect.poll(answers).toBe('abc');
  b.refusals = 1;
  for (const wait = patience('a request that reaches node b'); b.refusals > 0; wait()) await answers();
  expect(await answers()).toBe('abc'); // a node that answers 503 once is not skipped
  a.isReady = false;
  c.server.closeAllConnections();
  c.server.close();
  await expect.poll(answers).toBe('b');
  a.isReady = true;
  await expect.poll(answers).toBe('ab');
});

test('CL-16b systemd accepts deploy/cluster/nats.service and rates its exposure at most 1.5 of 10', ({
  skip,
}) => {
  const tool = toolFor(skip, 'systemd-analyze');
  const file = join(scratch(), 'nats.service');
  writeFileSync(file, deployed('cluster/nats.service').replace('/usr/sbin/nats-server', process.execPath));
  expect(tool.run('verify', file)).toEqual({ exit: 0, said: '' });
  const { said } = tool.run('security', '--offline=yes', '--no-pager', file);
  expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(1.5);
});

async function rollingRestart(
  nodes: readonly TestNode[],
  wait = '600',
): Promise<{ readonly exit: unknown; readonly said: string }> {
  const child = spawn(
    'sh',
    [join(ROOT, 'deploy/cluster/rolling-restart.sh'), ...nodes.map(({ port }) => `http://127.0.0.1:${port}`)],
    { env: { PATH: process.env['PATH'], WAIT: wait, RESTART: 'echo restart' } },
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      // Starts the restart of the second node: it is not ready until it was asked two more times.
      const second = nodes[1];
      if (second === undefined || !chunk.toString().includes(`restart http://127.0.0.1:${second.port}`))
        return;
      second.isReady = false;
      const before = second.asked();
      if (wait !== '1')
        void expect
          .poll(() => second.asked() > before)
          .toBe(true)
          .then(() => {
            second.isReady = true;
          });
    });
  const [said, complained, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { exit, said: said + complained };
}

test('CL-16c rolling-restart.sh restarts node after node and waits until each is ready again', async ({
  skip,
}) => {
  skip(!CURL.has, CURL.lack);
  const nodes = [await node('a'), await node('b'), await node('c')];
  const { exit, said } = await rollingRestart(nodes);
  expect(said.match(/^restart .*$/gm)).toEqual(nodes.map(({ port }) => `restart http://127.0.0.1:${port}`));
  expect([exit, said.trimEnd().split('\n').at(-1)]).toEqual([0, 'all nodes are ready']);
});

test('CL-16c rolling-restart.sh restarts nothing while a node is not ready, and requires two addresses', async ({
  skip,
}) => {
  skip(!CURL.has, CURL.lack);
  const nodes = [await node('a'), await node('b')];
  (nodes[1] as TestNode).isReady = false;
  expect(await rollingRestart(nodes)).toEqual({
    exit: 1,
    said: `http://127.0.0.1:${nodes[1]?.port} is not ready: nothing was restarted after it.\n`,
  });
  expect((await rollingRestart(nodes.slice(0, 1))).exit).toBe(2);
});

test('CL-16d the compose file has three NATS servers, three nodes with different names, and only existing settings', () => {
  const file = deployed('cluster/compose.yaml');
  expect(file.match(/^ {4}<<: \*nats$/gm)).toHaveLength(3);
  expect(file.match(/HUSH_NODE: (\w)/g)).toEqual(['HUSH_NODE: a', 'HUSH_NODE: b', 'HUSH_NODE: c']);
  const own = ['HUSH_VERSION', 'HUSH_DOMAIN', 'HUSH_UPSTREAM'];
  const named = file.match(/\bHUSH_[A-Z_]+/g) ?? [];
  expect(named.filter(name => ![...VARIABLES, ...own].includes(name))).toEqual([]);
});
