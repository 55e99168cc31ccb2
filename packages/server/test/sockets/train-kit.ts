/**
 * Players on bad networks: a server, its players, and a simulated network between each player and the server, in one
 * process. The sockets are real. Time is virtual, so half a minute takes only as long as its computations.
 */
import { type Journal, memoryJournal, type TableWish } from '@hush/protocol';
import { onTestFinished } from 'vitest';
import { chanceFrom } from '../chance.ts';
import { FaultProxy, type Weather } from '../fault-proxy.ts';
import { type Player, playTable } from '../player-client.ts';
import { openTable, type StillClock, serve, type TestServer } from '../server-kit.ts';

/** The share of commands that are sent twice. */
const DOUBLED = 0.1;
/** Settings of a table at which talk is always allowed, so that no command is limited (CM-2). */
const WISH: TableWish = { scenario: 1, hourglass: 3600, house: { freeTalk: true } };
const MANY = { HUSH_CONNECTIONS_PER_IP: '100000', HUSH_TABLES_PER_HOUR: '100000' };

export interface Station extends TestServer {
  readonly journal: Journal;
}

/** A server whose journal can be read after it has stopped. */
export async function station(): Promise<Station> {
  const journal = memoryJournal();
  journal.close = async () => undefined;
  return { ...(await serve({ journal, env: MANY })), journal };
}

/** A player, and the network between that player and the server. */
export interface Passenger {
  readonly player: Player;
  readonly network: FaultProxy;
}

export interface Carriage {
  readonly code: string;
  readonly passengers: readonly Passenger[];
}

/** One table with one player for each kind of network. */
export async function board(
  { port, clock }: { readonly port: number; readonly clock: StillClock },
  weather: readonly Weather[],
  seed: number,
): Promise<Carriage> {
  const code = await openTable({ port }, WISH);
  const networks = await Promise.all(weather.map((each, i) => FaultProxy.open(port, each, seed + i, clock)));
  const chance = chanceFrom(seed);
  const players = await playTable(
    networks.map(network => ({ table: code, port: network.port, chance, clock, doubled: DOUBLED })),
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
