/** Tests of the heist of the day over HTTP. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playContest } from '@hush/bots';
import {
  attemptSeed,
  dateOfDay,
  type HeistDeal,
  type HeistNews,
  type HeistProof,
  isLinkOf,
  linkBefore,
  roundOfDay,
} from '@hush/protocol';
import { type GameEvent, prepareGame, recordText } from '@hush/rules';
import { expect, onTestFinished, test } from 'vitest';
import { directory, play, StillClock, serve, sit, type TestServer, until } from '../server-kit.ts';

const DAY = 20_000; // the day on which the clock of the test begins
const TODAY = dateOfDay(DAY);

const ask = (server: TestServer, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/api/heist${path}`, init);

async function read<T>(server: TestServer, path: string): Promise<T> {
  const answer = await ask(server, path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

const post = (server: TestServer, path: string, body: unknown): Promise<Response> =>
  ask(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The record of a game of this deal, played by calm bots. */
function recordBy({ scenario, seed }: Pick<HeistDeal, 'scenario' | 'seed'>, more: object = {}): string {
  const wish = { scenario, players: 4, ...more };
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const events: GameEvent[] = [prepared.value.event, { type: 'gameStarted', at: 0 }];
  playContest({ wish, seed, tempers: ['calm'] }, event => events.push(event));
  return recordText(events);
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const resultOf = (record: string, more: object = {}): object => ({
  record,
  name: 'The Night Owls',
  faces: ['owl', 'bat'],
  ghost: true,
  key: sha('ours'),
  ...more,
});

test("PR-150c today’s letter contains no seed, tomorrow's letter is refused as sealed, and days before the chain are unknown", async () => {
  const server = await serve();
  const news = await read<HeistNews>(server, '');
  expect(news.today).toBe(TODAY);
  expect(Object.keys(news.letter).sort()).toEqual(['certified', 'day', 'par', 'scenario', 'tiles']);
  expect(JSON.stringify(news)).not.toContain('tail');
  const sentences = await Promise.all(
    [dateOfDay(DAY + 1), dateOfDay(DAY - 1), '2026-02-31', `${TODAY}/proof`].map(async path => {
      const answer = await ask(server, `/${path}`);
      return [answer.status, ((await answer.json()) as { readonly say: string }).say];
    }),
  );
  expect(sentences).toEqual([
    [404, 'This letter stays sealed until its day comes.'],
    [404, 'There is no heist for this day.'],
    [404, 'This letter stays sealed until its day comes.'],
    [404, 'The proof of a day is published when the day is over.'],
  ]);
});

test('PR-150a PR-150b the links of all days match the published anchor, also after a restart, and past days can be proven', async () => {
  const [dataDir, clock] = [directory(), new StillClock()];
  const first = await serve({ dataDir, clock });
  const before = await read<HeistNews>(first, '');
  const deal = await read<HeistDeal>(first, `/${TODAY}/deal`);
  await first.server.stop();
  clock.passDays(1);
  const second = await serve({ dataDir, clock });
  const after = await read<HeistNews>(second, '');
  expect(after.chain).toEqual(before.chain);
  expect(after.today).toBe(dateOfDay(DAY + 1));
  const proof = await read<HeistProof>(second, `/${TODAY}/proof`);
  expect(proof).toMatchObject({ seed: deal.seed, beacon: '' });
  expect(isLinkOf(after.chain, DAY, proof.link)).toBe(true);
  expect(proof.seed).toBe(attemptSeed({ day: DAY, link: proof.link, beacon: '' }, proof.attempt));
  clock.passDays(1);
  const next = await read<HeistProof>(second, `/${dateOfDay(DAY + 1)}/proof`);
  expect(linkBefore(next.link)).toBe(proof.link);
});

/** A test server with the routes of a drand relay, which can be switched off. */
async function relay(): Promise<{ readonly url: string; on: boolean }> {
  const signature = (round: number): string => sha(`signature ${round}`);
  const state = { url: '', on: true };
  const server = createServer((request, response) => {
    const round = Number(request.url?.split('/').at(-1));
    const value = { round, randomness: createHash('sha256').update(signature(round), 'hex').digest('hex') };
    response.statusCode = state.on ? 200 : 500;
    response.end(
      request.url?.endsWith('/info')
        ? JSON.stringify({ hash: 'beef', genesis_time: 1_595_431_050, period: 30 })
        : JSON.stringify({ ...value, signature: signature(round) }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/beef`;
  return state;
}

test('PR-150b with a beacon the day’s value is mixed into the deal, and without that value there is no deal', async () => {
  const beacon = await relay();
  const server = await serve({ env: { HUSH_HEIST_BEACON: beacon.url } });
  const { chain } = await read<HeistNews>(server, '');
  expect(chain.beacon).toEqual({ chain: 'beef', genesis: 1_595_431_050, period: 30 });
  beacon.on = false;
  server.clock.passDays(1);
  const away = await ask(server, '');
  expect([away.status, ((await away.json()) as { say: string }).say]).toEqual([
    503,
    "The public beacon has not published today's number yet; please try again.",
  ]);
  beacon.on = true;
  await read(server, '');
  server.clock.passDays(1);
  const proof = await read<HeistProof>(server, `/${dateOfDay(DAY + 1)}/proof`);
  const round = chain.beacon === null ? 0 : roundOfDay(chain.beacon, (DAY + 1) * 86_400);
  const value = createHash('sha256')
    .update(sha(`signature ${round}`), 'hex')
    .digest('hex');
  expect(proof.beacon).toBe(value);
  expect(proof.seed).toBe(attemptSeed({ day: DAY + 1, link: proof.link, beacon: value }, proof.attempt));
});

test('PR-150g HG-9c all games at two tables of a heist have the same deal, until the host wishes for a game without a clock', async () => {
  const server = await serve();
  const { seed } = await read<HeistDeal>(server, `/${TODAY}/deal`);
  const deals: unknown[] = [];
  for (const names of [
    ['Ann', 'Bo'],
    ['Cy', 'Di'],
  ]) {
    const opened = await post(server, `/${TODAY}/tables`, {});
    const { code } = (await opened.json()) as { readonly code: string };
    const [host, other] = [await sit(server, code, names[0] ?? ''), await sit(server, code, names[1] ?? '')];
    await play(host, other);
    const { game, wish } = host.connection.mirror.confirmed;
    expect(wish).toMatchObject({ heist: TODAY });
    expect(JSON.stringify(host.notices)).not.toContain(seed);
    deals.push([game?.setUp.heroes, game?.setUp.actionTiles, game?.setUp.commitment]);
    host.connection.manage({ type: 'abandon' });
    host.connection.manage({ type: 'begin' });
    await until(() => host.connection.mirror.confirmed.games === 2);
    deals.push([
      host.connection.mirror.confirmed.game?.setUp.heroes,
      host.connection.mirror.confirmed.game?.setUp.actionTiles,
      host.connection.mirror.confirmed.game?.setUp.commitment,
    ]);
    host.connection.manage({ type: 'abandon' });
    host.connection.manage({ type: 'wish', wish: { ...wish, house: { noClock: true } } });
    host.connection.manage({ type: 'begin' });
    await until(() => host.connection.mirror.confirmed.games === 3);
    const { wish: plain, game: third } = host.connection.mirror.confirmed;
    expect([plain.heist, third?.setUp.house.noClock]).toEqual([undefined, true]); // HG-9c
    expect(third?.setUp.commitment).not.toBe(game?.setUp.commitment);
  }
  expect(new Set(deals.map(deal => JSON.stringify(deal))).size).toBe(1);
});

test('PR-150f PR-152d a proven result is listed once, its run can be a ghost, and the secret of its row deletes it', async () => {
  const server = await serve();
  const deal = await read<HeistDeal>(server, `/${TODAY}/deal`);
  const record = recordBy(deal);
  expect((await post(server, `/${TODAY}/results`, resultOf(record))).status).toBe(201);
  expect((await post(server, `/${TODAY}/results`, resultOf(record))).status).toBe(409);
  const { results } = await read<{ readonly results: readonly object[] }>(server, `/${TODAY}/results`);
  expect(results).toEqual([
    {
      no: 1,
      name: 'The Night Owls',
      faces: ['owl', 'bat'],
      won: true,
      left: expect.any(Number),
      ghost: true,
    },
  ]);
  const ghost = await ask(server, `/${TODAY}/results/1/record`);
  expect(await ghost.text()).toBe(record);
  const opened = await post(server, `/${TODAY}/results/1/tables`, {});
  const { code } = (await opened.json()) as { readonly code: string };
  const guest = await sit(server, code, 'Ann');
  expect(guest.connection.mirror.confirmed.wish).toMatchObject({ heist: TODAY, ghost: '1' });
  expect((await post(server, `/${TODAY}/results/9/tables`, {})).status).toBe(404);
  const withdraw = (secret: string): Promise<Response> =>
    ask(server, `/${TODAY}/results/1`, { method: 'DELETE', headers: { authorization: `Bearer ${secret}` } });
  expect((await withdraw('theirs')).status).toBe(404);
  expect((await withdraw('ours')).status).toBe(200);
  expect(await read(server, `/${TODAY}/results`)).toEqual({ results: [] });
  expect((await ask(server, `/${TODAY}/results/1/record`)).status).toBe(404);
});

test('PR-150f HG-9c other games, another hourglass, games without a clock, forged records and other days are refused', async () => {
  const server = await serve();
  const deal = await read<HeistDeal>(server, `/${TODAY}/deal`);
  const record = recordBy(deal);
  const forged = record.replace(/(north|south|east|west)/, way => (way === 'north' ? 'south' : 'north'));
  const status = async (body: object, day = TODAY): Promise<number> =>
    (await post(server, `/${day}/results`, body)).status;
  expect(await status(resultOf(recordBy({ ...deal, seed: 'another' })))).toBe(422);
  expect(await status(resultOf(recordBy(deal, { hourglass: 600 })))).toBe(422);
  expect(await status(resultOf(recordBy(deal, { house: { noClock: true } })))).toBe(422);
  expect(await status(resultOf(forged))).toBe(422);
  expect(await status(resultOf('no record'))).toBe(422);
  expect(await status({ ...resultOf(record), name: ' ' })).toBe(400);
  expect(await status(resultOf(record), dateOfDay(DAY + 1))).toBe(410);
  expect(await status(resultOf(record, { ghost: false }))).toBe(201);
  expect((await ask(server, `/${TODAY}/results/1/record`)).status).toBe(404);
});
