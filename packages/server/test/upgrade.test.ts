/** Tests that this version opens the data of earlier releases and computes the same state from them. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryJournal, readAll } from '@hush/protocol';
import { isOver, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { FORMAT } from '../src/journal/format.mjs';
import {
  closing,
  directory,
  FIGURES,
  figure,
  hello,
  online,
  openTable,
  rawSocket,
  StillClock,
  serve,
  type TestServer,
  until,
  visit,
} from './server-kit.ts';

/** Every release, and the formats of the journal that existed only between two releases. */
const RELEASES = ['0.1.0', '0.2.0', 'format-3'];
/** For the running game of each release, how many tiles it has and the last version of its log. */
const RUNNING: Readonly<Record<string, { readonly tiles: number; readonly version: number }>> = {
  '0.1.0': { tiles: 4, version: 18 },
  '0.2.0': { tiles: 1, version: 19 },
  'format-3': { tiles: 1, version: 19 },
};
const GOLDEN = fileURLToPath(new URL('./golden', import.meta.url));
const read = (release: string, file: string): string => readFileSync(join(GOLDEN, release, file), 'utf8');

interface Facts {
  readonly wonTable: string;
  readonly runningTable: string;
  readonly crew: { readonly id: string; readonly name: string; readonly secret: string };
  readonly seats: Readonly<Record<string, string>>;
}
test('OP-20f every earlier format has a stored journal for these tests', () => {
  const formatOf = (release: string): number =>
    readFileSync(join(GOLDEN, release, 'hush.db')).readUInt32BE(60); // the offset at which SQLite stores user_version
  expect(RELEASES.map(formatOf)).toEqual(Array.from({ length: FORMAT - 1 }, (_, i) => i + 1));
});

const factsOf = (release: string): Facts => JSON.parse(read(release, 'facts.json')) as Facts;

/** A server of this version, started on a copy of an earlier release's journal. */
function serveGolden(release: string): Promise<TestServer> {
  const dataDir = directory();
  copyFileSync(join(GOLDEN, release, 'hush.db'), join(dataDir, 'hush.db'));
  return serve({ dataDir });
}

const get = async ({ port }: TestServer, path: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(response.status).toBe(200);
  return response.text();
};

test.each(RELEASES)(
  'GB-3b OP-20f the record of a won game of release %s is the same, byte by byte',
  async release => {
    const server = await serveGolden(release);
    expect(await get(server, `/t/${factsOf(release).wonTable}/record`)).toBe(read(release, 'record.txt'));
  },
);

test.each(RELEASES)(
  'PR-3d OP-20f a seat of release %s is resumed by its token, and its running game continues',
  async release => {
    const server = await serveGolden(release);
    const { runningTable: table, seats } = factsOf(release);
    const guest = await online(visit(server, table, seats[table]));
    const { mirror } = guest.connection;
    expect(mirror.member).toBe(1);
    expect(mirror.game?.status).toBe('playing');
    const before = mirror.version;
    expect({ tiles: Object.keys(mirror.game?.mall ?? {}).length, version: before }).toEqual(RUNNING[release]);
    const game = mirror.game;
    if (game === null || isOver(game)) throw new Error('no game is being played');
    const [step] = reach(game, 0).filter(({ type }) => type === 'move');
    if (step === undefined) throw new Error('the first seat has no move');
    const { seat: _, ...command } = step as typeof step & { readonly seat: number };
    guest.connection.do(command as Parameters<typeof guest.connection.do>[0]);
    await until(() => mirror.unanswered === 0 && mirror.version > before, 'the move to be durable');
  },
);

/** A server whose clock is after the day of the recorded game, because a book with games of a later day is refused. */
function serveLater(): Promise<TestServer> {
  const clock = new StillClock();
  clock.passDays(1000);
  return serve({ clock });
}

/** Creates a crew and imports a book file into it. */
async function importBook({ port }: TestServer, file: string): Promise<Response> {
  const ask = (path: string, body: string, secret = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body,
    });
  const founded = (await (await ask('/api/crews', '{"name":"Guests"}')).json()) as Facts['crew'];
  return ask(`/api/crews/${founded.id}/book`, file, founded.secret);
}

test.each(RELEASES)(
  'GB-2d the book of release %s is exported unchanged, and another server imports its file',
  async release => {
    const server = await serveGolden(release);
    const { id } = factsOf(release).crew;
    expect(JSON.parse(await get(server, `/crew/${id}/book.json`))).toEqual(
      JSON.parse(read(release, 'book.json')),
    );
    const imported = await importBook(await serveLater(), read(release, 'book.json'));
    expect(imported.status).toBe(201);
    expect(await imported.json()).toMatchObject({ entered: 1 });
  },
);

test('PR-11d OP-20h a table with entries of a newer version is refused with 4011 and 410, and is not quarantined', async () => {
  const journal = memoryJournal();
  const server = await serve({ journal, env: { HUSH_METRICS: FIGURES } });
  const [table, other] = [await openTable(server), await openTable(server)];
  const opened = await readAll(journal, `table/${table}`);
  const later = 'BCDFGHJK';
  if (opened.ok) await journal.append(`table/${later}`, 0, [...opened.entries, '{"e":[["dragonWoke",3]]}']);
  const raw = await rawSocket(server);
  raw.socket.send(hello(later));
  expect(await closing(raw)).toBe(4011);
  expect(raw.heard.at(-1)).toMatchObject({
    t: 'bye',
    why: expect.stringContaining('written by a newer version of Hush'),
  });
  const page = await fetch(`http://127.0.0.1:${server.port}/t/${later}`);
  expect([page.status, await page.text()]).toEqual([
    410,
    expect.stringContaining('written by a newer version of Hush'),
  ]);
  expect(server.log()).toContain('table written by a newer Hush');
  expect(server.log()).not.toContain('damaged');
  expect(await figure(server, 'hush_table_quarantined_total')).toBe(0);
  await online(visit(server, other));
});

test('PR-11d a book with entries of a newer version is refused with 410 and `newer`', async () => {
  const journal = memoryJournal();
  const server = await serve({ journal });
  const founded = await fetch(`http://127.0.0.1:${server.port}/api/crews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Owls"}',
  });
  const { id } = (await founded.json()) as Facts['crew'];
  await journal.append(`crew/${id}`, 1, ['{"type":"medalGiven","medal":3}']);
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/crews/${id}`);
  expect([answer.status, await answer.json()]).toMatchObject([410, { error: 'newer' }]);
});
