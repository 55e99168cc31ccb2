/**
 * Phones on a train: slow and uneven lines, tunnels, lines that break loudly and lines that break without a word. All through
 * real sockets and the SDK, with a server in a process of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSqliteJournal } from '../src/index.ts';
import { chanceFrom } from './chance.ts';
import { FaultProxy, type Weather } from './fault-proxy.ts';
import { type Finding, Ledger } from './ledger.ts';
import { type Player, playTable, until } from './player-client.ts';
import { freePort, ServerProcess, serverProgram } from './server-process.ts';
import { type Round, usually } from './with-control.ts';

const SEED = 4711;
const ROUND_TRIP = 300;
const TRAIN: Weather = { delay: ROUND_TRIP / 2, jitter: ROUND_TRIP / 4 }; // 300 +- 150 there and back
/** So many commands are sent twice. */
const DOUBLED = 0.1;
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
  // With free talk nothing has to be done seldom (CM-2).
  const code = await server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
  const networks = await Promise.all(
    weather.map((each, i) => FaultProxy.open(server.plan.port, each, seed + i)),
  );
  const chance = chanceFrom(seed);
  const players = await playTable(
    networks.map(({ port }) => ({ table: code, port, chance, doubled: DOUBLED })),
  );
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

/** Nothing that was asked is lost or done twice, and all see the game that the journal has. */
async function compare(dataDir: string, carriages: readonly Carriage[]): Promise<readonly Finding[]> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const findings: Finding[] = [];
  for (const { code, passengers } of carriages) {
    const players = passengers.map(({ player }) => player);
    const ledger = new Ledger(code, finding => findings.push(finding));
    await ledger.compare(
      opened.journal,
      players.map(player => player.testify()),
    );
    await ledger.compareStates(opened.journal, players);
  }
  await opened.journal.close();
  return findings;
}

test('fifty tables of four, 300 +- 150 ms, tunnels of 10 s: all end with the same game, nothing is lost or doubled, nobody starts anew', async () => {
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
  expect(await compare(server.plan.dataDir, carriages)).toEqual([]);

  const resumed = passengers.flatMap(({ player }) => player.greetings.slice(1));
  expect(resumed.length).toBeGreaterThan(passengers.length); // whoever was in a tunnel came back
  expect(resumed.filter(greeting => greeting.with === 'snapshot')).toEqual([]);
  const actions = passengers.reduce((sum, { player }) => sum + player.asked.length, 0);
  expect(actions).toBeGreaterThan(1_000);
}, 300_000);

/** Asks for the time again and again until something is done; milliseconds of the slowest answer. */
async function slowestAnswer({ player }: Passenger, isDone: () => boolean): Promise<number> {
  let slowest = 0;
  while (!isDone()) {
    const asked = performance.now();
    player.connection.probe();
    await until(() => (player.sand?.askedAt ?? 0) >= asked, 'the time');
    slowest = Math.max(slowest, performance.now() - asked);
    await sleep(50); // nobody may ask too often
  }
  return slowest;
}

/** What the control had to wait for more than the network. */
async function beside(control: Passenger, roundTrip: number, work: () => Promise<number>): Promise<Round> {
  let isDone = false;
  const [took, answer] = await Promise.all([
    work().finally(() => {
      isDone = true;
    }),
    slowestAnswer(control, () => isDone),
  ]);
  return { took, late: Math.max(0, answer - roundTrip) };
}

/** Breaks every line; milliseconds from the slowest hello to its welcome. */
async function resumeAll(passengers: readonly Passenger[]): Promise<number> {
  const greeted = passengers.map(({ player }) => player.greetings.length);
  for (const { player } of passengers) player.act();
  for (const { network } of passengers) network.cut();
  const isBack = ({ player }: Passenger, i: number): boolean =>
    player.greetings.length > (greeted[i] ?? 0) && player.connection.mirror.unanswered === 0;
  await until(() => passengers.every(isBack), 'everybody to come back');
  const waits = passengers.map(({ player }) => {
    const { askedAt = 0, heardAt = 0 } = player.greetings.at(-1) ?? {};
    return heardAt - askedAt;
  });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(ROUND_TRIP - 1);
  return Math.max(...waits);
}

// From hello to welcome: how long the network takes to open a line, and when one is tried, is told elsewhere.
test('after a broken line hello is answered within one round trip and 100 ms', async () => {
  const server = await serve();
  const steady = { delay: ROUND_TRIP / 2, jitter: 0 };
  const { passengers } = await board(server, Array(5).fill(steady), SEED);
  const [control, ...others] = passengers;
  if (control === undefined) throw new Error('nobody is left to compare with');
  const round = () => beside(control, ROUND_TRIP, () => resumeAll(others));
  expect(await usually({ rounds: 5, most: ROUND_TRIP + 100, round })).toBeLessThanOrEqual(ROUND_TRIP + 100);
}, 120_000);

/** Milliseconds until a line that died in silence was noticed by its client and by the server, whichever was later. */
async function notice({ player, network }: Passenger, witness: Player): Promise<number> {
  network.sever();
  const severedAt = performance.now();
  const after = async (what: string, done: () => boolean): Promise<number> => {
    await until(done, what);
    return performance.now() - severedAt;
  };
  const both = await Promise.all([
    after('the client to notice', () => player.connection.status.type !== 'online'),
    after('the server to notice', () => !witness.connection.mirror.here.includes(player.member)),
  ]);
  network.mend();
  await until(() => player.connection.status.type === 'online', 'the line to be mended');
  return Math.max(...both);
}

test('a line that dies in silence is noticed at both ends within ten seconds', async () => {
  const server = await serve();
  const fine = { delay: 0, jitter: 0 };
  // A table each: who comes and goes too often is told to the others more seldom (CM-2).
  const boarding = [0, 1, 2, 3, 4].map(i => board(server, [fine, fine], SEED + i));
  const pairs = (await Promise.all(boarding)).map(({ passengers: [one, other] }) => {
    if (one === undefined || other === undefined) throw new Error('nobody is left to see it');
    return { one, witness: other };
  });
  // All of them, at different moments of their heartbeats: the last one counts.
  const noticeAll = async (): Promise<number> => {
    const times = pairs.map(({ one, witness }, i) => sleep(i * 700).then(() => notice(one, witness.player)));
    return Math.max(...(await Promise.all(times)));
  };
  const [control] = pairs;
  if (control === undefined) throw new Error('nobody');
  const round = () => beside(control.witness, 0, noticeAll);
  const noticed = await usually({ rounds: 1, most: 10_000, round });
  expect(noticed).toBeLessThanOrEqual(10_000);
  expect(noticed).toBeGreaterThan(5_000); // silence alone is no death
}, 180_000);
