/**
 * Tests with many players on bad networks: slow and uneven connections, blackouts, connections that break, and
 * connections that die silently. Time is virtual, so no result depends on how fast the machine is.
 */
import { expect, onTestFinished, test } from 'vitest';
import { chanceFrom } from '../chance.ts';
import { realTime } from '../client-clock.ts';
import { FaultProxy, type Weather } from '../fault-proxy.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { until } from '../player-client.ts';
import { type Guest, openTable, type StillClock, sit, whilePassing } from '../server-kit.ts';
import { board, type Carriage, type Passenger, station } from './train-kit.ts';

const SEED = 4711;
const TRAIN: Weather = { delay: 150, jitter: 75 }; // a round trip takes 300 ms, give or take 150
const NARROW: Weather = { ...TRAIN, bytesPerSecond: 4_000 };
const FINE: Weather = { delay: 0, jitter: 0 };
const TABLES = 20;
const JOURNEY = 24_000;

const sleep = (clock: StillClock, millis: number): Promise<void> =>
  new Promise(resolve => void clock.later(millis, resolve));

/** A blackout that lasts until the player's client notices that its connection is dead. */
async function tunnel({ player, network }: Passenger, clock: StillClock): Promise<void> {
  network.blackOut();
  await until(() => player.connection.status.type !== 'online', 'the client to notice', clock);
  network.lightUp();
}

/** What happens to one player: all have a blackout, some a broken connection, others a silently dead connection. */
async function travel(passenger: Passenger, chance: () => number, clock: StillClock): Promise<void> {
  const { player, network } = passenger;
  const end = clock.now() + JOURNEY;
  const troubles = [sleep(clock, 1_000 + chance() * 11_000).then(() => tunnel(passenger, clock))];
  const kind = chance();
  if (kind < 0.4) troubles.push(sleep(clock, chance() * JOURNEY).then(() => network.cut()));
  if (kind > 0.8) {
    troubles.push(
      sleep(clock, chance() * 12_000).then(() => {
        network.sever();
        network.mend();
      }),
    );
  }
  while (clock.now() < end) {
    await sleep(clock, chance() * 2_400);
    if (player.connection.mirror.unanswered < 6) player.act();
  }
  await Promise.all(troubles);
}

const isQuiet = ({ passengers }: Carriage): boolean =>
  passengers
    .map(({ player }) => player.connection.mirror)
    .every(({ unanswered, version }, _, [first]) => unanswered === 0 && version === first?.version);

test(`PR-9e at ${TABLES} tables of four on bad networks all see the same game, and nothing is lost, duplicated or sent as a snapshot`, async () => {
  const { server, journal, clock, port } = await station();
  const journey = async (): Promise<readonly Carriage[]> => {
    const carriages = await Promise.all(
      Array.from({ length: TABLES }, (_, i) =>
        board({ port, clock }, [TRAIN, TRAIN, TRAIN, NARROW], SEED + 10 * i),
      ),
    );
    const all = carriages.flatMap(({ passengers }) => passengers);
    await Promise.all(all.map((each, i) => travel(each, chanceFrom(SEED * i), clock)));
    await until(() => carriages.every(isQuiet), 'everybody to be answered', clock);
    return carriages;
  };
  const carriages = await whilePassing(clock, journey());
  await whilePassing(clock, server.stop());

  const findings: Finding[] = [];
  for (const { code, passengers } of carriages) {
    const players = passengers.map(({ player }) => player);
    const ledger = new Ledger(code, finding => findings.push(finding));
    await ledger.compare(
      journal,
      players.map(player => player.testify()),
    );
    await ledger.compareStates(journal, players);
  }
  expect(findings).toEqual([]);

  const players = carriages.flatMap(({ passengers }) => passengers.map(({ player }) => player));
  const resumed = players.map(({ greetings }) => greetings.slice(1));
  expect(resumed.filter(({ length }) => length === 0)).toEqual([]); // everybody has reconnected after a blackout
  expect(resumed.flat().filter(greeting => greeting.with === 'snapshot')).toEqual([]);
  expect(resumed.flat().filter(({ sent }) => sent !== 1)).toEqual([]); // hello and welcome took one round trip
  const actions = players.reduce((sum, { asked }) => sum + asked.length, 0);
  expect(actions).toBeGreaterThan(10 * players.length);
});

const STEP = 100;

/** Waits until everything that was sent before has arrived, and until the server knows that all clients are alive. */
async function roundTrip({ connection, notices }: Guest, clock = realTime): Promise<void> {
  const before = notices.length;
  connection.probe();
  await until(() => notices.length > before, 'an answer', clock);
}

/** Lets virtual time pass in small steps; after each step it waits until the witness has received everything. */
async function pass(clock: StillClock, millis: number, witness: Guest): Promise<void> {
  for (let passed = 0; passed < millis; passed += STEP) {
    clock.pass(STEP);
    await roundTrip(witness);
  }
}

/** A table with a player whose connection will die, and another player, the witness, whose connection is good. */
async function pair(server: { readonly port: number; readonly clock: StillClock }) {
  const code = await openTable(server);
  const network = await FaultProxy.open(server.port, FINE, SEED, server.clock);
  onTestFinished(() => network.close());
  const witness = await sit(server, code, 'Ann', server.clock);
  const other = await whilePassing(server.clock, sit(network, code, 'Bo', server.clock));
  return { network, witness, other };
}

test.each([0, 700, 1_400, 2_100, 2_800])(
  'PR-14b client and server notice within 7 to 10 s that a connection has died silently (%i ms after a heartbeat)',
  async phase => {
    const server = await station();
    const { clock } = server;
    const { network, witness, other } = await pair(server);
    await pass(clock, phase, witness);
    await whilePassing(clock, roundTrip(other, clock));
    network.sever();
    const member = other.connection.mirror.member ?? 0;
    const noticed = { client: 0, server: 0 };
    for (let silent = STEP; silent <= 10_000; silent += STEP) {
      await pass(clock, STEP, witness);
      if (other.connection.status.type !== 'online') noticed.client ||= silent;
      if (!witness.connection.mirror.here.includes(member)) noticed.server ||= silent;
    }
    expect(noticed.client).toBeGreaterThan(7_000);
    expect(noticed.server).toBeGreaterThan(7_000);
  },
);
