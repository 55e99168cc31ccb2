/**
 * Tests of GB-1..GB-3 over HTTP: creating a crew, adding games, removing them, importing, the leaderboard, and every
 * refusal.
 */
import { recordText } from '@hush/rules';
import { expect, test } from 'vitest';
import { gameFrom, seatOfMember } from '../../../protocol/test/crews/crew-kit.ts';
import { type StillClock, serve } from '../server-kit.ts';
import { type Answer, ask, bookOf, enter, foundCrew, GAMES, openBook } from './served-book.ts';

test('GB-3a GB-3b a crew is founded, enters the game its members won, and the game’s replay proves the score', async () => {
  const book = await openBook();
  expect(book.id).toMatch(/^[2-9B-DF-HJ-NP-TV-XZ]{12}$/);
  expect(book.secret).toMatch(/^[\w-]{24}$/);
  const first = await enter(book);
  expect(first).toMatchObject({
    status: 201,
    json: {
      best: true,
      line: { line: 1, scenario: 1, players: 2, names: ['Ann', 'Bo'], day: 20_000, from: 'here' },
    },
  });
  expect((await enter(book, { game: 1 })).status).toBe(201);
  expect(await bookOf(book)).toMatchObject({
    name: 'The Owls',
    board: false,
    skipped: [],
    parts: 1,
    lines: [{ line: 1 }, { line: 2 }],
  });
  const record = await ask(book.server, `/crew/${book.id.toLowerCase()}/games/1/record`);
  expect(record).toEqual({ status: 200, json: recordText(GAMES[2] ?? []) });
  const { json } = await ask(book.server, `/crew/${book.id}/book.csv`);
  expect(String(json).trim().split('\r\n')).toHaveLength(3);
});

test("GB-3a a claimed score, a lost game, a repeated game and another crew's game are refused", async () => {
  const lost = gameFrom('slow', {}, [30_000, 40_000]);
  const pocket = gameFrom('pocket', { edition: 'pocket-nl' });
  const running = gameFrom('running').slice(0, 9);
  const book = await openBook([GAMES[0] ?? [], lost, pocket, running]);
  const tries: readonly (readonly [object, number, string])[] = [
    [{ game: 1, score: { turned: 0 } }, 400, 'malformed'],
    [{ game: 2 }, 409, 'not-won'],
    [{ game: 3 }, 409, 'not-won'],
    [{ game: 4 }, 409, 'not-won'],
    [{ game: 9 }, 409, 'no-game'],
    [{ table: 'ZZZZZZZZ' }, 404, 'no-table'],
    [{ game: 1, seat: 'a-seat-of-somebody-else' }, 403, 'not-yours'],
    [{ game: 1, names: ['\u200b'] }, 400, 'malformed'],
  ];
  for (const [more, status, error] of tries)
    expect(await enter(book, more)).toMatchObject({ status, json: { error } });
  expect((await bookOf(book)).lines).toEqual([]);
  expect((await enter(book, { game: 1 })).status).toBe(201);
  expect(await enter(book, { game: 1 })).toMatchObject({ status: 409, json: { error: 'known' } });
});

test('GB-1j GB-2a games with a custom scenario or house rules are entered with their marks', async () => {
  const stack = [2, 3, 4, 5, 6, 7, 8, 9];
  const own = gameFrom('own', { scenario: { name: 'Attic', stack, rules: [] } });
  const house = gameFrom('house', { hourglass: 240, edition: '2017-fr' });
  const book = await openBook([own, house]);
  const lines = [await enter(book, { game: 1 }), await enter(book, { game: 2 })].map(({ json }) => json.line);
  expect(lines).toMatchObject([
    { scenario: null, name: 'Attic', level: 9, deviations: [] },
    { scenario: 1, edition: '2017-fr', deviations: ['hourglass'] },
  ]);
});

test('PR-57d if two members of a crew enter the same game at the same time, the book gets one line', async () => {
  const book = await openBook();
  const answers = await Promise.all([enter(book), enter(book, { seat: seatOfMember(2) }), enter(book)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await bookOf(book)).lines).toHaveLength(1);
});

test('PR-57a changing a crew needs its secret; wrong secrets and wrong ids count as guesses', async () => {
  const book = await openBook(GAMES, { HUSH_MISSES_PER_MINUTE: '6' });
  const { server, id } = book;
  const wrong = { ...book, secret: 'x'.repeat(24) };
  expect(await enter(wrong)).toMatchObject({ status: 401, json: { error: 'token' } });
  const path = `/api/crews/${id}`;
  expect((await ask(server, path, { method: 'PATCH', body: { name: 'Mine' } })).status).toBe(401);
  expect((await ask(server, path, { method: 'DELETE', secret: wrong.secret })).status).toBe(401);
  expect((await ask(server, `${path}/book`, { body: '{}' })).status).toBe(401);
  expect((await ask(server, path, { secret: wrong.secret })).status).toBe(401);
  expect((await ask(server, '/api/crews/ZZZZZZZZZZZZ')).status).toBe(404);
  expect((await ask(server, path)).status).toBe(429);
  expect((await ask(server, '/crew/ZZZZZZZZZZZZ')).status).toBe(429);
  server.clock.pass(60_000);
  expect((await bookOf(book)).name).toBe('The Owls');
});

test('PR-57b a crew can be renamed, a line removed with its record, and the crew deleted with all its data', async () => {
  const book = await openBook();
  const { server, id, secret, journal } = book;
  await enter(book, { game: 1 });
  await enter(book, { game: 2 });
  const renamed = await ask(server, `/api/crews/${id}`, {
    method: 'PATCH',
    secret,
    body: { name: ' Bats ' },
  });
  expect(renamed).toMatchObject({ status: 200, json: { name: 'Bats' } });
  const strike = (line: number): Promise<Answer> =>
    ask(server, `/api/crews/${id}/games/${line}`, { method: 'DELETE', secret });
  expect(await strike(1)).toMatchObject({ status: 200, json: { lines: [{ line: 2 }] } });
  expect((await strike(1)).status).toBe(404);
  expect((await ask(server, `/crew/${id}/games/1/record`)).status).toBe(404);
  expect((await journal.logs('crew-game/')).ok && (await journal.logs('crew-game/'))).toMatchObject({
    logs: [expect.stringContaining(id)],
  });
  expect((await enter(book, { game: 1 })).json.line.line).toBe(3);
  expect((await ask(server, `/api/crews/${id}`, { method: 'DELETE', secret })).status).toBe(200);
  expect((await ask(server, `/api/crews/${id}`)).status).toBe(404);
  expect(await journal.logs('crew')).toMatchObject({ logs: [expect.stringMatching(/^crew-visits/)] });
});

test('GB-2d PR-28c a book imported at another server is proven again and marked; importing it twice adds nothing', async () => {
  const [here, there] = [await openBook(), await openBook([])];
  for (const game of [1, 2, 3]) await enter(here, { game });
  const exported = await ask(here.server, `/crew/${here.id}/book.json`);
  expect((await ask(here.server, `/crew/${here.id}/book.json?part=2`)).status).toBe(404);
  const take = (body: unknown): Promise<Answer> =>
    ask(there.server, `/api/crews/${there.id}/book`, { secret: there.secret, body });
  expect(await take(exported.json)).toMatchObject({ status: 201, json: { entered: 3, known: 0 } });
  const strip = ({ from: _, ...line }: Answer['json']['line']): object => line;
  const [mine, theirs] = [await bookOf(here), await bookOf(there)];
  expect(theirs.lines.map(strip)).toEqual(mine.lines.map(strip));
  expect(theirs.lines.map(({ from }) => from)).toEqual(['elsewhere', 'elsewhere', 'elsewhere']);
  const record = await ask(there.server, `/crew/${there.id}/games/2/record`);
  expect(record.json).toBe(recordText(GAMES[1] ?? []));
  expect(await take(exported.json)).toMatchObject({ status: 409, json: { error: 'known' } });
});

test('GB-3b a book with one changed game is refused, and no game of it is imported', async () => {
  const [here, there] = [await openBook(), await openBook([])];
  for (const game of [1, 2]) await enter(here, { game });
  const { json } = await ask(here.server, `/crew/${here.id}/book.json`);
  const [one, two] = json.games;
  const take = (games: readonly unknown[]): Promise<Answer> =>
    ask(there.server, `/api/crews/${there.id}/book`, { secret: there.secret, body: { ...json, games } });
  const forged = two?.record.replace(
    /draws (\d+)/,
    (_: string, tile: string) => `draws ${tile === '9' ? 8 : 9}`,
  );
  const told = { ...two, score: { ...two?.score, turned: 9 } };
  const problems: readonly (readonly [unknown, number, RegExp])[] = [
    [{ ...two, record: forged }, 422, /^Game 2: /],
    [told, 422, /^Game 2: "score" is not what the record proves: "turned"/],
    [{ ...two, day: 30_000 }, 422, /^Game 2: "day" is in the future/],
    [{ ...two, names: 'Ann' }, 400, /^Game 2: "names" must be a list/],
  ];
  for (const [bad, status, say] of problems) {
    const answer = await take([one, bad]);
    expect(answer).toMatchObject({ status, json: { say: expect.stringMatching(say) } });
    expect((await bookOf(there)).lines).toEqual([]);
    expect(await there.journal.logs('crew-game/')).toMatchObject({ logs: [] });
  }
  there.server.clock.pass(3600_000);
  const tooBig = await ask(there.server, `/api/crews/${there.id}/book`, {
    secret: there.secret,
    body: JSON.stringify({ games: ' '.repeat(5 * 1024 * 1024) }),
  });
  expect(tooBig).toMatchObject({ status: 413, json: { error: 'too-big' } });
});

test('PR-57c a record that does not match its hash, and an entry that cannot be read, are answered with 410', async () => {
  const book = await openBook();
  const { server, journal, id } = book;
  await enter(book);
  const [line] = (await bookOf(book)).lines;
  const log = `crew-game/${id}/${line?.record}`;
  await journal.purge(log);
  await journal.append(log, 0, ['hush game 1\nsomething else\n']);
  expect(await ask(server, `/crew/${id}/games/1/record`)).toMatchObject({ status: 410 });
  expect(await ask(server, `/crew/${id}/book.json`)).toMatchObject({ status: 410 });
  await journal.append(`crew/${id}`, 2, ['{"type": "lineStruck"}']);
  expect(await ask(server, `/api/crews/${id}`)).toMatchObject({
    status: 410,
    json: { error: 'quarantined' },
  });
  expect(server.log()).toContain('log of a crew damaged');
  expect(server.log()).not.toContain(id);
});

test('PR-57d a server shows changes that another server makes to the same journal, and answers 404 after a deletion there', async () => {
  const book = await openBook();
  await enter(book, { game: 1 });
  const other = { ...book, server: await serve({ journal: book.journal }) };
  expect((await bookOf(other)).lines).toHaveLength(1);
  await enter(book, { game: 2 });
  await enter(other, { game: 3 });
  expect((await bookOf(book)).lines).toEqual((await bookOf(other)).lines);
  expect((await bookOf(book)).lines).toHaveLength(3);
  await ask(other.server, `/api/crews/${book.id}`, { method: 'DELETE', secret: book.secret });
  expect((await ask(book.server, `/api/crews/${book.id}`)).status).toBe(404);
});

test('PR-53b requests about crews with a wrong method, origin, type or size, or above the limit, are refused', async () => {
  const book = await openBook(GAMES, { HUSH_TABLES_PER_HOUR: '3' });
  const { server, id, secret } = book;
  expect((await ask(server, '/api/crews')).status).toBe(405);
  expect((await ask(server, `/api/crews/${id}`, { method: 'PUT', body: {} })).status).toBe(405);
  expect((await ask(server, `/api/crews/${id}/games`)).status).toBe(405);
  expect((await ask(server, `/crew/${id}/book.csv`, { body: {} })).status).toBe(405);
  const elsewhere = { origin: 'https://elsewhere.example' };
  expect((await ask(server, '/api/crews', { body: { name: 'x' }, headers: elsewhere })).status).toBe(403);
  expect(
    (await ask(server, `/api/crews/${id}`, { method: 'DELETE', secret, headers: elsewhere })).status,
  ).toBe(403);
  expect(
    (await ask(server, '/api/crews', { body: 'name=x', headers: { 'content-type': 'text/plain' } })).status,
  ).toBe(415);
  expect((await ask(server, '/api/crews', { body: 'x'.repeat(5000) })).status).toBe(413);
  expect((await ask(server, '/api/crews', { body: { name: '' } })).status).toBe(400);
  expect([await foundCrew(server), await foundCrew(server)]).toMatchObject([
    { id: expect.anything() },
    { id: expect.anything() },
  ]);
  expect((await ask(server, '/api/crews', { body: { name: 'x' } })).status).toBe(429);
});

test('PR-57b a crew whose book nobody opened for HUSH_KEEP_CREW_DAYS is deleted with its records, and not earlier', async () => {
  const book = await openBook(GAMES, { HUSH_KEEP_CREW_DAYS: '10' });
  const other = await foundCrew(book.server);
  await enter(book);
  const clock: StillClock = book.server.clock;
  const sweep = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day++) {
      clock.passDays(1);
      clock.pass(6 * 3600_000);
      for (let i = 0; i < 50; i++) await new Promise(resolve => setImmediate(resolve));
    }
  };
  await sweep(10);
  expect((await bookOf(book)).lines).toHaveLength(1); // reading the book counts as use
  await sweep(1);
  expect((await ask(book.server, `/api/crews/${other.id}`)).status).toBe(404);
  await sweep(9);
  expect((await ask(book.server, `/api/crews/${book.id}`)).status).toBe(200);
  await sweep(11);
  expect((await ask(book.server, `/api/crews/${book.id}`)).status).toBe(404);
  expect(await book.journal.logs('crew-game/')).toMatchObject({ logs: [] });
});

test('PR-57f a crew skips scenarios and takes one skip back; another server reads the remaining skip from the log', async () => {
  const book = await openBook();
  const patch = (skip: unknown): Promise<Answer> =>
    ask(book.server, `/api/crews/${book.id}`, { method: 'PATCH', secret: book.secret, body: { skip } });
  expect(await patch({ scenario: 3, skipped: true })).toMatchObject({ status: 200, json: { skipped: [3] } });
  expect(await patch({ scenario: 2, skipped: true })).toMatchObject({ json: { skipped: [2, 3] } });
  expect(await patch({ scenario: 3, skipped: false })).toMatchObject({ json: { skipped: [2] } });
  expect(await patch({ scenario: 8, skipped: true })).toMatchObject({ status: 400 });
  const again = await serve({ journal: book.journal, env: {} });
  expect(await ask(again, `/api/crews/${book.id}`)).toMatchObject({ json: { skipped: [2] } });
});

test('PR-29 a crew that leaves the leaderboard has no log in it, and the one list of an older version becomes one log for each crew', async () => {
  const { server, journal, id, secret } = await openBook(GAMES, { HUSH_BOARD: 'on' });
  const other = await foundCrew(server, 'The Bats');
  const left = await foundCrew(server, 'The Moles');
  await journal.append(`crew/${id}`, 1, ['{"type":"boardShown","shown":true}']);
  // the crew Moles has left the leaderboard before
  await journal.append('board/crews', 0, [id, left.id, 'GGGGGGGGGGGG', id]);
  const show = (crew: { id: string; secret: string }, shown: boolean): Promise<Answer> =>
    ask(server, `/api/crews/${crew.id}`, { method: 'PATCH', secret: crew.secret, body: { shown } });
  const kept = async (): Promise<readonly string[]> => {
    const logs = await journal.logs('board');
    return logs.ok ? logs.logs : ['?'];
  };
  await show(other, true);
  await ask(server, '/api/board');
  expect(await kept()).toEqual([`board-crew/${id}`, `board-crew/${other.id}`].sort());
  await show({ id, secret }, false);
  expect(await kept()).toEqual([`board-crew/${other.id}`]);
  await ask(server, `/api/crews/${other.id}`, { method: 'DELETE', secret: other.secret });
  expect(await kept()).toEqual([]);
});

test('PR-29 the leaderboard exists only with HUSH_BOARD, shows only crews that want it, and names no people', async () => {
  const none = await openBook();
  expect((await ask(none.server, '/api/board')).status).toBe(404);
  expect((await ask(none.server, '/board')).status).toBe(404);
  const shown = { method: 'PATCH', secret: none.secret, body: { name: 'The Bats', shown: true } };
  expect((await ask(none.server, `/api/crews/${none.id}`, shown)).json.error).toBe('no-board');
  expect((await ask(none.server, `/api/crews/${none.id}`)).json.name).toBe('The Owls'); // the refused request changed nothing

  const book = await openBook(GAMES, { HUSH_BOARD: 'on' });
  const { server, id, secret } = book;
  const boardNow = async (): Promise<Answer['json']['boxes']> => (await ask(server, '/api/board')).json.boxes;
  const board = (): Promise<Answer['json']['boxes']> => {
    server.clock.pass(5000);
    return boardNow();
  };
  const show = (want: boolean): Promise<Answer> =>
    ask(server, `/api/crews/${id}`, { method: 'PATCH', secret, body: { shown: want } });
  await enter(book);
  expect(await board()).toEqual([]);
  expect(await show(true)).toMatchObject({ status: 200, json: { shown: true, board: true } });
  const [box] = await board();
  expect(box).toMatchObject({ scenario: 1, level: 9, rows: [{ crew: 'The Owls', players: 2 }] });
  expect(JSON.stringify(box)).not.toMatch(/Ann|Bo|"id"/);
  await show(false);
  await show(true);
  expect(await board()).toHaveLength(1);
  await show(false);
  // the new game does not appear yet, because the leaderboard is not computed after every change
  expect(await boardNow()).toHaveLength(1);
  expect(await board()).toEqual([]);
  await show(true);
  expect(await board()).toHaveLength(1);
  await ask(server, `/api/crews/${id}`, { method: 'DELETE', secret });
  expect(await boardNow()).toEqual([]); // a deleted crew disappears at once
});
