/**
 * A journey of many: slow and uneven lines, tunnels, lines that break loudly and lines that break without a word. Nothing
 * of it is about how long anything takes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSqliteJournal } from '../../src/index.ts';
import { chanceFrom } from '../chance.ts';
import type { Weather } from '../fault-proxy.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { until } from '../player-client.ts';
import { board, type Carriage, type Passenger, serve, withTrain } from './train-kit.ts';

withTrain('train');

const SEED = 4711;
const TRAIN: Weather = { delay: 150, jitter: 75 }; // 300 +- 150 there and back
const NARROW: Weather = { ...TRAIN, bytesPerSecond: 4_000 };
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
