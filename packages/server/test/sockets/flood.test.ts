/**
 * Tests that players can play while twenty clients flood the server; server, flood and players are separate processes.
 * Every command of the players is answered, the flooding clients are disconnected, and memory stays bounded. `npm run
 * bench -- flood` measures how long players wait.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chanceFrom } from '../chance.ts';
import { childProgram, serverProgram } from '../child-program.ts';
import { LINUX, testWith } from '../needs.ts';
import { type Player, playTable, until } from '../player-client.ts';
import { reservePort } from '../ports.ts';
import { ServerProcess } from '../server-process.ts';

const TABLES = 5;
const ACTIONS = 8;
const MOST_MEMORY = 400; // mebibytes of the server; Node alone needs a quarter of them
/** Close codes: malformed, too many messages, too large, too many wrong codes. */
const THROWN_OUT = ['1007', '1008', '1009', '1013'];

let programs: { readonly server: string; readonly flood: string };
beforeAll(async () => {
  const flood = fileURLToPath(new URL('./flood-child.ts', import.meta.url));
  programs = { server: await serverProgram('flood-server'), flood: await childProgram('flood', flood) };
});
afterAll(() => {
  for (const program of Object.values(programs)) rmSync(dirname(program), { recursive: true });
});

async function serve(): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'hush-flood-'));
  const server = new ServerProcess({
    program: programs.server,
    dataDir: join(home, 'data'),
    port: await reservePort(),
    env: { HUSH_CONNECTIONS_PER_IP: '100' }, // this is the default of HUSH_CONNECTIONS_PER_IP
  });
  await server.start();
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return server;
}

/** Sends commands without end, each after the answer to the one before. */
async function act(player: Player): Promise<void> {
  for (let i = 0; i < ACTIONS; i++) {
    player.manage({ type: 'ready', ready: i % 2 === 0 });
    await until(() => player.connection.mirror.unanswered === 0, 'an answer');
  }
}

async function seatAll(server: ServerProcess): Promise<readonly Player[]> {
  const players: Player[] = [];
  const { port } = server.plan;
  for (let i = 0; i < TABLES; i++) {
    // Talk is always allowed at these tables, so no command is limited (CM-2).
    const table = await server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
    players.push(...(await playTable([{ table, port, chance: chanceFrom(i) }])));
  }
  onTestFinished(() => {
    for (const { connection } of players) connection.close();
  });
  return players;
}

/** Starts the flood; returns how many of its connections have ended, by close code. */
function startFlood(port: number, code: string): () => Readonly<Record<string, number>> {
  const child = spawn(process.execPath, [programs.flood, String(port), code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  child.stdout.on('data', data => {
    said += data;
  });
  return () => JSON.parse(said.trimEnd().split('\n').at(-1) || '{}');
}

testWith(
  LINUX,
  'players beside a flood are all answered and never thrown out, the flood is, and memory is bounded',
  async () => {
    const server = await serve();
    const players = await seatAll(server);
    const ends = startFlood(server.plan.port, await server.createTable({ scenario: 1 }));
    await until(() => Object.keys(ends()).length > 0, 'the flood');
    await Promise.all(players.map(act));
    await until(() => THROWN_OUT.every(code => (ends()[code] ?? 0) > 0), 'all kinds of ends');
    await Promise.all(players.map(act));
    expect(players.flatMap(player => player.ends).filter(code => THROWN_OUT.includes(String(code)))).toEqual(
      [],
    );
    expect(players.map(({ refusals }) => refusals)).toEqual(players.map(() => []));
    expect(server.peak).toBeLessThan(MOST_MEMORY);
  },
);
