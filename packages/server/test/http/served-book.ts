/** Test helpers: a server with a table at which games were won, a crew, and requests about its book. */
import { type BookLine, type Journal, memoryJournal } from '@hush/protocol';
import type { GameEvent } from '@hush/rules';
import { gameFrom, seatOfMember, tableLog } from '../../../protocol/test/crews/crew-kit.ts';
import { serve, type TestServer } from '../server-kit.ts';

export const TABLE = 'BCDFGHJK';
export const GAMES = [gameFrom('one'), gameFrom('two'), gameFrom('three')];

export interface Answer {
  readonly status: number;
  readonly json: Body;
}

/** All possible fields of a reply; a text if the reply is not JSON. */
interface Body {
  readonly id: string;
  readonly secret: string;
  readonly error: string;
  readonly say?: string;
  readonly problem?: { readonly code: string };
  readonly code: string;
  readonly name: string;
  readonly line: Line;
  readonly lines: readonly Line[];
  readonly boxes: readonly object[];
  readonly games: readonly Told[];
}

type Line = Pick<BookLine, 'line' | 'from' | 'record'>;

interface Told {
  readonly record: string;
  readonly score: object;
}

interface Ask {
  readonly method?: string;
  readonly secret?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export async function ask(
  { port }: TestServer,
  path: string,
  { method, secret, body, headers }: Ask = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, json: (isJson ? JSON.parse(text) : text) as Body };
}

export interface ServedBook {
  readonly server: TestServer;
  readonly journal: Journal;
  readonly id: string;
  readonly secret: string;
}

export const foundCrew = async (
  server: TestServer,
  name = 'The Owls',
): Promise<{ id: string; secret: string }> => (await ask(server, '/api/crews', { body: { name } })).json;

/** A server with a table that has played these games, and a crew. */
export async function openBook(
  games: readonly (readonly GameEvent[])[] = GAMES,
  env: Record<string, string> = {},
): Promise<ServedBook> {
  const journal = memoryJournal();
  await journal.append(`table/${TABLE}`, 0, [...tableLog(...games)]);
  const server = await serve({ journal, env: { HUSH_TABLES_PER_HOUR: '100', ...env } });
  return { server, journal, ...(await foundCrew(server)) };
}

export const enter = ({ server, id, secret }: ServedBook, more: object = {}): Promise<Answer> =>
  ask(server, `/api/crews/${id}/games`, {
    secret,
    body: { table: TABLE, seat: seatOfMember(1), names: ['Ann', 'Bo'], ...more },
  });

export const bookOf = async ({ server, id }: ServedBook): Promise<Answer['json']> =>
  (await ask(server, `/api/crews/${id}`)).json;
