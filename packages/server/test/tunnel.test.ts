/**
 * Phones on a train: slow and uneven lines, tunnels, lines that break loudly and lines that break without a word. All through
 * real sockets and the SDK, with a server in a process of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { peekTable } from '@hush/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSqliteJournal } from '../src/index.ts';
import { chanceFrom } from './chance.ts';
import { FaultProxy, type Weather } from './fault-proxy.ts';
import { quantile } from './kill-kit.ts';
import { type Player, playTable, until } from './player-client.ts';
import { freePort, ServerProcess, serverProgram } from './server-process.ts';

const SEED = 4711;
const ROUND_TRIP = 300;
const TRAIN: Weather = { delay: ROUND_TRIP / 2, jitter: ROUND_TRIP / 4 }; // 300 +- 150 there and back
const NARROW: Weather = { ...TRAIN, bytesPerSecond: 4_000 };

let program = '';
beforeAll(async () => {
  program = await serverProgram('tunnel');
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

async function serve(): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'hush-tunnel-'));
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port: await freePort() });
  await server.start();
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return server;
}

/** A player and the network between that player and the server. */
interface Passenger {
  readonly player: Player;
  readonly network: FaultProxy;
}

interface Carriage {
  readonly code: string;
  readonly passengers: readonly Passenger[];
}

async function board(server: ServerProcess, weather: readonly Weather[], seed: number): Promise<Carriage> {
  const code = await server.createTable({ scenario: 1, hourglass: 3600 });
  const networks = await Promise.all(
    weather.map((each, i) => FaultProxy.open(server.plan.port, each, seed + i)),
  );
  const chance = chanceFrom(seed);
  const players = await playTable(networks.map(({ port }) => ({ table: code, port, chance })));
  const passengers = players.flatMap((player, i) => {
    const network = networks[i];
    return network === undefined ? [] : [{ player, network }];
  });
  onTestFinished(async () => {
    for (const { connection } of players) connection.close();
    await Promise.all(networks.map(network => network.close()));
  });
  return { code, passengers };
}

const JOURNEY = 24_000;
const BLACKOUT = 10_000;

/** One journey: a tunnel for everybody, a broken line for some, a line that died in silence for others. */
async function travel({ player, network }: Passenger, chance: () => number): Promise<void> {
  const end = performance.now() + JOURNEY;
  const troubles = [sleep(1_000 + chance() * 11_000).then(() => network.blackOut(BLACKOUT))];
  const kind = chance();
  if (kind < 0.4) troubles.push(sleep(chance() * JOURNEY).then(() => network.cut()));
  if (kind > 0.8) {
    troubles.push(
      sleep(chance() * 12_000).then(() => {
        network.sever();
        network.mend();
      }),
    );
  }
  while (performance.now() < end) {
    await sleep(chance() * 2_400);
    if (player.connection.mirror.unanswered < 6) player.act();
  }
  await Promise.all(troubles);
}

const mirrorsOf = ({ passengers }: Carriage) => passengers.map(({ player }) => player.connection.mirror);

test('fifty tables of four, 300 +- 150 ms, tunnels of 10 s: all end with the same game, nobody starts anew', async () => {
  const server = await serve();
  const carriages = await Promise.all(
    Array.from({ length: 50 }, (_, i) => board(server, [TRAIN, TRAIN, TRAIN, NARROW], SEED + 10 * i)),
  );
  const passengers = carriages.flatMap(carriage => carriage.passengers);
  await Promise.all(passengers.map((each, i) => travel(each, chanceFrom(SEED * i))));
  const isQuiet = (carriage: Carriage): boolean =>
    mirrorsOf(carriage).every(
      ({ unanswered, version }, _, [first]) => unanswered === 0 && version === first?.version,
    );
  await until(() => carriages.every(isQuiet), 'everybody to be answered');
  await server.kill();

  const opened = await openSqliteJournal(server.plan.dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  for (const carriage of carriages) {
    const kept = await peekTable(carriage.code, opened.journal);
    if (!kept.ok) throw new Error(JSON.stringify(kept.error));
    for (const { confirmed } of mirrorsOf(carriage)) expect(confirmed).toEqual(kept.value);
  }
  await opened.journal.close();

  const resumed = passengers.flatMap(({ player }) => player.greetings.slice(1));
  expect(resumed.length).toBeGreaterThan(passengers.length); // whoever was in a tunnel came back
  expect(resumed.filter(greeting => greeting.with === 'snapshot')).toEqual([]);
  const actions = passengers.reduce((sum, { player }) => sum + player.asked.length, 0);
  expect(actions).toBeGreaterThan(2_000);
}, 180_000);

test('a broken line resumes within one round trip and 100 ms', async () => {
  const server = await serve();
  const steady = { delay: ROUND_TRIP / 2, jitter: 0 };
  const { passengers } = await board(server, [steady, steady, steady, steady], SEED);
  const resumes: number[] = [];
  for (let i = 0; i < 5; i++) {
    for (const { player } of passengers) player.act();
    for (const { network } of passengers) network.cut();
    const isBack = ({ player }: Passenger): boolean =>
      player.greetings.length === i + 2 && player.connection.mirror.unanswered === 0;
    await until(() => passengers.every(isBack), 'everybody to come back');
    for (const { player } of passengers) {
      const { askedAt = 0, heardAt = 0 } = player.greetings.at(-1) ?? {};
      resumes.push(heardAt - askedAt);
    }
  }
  // Of twenty the slowest may be the machine's.
  expect(quantile(resumes, 0.9)).toBeLessThanOrEqual(ROUND_TRIP + 100);
  expect(Math.min(...resumes)).toBeGreaterThanOrEqual(ROUND_TRIP - 1);
}, 60_000);

test('a line that dies in silence is noticed at both ends within ten seconds', async () => {
  const server = await serve();
  const fine = { delay: 0, jitter: 0 };
  const { passengers } = await board(server, [fine, fine, fine, fine], SEED);
  const [witness, ...others] = passengers;
  if (witness === undefined) throw new Error('nobody is left to see it');
  const { mirror } = witness.player.connection;
  const noticed = await Promise.all(
    others.map(async ({ player, network }, i) => {
      await sleep(i * 800);
      network.sever();
      const severedAt = performance.now();
      const after = async (what: string, done: () => boolean): Promise<number> => {
        await until(done, what);
        return performance.now() - severedAt;
      };
      return Promise.all([
        after('the client to notice', () => player.connection.status.type !== 'online'),
        after('the server to notice', () => !mirror.here.includes(player.member)),
      ]);
    }),
  );
  for (const [atClient, atServer] of noticed) {
    expect(atClient).toBeLessThanOrEqual(10_000);
    expect(atServer).toBeLessThanOrEqual(10_000);
  }
  expect(noticed.length).toBe(3);
}, 60_000);
