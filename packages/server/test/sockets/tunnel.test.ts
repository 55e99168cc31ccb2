/**
 * How long it takes phones on a train to notice that a line is dead, and to come back. All through real sockets and the SDK,
 * with a server in a process of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Player, until } from '../player-client.ts';
import { type Round, usually } from '../with-control.ts';
import { board, type Passenger, serve, withTrain } from './train-kit.ts';

withTrain('tunnel');

const SEED = 4711;
const ROUND_TRIP = 300;

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
}, 300_000);

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
}, 300_000);
