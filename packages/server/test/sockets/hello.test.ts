/** Tests of what a hello costs the server: hellos are short, but the snapshots in their answers are long. */
import { memoryJournal } from '@hush/protocol';
import { STANDARD_TILES } from '@hush/rules';
import { expect, test } from 'vitest';
import { closing, hello, openTable, rawSocket, serve, until } from '../server-kit.ts';

/** The standard tile set, padded with comments to 60 kB. */
const PADDED = `${STANDARD_TILES}\n${`# ${'x'.repeat(98)}\n`.repeat(350)}`;

test('PR-63a a second hello within two seconds of a welcome closes the connection, and a later one is answered', async () => {
  const server = await serve({ journal: memoryJournal() });
  const code = await openTable(server);
  const [hasty, patient] = [await rawSocket(server), await rawSocket(server)];
  for (const raw of [hasty, patient]) {
    raw.socket.send(hello(code));
    await until(() => raw.heard.length > 0, 'a welcome');
  }
  hasty.socket.send(hello(code, { since: 0 }));
  expect(await closing(hasty)).toBe(1008);
  server.clock.pass(2_000);
  patient.socket.send(hello(code));
  await until(() => patient.heard.filter(({ t }) => t === 'welcome').length === 2, 'another welcome');
});

test('PR-63b an address that sends one hello after the other is told to retry later, and other addresses are not', async () => {
  const env = { HUSH_TRUST_PROXY: '1', HUSH_CONNECTIONS_PER_IP: '1' };
  const server = await serve({ journal: memoryJournal(), env });
  const about = 'x'.repeat(900);
  const scenario = { name: 'Long', stack: [2, 3, 4, 5], top: [], side: 'A', rules: [] } as const;
  const code = await openTable(server, { scenario: { ...scenario, top: [15] }, about, tiles: PADDED });
  const raw = await rawSocket(server, { 'x-forwarded-for': '198.51.100.9' });
  while (raw.closed() === undefined) {
    server.clock.pass(2_000);
    const { length } = raw.heard;
    raw.socket.send(hello(code));
    await until(() => raw.heard.length > length || raw.closed() !== undefined, 'an answer');
    if (raw.heard.length > 300) throw new Error('no end');
  }
  expect(raw.closed()).toBe(1013);
  const other = await rawSocket(server, { 'x-forwarded-for': '203.0.113.1' });
  other.socket.send(hello(code));
  await until(() => other.heard.length > 0, 'a welcome');
  expect(other.heard[0]).toMatchObject({ t: 'welcome' });
});

test('PR-63c a table with 60 kB of comments in its tile set is sent without the comments', async () => {
  const server = await serve({ journal: memoryJournal() });
  const code = await openTable(server, { scenario: 1, tiles: PADDED });
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  await until(() => raw.heard.length > 0, 'a welcome');
  expect(JSON.stringify(raw.heard[0]).length).toBeLessThan(9_000);
  expect(JSON.stringify(raw.heard[0])).toContain('Fountain Court');
});
