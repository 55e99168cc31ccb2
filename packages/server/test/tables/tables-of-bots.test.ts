/** Tests of thirty tables of seven bots each on one server, which one address may open within limits. */
import { memoryJournal, type TableWish } from '@hush/protocol';
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  type Guest,
  online,
  openTable,
  play,
  serve,
  sit,
  type TestServer,
  until,
  visit,
  whilePassing,
} from '../server-kit.ts';

const TABLES = 30;
const BOTS = 7;
/** How many entries each game of bots gets before its person leaves. */
const ENTRIES = 5;
const MOVES = 20;
/** The time between two games that one address sets up, so that it does not exceed the limit of costly commands (PR-54d). */
const PAUSE = 500;
/** An hour of sand, so that no game is lost meanwhile. */
const WISH: TableWish = { scenario: 1, hourglass: 3600 };

interface Party {
  readonly code: string;
  readonly host: Guest;
  readonly watcher: Guest;
  /** The version with which the game began. */
  readonly begun: number;
}

const versionOf = ({ connection }: Guest): number => connection.mirror.version;

/**
 * A person who makes no move, seven bots that need no time to think, and a spectator, whose heartbeats follow the server's clock:
 * with one of them the server announces a departure that its limit held back.
 */
async function partyOfBots(server: TestServer): Promise<Party> {
  const code = await openTable(server, WISH);
  const host = await sit(server, code, 'Ann');
  const watcher = await online(visit(server, code, undefined, server.clock));
  host.connection.manage({ type: 'seatBot', temper: 'lightning', seats: BOTS });
  await play(host, watcher);
  return { code, host, watcher, begun: versionOf(watcher) };
}

/** Lets these players make one move after the other; each call returns how many of them the server has answered. */
function mover(...players: readonly Guest[]): () => number {
  let [asked, turn] = [0, 0];
  return () => {
    if (players.some(({ connection }) => connection.mirror.unanswered > 0)) return asked - 1;
    const answered = asked;
    if (players.some(() => isMoved(players, turn++))) asked++;
    return answered;
  };
}

/** Makes a move with the seat whose turn it is, if that seat can move a hero. */
function isMoved(players: readonly Guest[], turn: number): boolean {
  const seat = turn % players.length;
  const connection = players[seat]?.connection;
  const game = connection?.mirror.game ?? null;
  const steps = game === null ? [] : reach(game, seat).flatMap(c => (c.type === 'move' ? [c] : []));
  const step = steps[turn % Math.max(1, steps.length)];
  if (step === undefined) return false;
  connection?.do({ type: 'move', hero: step.hero, dir: step.dir, steps: step.steps });
  return true;
}

/** Lets virtual time pass in small steps, and reads between them what arrives. */
async function pass({ clock }: TestServer, millis: number): Promise<void> {
  const end = clock.now() + millis;
  await whilePassing(
    clock,
    until(() => clock.now() >= end),
  );
}

test('PR-59a PR-22c while seven bots play at each of thirty tables, a player elsewhere gets every answer; the bots stop when their people leave', async () => {
  const server = await serve({ journal: memoryJournal() });
  const quiet = await openTable(server, WISH);
  const [honest, friend] = [await sit(server, quiet, 'Bob'), await sit(server, quiet, 'Cleo')];
  await play(honest, friend);
  const parties: Party[] = [];
  for (let i = 0; i < TABLES; i++) {
    parties.push(await partyOfBots(server));
    await pass(server, PAUSE);
  }

  const move = mover(honest, friend);
  await until(() => {
    server.clock.pass(20);
    const haveAllPlayed = parties.every(({ watcher, begun }) => versionOf(watcher) >= begun + ENTRIES);
    return move() >= MOVES && haveAllPlayed;
  }, 'answers, and games of bots');
  expect(parties.map(({ host }) => host.connection.status.type)).toEqual(parties.map(() => 'online'));

  for (const { host } of parties) host.connection.close();
  const isLeft = ({ watcher }: Party): boolean => watcher.connection.mirror.presence.here.length === 0;
  await whilePassing(
    server.clock,
    until(() => parties.every(isLeft), 'the people are gone'),
  );
  await pass(server, 2_000); // a decision that was under way becomes an entry
  const versions = parties.map(({ watcher }) => versionOf(watcher));
  await pass(server, 20_000);
  const later = await Promise.all(parties.map(({ code }) => online(visit(server, code))));
  expect(later.map(versionOf)).toEqual(versions);
});
