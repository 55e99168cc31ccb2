/**
 * Tests of shared custom scenarios: they are checked, stored over restarts, refused if they are wrong, and deleted when
 * nobody opens them.
 */
import { memoryJournal, type ScenarioSheet } from '@hush/protocol';
import { expect, test } from 'vitest';
import { Scenarios } from '../../src/stores/scenario-store.ts';
import { directory, StillClock, serve, type TestServer } from '../server-kit.ts';

const SHEET: ScenarioSheet = {
  wish: {
    scenario: { name: 'Ours <b>', stack: [2, 3, 4, 5, 6, 7, 8, 9], top: [15], rules: ['crystalBall'] },
    hourglass: 240,
  },
  text: 'A long evening.',
  players: 4,
  parent: null,
};

const at = ({ port }: TestServer, path: string, init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);
const share = (server: TestServer, sheet: unknown, headers = {}): Promise<Response> =>
  at(server, '/api/scenarios', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sheet),
  });
const quick = (): Promise<TestServer> => serve({ journal: memoryJournal() });

test('GB-2b SC-Ca a scenario gets a code, survives a restart, and a table can be opened with it', async () => {
  const dataDir = directory();
  const first = await serve({ dataDir });
  const response = await share(first, SHEET);
  expect(response.status).toBe(201);
  const { code } = (await response.json()) as { code: string };
  expect(code).toMatch(/^[2-9BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  expect(response.headers.get('location')).toBe(`/s/${code}`);
  await first.server.stop();
  const second = await serve({ dataDir });
  const found = await at(second, `/api/scenarios/${code.toLowerCase()}`);
  const sheet = (await found.json()) as ScenarioSheet;
  expect(sheet).toEqual(SHEET);
  const table = await at(second, '/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wish: sheet.wish }),
  });
  expect(table.status).toBe(201);
  expect((await at(second, `/s/${code}`)).status).toBe(200);
  expect((await at(second, '/workshop')).status).toBe(200);
});

test.each([
  ['{"wish": {},\n "text": }', { line: 2, column: 10 }, 'The scenario is not valid JSON: line 2, column 10.'],
  ['', { line: 1, column: 1 }, 'The scenario is not valid JSON: line 1, column 1.'],
])('PR-58a a scenario in broken JSON is refused with line and column: %j', async (body, values, say) => {
  const headers = { 'content-type': 'application/json' };
  const response = await at(await quick(), '/api/scenarios', { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: 'malformed',
    say,
    problem: { code: 'no-json', values },
  });
});

test.each([
  ['no object', 7, 400, 'malformed'],
  ['a number of the book', { ...SHEET, wish: { scenario: 3 } }, 400, 'malformed'],
  ['an unknown field', { ...SHEET, secret: 1 }, 400, 'malformed'],
  [
    'a tile twice',
    { ...SHEET, wish: { scenario: { name: 'x', stack: [2, 2], rules: [] } } },
    400,
    'bad-setup',
  ],
  ['tiles that cannot be read', { ...SHEET, wish: { ...SHEET.wish, tiles: 'tile 1A' } }, 400, 'bad-setup'],
  ['too much', { ...SHEET, wish: { ...SHEET.wish, tiles: '#'.repeat(70_000) } }, 413, 'too-big'],
])('PR-58a a scenario is refused: %s', async (_, sheet, status, error) => {
  const response = await share(await quick(), sheet);
  const answer = (await response.json()) as { error: string; say: string; problem?: unknown };
  expect([response.status, answer.error]).toEqual([status, error]);
  // Every sentence that a page has to translate has a code.
  if (error !== 'too-big')
    expect(answer.problem).toMatchObject({ code: expect.any(String), values: expect.any(Object) });
  expect(answer.say).toMatch(/^.{5,400}$/s);
});

test('PR-53c a scenario from another origin, with another type or method is refused', async () => {
  const server = await quick();
  expect((await share(server, SHEET, { origin: 'https://other.example' })).status).toBe(403);
  expect((await share(server, SHEET, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await at(server, '/api/scenarios')).status).toBe(405);
  expect((await at(server, '/api/scenarios/BCDFGHJK', { method: 'DELETE' })).status).toBe(405);
});

test('PR-54b guessing codes of scenarios is limited, and so is sharing scenarios', async () => {
  const server = await quick();
  const asked = [];
  for (let i = 0; i < 15; i++) asked.push((await at(server, '/api/scenarios/BCDFGHJK')).status);
  expect(asked.filter(status => status === 404).length).toBe(10);
  expect(asked.filter(status => status === 429).length).toBe(5);
  const shared = [];
  for (let i = 0; i < 62; i++) shared.push((await share(server, SHEET)).status);
  expect(shared.filter(status => status === 201).length).toBe(60);
  expect(shared.filter(status => status === 429).length).toBe(2);
});

test('PR-58a a scenario that nobody reads is deleted, and one that somebody reads is kept', async () => {
  const clock = new StillClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const world = { clock, journal: memoryJournal(), log: log as never, keepDays: 30 };
  const scenarios = new Scenarios(world);
  const [old, used] = [await scenarios.keep(SHEET), await scenarios.keep(SHEET)];
  if (!old.ok || !used.ok) throw new Error('not kept');
  const passDays = async (): Promise<void> => {
    for (let i = 0; i < 4; i++) {
      clock.passDays(5);
      await scenarios.sweep();
    }
  };
  await passDays();
  expect((await scenarios.find(used.value)).ok).toBe(true);
  await passDays();
  expect(await scenarios.find(old.value)).toEqual({ ok: false, error: 'unknown' });
  expect(await scenarios.find(used.value)).toEqual({ ok: true, value: SHEET });
  scenarios.stop();
});

test('PR-58a a request for a damaged scenario is answered with 410', async () => {
  const journal = memoryJournal();
  await journal.append('scenario/BCDFGHJK', 0, ['{"wish": 1}']);
  const server = await serve({ journal });
  expect((await at(server, '/api/scenarios/BCDFGHJK')).status).toBe(410);
});
