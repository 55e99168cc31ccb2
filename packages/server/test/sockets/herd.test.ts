/**
 * Everybody comes back at once: hundreds of connections of one address to one server that dies and is started again. Each
 * tries at a moment of its own and waits longer the longer it lasts, nobody is turned away for good, nothing is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSqliteJournal } from '../../src/index.ts';
import { chanceFrom } from '../chance.ts';
import { type Finding, Ledger } from '../ledger.ts';
import { Player, playTable, until } from '../player-client.ts';
import { quantile } from '../quantile.ts';
import { freePort, ServerProcess, serverProgram } from '../server-process.ts';

const TABLES = 40;
const PLAYERS = 4;
const WATCHERS = 2;
const ALL = TABLES * (PLAYERS + WATCHERS);
const OUTAGE = 1_500;
/** A line that has just broken is tried again within this time. */
const SOON = 250;
const TOLERANCE = 100; // the kit looks at the clock twice where we do once

let program = '';
beforeAll(async () => {
  program = await serverProgram('herd');
});
afterAll(() => rmSync(dirname(program), { recursive: true }));

async function serve(): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'hush-herd-'));
  // No more than these may come from one address.
  const env = { HUSH_CONNECTIONS_PER_IP: String(ALL) };
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port: await freePort(), env });
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
  // With free talk nothing has to be done seldom (CM-2).
  const code = await server.createTable({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
  const plan = (j: number) => ({ table: code, port: server.plan.port, chance: chanceFrom(100 * i + j) });
  const players = await playTable(Array.from({ length: PLAYERS }, (_, j) => plan(j)));
  const watchers = Array.from({ length: WATCHERS }, (_, j) => new Player(plan(PLAYERS + j)));
  onTestFinished(() => {
    for (const { connection } of [...players, ...watchers]) connection.close();
  });
  return { code, players, watchers };
}

/** Nobody comes with everybody, and nobody knocks on and on. */
function expectSpread(herd: readonly Player[]): void {
  const first = herd.flatMap(({ waits }) => waits.slice(0, 1));
  expect(first).toHaveLength(ALL);
  expect(Math.max(...first.map(({ wait }) => wait))).toBeLessThanOrEqual(SOON);
  // Each quarter of that time has its share of them, within what chance does to so many.
  for (const quarter of [0, 1, 2, 3]) {
    const share = first.filter(({ wait }) => Math.floor((4 * wait) / SOON) === quarter).length / ALL;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.4);
  }
  const waits = herd.flatMap(player => player.waits);
  const tooLong = waits.filter(({ since, wait }) => wait > Math.max(SOON, since / 2 + TOLERANCE));
  expect(tooLong).toEqual([]);
  const late = waits.filter(({ since }) => since > 1_000).map(({ since, wait }) => wait / since);
  expect(late.length).toBeGreaterThan(ALL / 4);
  // Of waits between nothing and half of what has passed, the middle one is a quarter of it.
  expect(quantile(late, 0.5)).toBeGreaterThan(0.17);
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

test(`${ALL} connections come back by themselves to a server that was killed, each at its own moment`, async () => {
  const server = await serve();
  const parties = await Promise.all(Array.from({ length: TABLES }, (_, i) => gather(server, i)));
  const herd = parties.flatMap(({ players, watchers }) => [...players, ...watchers]);
  await until(() => herd.every(({ connection }) => connection.status.type === 'online'), 'everybody');
  for (const player of parties.flatMap(({ players }) => players)) player.act();
  await server.kill();
  const goneAt = performance.now();
  await sleep(OUTAGE);
  for (const player of parties.flatMap(({ players }) => players)) player.act();
  await server.start();
  const listensAt = performance.now();
  const isBack = ({ greetings }: Player): boolean => (greetings.at(-1)?.askedAt ?? 0) > goneAt;
  await until(() => herd.every(isBack), 'everybody to come back');
  await until(() => parties.every(hasAll), 'everybody to be answered');
  const times = herd.map(({ greetings }) => (greetings.at(-1)?.heardAt ?? 0) - listensAt);
  const [median, last] = [0.5, 1].map(share => quantile(times, share).toFixed(0));
  process.stdout.write(`${ALL} back ${median} ms (median), ${last} ms (last) after it listened\n`);
  expectSpread(herd);
  const back = herd.flatMap(({ greetings }) => greetings.filter(({ askedAt }) => askedAt > goneAt));
  expect(back.length).toBeGreaterThanOrEqual(ALL);
  expect(back.filter(greeting => greeting.with === 'snapshot')).toEqual([]);
  await server.kill();
  expect(await compare(server.plan.dataDir, parties)).toEqual([]);
});
