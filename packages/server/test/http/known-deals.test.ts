/**
 * Tests of games whose deal was known in advance: no book accepts them. Also tests that a table can deal a line of a
 * book again.
 */
import { encodeEntry, memoryJournal } from '@hush/protocol';
import { firstEvents, type GameEvent } from '@hush/rules';
import { expect, test } from 'vitest';
import { gameFrom, proofFrom, tableLog } from '../../../protocol/test/crews/crew-kit.ts';
import { play, serve, sit, until } from '../server-kit.ts';
import { type Answer, ask, enter, foundCrew, GAMES, openBook, TABLE } from './served-book.ts';

/** The log of a won game that was continued after its twelfth event. */
function playedOn(events: readonly GameEvent[]): readonly GameEvent[] {
  const begun = firstEvents(events, 12);
  const at = begun.at(-1)?.at ?? 0;
  return [
    ...begun,
    { type: 'playedOn', at, seat: 1 },
    { type: 'resumed', at, seat: 0 },
    ...events.slice(begun.length),
  ];
}

test('GB-3c GB-4c a won heist, a game with ghosts and a game that continues an earlier one are each refused for a book with a sentence', async () => {
  const journal = memoryJournal();
  const wishes = (wish: object): string =>
    encodeEntry({ events: [{ type: 'wishChanged', wish: { scenario: 1, ...wish } }], cause: null });
  const [opened = '', ann = '', bo = '', heist = '', ghosts = '', plain = ''] = tableLog(...GAMES);
  const [on = ''] = tableLog(playedOn(gameFrom('four'))).slice(3);
  await journal.append(`table/${TABLE}`, 0, [
    ...[opened, ann, bo, wishes({ heist: '2026-01-01' }), heist],
    ...[wishes({ ghost: 'BCDFGHJKLMNP/1' }), ghosts, wishes({}), plain, on],
  ]);
  const server = await serve({ journal });
  const book = { server, journal, ...(await foundCrew(server)) };
  const known = 'A game whose deal was known before, such as a heist of the day, does not go into a book.';
  const told = [];
  for (const game of [1, 2, 3, 4]) {
    const { status, json } = await enter(book, { game });
    told.push([status, json.say, json.problem?.code]);
  }
  expect(told).toEqual([
    [409, known, 'record-known-deal'],
    [409, known, 'record-known-deal'],
    [201, undefined, undefined],
    [409, 'A game that was played on from an earlier moment does not go into a book.', 'record-played-on'],
  ]);
});

test('GB-3d a heist of another server in an imported book is marked as played elsewhere, and is not on the leaderboard', async () => {
  const server = await serve({ env: { HUSH_BOARD: 'on' } });
  const { id, secret } = await foundCrew(server);
  await ask(server, `/api/crews/${id}`, { method: 'PATCH', secret, body: { shown: true } });
  const { score, text } = proofFrom('heist');
  const games = [{ names: ['Ann'], day: 19_000, score, record: text }];
  const imported = await ask(server, `/api/crews/${id}/book`, {
    secret,
    body: { crew: 1, name: 'Owls', games },
  });
  expect([imported.status, imported.json.lines]).toMatchObject([201, [{ from: 'elsewhere' }]]);
  server.clock.pass(60_000);
  expect((await ask(server, '/api/board')).json).toMatchObject({ boxes: [] });
});

test('PR-152d a crew opens a table that deals a line of its book again; strangers and custom scenarios are refused', async () => {
  const stack = [2, 3, 4, 5, 6, 7, 8, 9];
  const own = gameFrom('own', { scenario: { name: 'Attic', stack, rules: [] } });
  const book = await openBook([GAMES[0] ?? [], own]);
  for (const game of [1, 2]) await enter(book, { game });
  const again = (line: number, secret = book.secret): Promise<Answer> =>
    ask(book.server, `/api/crews/${book.id}/games/${line}/tables`, { secret, body: {} });
  const { status, json } = await again(1);
  expect(status).toBe(201);
  const [host, other] = [await sit(book.server, json.code, 'Ann'), await sit(book.server, json.code, 'Bo')];
  await play(host, other);
  const { game, wish } = host.connection.mirror.confirmed;
  const [first] = GAMES[0] ?? [];
  expect(wish).toMatchObject({ scenario: 1, ghost: `${book.id}/1` });
  expect(JSON.stringify(wish)).not.toContain('seed');
  expect(game?.setUp.commitment).toBe(first?.type === 'gameSetUp' && first.setUp.commitment);
  host.connection.manage({ type: 'abandon' });
  host.connection.manage({ type: 'wish', wish });
  host.connection.manage({ type: 'begin' });
  await until(() => host.connection.mirror.confirmed.games === 2);
  expect(host.connection.mirror.confirmed.wish.ghost).toBeUndefined();
  expect(host.connection.mirror.confirmed.game?.setUp.commitment).not.toBe(game?.setUp.commitment);
  expect(await again(2)).toMatchObject({ status: 400, json: { error: 'bad-setup' } });
  expect(await again(3)).toMatchObject({ status: 404, json: { error: 'unknown' } });
  expect(await again(1, 'nobody-knows-this-secret')).toMatchObject({ status: 401, json: { error: 'token' } });
});
