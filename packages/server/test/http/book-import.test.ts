/** Tests of attacks on importing books: deep nesting, many addresses, many requests at once. */
import { memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { serve, type TestServer } from '../server-kit.ts';

interface Founded {
  readonly id: string;
  readonly secret: string;
}

const post = (
  { port }: TestServer,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const quick = (): Promise<TestServer> =>
  serve({ journal: memoryJournal(), env: { HUSH_TRUST_PROXY: '1', HUSH_TABLES_PER_HOUR: '100' } });

const found = async (server: TestServer): Promise<Founded> =>
  (await (await post(server, '/api/crews', '{"name":"Owls"}')).json()) as Founded;

const importBook = (
  server: TestServer,
  { id, secret }: Founded,
  body: string,
  from: string,
): Promise<Response> =>
  post(server, `/api/crews/${id}/book`, body, { authorization: `Bearer ${secret}`, 'x-forwarded-for': from });

test('PR-64a a book of five megabytes of brackets is answered with 400, and the crew’s book stays empty', async () => {
  const server = await quick();
  const crew = await found(server);
  const answer = await importBook(server, crew, '['.repeat(4_900_000), '198.51.100.1');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'malformed', problem: { code: 'makes-no-sense' } });
});

test('PR-64b ten addresses together may import 20 books at once and then one each; an address without recent requests may always import', async () => {
  const server = await quick();
  const crew = await found(server);
  const statuses: number[] = [];
  for (let address = 0; address < 10; address++)
    for (let i = 0; i < 5; i++)
      statuses.push((await importBook(server, crew, '{}', `198.51.100.${address}`)).status);
  // four addresses imported five books each, which used up the common limit, and six addresses imported one each
  expect(statuses.filter(status => status === 400)).toHaveLength(26);
  expect(statuses.filter(status => status === 429)).toHaveLength(24);
  expect((await importBook(server, crew, '{}', '203.0.113.1')).status).toBe(400);
});
