/** Real tables for the load: created over HTTP, seated through the client code, and every action is a legal move. */
import { once } from 'node:events';
import { Connection, HEARTBEAT, type SocketEvents, type TableWish } from '@hush/protocol';
import {
  actionsOf,
  type Cell,
  DIRECTIONS,
  type Direction,
  featureAt,
  type Game,
  HEROES,
  type Hero,
  slide,
} from '@hush/rules';
import { WebSocket } from 'ws';
import { WorldError } from '../io.ts';
import { generateLoad, type LoadAction, type LoadSeat, type LoadTable } from './load.ts';
import { Wire } from './wire.ts';

export interface BenchTable extends LoadTable {
  close(): void;
}

interface Client {
  readonly connection: Connection;
  readonly wire: Wire;
  /**
   * Passes a frame to the client code, which still gets pongs, because it learns from them that the connection is
   * alive.
   */
  readonly hear: (text: string) => void;
}

function connect(url: string, table: string): Client {
  const wire = new Wire(url, { origin: url.replace(/^ws/, 'http').replace(/\/ws$/, '') });
  const { webSocket } = wire;
  let hear = (_: string): void => undefined;
  const open = (events: SocketEvents): void => {
    hear = text => events.heard(text);
    webSocket.on('open', () => events.opened());
    webSocket.on('message', data => hear(String(data)));
    webSocket.on('close', (code, why) => events.closed(code, String(why)));
    webSocket.on('error', () => undefined); // a close event follows
  };
  const connection = new Connection(
    { table },
    {
      // Connects only once: a connection lost under load is also lost for the measurement.
      connect: events => {
        open(events);
        return {
          send: text => webSocket.readyState === WebSocket.OPEN && webSocket.send(text),
          close: () => webSocket.terminate(),
        };
      },
      now: () => performance.now(),
      later: (after, then) => {
        const timer = setTimeout(then, after);
        return () => clearTimeout(timer);
      },
      chance: Math.random,
    },
  );
  return { connection, wire, hear: text => hear(text) };
}

const LETTER_N = 0x6e;
const LETTER_E = 0x65;

/** Whether a frame begins with {"t":"news", and not with {"t":"no" or anything else. */
const isNews = (bytes: Buffer, start: number): boolean =>
  bytes[start + 6] === LETTER_N && bytes[start + 7] === LETTER_E;

function seatOn(wire: Wire, hearOther: (text: string) => void): LoadSeat {
  const seat: LoadSeat = { send: text => wire.send(text), heard: () => undefined };
  wire.takeOver((bytes, start, end) => {
    if (isNews(bytes, start)) seat.heard(bytes, start, end);
    else hearOther(bytes.toString('latin1', start, end));
  });
  return seat;
}

async function newTable(http: string, wish: TableWish): Promise<string> {
  const response = await fetch(`${http}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: http },
    body: JSON.stringify({ wish }),
  });
  if (!response.ok) throw new WorldError(`no table: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly code: string }).code;
}

const socketsOf = (http: string): string => `${http.replace(/^http/, 'ws')}/ws`;

/** Opens a table with one person and bots of human speed, before a game in a large mall. Such a game can be paused. */
export async function openBotTable(http: string, bots: number): Promise<Connection> {
  const code = await newTable(http, { scenario: 7, hourglass: 3600, house: { pause: true } });
  const { connection } = await sit(socketsOf(http), code, 0);
  connection.manage({ type: 'seatBot', temper: 'calm', seats: bots });
  connection.manage({ type: 'begin' });
  try {
    await until(() => connection.mirror.game !== null);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** Opens a table at which all seats are taken and the sand runs. */
export async function openBenchTable(http: string, players: number): Promise<BenchTable> {
  const code = await newTable(http, { scenario: 2, hourglass: 3600 });
  const clients: Client[] = [];
  for (let i = 0; i < players; i++) clients.push(await sit(socketsOf(http), code, i));
  const [host] = clients;
  host?.connection.manage({ type: 'begin' });
  await until(() => host?.connection.mirror.game !== null);
  host?.connection.do({ type: 'start' });
  await until(() => clients.every(({ connection }) => connection.mirror.game?.status === 'playing'));
  return playable(clients);
}

async function sit(wsUrl: string, code: string, i: number): Promise<Client> {
  const client = connect(wsUrl, code);
  await until(() => client.connection.status.type === 'online');
  client.connection.join(`Player ${i + 1}`, 'fox');
  await until(() => client.connection.mirror.member !== null);
  return client;
}

async function until(done: () => boolean): Promise<void> {
  for (const begun = performance.now(); !done(); ) {
    if (performance.now() - begun > 30_000) throw new WorldError('the server does not answer');
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}

/** Two cells between which a hero can go back and forth without any other consequence. */
interface Shuttle {
  readonly hero: Hero;
  readonly ways: readonly [Way, Way];
}

interface Way {
  readonly from: Cell;
  readonly dir: Direction;
  /** All seats that have this direction. */
  readonly seats: readonly number[];
}

function playable(clients: readonly Client[]): BenchTable {
  const game = clients[0]?.connection.mirror.game ?? null;
  const shuttles = game === null ? [] : shuttlesIn(game);
  const seats = clients.map(({ wire, hear }) => seatOn(wire, hear));
  let turn = -1;
  const next = (): LoadAction => {
    const round = Math.floor(++turn / shuttles.length);
    const shuttle = shuttles[turn % shuttles.length];
    const way = shuttle?.ways[round % 2 === 0 ? 0 : 1];
    if (shuttle === undefined || way === undefined) throw new WorldError('no hero can move');
    const seat = way.seats[Math.floor(round / 2) % way.seats.length] ?? 0;
    const n = FIRST_NUMBER + turn;
    // The move is valid only from this cell, so under overload a move that arrives too early is refused.
    const c = { type: 'move', hero: shuttle.hero, dir: way.dir, steps: 1, from: way.from };
    const member = clients[seat]?.connection.mirror.member;
    return { seat, text: JSON.stringify({ t: 'do', n, c }), end: `,"m":${member},"n":${n}}` };
  };
  const close = (): void => {
    for (const { connection } of clients) connection.close();
  };
  return { seats, next, close };
}

const FIRST_NUMBER = 1000; // the client code has used lower numbers to begin the game

function shuttlesIn(game: Game): readonly Shuttle[] {
  const taken: Cell[] = [];
  return HEROES.flatMap(hero => {
    for (const [i, dir] of DIRECTIONS.entries()) {
      const opposite = DIRECTIONS[(i + 2) % 4] ?? dir;
      const [to] = slide(game, hero, dir);
      if (to === undefined || taken.includes(to) || featureAt(game, to) !== null) continue;
      const there = { from: game.heroes[hero] ?? to, dir, seats: seatsWith(game, dir) };
      const back = { from: to, dir: opposite, seats: seatsWith(game, opposite) };
      if (there.seats.length === 0 || back.seats.length === 0) continue;
      taken.push(to);
      return [{ hero, ways: [there, back] }];
    }
    return [];
  });
}

const seatsWith = (game: Game, dir: Direction): readonly number[] =>
  game.actionTiles.flatMap((_, seat) => (actionsOf(game, seat).includes(dir) ? [seat] : []));

/** Tables of the bare server, with actions of the same size and as many heartbeats. */
export async function openBareRoom(http: string, name: string, players: number): Promise<BenchTable> {
  const url = `${http.replace(/^http/, 'ws')}/${name}`;
  const wires = Array.from({ length: players }, () => new Wire(url));
  await Promise.all(wires.map(({ webSocket }) => once(webSocket, 'open')));
  const seats = wires.map(wire => seatOn(wire, () => undefined));
  const beat = setInterval(() => {
    for (const wire of wires) wire.send(JSON.stringify({ t: 'ping', at: performance.now() }));
  }, HEARTBEAT);
  let n = FIRST_NUMBER;
  const next = (): LoadAction => {
    const seat = ++n % players;
    const c = { type: 'move', hero: HEROES[n % 4], dir: DIRECTIONS[n % 4], steps: 1, from: 17 };
    const text = JSON.stringify({ t: 'do', n, m: seat + 1, c });
    return { seat, text, end: `,"m":${seat + 1},"n":${n}}` };
  };
  const close = (): void => {
    clearInterval(beat);
    for (const { webSocket } of wires) webSocket.terminate();
  };
  return { seats, next, close };
}

const SIZE_RATE = 60; // at most this many actions a second at one table, because chat is limited
const SAMPLE = 10;

/** The average length of the news of ten actions, early in a game and around a late one. */
export async function newsSizes(
  http: string,
  { players, late }: { readonly players: number; readonly late: number },
): Promise<{ readonly early: number; readonly late: number }> {
  const table = await openBenchTable(http, players);
  const play = async (actions: number): Promise<number> =>
    (await generateLoad([table], SIZE_RATE, actions / SIZE_RATE)).bytesPerFrame;
  try {
    const early = await play(SAMPLE);
    await play(late - 2 * SAMPLE);
    return { early, late: await play(SAMPLE) };
  } finally {
    table.close();
  }
}
