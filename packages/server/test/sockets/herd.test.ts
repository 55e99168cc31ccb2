/**
 * Tests of reconnecting all at once: hundreds of connections from one address to one server that is killed and
 * started again. Each client retries at a random moment and waits longer the longer the outage lasts; no client is
 * refused for good, and nothing is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSqliteJournal } from '../../src/index.ts';
import { chanceFrom } from '../chance.ts';
import { serverProgram } from '../child-program.ts';
import { type ClientClock, realTime } from '../client-clock.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { Player, playTable, until } from '../player-client.ts';
import { reservePort } from '../ports.ts';
import { quantile } from '../quantile.ts';
import { ServerProcess } from '../server-process.ts';

const TABLES = 20;
const PLAYERS = 4;
const WATCHERS = 2;
const ALL = TABLES * (PLAYERS + WATCHERS);
/** The first retry after a broken connection comes within this time. */
const SOON = 250;
/** The outage ends when every client has been waiting for longer than this. */
const OUTAGE = 1_000;

/**
 * A clock of real time that stands still while the program computes: it advances once in an event-loop turn. Everything
 * that a client computes in one turn uses the same time, so its waits can be checked exactly.
 */
class TurnClock implements ClientClock {
  #now = performance.now();
  #isFresh = false;

  now(): number {
    if (!this.#isFresh) {
      this.#now = performance.now();
      this.#isFresh = true;
      setImmediate(() => {
        this.#isFresh = false;
      });
    }
    return this.#now;
  }

  later(after: number, then: () => void): () => void {
    return realTime.later(after, then);
  }
}

let program = '';
beforeAll(async () => {
  program = await serverProgram('herd');
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

async function serve(): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'hush-herd-'));
  // Allows all connections from one address.
  const env = { HUSH_CONNECTIONS_PER_IP: String(ALL) };
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port: await reservePort(), env });
  await server.start();
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return server;
}

interface Party {
  readonly code: string;
  readonly players: readonly Player[];
  readonly watchers: readonly Player[];
}

async function gather(server: ServerProcess, i: number): Promise<Party> {
  // Talk is always allowed at this table, so no command is limited (CM-2).
  const code = await server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
  const { port } = server.plan;
  const plan = (j: number) => ({
    table: code,
    port,
    chance: chanceFrom(100 * i + j),
    clock: new TurnClock(),
  });
  const players = await playTable(Array.from({ length: PLAYERS }, (_, j) => plan(j)));
  const watchers = Array.from({ length: WATCHERS }, (_, j) => new Player(plan(PLAYERS + j)));
  onTestFinished(() => {
    for (const { connection } of [...players, ...watchers]) connection.close();
  });
  return { code, players, watchers };
}

/** Checks that first retries are spread evenly, and that every wait is at most half of the time since the connection broke. */
function expectSpread(herd: readonly Player[]): void {
  const first = herd.flatMap(({ waits }) => waits.slice(0, 1));
  expect(first).toHaveLength(ALL);
  expect(Math.max(...first.map(({ wait }) => wait))).toBeLessThanOrEqual(SOON);
  // In each quarter of that time a quarter of the clients retry, give or take five standard deviations.
  for (const quarter of [0, 1, 2, 3]) {
    const share = first.filter(({ wait }) => Math.floor((4 * wait) / SOON) === quarter).length / ALL;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.45);
  }
  const waits = herd.flatMap(player => player.waits);
  expect(waits.filter(({ since, wait }) => wait > Math.max(SOON, since / 2))).toEqual([]);
  const late = waits.filter(({ since }) => since > OUTAGE).map(({ since, wait }) => wait / since);
  expect(late.length).toBeGreaterThanOrEqual(ALL);
  // Waits are spread evenly between zero and half of the elapsed time, so the median is about a quarter of it.
  expect(quantile(late, 0.5)).toBeGreaterThan(0.13);
}

async function compare(dataDir: string, parties: readonly Party[]): Promise<readonly Finding[]> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const findings: Finding[] = [];
  for (const { code, players, watchers } of parties) {
    const ledger = new Ledger(code, finding => findings.push(finding));
    const told = players.map(player => player.testify());
    await ledger.compare(opened.journal, told);
    await ledger.compareStates(opened.journal, [...players, ...watchers]);
  }
  await opened.journal.close();
  return findings;
}

const hasAll = ({ players, watchers }: Party): boolean =>
  [...players, ...watchers].every(
    ({ connection: { mirror } }, _, [first]) =>
      mirror.unanswered === 0 && mirror.version === first?.connection.mirror.version,
  );

test(`PR-55e ${ALL} connections reconnect by themselves to a server that was killed, each at a random moment`, async () => {
  const server = await serve();
  const parties = await Promise.all(Array.from({ length: TABLES }, (_, i) => gather(server, i)));
  const herd = parties.flatMap(({ players, watchers }) => [...players, ...watchers]);
  await until(() => herd.every(({ connection }) => connection.status.type === 'online'), 'everybody');
  for (const player of parties.flatMap(({ players }) => players)) player.act();
  await server.kill();
  const goneAt = performance.now();
  const hasWaitedLong = ({ waits }: Player): boolean => waits.some(({ since }) => since > OUTAGE);
  await until(() => herd.every(hasWaitedLong), 'everybody to try for a while');
  expectSpread(herd);
  for (const player of parties.flatMap(({ players }) => players)) player.act();
  await server.start();
  const isBack = ({ greetings }: Player): boolean => (greetings.at(-1)?.askedAt ?? 0) > goneAt;
  await until(() => herd.every(isBack), 'everybody to come back');
  await until(() => parties.every(hasAll), 'everybody to be answered');
  const back = herd.flatMap(({ greetings }) => greetings.filter(({ askedAt }) => askedAt > goneAt));
  expect(back.length).toBeGreaterThanOrEqual(ALL);
  expect(back.filter(greeting => greeting.with === 'snapshot')).toEqual([]);
  await server.kill();
  expect(await compare(server.plan.dataDir, parties)).toEqual([]);
});
