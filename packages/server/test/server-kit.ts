/** Test helpers: a server on a free port with a journal on disk, a virtual clock, and clients. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Connection, type Notice, type ServerMessage, type TableWish } from '@hush/protocol';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { START } from '../../protocol/test/virtual-time.ts';
import {
  type Environment,
  openLog,
  type RunningServer,
  readConfig,
  type ServerClock,
  type ServerOptions,
  startServer,
} from '../src/index.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { type ClientClock, realTime } from './client-clock.ts';

/** A clock that stands still: time passes only when a test says so. */
export class StillClock implements ServerClock {
  #now = START;
  #day = 20_000;
  readonly #timers = new Set<{ readonly at: number; readonly then: () => void }>();

  now(): number {
    return this.#now;
  }

  today(): number {
    return this.#day;
  }

  later(after: number, then: () => void): () => void {
    const timer = { at: this.#now + after, then };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass and fires every timer that becomes due, in order and at its own time. */
  pass(millis: number): void {
    const end = this.#now + millis;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.then();
    }
    this.#now = end;
  }

  passDays(days: number): void {
    this.#day += days;
  }
}

/** Makes a directory that is deleted after the test. */
export function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'hush-server-'));
  // The journal's thread may still write a file; deleting must not block this thread, because otherwise the other thread
  // could not end.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 100, retryDelay: 50 }));
  return path;
}

export interface TestServer {
  readonly server: RunningServer;
  readonly port: number;
  readonly clock: StillClock;
  readonly dataDir: string;
  /** All lines of the log, at every level. */
  readonly log: () => string;
}

interface Settings extends Omit<ServerOptions, 'config' | 'clock' | 'log'> {
  readonly clock?: StillClock;
  readonly dataDir?: string;
  readonly env?: Environment;
}

function configOf(env: Environment): ServerOptions['config'] {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', HUSH_LOG: 'trace', ...env });
  if (!config.ok) throw new Error(config.error.join(' '));
  return config.value;
}

/**
 * HTTP timeouts in real time, so long that no slow machine reaches them: if a server closed an idle connection just when
 * a test sends its next request, that test would fail.
 */
const PATIENT = {
  headersTimeout: 900_000,
  requestTimeout: 900_000,
  keepAliveTimeout: 900_000,
  connectionsCheckingInterval: 1_000,
};

/** Starts a server that is stopped at the latest after the test. */
export async function serve(settings: Settings = {}): Promise<TestServer> {
  const { clock = new StillClock(), dataDir = directory(), env = {}, ...rest } = settings;
  const lines: string[] = [];
  const config = configOf({ HUSH_DATA: dataDir, ...env });
  const log = openLog(config.logLevel, { write: line => lines.push(line) });
  const started = await startServer({
    patience: PATIENT,
    config,
    clock,
    diskClock: systemClock,
    log,
    ...rest,
  });
  if (!started.ok) throw new Error(started.error);
  const server = started.value;
  onTestFinished(() => whilePassing(clock, server.stop()));
  return { server, port: server.port, clock, dataDir, log: () => lines.join('') };
}

const STEP = 20;
const TURNS = 3;

/**
 * Waits for a promise and lets virtual time pass meanwhile, in small steps. Between two steps the event loop runs, so that
 * data on real sockets of this process arrives.
 */
export async function whilePassing<T>(clock: StillClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined); // the error of the promise is thrown below
  for (await turn(); !isOver; clock.pass(STEP)) for (let i = 0; i < TURNS; i++) await turn();
  return over;
}

export async function openTable(
  { port }: { port: number },
  wish: TableWish = { scenario: 1 },
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/tables`, {
    method: 'POST',
    // a connection of its own for each request, because an idle one may close at any moment
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ wish }),
  });
  const { code } = (await response.json()) as { readonly code: string };
  if (response.status !== 201) throw new Error(`no table: ${response.status}`);
  return code;
}

/** The token with which tests read the metrics of a server. */
export const FIGURES = 'metrics-token-of-the-test';

export async function figure({ port }: { port: number }, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${FIGURES}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const line = text.split('\n').find(each => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const PATIENCE = 600_000; // this time limit only ends a test that hangs

/** Waits until a condition holds, while real sockets deliver data. */
export async function until(done: () => unknown, what = done.toString()): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!done()) {
    if (performance.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}

/** A person with an open page: the client code of pages on a real socket. */
export interface Guest {
  readonly connection: Connection;
  readonly notices: Notice[];
  readonly token: () => string;
  /** Breaks the connection without closing it. */
  readonly cut: () => void;
}

export function visit(
  { port }: { port: number },
  table: string,
  token?: string,
  clock: ClientClock = realTime,
): Guest {
  const notices: Notice[] = [];
  const sockets: WebSocket[] = [];
  let kept = token ?? '';
  const connection = new Connection(
    { table, ...(token === undefined ? {} : { token }) },
    {
      now: () => clock.now(),
      chance: () => Math.random() / 10,
      later: (after, then) => clock.later(after, then),
      connect: events => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
        sockets.push(socket);
        socket.on('open', () => events.opened());
        socket.on('message', data => events.heard(data.toString()));
        socket.on('close', (code, why) => events.closed(code, why.toString()));
        socket.on('error', () => undefined); // a close event follows
        return { send: text => socket.send(text), close: () => socket.close() };
      },
    },
    {
      noticed: notice => notices.push(notice),
      seated: secret => {
        kept = secret;
      },
    },
  );
  onTestFinished(() => {
    connection.close();
    for (const socket of sockets) socket.terminate();
  });
  return { connection, notices, token: () => kept, cut: () => sockets.at(-1)?.terminate() };
}

/** A person who takes a seat. */
export async function sit(
  server: { port: number },
  table: string,
  name: string,
  clock: ClientClock = realTime,
): Promise<Guest> {
  const guest = visit(server, table, undefined, clock);
  await until(() => guest.connection.status.type === 'online', 'online');
  guest.connection.join(name, 'fox');
  await until(() => guest.token() !== '', 'seated');
  return guest;
}

export async function online(guest: Guest): Promise<Guest> {
  await until(() => guest.connection.status.type === 'online', 'online');
  return guest;
}

/** Starts a game with these players, the first of whom is host. */
export async function play(host: Guest, ...others: readonly Guest[]): Promise<void> {
  host.connection.manage({ type: 'begin' });
  host.connection.do({ type: 'start' });
  for (const { connection } of [host, ...others]) {
    await until(() => connection.mirror.confirmed.game?.status === 'playing', 'playing');
  }
}

/** A socket without client code, for messages that no correct client sends. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly heard: ServerMessage[];
  /** The close code; undefined while it is open. */
  readonly closed: () => number | undefined;
}

export async function rawSocket(
  { port }: { port: number },
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  const heard: ServerMessage[] = [];
  let closed: number | undefined;
  socket.on('message', data => heard.push(JSON.parse(data.toString())));
  socket.on('close', code => {
    closed = code;
  });
  onTestFinished(() => socket.terminate());
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  socket.on('error', () => undefined); // a close event follows
  return { socket, heard, closed: () => closed };
}

export const hello = (table: string, more: object = {}): string =>
  JSON.stringify({ t: 'hello', protocol: 1, table, ...more });

/** The code with which a connection is closed. */
export async function closing(raw: RawSocket): Promise<number | undefined> {
  await until(() => raw.closed() !== undefined, 'closed');
  return raw.closed();
}
