/**
 * Honest players beside twenty who flood: server, flood and players in a process each, so that nobody measures themselves.
 * A server of the same kind that nobody floods has to wait for the same processors: what its players wait is the machine's.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Bystander } from '../bystander.ts';
import { chanceFrom } from '../chance.ts';
import { type Player, playTable, until } from '../player-client.ts';
import { quantile } from '../quantile.ts';
import { childProgram, freePort, ServerProcess, serverProgram } from '../server-process.ts';
import { type Round, usually } from '../with-control.ts';

const TABLES = 10;
const ROUND = 1_500;
const PACE = 70; // fourteen actions a second: as fast as anybody may for long
const MOST = 100;
const WORK = 10; // milliseconds that somebody else reckons at a time
const MOST_MEMORY = 400; // mebibytes; Node alone takes a quarter of it

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
    port: await freePort(),
    env: { HUSH_CONNECTIONS_PER_IP: '100' }, // as it comes
  });
  await server.start();
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return server;
}

/** Milliseconds that each action of one player took, for a while. */
async function act(player: Player): Promise<readonly number[]> {
  const delays: number[] = [];
  for (const end = performance.now() + ROUND; performance.now() < end; ) {
    const asked = performance.now();
    player.manage({ type: 'ready', ready: delays.length % 2 === 0 });
    await until(() => player.connection.mirror.unanswered === 0, 'an answer');
    delays.push(player.answeredAt - asked);
    await sleep(Math.max(0, PACE - (performance.now() - asked)));
  }
  return delays;
}

/** Of the slowest hundredth of what all players asked, the quickest. */
async function slowest(players: readonly Player[], what: string): Promise<number> {
  const delays = (await Promise.all(players.map(act))).flat();
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  process.stdout.write(
    `${what}: ${delays.length} actions, ${p50.toFixed(1)} ms (median), ${p99.toFixed(1)} ms (p99)\n`,
  );
  return p99;
}

async function seatAll(server: ServerProcess): Promise<readonly Player[]> {
  const players: Player[] = [];
  const { port } = server.plan;
  for (let i = 0; i < TABLES; i++) {
    // With free talk nothing has to be done seldom (CM-2).
    const table = await server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
    players.push(...(await playTable([{ table, port, chance: chanceFrom(i) }])));
  }
  onTestFinished(() => {
    for (const { connection } of players) connection.close();
  });
  return players;
}

/** Lets the flood in; the answer tells how many of its connections have ended, by code. */
function openTheGates(port: number, code: string): () => Readonly<Record<string, number>> {
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

test.runIf(process.platform === 'linux')(
  'of a hundred actions of honest players 99 take less than 100 ms beside a flood',
  async () => {
    const [server, bystander] = [await serve(), await Bystander.called()];
    const players = await seatAll(server);
    const ends = openTheGates(server.plan.port, await server.createTable({ scenario: 1 }));
    await until(() => Object.keys(ends()).length > 0, 'the flood');
    const round = async (): Promise<Round> => {
      const measuring = slowest(players, 'beside a flood');
      const late = await bystander.lateDuring(WORK, measuring);
      return { took: await measuring, late };
    };
    expect(await usually({ rounds: 5, most: MOST, round })).toBeLessThan(MOST);
    // Malformed, too much said, too large, guessed too often: each with its code.
    await until(
      () => ['1007', '1008', '1009', '1013'].every(code => (ends()[code] ?? 0) > 0),
      'all kinds of ends',
    );
    const { peak } = server;
    process.stdout.write(`thrown out: ${JSON.stringify(ends())}, ${peak.toFixed(0)} MiB in memory at most\n`);
    expect(peak).toBeLessThan(MOST_MEMORY);
    expect(players.every(({ greetings }) => greetings.length === 1)).toBe(true);
  },
  180_000,
);
