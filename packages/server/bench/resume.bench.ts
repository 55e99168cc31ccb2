/**
 * Measures how long clients wait when they reconnect: after one broken connection (from hello to welcome, compared
 * with a ping on a similar connection), and after an outage (until the last of hundreds of clients has reconnected,
 * compared with the length of the outage).
 */
import type { Row } from '../../../tools/bench-row.ts';
import { chanceFrom } from '../test/chance.ts';
import { FaultProxy } from '../test/fault-proxy.ts';
import { type Player, playTable, until } from '../test/player-client.ts';
import { quantile } from '../test/quantile.ts';
import { Ending, programOf, seat, serverFor, WISH } from './kit.ts';

const ONE_WAY = 150;
const PASSENGERS = 5;
const ROUNDS = 7;
const HERD_TABLES = 60;
const HERD_PLAYERS = 4;
const OUTAGE = 1_500;

interface Passenger {
  readonly player: Player;
  readonly network: FaultProxy;
}

async function ping({ player }: Passenger): Promise<number> {
  const asked = performance.now();
  player.connection.probe();
  await until(() => (player.sand?.askedAt ?? 0) >= asked, 'the time');
  return (player.sand?.heardAt ?? Number.NaN) - asked;
}

async function resume({ player, network }: Passenger): Promise<number> {
  const known = player.greetings.length;
  network.cut();
  await until(() => player.greetings.length > known, 'a greeting');
  const { askedAt = 0, heardAt = 0 } = player.greetings.at(-1) ?? {};
  return heardAt - askedAt;
}

async function lines(ending: Ending, program: string): Promise<readonly Row[]> {
  const server = await serverFor(ending, program);
  const table = await server.createTable(WISH);
  const weather = { delay: ONE_WAY, jitter: 0 };
  const networks: FaultProxy[] = [];
  for (let i = 0; i < PASSENGERS; i++) networks.push(await FaultProxy.open(server.plan.port, weather, i));
  const players = await playTable(networks.map(({ port }, i) => ({ table, port, chance: chanceFrom(i) })));
  ending.add(async () => {
    for (const { connection } of players) connection.close();
    for (const network of networks) await network.close();
  });
  const all = players.flatMap((player, i) => {
    const network = networks[i];
    return network === undefined ? [] : [{ player, network }];
  });
  const [pings, resumes]: [number[], number[]] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    pings.push(...(await Promise.all(all.map(ping))));
    resumes.push(...(await Promise.all(all.map(resume))));
  }
  const [hello, baseline] = [quantile(resumes, 0.5), quantile(pings, 0.5)];
  return [
    { name: 'resume: hello to welcome (median)', value: hello, unit: 'ms' },
    { name: 'resume: ping to pong on the same line (median)', value: baseline, unit: 'ms' },
    { name: 'resume: hello / ping', value: hello / baseline, unit: 'x', budget: '<= 1.33' },
  ];
}

async function herd(ending: Ending, program: string): Promise<readonly Row[]> {
  const server = await serverFor(ending, program);
  const players = await seat(ending, server, HERD_TABLES, HERD_PLAYERS);
  await server.kill();
  const goneAt = performance.now();
  await until(() => players.every(({ waits }) => waits.some(({ since }) => since > OUTAGE)), 'an outage');
  await server.start();
  const listensAt = performance.now();
  const isBack = ({ greetings }: Player): boolean => (greetings.at(-1)?.askedAt ?? 0) > goneAt;
  await until(() => players.every(isBack), 'everybody');
  const last = Math.max(...players.map(({ greetings }) => greetings.at(-1)?.heardAt ?? 0)) - listensAt;
  const outage = listensAt - goneAt;
  return [
    { name: `herd: the last of ${players.length} is back after the restart`, value: last, unit: 'ms' },
    { name: 'herd: length of the outage', value: outage, unit: 'ms' },
    { name: 'herd: back / outage', value: last / outage, unit: 'x', budget: '<= 1' },
  ];
}

export async function bench(): Promise<readonly Row[]> {
  const ending = new Ending();
  return ending.run(async () => {
    const program = await programOf('server-child.ts');
    return [...(await lines(ending, program)), ...(await herd(ending, program))];
  });
}
