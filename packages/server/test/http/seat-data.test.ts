/**
 * Tests that the owner of a seat's token can download and delete the seat's data, and that replaced names disappear
 * from the files (PR-182).
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logName, readAll, seatKeyOf } from '@hush/protocol';
import { expect, test } from 'vitest';
import { journalIn } from '../journal/journal-kit.ts';
import {
  directory,
  type Guest,
  online,
  openTable,
  serve,
  sit,
  type TestServer,
  until,
  visit,
  whilePassing,
} from '../server-kit.ts';

/** The files of a data directory that contain the words. */
const filesWith = (dataDir: string, words: string): readonly string[] =>
  readdirSync(dataDir, { withFileTypes: true })
    .filter(file => file.isFile() && readFileSync(join(dataDir, file.name)).includes(words))
    .map(({ name }) => name);

const seat = ({ port }: TestServer, code: string, token: string, more: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/tables/${code}/seat`, {
    ...more,
    headers: { authorization: `Bearer ${token}`, ...more.headers },
  });

const namesAt = ({ connection }: Guest): readonly string[] =>
  connection.mirror.people.map(({ name }) => name);

async function lose(server: TestServer, host: Guest, other: Guest): Promise<void> {
  host.connection.manage({ type: 'begin' });
  host.connection.do({ type: 'start' });
  await until(() => {
    server.clock.pass(50);
    return other.connection.mirror.confirmed.game?.status === 'lost';
  });
}

test('PR-182a PR-182b PR-182c OP-21a a name that was changed and then deleted is in no file, and everybody sees the seat number', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1, hourglass: 2 });
  const ann = await sit(server, code, 'Rosamunde');
  const bo = await sit(server, code, 'Bo');
  expect(filesWith(server.dataDir, 'Rosamunde')).not.toEqual([]);
  ann.connection.rename('Hildegard', 'owl');
  await until(() => namesAt(bo).includes('Hildegard'));
  expect(filesWith(server.dataDir, 'Rosamunde')).toEqual([]);
  await lose(server, ann, bo);

  const answer = await seat(server, code, ann.token());
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="hush-seat.json"');
  expect(await answer.json()).toEqual({
    seatData: 1,
    table: code,
    seat: 1,
    name: 'Hildegard',
    avatar: 'owl',
    consent: false,
    games: [{ game: 1, scenario: 1, end: 'gameLost' }],
  });

  const gone = await seat(server, code, ann.token(), { method: 'DELETE' });
  expect([gone.status, await gone.json()]).toEqual([200, { forgotten: true }]);
  expect(filesWith(server.dataDir, 'Hildegard')).toEqual([]);
  await until(() => namesAt(bo).join() === '#1,Bo');
  expect(await (await seat(server, code, ann.token())).json()).toMatchObject({
    seat: 1,
    name: null,
    avatar: null,
  });
  expect((await seat(server, code, ann.token(), { method: 'DELETE' })).status).toBe(200); // a second deletion changes nothing
  const late = await online(visit(server, code));
  expect(namesAt(late)).toEqual(['#1', 'Bo']);
  ann.connection.rename('Wilma', 'owl'); // the seat is kept and may get a name again
  await until(() => namesAt(bo).join() === 'Wilma,Bo');
});

test('PR-182b a name can be deleted after its owner has left, and a running game then shows the seat number', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1 });
  const ann = await sit(server, code, 'Ann');
  const bo = await sit(server, code, 'Bartholomew');
  ann.connection.manage({ type: 'begin' });
  ann.connection.do({ type: 'start' });
  await until(() => bo.connection.mirror.confirmed.game?.status === 'playing');
  expect((await seat(server, code, bo.token(), { method: 'DELETE' })).status).toBe(200);
  await until(() => namesAt(ann).join() === 'Ann,#2');
  bo.connection.manage({ type: 'leave' });
  await until(() => ann.connection.mirror.confirmed.seats[1] === null);
  expect(await (await seat(server, code, bo.token())).json()).toMatchObject({
    seat: null,
    name: null,
    games: [{ game: 1, scenario: 1, end: null }],
  });
});

test('PR-182d a wrong token, a wrong code and another site’s page are refused, and nothing is deleted', async () => {
  const server = await serve({ env: { HUSH_MISSES_PER_MINUTE: '3' } });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const outcome = async (asked: Promise<Response>): Promise<readonly unknown[]> => {
    const answer = await asked;
    return [answer.status, ((await answer.json()) as { readonly error: string }).error];
  };
  const foreign = { method: 'DELETE', headers: { origin: 'https://elsewhere.example' } };
  expect(await outcome(seat(server, code, ann.token(), foreign))).toEqual([403, 'origin']);
  expect(await outcome(seat(server, code, 'x'.repeat(27), { method: 'DELETE' }))).toEqual([403, 'not-yours']);
  expect(await outcome(seat(server, code, ''))).toEqual([403, 'not-yours']);
  expect(await outcome(seat(server, 'BCDFGHJK', ann.token()))).toEqual([404, 'no-table']);
  expect(await outcome(seat(server, code, ann.token()))).toEqual([429, 'too-many']);
  expect(namesAt(ann)).toEqual(['Ann']);
});

test('OP-21b names that an earlier version stored after a rename are deleted when their table is opened', async () => {
  const dataDir = directory();
  const golden = fileURLToPath(new URL('../golden/0.2.0', import.meta.url));
  copyFileSync(join(golden, 'hush.db'), join(dataDir, 'hush.db'));
  const facts = JSON.parse(readFileSync(join(golden, 'facts.json'), 'utf8')) as {
    readonly wonTable: string;
    readonly seats: Readonly<Record<string, string>>;
  };
  const { wonTable: code } = facts;
  const token = facts.seats[code] ?? '';
  const journal = await journalIn(dataDir);
  const before = await readAll(journal, logName('people', code));
  if (!before.ok) throw new Error('no names');
  const renamed = ['Rosamunde', 'Hildegard'].map(name =>
    JSON.stringify({ key: seatKeyOf(token), name, avatar: 'owl' }),
  );
  await journal.append(logName('people', code), before.version, renamed);
  await journal.close();
  expect(filesWith(dataDir, 'Rosamunde')).not.toEqual([]);

  const server = await serve({ dataDir });
  const ann = await online(visit(server, code, token));
  expect(namesAt(ann)).toContain('Hildegard');
  expect(filesWith(dataDir, 'Rosamunde')).toEqual([]);
  expect((await seat(server, code, token, { method: 'DELETE' })).status).toBe(200);
  expect(filesWith(dataDir, 'Hildegard')).toEqual([]);
  await whilePassing(server.clock, server.server.stop());
  const after = await journalIn(dataDir);
  expect(await after.read(logName('people', code), 1)).toMatchObject({ ok: true });
  await after.close();
});
