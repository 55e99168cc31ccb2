/** Tests of one hourglass on several phones through the server: reading, long polls, deletion, and refusals. */
import { connect } from 'node:net';
import { memoryJournal, type SharedHourglass, tagOf } from '@hush/protocol';
import { expect, test } from 'vitest';
import { Hourglasses } from '../../src/stores/shared-hourglasses.ts';
import { StillClock, serve, type TestServer, until } from '../server-kit.ts';

const GLASS: SharedHourglass = {
  n: 1,
  by: 'aaaa',
  attempt: 0,
  state: 'running',
  capacity: 180_000,
  left: 180_000,
  turned: 0,
};

const quick = (): Promise<TestServer> => serve({ journal: memoryJournal() });
const at = ({ port }: TestServer, code: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/hourglass/${code}`, init);
const put = (server: TestServer, code: string, glass: object, headers = {}): Promise<Response> =>
  at(server, code, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(glass),
  });
const told = async (response: Response): Promise<SharedHourglass> => {
  expect(response.status).toBe(200);
  return (await response.json()) as SharedHourglass;
};

test('TM-1i an hourglass that one phone sends is read by another one, less the sand that has run meanwhile', async () => {
  const server = await quick();
  expect(await told(await put(server, 'BCDFGH', GLASS))).toEqual(GLASS);
  server.clock.pass(30_000);
  expect((await told(await at(server, 'bcdfgh'))).left).toBe(150_000);
  await put(server, 'BCDFGH', { ...GLASS, n: 2, state: 'paused', left: 149_000 });
  server.clock.pass(30_000);
  expect((await told(await at(server, 'BCDFGH'))).left).toBe(149_000);
});

test('TM-1i an older message changes nothing, and its sender gets the newer one', async () => {
  const server = await quick();
  await put(server, 'BCDFGH', { ...GLASS, n: 5, turned: 2 });
  expect(await told(await put(server, 'BCDFGH', GLASS))).toMatchObject({ n: 5, turned: 2 });
  expect(await told(await put(server, 'BCDFGH', { ...GLASS, n: 5, by: 'bbbb' }))).toMatchObject({
    by: 'bbbb',
  });
});

test('TM-1i a long poll is answered at once after a press, and after ten seconds in any case', async () => {
  const server = await quick();
  await put(server, 'BCDFGH', GLASS);
  let answered = 0;
  const wait = async (): Promise<SharedHourglass> => {
    const glass = await told(await at(server, `BCDFGH?after=${tagOf(GLASS)}`));
    answered++;
    return glass;
  };
  const timers = server.clock.timers;
  const first = wait();
  await until(() => server.clock.timers > timers, 'a question that waits');
  expect(answered).toBe(0);
  await put(server, 'BCDFGH', { ...GLASS, n: 2, turned: 1 });
  expect(await first).toMatchObject({ n: 2, turned: 1 });
  expect(await wait()).toMatchObject({ n: 2 }); // this phone has an older state, so it gets an answer at once
  await until(() => server.clock.timers === timers, 'no timer left behind');
  const quiet = at(server, 'BCDFGH?after=2.aaaa.0');
  await until(() => server.clock.timers > timers, 'another question');
  server.clock.pass(10_000);
  expect(await told(await quiet)).toMatchObject({ n: 2, left: 170_000 });
});

test('PR-58b a long poll of an hourglass ends when its connection closes', async () => {
  const server = await quick();
  await put(server, 'BCDFGH', GLASS);
  const timers = server.clock.timers;
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`GET /api/hourglass/BCDFGH?after=${tagOf(GLASS)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(() => server.clock.timers > timers, 'a question that waits');
  socket.destroy();
  await until(() => server.clock.timers === timers, 'nobody who waits');
});

test('PR-58b the thirteenth long poll of one hourglass is refused with 429', async () => {
  const server = await quick();
  await put(server, 'BCDFGH', GLASS);
  const timers = server.clock.timers;
  const asked = Array.from({ length: 12 }, () => at(server, `BCDFGH?after=${tagOf(GLASS)}`));
  await until(() => server.clock.timers === timers + 12, 'a dozen questions');
  expect((await at(server, `BCDFGH?after=${tagOf(GLASS)}`)).status).toBe(429);
  await put(server, 'BCDFGH', { ...GLASS, n: 2 });
  for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
});

test.each([
  ['a code that is none', (s: TestServer) => put(s, 'BCDFG', GLASS), 404],
  ['no such hourglass', (s: TestServer) => at(s, 'BCDFGH'), 404],
  ['another method', (s: TestServer) => at(s, 'BCDFGH', { method: 'DELETE' }), 405],
  ['no JSON', (s: TestServer) => at(s, 'BCDFGH', { method: 'PUT', body: '{}' }), 415],
  ['nonsense', (s: TestServer) => put(s, 'BCDFGH', { ...GLASS, left: 1e9 }), 400],
  ['a novel', (s: TestServer) => put(s, 'BCDFGH', { ...GLASS, by: 'x'.repeat(600) }), 413],
  [
    'a page from elsewhere',
    (s: TestServer) => put(s, 'BCDFGH', GLASS, { origin: 'https://other.example' }),
    403,
  ],
])('PR-53b a request about an hourglass is refused: %s', async (_, ask, status) => {
  const response = await ask(await quick());
  expect(response.status).toBe(status);
  expect(((await response.json()) as { say: string }).say).toMatch(/^.{5,200}$/);
});

test('PR-54b guessing codes of hourglasses is limited, and so is making hourglasses', async () => {
  const server = await quick();
  const letters = [...'23456789BCDFGHJKLMNPQRSTVWXZ'];
  const codes = Array.from({ length: 80 }, (_, i) => `BCDF${letters[i % 28]}${letters[Math.floor(i / 28)]}`);
  const asked = await Promise.all(codes.map(async code => (await at(server, code)).status));
  expect(asked.filter(status => status === 404).length).toBeLessThanOrEqual(10);
  expect(asked).toContain(429);
  const made = await Promise.all(codes.map(async code => (await put(server, code, GLASS)).status));
  expect(made.filter(status => status === 200).length).toBe(60);
  expect(made.filter(status => status === 429).length).toBe(20);
});

test('PR-66b the number of hourglasses is bounded, and the least recently used one is deleted first', () => {
  const clock = new StillClock();
  const limits = { glasses: 2, waiting: 1, forgottenAfter: 1_000, patience: 10 };
  const glasses = new Hourglasses(clock, limits);
  expect(glasses.put('BBBBBB', GLASS)).toBe('kept');
  clock.pass(600);
  expect(glasses.put('CCCCCC', GLASS)).toBe('kept');
  expect(glasses.look('BBBBBB')?.left).toBe(180_000 - 600);
  expect(glasses.put('DDDDDD', GLASS)).toBe('kept');
  expect([glasses.has('BBBBBB'), glasses.has('CCCCCC'), glasses.has('DDDDDD')]).toEqual([true, false, true]);
  clock.pass(1_100);
  expect(glasses.put('FFFFFF', GLASS)).toBe('kept');
  expect([glasses.has('BBBBBB'), glasses.has('DDDDDD'), glasses.has('FFFFFF')]).toEqual([false, false, true]);
});

test('PR-66a after too many wrong guesses even a right code is refused', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_TRUST_PROXY: '1' } });
  const from = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });
  await put(server, 'BCDFGH', GLASS, { 'x-forwarded-for': '198.51.100.1' });
  for (let i = 0; i < 10; i++) expect((await at(server, 'ZZZZZZ', from('203.0.113.9'))).status).toBe(404);
  expect((await at(server, 'ZZZZZZ', from('203.0.113.9'))).status).toBe(429);
  expect((await at(server, 'BCDFGH', from('203.0.113.9'))).status).toBe(429);
  expect((await at(server, 'BCDFGH', from('198.51.100.1'))).status).toBe(200);
});

test('PR-66a a press takes one token of a stranger whether the hourglass exists or not, and none of its users', async () => {
  const server = await serve({ journal: memoryJournal(), env: { HUSH_TRUST_PROXY: '1' } });
  const letters = [...'23456789BCDFGHJKLMNPQRSTVWXZ'];
  const by = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
  await put(server, 'BCDFGH', GLASS, by('198.51.100.1'));
  for (let i = 0; i < 60; i++)
    await put(server, `ZZZZ${letters[i % 28]}${letters[Math.floor(i / 28)]}`, GLASS, by('203.0.113.9'));
  expect((await put(server, 'ZZZZXX', GLASS, by('203.0.113.9'))).status).toBe(429);
  expect((await put(server, 'BCDFGH', GLASS, by('203.0.113.9'))).status).toBe(429);
  for (let n = 2; n < 80; n++)
    expect((await put(server, 'BCDFGH', { ...GLASS, n }, by('198.51.100.1'))).status).toBe(200);
});

test('PR-66c a press whose number is a thousand above the last one is refused and changes nothing', async () => {
  const server = await quick();
  await put(server, 'BCDFGH', GLASS);
  expect((await put(server, 'BCDFGH', { ...GLASS, n: 1_000_000_000, left: 0 })).status).toBe(400);
  expect(await told(await at(server, 'BCDFGH'))).toMatchObject({ n: 1, left: 180_000 });
  expect(await told(await put(server, 'BCDFGH', { ...GLASS, n: 900 }))).toMatchObject({ n: 900 });
});
