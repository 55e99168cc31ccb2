/**
 * Tests that health probes are answered however many other requests their address sends, and that they cost the
 * journal almost nothing.
 */
import { expect, test } from 'vitest';
import { journalIn } from '../journal/journal-kit.ts';
import { serve, type TestServer } from '../server-kit.ts';

const TOKEN = 'metrics-token-of-the-test';
const MORE_THAN_THE_BUDGET = 320;

const status = async ({ port }: TestServer, path: string, init?: RequestInit): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  await response.text();
  return response.status;
};

async function asked(server: TestServer, path: string, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push(await status(server, path));
  return statuses;
}

test('PR-56a an address above its rate limit still gets /healthz, /readyz and /metrics', async () => {
  const server = await serve({ env: { HUSH_METRICS: TOKEN } });
  expect((await asked(server, '/version', MORE_THAN_THE_BUDGET)).at(-1)).toBe(429);
  for (const path of ['/healthz', '/readyz', '/readyz?from=proxy']) {
    expect([path, await status(server, path)]).toEqual([path, 200]);
    expect([path, await status(server, path, { method: 'HEAD' })]).toEqual([path, 200]);
    expect([path, await status(server, path, { method: 'POST' })]).toEqual([path, 429]);
  }
  const token = (text: string): RequestInit => ({ headers: { authorization: `Bearer ${text}` } });
  expect(await status(server, '/metrics', token(TOKEN))).toBe(200);
  expect(await status(server, '/metrics', token(TOKEN.toUpperCase()))).toBe(429);
  expect(await status(server, '/metrics')).toBe(429);
});

test('PR-56a however often /readyz is requested, the journal is probed once a second, and players keep their limit', async () => {
  const server = await serve();
  for (let second = 0; second < 2; second++) {
    expect(new Set(await asked(server, '/readyz', MORE_THAN_THE_BUDGET))).toEqual(new Set([200]));
    server.clock.pass(1_000);
  }
  expect(await status(server, '/version')).toBe(200);
  await server.server.stop();
  expect(await (await journalIn(server.dataDir)).read('probe/writable', 1)).toMatchObject({ version: 2 });
});
