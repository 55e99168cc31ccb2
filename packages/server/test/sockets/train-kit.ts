/** Phones on a train: a server in a process of its own, and a network of its own between it and each player. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { chanceFrom } from '../chance.ts';
import { FaultProxy, type Weather } from '../fault-proxy.ts';
import { type Player, playTable } from '../player-client.ts';
import { freePort, ServerProcess, serverProgram } from '../server-process.ts';

/** So many commands are sent twice. */
const DOUBLED = 0.1;

let program = '';

/** Before and after the tests of a file that travels. */
export function withTrain(name: string): void {
  beforeAll(async () => {
    program = await serverProgram(name);
  });
  afterAll(() => rmSync(dirname(program), { recursive: true }));
}

export async function serve(): Promise<ServerProcess> {
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
export interface Passenger {
  readonly player: Player;
  readonly network: FaultProxy;
}

export interface Carriage {
  readonly code: string;
  readonly passengers: readonly Passenger[];
}

export async function board(
  server: ServerProcess,
  weather: readonly Weather[],
  seed: number,
): Promise<Carriage> {
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
