/**
 * Measures the memory of 10,000 tables with four idle connections each, and of an idle connection. The baseline is a bare
 * `ws` server. Servers and clients run in new processes, because a process does not return memory. The server opens all 10,000
 * tables, each with one connection, and then as many more connections as a process may open files; the memory of those that it
 * cannot hold is added at the measured price of a connection, and the row says how many it held.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { PROTOCOL_VERSION } from '@hush/protocol';
import { WebSocketServer } from 'ws';
import type { Row } from '../../../tools/bench-row.ts';
import { readConfig, startServer } from '../src/index.ts';
import { WISH } from './kit.ts';

const EACH = 4;
/** The wanted number of tables, with four idle connections each. */
const HOUSE = 10_000;
/** Files that a process has open besides its connections. */
const OTHER_FILES = 500;
/** The most connections from one address to one server; a system has more ports than this. */
const FROM_ONE_ADDRESS = 14_000;

/** The most requests from one address: the server answers 300 at once, then 30 a second. */
const FROM_ONE_SENDER = 200;

/** How many files a process may open. */
function mostFiles(): number {
  const limits = '/proc/self/limits';
  const [, most] = existsSync(limits)
    ? (/^Max open files +(\d+)/m.exec(readFileSync(limits, 'utf8')) ?? [])
    : [];
  return Number(most ?? 4096);
}

/** How many connections fit into one process. */
const ROOM = Math.min(HOUSE * EACH, mostFiles() - OTHER_FILES);
/** All tables with one connection each, or half of the connections where a process holds few. */
const TABLES = Math.min(HOUSE, Math.floor(ROOM / 2));
/** Up to three more connections for each of the first tables. */
const MORE_EACH = EACH - 1;
const FULL = Math.floor((ROOM - TABLES) / MORE_EACH);
const MORE = FULL * MORE_EACH;

/**
 * Opens tables if requested, twenty at a time, then `each` connections to every code, fifty at a time; sends hello if
 * there is a code, waits for the welcome, and then does nothing. The first line that this program prints has the codes.
 * For each line that it reads it prints how many connections are open, and the close codes of those that a busy machine
 * has lost.
 */
const CLIENTS = `
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
const { port, tables, codes, each, wish, protocol, localAddress } = JSON.parse(process.argv[1]);
const http = 'http://127.0.0.1:' + port;
const headers = { 'content-type': 'application/json', origin: http };
const create = i => new Promise((resolve, reject) => {
  const place = { host: '127.0.0.1', port, path: '/api/tables', localAddress: '127.1.' + (1 + Math.floor(i / ${FROM_ONE_SENDER})) + '.1' };
  request({ ...place, method: 'POST', headers }, reply => text(reply).then(body => {
    if (reply.statusCode === 201) resolve(JSON.parse(body).code);
    else reject(new Error(reply.statusCode + ' ' + body));
  })).on('error', reject).end(JSON.stringify({ wish }));
});
let count = 0;
const lost = {};
const open = table => new Promise((resolve, reject) => {
  const socket = new WebSocket('ws://127.0.0.1:' + port + '/ws', { perMessageDeflate: false, origin: http, localAddress });
  socket.on('error', reject);
  let isIn = false;
  socket.on('close', (code, why) => {
    if (!isIn) return reject(new Error(code + ' ' + why));
    count--;
    lost[code] = (lost[code] ?? 0) + 1;
  });
  const done = () => { isIn = true; count++; resolve(); };
  socket.on('open', () => (table === '' ? done() : socket.send(JSON.stringify({ t: 'hello', protocol, table }))));
  socket.on('message', data => !isIn && JSON.parse(data).t === 'welcome' && done());
});
for (let i = 0; i < tables; i += 20) codes.push(...(await Promise.all(Array.from({ length: Math.min(20, tables - i) }, (_, j) => create(i + j)))));
const all = codes.flatMap(code => Array(each).fill(code));
for (let i = 0; i < all.length; i += 50) await Promise.all(all.slice(i, i + 50).map(open));
process.stdout.write(JSON.stringify(codes) + '\\n');
process.stdin.on('data', () => process.stdout.write(JSON.stringify({ count, lost }) + '\\n')).on('end', () => process.exit(0));
`;

/** The bytes that the process uses after a garbage collection. */
async function memoryNow(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await turn();
  }
  return process.memoryUsage.rss();
}

interface Wanted {
  readonly port: number;
  /** How many tables are opened first. */
  readonly tables?: number;
  /** Codes of existing tables; an empty code opens a connection that sends nothing. */
  readonly codes?: readonly string[];
  readonly each: number;
}

/** A process with open connections, and how many it should have. */
interface Holder {
  readonly child: ChildProcess;
  readonly wanted: number;
}

/** Opens connections in separate processes, each from an address of its own; they stay open until these end. */
class Clients {
  readonly #holders: Holder[] = [];

  /** Opens connections; returns how much the server's memory grew meanwhile, and the codes of the tables. */
  async open({ port, tables = 0, codes = [], each }: Wanted): Promise<{ grown: number; codes: string[] }> {
    const before = await memoryNow();
    const opened: string[] = [];
    const most = Math.floor(FROM_ONE_ADDRESS / each);
    for (let done = 0; done < tables + codes.length; done += most) {
      const part =
        tables > 0
          ? { tables: Math.min(most, tables - done), codes: [] }
          : { tables: 0, codes: codes.slice(done, done + most) };
      opened.push(...(await this.#openSome({ port, each, ...part })));
    }
    const grown = (await memoryNow()) - before;
    for (const { child, wanted } of this.#holders) {
      child.stdin?.write('\n');
      const line = await lineOf(child);
      const { count } = JSON.parse(line) as { readonly count: number };
      if (count !== wanted) throw new Error(`${wanted} connections should be open: ${line}`);
    }
    return { grown, codes: opened };
  }

  async #openSome(wanted: Required<Wanted>): Promise<string[]> {
    const localAddress = `127.0.0.${2 + this.#holders.length}`;
    const plan = JSON.stringify({ ...wanted, localAddress, wish: WISH, protocol: PROTOCOL_VERSION });
    const args = ['--input-type=module', '-e', CLIENTS, plan];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const codes = JSON.parse(await lineOf(child)) as string[];
    this.#holders.push({ child, wanted: codes.length * wanted.each });
    return codes;
  }

  close(): void {
    for (const { child } of this.#holders) child.stdin?.end();
  }
}

/** The next line that a process prints. */
async function lineOf({ stdout }: ChildProcess): Promise<string> {
  let line = '';
  for await (const [chunk] of stdout === null ? [] : on(stdout, 'data', { close: ['end'] })) {
    line += String(chunk);
    if (line.endsWith('\n')) return line;
  }
  throw new Error('the connections were not opened');
}

async function ofBare(): Promise<Grown> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
  server.on('connection', socket => socket.on('message', () => undefined));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return grownBy((http.address() as AddressInfo).port, { codes: Array<string>(TABLES).fill('') });
}

/** How much memory the tables with their connections take, and then further connections. */
async function grownBy(port: number, rooms: Pick<Wanted, 'tables' | 'codes'>): Promise<Grown> {
  const clients = new Clients();
  const house = await clients.open({ port, ...rooms, each: 1 });
  const { grown } = await clients.open({ port, codes: house.codes.slice(0, FULL), each: MORE_EACH });
  clients.close();
  return { house: house.grown, connections: grown };
}

async function ofOurs(): Promise<Grown> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    HUSH_DATA: dataDir,
    HUSH_LOG: 'error',
    HUSH_CONNECTIONS_PER_IP: '100000',
    HUSH_MAX_CONNECTIONS: '100000',
    HUSH_TABLES_PER_HOUR: '100000',
  });
  if (!config.ok) throw new Error(config.error.join(' '));
  const started = await startServer({ config: config.value });
  if (!started.ok) throw new Error(started.error);
  return grownBy(started.value.port, { tables: TABLES });
}

interface Grown {
  /** The bytes that tables with their connections take. */
  readonly house: number;
  /** The bytes that further connections take. */
  readonly connections: number;
}

const SUBJECTS = { bare: ofBare, ours: ofOurs };

/** Measures in this process; `alone` starts it for that. */
export async function measureHere(subject: keyof typeof SUBJECTS): Promise<void> {
  process.stdout.write(JSON.stringify(await SUBJECTS[subject]()));
  process.exit(0);
}

async function alone(subject: keyof typeof SUBJECTS): Promise<Grown> {
  const code = `import(${JSON.stringify(import.meta.url)}).then(({ measureHere }) => measureHere('${subject}'))`;
  const args = ['--expose-gc', '-e', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout)) as Grown;
}

export async function bench(): Promise<readonly Row[]> {
  const bare = await alone('bare');
  const { house, connections } = await alone('ours');
  const each = connections / MORE;
  const whole = (house / TABLES + each * MORE_EACH) * HOUSE;
  const held = `${TABLES} tables with ${TABLES + MORE} connections`;
  return [
    {
      name: 'resident memory of an idle connection, bare ws',
      value: bare.connections / MORE / 1000,
      unit: 'kB',
    },
    { name: 'resident memory of an idle connection', value: each / 1000, unit: 'kB', budget: '<= 9' },
    {
      name: 'resident memory of an idle connection / bare ws',
      value: connections / bare.connections,
      unit: 'x',
    },
    {
      name: `resident memory of a table with one idle connection, ${TABLES} tables`,
      value: house / TABLES / 1000,
      unit: 'kB',
    },
    {
      name: `resident memory of 10,000 tables with four idle connections each, from ${held}`,
      value: whole / 1e6,
      unit: 'MB',
      budget: '<= 700',
    },
  ];
}
