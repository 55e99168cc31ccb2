/**
 * Measures servers that people could use instead: bare `ws`, Socket.IO, Colyseus and boardgame.io send the same text to the
 * same rooms as Hush, by turns in one run. The libraries are installed from the registry into this user's cache, never into
 * the project. No row has a budget.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DIRECTIONS, HEROES } from '@hush/rules';
import { type Contestant, type Rounds, rowOf, takeTurns } from '../../../tools/bench-rounds.ts';
import type { Row } from '../../../tools/bench-row.ts';
import { generateLoad, type LoadAction, type LoadSeat } from '../src/bench/load.ts';
import { startBenchServer } from '../src/bench/servers.ts';
import { type BenchTable, openBareRoom, openBenchTable } from '../src/bench/tables.ts';
import { PEERS, type PeerProgram } from './peer-programs.ts';

const HUSH = join(process.cwd(), 'packages/cli/bin/hush.mjs');
const SHELF = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'hush-tools/bench-peers');
const INSTALL_WITHIN = 120_000;
const [ROOMS, PLAYERS, RATE, SECONDS] = [40, 4, 400, 2];
const FIRST_NUMBER = 1000;
const WARM_ROUNDS = 3;
const BARE = 'bare ws';

interface Subject {
  readonly name: string;
  readonly rooms: readonly BenchTable[];
  usage(): Promise<Usage>;
  close(): unknown;
}

/** Processor time in seconds, and memory in bytes where the server tells it. */
interface Usage {
  readonly cpu: number;
  readonly memory?: number;
}

/** A seat that a client module of peer-programs.ts opens. */
interface PeerSeat {
  send(text: string): void;
  onText(heard: (text: string) => void): void;
  close(): void;
}

const say = (sentence: string): unknown => process.stderr.write(`${sentence}\n`);

/** Installs the libraries where they are missing; false when the registry does not answer. */
async function install(folder: string, packages: readonly string[]): Promise<boolean> {
  if (existsSync(join(folder, 'installed'))) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
  const child = spawn('npm', args, { cwd: folder, stdio: 'ignore', timeout: INSTALL_WITHIN });
  const [code]: readonly unknown[] = await Promise.race([once(child, 'exit'), once(child, 'error')]);
  if (code === 0) writeFileSync(join(folder, 'installed'), '');
  return code === 0;
}

const slug = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');

async function openPeer(program: PeerProgram): Promise<Subject | null> {
  const folder = join(SHELF, slug(program.packages.join(' ')));
  if (!(await install(folder, program.packages))) {
    say(`${program.name} is left out: it could not be installed from the registry.`);
    return null;
  }
  const [server, client] = [join(folder, 'server.cjs'), join(folder, 'client.cjs')];
  writeFileSync(server, program.server);
  writeFileSync(client, program.client);
  const child = fork(server, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server of ${program.name} ended with ${String(code)}`);
  });
  ended.catch(() => undefined); // it also ends after the last round
  const answerOf = async <T>(): Promise<T> => {
    const [answer]: readonly unknown[] = await Promise.race([once(child, 'message'), ended]);
    return answer as T;
  };
  const { port } = await answerOf<{ readonly port: number }>();
  const { open } = createRequire(client)(client) as {
    open: (port: number, room: string, players: number) => Promise<readonly PeerSeat[]>;
  };
  const rooms: BenchTable[] = [];
  for (let i = 0; i < ROOMS; i++) rooms.push(roomOf(await open(port, `room${i}`, PLAYERS)));
  const usage = (): Promise<Usage> => {
    const answer = answerOf<Usage>();
    child.send('usage');
    return answer;
  };
  return { name: program.name, rooms, usage, close: () => child.disconnect() };
}

/** Seats of a library as seats of the load generator, with the same actions as a room of the bare server. */
function roomOf(peers: readonly PeerSeat[]): BenchTable {
  const seats = peers.map(peer => {
    const seat: LoadSeat = { send: text => peer.send(text), heard: () => undefined };
    peer.onText(text => {
      const bytes = Buffer.from(text, 'latin1');
      seat.heard(bytes, 0, bytes.length);
    });
    return seat;
  });
  let n = FIRST_NUMBER;
  const next = (): LoadAction => {
    const seat = ++n % peers.length;
    const c = { type: 'move', hero: HEROES[n % 4], dir: DIRECTIONS[n % 4], steps: 1, from: 17 };
    return {
      seat,
      text: JSON.stringify({ t: 'do', n, m: seat + 1, c }),
      end: `,"m":${seat + 1},"n":${n}}`,
    };
  };
  const close = (): void => {
    for (const peer of peers) peer.close();
  };
  return { seats, next, close };
}

async function openOwn(server: 'bare' | 'memory' | 'sqlite'): Promise<Subject> {
  const started = await startBenchServer(server, HUSH);
  const rooms: BenchTable[] = [];
  for (let i = 0; i < ROOMS; i++)
    rooms.push(
      await (server === 'bare'
        ? openBareRoom(started.http, `room${i}`, PLAYERS)
        : openBenchTable(started.http, PLAYERS)),
    );
  const usage = async (): Promise<Usage> => ({ cpu: await started.cpuSeconds() });
  return { name: server === 'bare' ? BARE : `Hush, ${server}`, rooms, usage, close: () => started.stop() };
}

const contestant = ({ name, rooms, usage }: Subject): Contestant => ({
  name,
  measure: async () => {
    const before = await usage();
    const { p99, sent, answered } = await generateLoad(rooms, RATE, SECONDS);
    const after = await usage();
    if (answered < sent * 0.99) throw new Error(`${name} answered ${answered} of ${sent} actions`);
    return { cpu: ((after.cpu - before.cpu) * 1e6) / sent, p99 };
  },
});

function rowsFor({ name }: Subject, rounds: Rounds): readonly Row[] {
  const where = `peers, ${name}, ${ROOMS} rooms x ${PLAYERS} at ${RATE}/s`;
  const beside = rowOf(`${where}, CPU beside ${BARE}`, 'x', rounds.ratio(name, 'cpu'));
  return [
    rowOf(`${where}, CPU an action`, 'us', rounds.of(name, 'cpu')),
    ...(name === BARE ? [] : [beside]),
    rowOf(`${where}, p99`, 'ms', rounds.of(name, 'p99')),
  ];
}

export async function bench(): Promise<readonly Row[]> {
  const subjects: Subject[] = [];
  try {
    for (const server of ['bare', 'memory', 'sqlite'] as const) subjects.push(await openOwn(server));
    for (const program of PEERS) {
      say(`opening rooms of ${program.name}`);
      const peer = await openPeer(program);
      if (peer !== null) subjects.push(peer);
    }
    say('measuring by turns');
    const contestants = subjects.map(contestant);
    for (let i = 0; i < WARM_ROUNDS; i++) for (const { measure } of contestants) await measure(); // compiles the code
    const rounds = await takeTurns(contestants, { least: 5, most: 9, width: 0.15 });
    return subjects.flatMap(subject => rowsFor(subject, rounds));
  } finally {
    for (const { rooms, close } of subjects) {
      for (const room of rooms) room.close();
      await close();
    }
  }
}
