/** Tests of `hush serve` as a process: it starts, or ends with one sentence that says why not; it stops without losing data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../tools/build.mjs';
import { LINUX, POSIX, STRACE, testWith } from './needs.ts';
import { patience } from './patience.ts';
import { reservePort } from './ports.ts';
import {
  closing,
  directory,
  hello,
  online,
  openTable,
  play,
  type RawSocket,
  rawSocket,
  sit,
  until,
  visit,
} from './server-kit.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FOLDER = join(HERE, `../.tsbuild/children/serve-${process.pid}`); // inside the clone, so that Node finds the packages
const PROGRAM = join(FOLDER, 'serve.mjs');

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of await bundle(fileURLToPath(new URL('./serve-child.ts', import.meta.url)), 'serve'))
    writeFileSync(join(FOLDER, file.name), file.text);
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  wrapper: readonly string[] = [],
): Run {
  const [file = '', ...rest] = [...wrapper, process.execPath, PROGRAM, ...args];
  const child = spawn(file, rest, {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', data => {
    said.out += data;
  });
  child.stderr.on('data', data => {
    said.err += data;
  });
  const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)));
  return { child, out: () => said.out, err: () => said.err, ended };
}

async function serving(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Run & { port: number }> {
  const server = run(['serve'], { HUSH_DATA: dataDir, ...env });
  await until(() => server.out().includes('listening') || server.child.exitCode !== null, 'listening');
  const port = Number(/"port":(\d+)/.exec(server.out())?.[1]);
  if (!(port > 0)) throw new Error(server.err());
  return { ...server, port };
}

/** How much sand a spectator is told. */
async function sandOf(
  server: { port: number },
  code: string,
): Promise<{ readonly at: number; readonly runs: boolean }> {
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  await until(() => raw.heard.length > 0);
  const [welcome] = raw.heard;
  if (welcome?.t !== 'welcome') throw new Error('no welcome');
  raw.socket.close();
  return welcome.sand;
}

/** The last checkpoint of the sand of each table, as the next server will read it. */
async function keptSands(dataDir: string, codes: readonly string[]): Promise<readonly number[]> {
  const { openSqliteJournal } = await import('../src/index.ts');
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const kept = await Promise.all(codes.map(code => opened.journal.moments.last(`table/${code}`, 1)));
  await opened.journal.close();
  return kept.map(moment => (moment.ok ? moment.value : Number.NaN));
}

const keptSand = async (dataDir: string, code: string): Promise<number> =>
  (await keptSands(dataDir, [code]))[0] ?? Number.NaN;

interface SandTold {
  readonly at: number;
  readonly askedAt: number;
  /** How many messages the watcher had heard then. */
  readonly heard: number;
}

/** A reading of the sand at a time between request and answer. */
async function sandTold({ socket, heard }: RawSocket): Promise<SandTold> {
  const askedAt = performance.now();
  const from = heard.length;
  socket.send(`{"t":"ping","at":${Math.floor(askedAt)}}`);
  const pong = () => heard.slice(from).find(({ t }) => t === 'pong');
  await until(() => pong() !== undefined, 'the time');
  const answer = pong();
  return { at: answer?.t === 'pong' ? answer.sand.at : Number.NaN, askedAt, heard: heard.length };
}

/** Waits until more than this much sand has run. */
async function sandBeyond(watcher: RawSocket, least: number): Promise<SandTold> {
  for (const wait = patience(`${least} ms of sand`); ; wait()) {
    const told = await sandTold(watcher);
    if (told.at > least) return told;
    await new Promise(resolve => setTimeout(resolve, 100)); // a client may not send pings too often
  }
}

async function watch(server: { port: number }, code: string): Promise<RawSocket> {
  const watcher = await rawSocket(server);
  watcher.socket.send(hello(code));
  await until(() => watcher.heard.length > 0, 'a welcome');
  return watcher;
}

/**
 * Returns how much sand the journal may lack: none if the tables could be drained in time, otherwise as much as after a
 * crash.
 */
const mostLacking = (server: Run): number =>
  server.out().includes('some tables could not be drained') ? 1_000 : 0;

/**
 * The sand of a reading, or less if the table has told less since: on a busy machine storing an entry may take so long that
 * the sand is set back to the last stored moment (PR-13a).
 */
const leastTold = ({ at, heard: from }: SandTold, { heard }: RawSocket): number =>
  Math.min(at, ...heard.slice(from).flatMap(message => (message.t === 'sand' ? [message.sand.at] : [])));

test('PR-52a SIGTERM stops the sand, tells clients when to reconnect, and the next server continues the games', async () => {
  const dataDir = directory();
  const first = await serving(dataDir, { PORT: String(await reservePort()) });
  const code = await openTable(first, { scenario: 1, hourglass: 3600 });
  const ann = await sit(first, code, 'Ann');
  await play(ann);
  const watcher = await watch(first, code);
  const idle = await rawSocket(first); // this connection has not sent a hello yet
  const told = await sandBeyond(watcher, 0);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const took = performance.now() - told.askedAt;
  expect(await pauseOf(watcher)).toBeLessThanOrEqual(2_000);
  expect(await closing(idle)).toBe(1012);
  expect(first.err()).toMatch(/On this computer: {2}http:\/\/localhost:\d+\//);

  const kept = await keptSand(dataDir, code);
  // the sand stopped between the signal and the end of the process
  expect(kept).toBeGreaterThanOrEqual(leastTold(told, watcher) - mostLacking(first));
  expect(kept).toBeLessThanOrEqual(told.at + took);
  const second = await serving(dataDir); // the next server listens at another port, so that no client reconnects yet
  expect(await sandOf(second, code)).toEqual({ at: kept, runs: false });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(await keptSand(dataDir, code)).toBe(kept);

  await serving(dataDir, { PORT: String(first.port) });
  await online(ann); // Ann reconnects by herself to the same seat, and the sand runs again
  expect(ann.connection.mirror.member).toBe(1);
  expect(ann.connection.mirror.confirmed.game?.status).toBe('playing');
});

/** The time after which clients are told to retry when the server restarts. */
async function pauseOf(watcher: RawSocket): Promise<number> {
  expect(await closing(watcher)).toBe(1012);
  const bye = watcher.heard.at(-1);
  expect(bye).toMatchObject({ t: 'bye', code: 1012, retryAfter: expect.any(Number) });
  return bye?.t === 'bye' ? (bye.retryAfter ?? Number.NaN) : Number.NaN;
}

const GAMES = 10;

/** Makes a running game that one spectator watches. */
async function runningGame(server: { port: number }): Promise<{ code: string; watcher: RawSocket }> {
  const code = await openTable(server, { scenario: 1, hourglass: 3600 });
  await play(await sit(server, code, 'Ann'));
  return { code, watcher: await watch(server, code) };
}

test(`PR-52a SIGINT ends a server with ${GAMES} running games even if one client never answers`, async () => {
  const dataDir = directory();
  const server = await serving(dataDir);
  const games = await Promise.all(Array.from({ length: GAMES }, () => runningGame(server)));
  const deaf = await watch(server, games[0]?.code ?? '');
  deaf.socket.pause();
  const before = await Promise.all(games.map(({ watcher }) => sandBeyond(watcher, 0)));
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  const endedAt = performance.now();
  const kept = await keptSands(
    dataDir,
    games.map(({ code }) => code),
  );
  const pauses = await Promise.all(games.map(({ watcher }) => pauseOf(watcher)));
  for (const [i, told] of before.entries()) {
    const least = leastTold(told, games[i]?.watcher as RawSocket);
    expect(kept[i]).toBeGreaterThanOrEqual(least - mostLacking(server));
    expect(kept[i]).toBeLessThanOrEqual(told.at + endedAt - told.askedAt);
  }
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
  expect(new Set(pauses).size).toBeGreaterThan(GAMES / 2); // the clients do not all reconnect at once
});

test('PR-52b after SIGKILL every acknowledged entry is stored, and at most a second of sand is given back', async () => {
  const dataDir = directory();
  const first = await serving(dataDir);
  const code = await openTable(first, { scenario: 1, hourglass: 3600 });
  const ann = await sit(first, code, 'Ann');
  await play(ann);
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.mirror.unanswered === 0);
  const { at, askedAt } = await sandBeyond(await watch(first, code), 1_200);
  first.child.kill('SIGKILL');
  await first.ended;
  const kept = await keptSand(dataDir, code);
  expect(kept).toBeLessThanOrEqual(at + performance.now() - askedAt);
  expect(kept).toBeGreaterThanOrEqual(at - 1_000);
  const second = await serving(dataDir);
  const again = await online(visit(second, code, ann.token()));
  expect(again.connection.mirror.confirmed).toMatchObject({ locked: true, seats: [1] });
});

const sentence = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const server = run(['serve'], env);
  expect(await server.ended).toBe(1);
  expect(server.out()).toBe('');
  return server.err();
};

test('PR-52c a port that is in use is reported with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    other.close();
  });
  await until(() => other.listening);
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await sentence({ PORT: String(port), HUSH_DATA: directory() })).toBe(
    `hush serve: Port ${port} is taken by another program: stop that program, or set PORT to another number.\n`,
  );
});

test('PR-52c an address that this machine does not have is reported with one sentence', async () => {
  expect(await sentence({ HOST: '203.0.113.1', HUSH_DATA: directory() })).toBe(
    'hush serve: 203.0.113.1 is not an address of this machine: set HOST to one that is, or leave it out.\n',
  );
});

test('PR-52g every wrong setting is reported with a sentence', async () => {
  expect(await sentence({ PORT: 'many', HUSH_COLOUR: 'blue' })).toBe(
    'hush serve: There is no setting HUSH_COLOUR; docs/OPERATING.md lists those there are.\n' +
      'hush serve: PORT must be a whole number from 0 to 65535.\n',
  );
});

test('PR-52c a data directory that is a file, or has another program’s database, is refused and unchanged', async () => {
  const folder = directory();
  const file = join(folder, 'file');
  writeFileSync(file, 'mine');
  chmodSync(file, 0o600);
  expect(await sentence({ HUSH_DATA: file })).toMatch(/^hush serve: The data directory .+[.]\n$/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const foreign = join(folder, 'data');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'hush.db'), 'a diary, not a database');
  expect(await sentence({ HUSH_DATA: foreign })).toMatch(/^hush serve: [^\n]+[.]\n$/);
  expect(readFileSync(join(foreign, 'hush.db'), 'utf8')).toBe('a diary, not a database');
});

testWith(STRACE, 'a disk that fails ends the server with 1 and a sentence', async () => {
  const inject = 'inject=fdatasync,fsync:error=EIO:when=30+';
  const strace = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'signal=none', '-e', inject];
  const server = run(['serve'], { HUSH_DATA: directory(), HUSH_TABLES_PER_HOUR: '1000' }, strace);
  await until(() => server.out().includes('listening'), 'listening');
  const port = Number(/"port":(\d+)/.exec(server.out())?.[1]);
  const wait = patience('the disk to fail');
  for (let failed = false; !failed; wait()) {
    failed = await openTable({ port }).then(
      () => false,
      () => true,
    );
  }
  expect(await server.ended).toBe(1);
  expect(server.err().trimEnd().split('\n').at(-1)).toBe(
    'hush serve: The disk failed to store the journal: what it holds is unknown until a restart.',
  );
});

test('PR-52d a second server in the same data directory is refused and told where the first one runs', async () => {
  const dataDir = directory();
  const { port, child } = await serving(dataDir);
  expect(await sentence({ HUSH_DATA: dataDir })).toBe(
    `hush serve: Another Hush is already using the data directory ${dataDir}. It is at http://localhost:${port}/ (process ${child.pid}).\n`,
  );
});

test('PR-52f a backup made while the server runs can be used to start a server', async () => {
  const dataDir = directory();
  const server = await serving(dataDir);
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const target = join(directory(), 'copy.db');
  const made = run(['backup', target], { HUSH_DATA: dataDir });
  expect(await made.ended).toBe(0);
  expect(made.out()).toMatch(/copy[.]db: \d+ entries of \d+ logs, \d+ bytes\n$/);
  const again = run(['backup', target], { HUSH_DATA: dataDir });
  expect(await again.ended).toBe(1);
  expect(again.err()).toMatch(/^hush backup: .+ is there already and is left as it is[.]\n$/);
  const restored = directory();
  writeFileSync(join(restored, 'hush.db'), readFileSync(target));
  const second = await serving(restored);
  const back = await online(visit(second, code, ann.token()));
  expect(back.connection.mirror.member).toBe(1);
});

test.each([
  [['serve', 'now'], 'usage: hush serve (set options with environment variables, see docs/OPERATING.md)\n'],
  [['backup', 'a', 'b'], expect.stringMatching(/^usage: hush backup \[TARGET\]\n/)],
])('hush %s with wrong arguments prints its usage', async (args, usage) => {
  const command = run(args, { HUSH_DATA: directory() });
  expect(await command.ended).toBe(2);
  expect(command.err()).toEqual(usage);
});

testWith(LINUX, 'a place where no directory can be made is named in one sentence, at once', async () => {
  const why = process.getuid?.() === 0 ? 'no directory can be made there' : 'permission is denied';
  expect(await sentence({ HUSH_DATA: '/proc/nope' })).toBe(
    `hush serve: The data directory /proc/nope cannot be made: ${why}.\n`,
  );
  expect(await sentence({ HUSH_DATA: '/proc/no/such/place' })).toMatch(
    /^hush serve: [^\n]+ cannot be made: [^\n]+[.]\n$/,
  );
});

testWith(POSIX, 'what is in the data directory is nobody else’s business', async () => {
  const dataDir = join(directory(), 'new', 'data');
  const server = await serving(dataDir);
  await openTable(server);
  const target = join(directory(), 'copy.db');
  expect(await run(['backup', target], { HUSH_DATA: dataDir }).ended).toBe(0);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  const files = readdirSync(dataDir);
  expect(files).toEqual(expect.arrayContaining(['hush.db', 'hush.db-wal', 'hush.lock']));
  expect(modeOf(dataDir)).toBe(0o700);
  for (const path of [...files.map(name => join(dataDir, name)), target])
    expect([path, modeOf(path)]).toEqual([path, 0o600]);
});

testWith(POSIX, 'a server that npm has left behind stops as after SIGTERM', async () => {
  // Starts the server as npm does: through a shell, which ends at the signal.
  const shell = ['sh', '-c', '"$0" "$@"; exit $?'];
  const server = run(['serve'], { HUSH_DATA: directory(), npm_lifecycle_event: 'npx' }, shell);
  await until(() => server.out().includes('listening'), 'listening');
  server.child.kill('SIGKILL');
  await server.ended; // the output of the shell ends when the server has ended
  expect(server.out()).toContain('"msg":"stopped"');
});
