/** Data of earlier releases: every later version opens them and reads the same facts. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOver, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { directory, online, StillClock, serve, type TestServer, until, visit } from './server-kit.ts';

const GOLDEN = fileURLToPath(new URL('./golden/0.1.0', import.meta.url));
const read = (file: string): string => readFileSync(join(GOLDEN, file), 'utf8');

interface Facts {
  readonly wonTable: string;
  readonly runningTable: string;
  readonly crew: { readonly id: string; readonly name: string; readonly secret: string };
  readonly seats: Readonly<Record<string, string>>;
}
const FACTS = JSON.parse(read('facts.json')) as Facts;

/** A server of this version on a copy of the journal of 0.1.0. */
function serveGolden(): Promise<TestServer> {
  const dataDir = directory();
  copyFileSync(join(GOLDEN, 'hush.db'), join(dataDir, 'hush.db'));
  return serve({ dataDir });
}

const get = async ({ port }: TestServer, path: string): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(response.status).toBe(200);
  return response.text();
};

test('GB-3b a won game of 0.1.0 has the same record, byte by byte', async () => {
  const server = await serveGolden();
  expect(await get(server, `/t/${FACTS.wonTable}/record`)).toBe(read('record.txt'));
});

test('PR-3d a seat of 0.1.0 is resumed by its token, and its running game goes on', async () => {
  const server = await serveGolden();
  const table = FACTS.runningTable;
  const guest = await online(visit(server, table, FACTS.seats[table]));
  const { mirror } = guest.connection;
  expect(mirror.member).toBe(1);
  expect(mirror.game?.status).toBe('playing');
  expect(Object.keys(mirror.game?.mall ?? {}).length).toBeGreaterThanOrEqual(4);
  const before = mirror.version;
  const game = mirror.game;
  if (game === null || isOver(game)) throw new Error('no game is being played');
  const [step] = reach(game, 0).filter(({ type }) => type === 'move');
  if (step === undefined) throw new Error('the first seat has no move');
  const { seat: _, ...command } = step as typeof step & { readonly seat: number };
  guest.connection.do(command as Parameters<typeof guest.connection.do>[0]);
  await until(() => mirror.unanswered === 0 && mirror.version > before, 'the move to be durable');
});

/** A server after the day on which the golden game was played: a book with games of a later day is refused. */
function serveLater(): Promise<TestServer> {
  const clock = new StillClock();
  clock.passDays(1000);
  return serve({ clock });
}

/** Founds a crew and imports a book file into it. */
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

test('GB-2d the book of 0.1.0 is exported unchanged, and another server imports its file', async () => {
  const server = await serveGolden();
  const { id } = FACTS.crew;
  expect(JSON.parse(await get(server, `/crew/${id}/book.json`))).toEqual(JSON.parse(read('book.json')));
  const imported = await importBook(await serveLater(), read('book.json'));
  expect(imported.status).toBe(201);
  expect(await imported.json()).toMatchObject({ entered: 1 });
});
