/** Measures the rate of a cluster and of one node with SQLite, alternately in one run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { generateLoad, type Measured } from '../../../cli/src/bench/load.ts';
import { type BenchTable, openBenchTable } from '../../../cli/src/bench/tables.ts';
import { childProgram } from '../child-program.ts';
import { reservePort } from '../ports.ts';
import { quantile } from '../quantile.ts';
import { ServerProcess } from '../server-process.ts';
import { note } from './campaign-rows.ts';
import { Fleet } from './fleet.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const TABLES = number('HUSH_CLUSTER_RATE_TABLES', 200);
/** Actions a second of all tables together. */
const RATE = number('HUSH_CLUSTER_RATE', 200);
const ROUNDS = number('HUSH_CLUSTER_RATE_ROUNDS', 5);
const SECONDS = 5;
const PLAYERS = 4;
const OPENED_TOGETHER = 5;
const MOST_TRIES = 10;
const SETTINGS = { HUSH_MAX_CONNECTIONS: '100000' };

async function tablesAt(https: readonly string[]): Promise<readonly BenchTable[]> {
  const rooms: BenchTable[] = [];
  onTestFinished(() => {
    for (const room of rooms) room.close();
  });
  for (let i = 0; i < TABLES; i += OPENED_TOGETHER) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, TABLES - i) }, (_, j) =>
      openPatiently(https[(i + j) % https.length] ?? ''),
    );
    rooms.push(...(await Promise.all(some)));
  }
  return rooms;
}

/** Why tables could not be opened at the first attempt. */
const refusals: string[] = [];

/**
 * Opens a table, and tries again if it is refused: a busy disk may make the journal unavailable for a moment while
 * very many tables are opened. Refusals are printed.
 */
async function openPatiently(http: string): Promise<BenchTable> {
  for (let tries = 1; ; tries++)
    try {
      return await openBenchTable(http, PLAYERS);
    } catch (error) {
      refusals.push(String(error));
      if (tries === MOST_TRIES) throw error;
      await new Promise(resolve => setTimeout(resolve, 1_000));
    }
}

async function oneNode(): Promise<ServerProcess> {
  const program = await childProgram('rate', new URL('./node-child.ts', import.meta.url).pathname);
  const home = mkdtempSync(join(tmpdir(), 'hush-rate-'));
  const server = new ServerProcess({
    program,
    dataDir: join(home, 'data'),
    port: await reservePort(),
    env: SETTINGS,
  });
  onTestFinished(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  await server.start();
  return server;
}

interface Counted {
  readonly appends: number;
  readonly conflicts: number;
}

const countsOf = async (fleet: Fleet): Promise<Counted> => ({
  appends: await fleet.sumOf('hush_cluster_appends_total'),
  conflicts: await fleet.sumOf('hush_cluster_conflicts_total'),
});

const pooled = (rounds: readonly Measured[], of: (round: Measured) => number): number =>
  quantile(rounds.map(of), 0.5);

test('measures the same load on a cluster and on one node with SQLite, alternately', async () => {
  const single = await oneNode();
  const fleet = await Fleet.start({ name: 'rate-fleet', env: SETTINGS });
  onTestFinished(() => fleet.end());
  const alone = await tablesAt([single.http]);
  const together = await tablesAt(fleet.nodes.map(({ http }) => http));
  for (const refusal of refusals) process.stdout.write(`${refusal}\n`);
  note({
    line: 7,
    what: 'refusals while tables were opened',
    figure: refusals.length,
    unit: '',
    must: '= 0',
    load: `${2 * TABLES} tables`,
  });
  // a first load, so that the code is compiled before the measurement
  for (const rooms of [alone, together]) await generateLoad(rooms, RATE / 2, SECONDS);
  const nats = await connect({ servers: fleet.servers.urls.map(url => url.replace('nats://', '')) });
  onTestFinished(() => nats.close());
  let moments = 0;
  nats.subscribe('hush.m.>', { callback: () => void moments++ });
  await nats.flush();
  const [before, began] = [await countsOf(fleet), performance.now()];
  const rounds = { alone: [] as Measured[], together: [] as Measured[] };
  for (let i = 0; i < ROUNDS; i++)
    for (const name of i % 2 === 0 ? (['alone', 'together'] as const) : (['together', 'alone'] as const))
      rounds[name].push(await generateLoad(name === 'alone' ? alone : together, RATE, SECONDS));
  const [after, seconds] = [await countsOf(fleet), (performance.now() - began) / 1_000];
  const size = `${TABLES} tables of ${PLAYERS}, ${RATE} actions/s, ${ROUNDS} rounds of ${SECONDS} s`;
  for (const [name, own] of Object.entries({
    'one node with SQLite': rounds.alone,
    'the cluster': rounds.together,
  })) {
    note({
      line: 7,
      what: `${name}: an action until its news, p50`,
      figure: pooled(own, ({ p50 }) => p50),
      unit: 'ms',
      load: size,
    });
    note({
      line: 7,
      what: `${name}: an action until its news, p99 of a median second`,
      figure: pooled(own, ({ p99 }) => p99),
      unit: 'ms',
      load: size,
    });
    note({
      line: 7,
      what: `${name}: an action until its news, p99 over all seconds`,
      figure: pooled(own, ({ overall }) => overall),
      unit: 'ms',
      load: size,
    });
  }
  const bound = 2 * pooled(rounds.alone, ({ p99 }) => p99) + 40;
  note({
    line: 7,
    what: 'the cluster: p99 of a median second',
    figure: pooled(rounds.together, ({ p99 }) => p99),
    unit: 'ms',
    must: `<= ${Math.round(bound)}`,
    load: `${size}; 2 x one node + 40 ms`,
  });
  const all = [...rounds.alone, ...rounds.together];
  note({
    line: 7,
    what: 'load generator, share of a processor',
    figure: Math.max(...all.map(({ effort }) => effort)),
    unit: '',
    load: size,
  });
  note({
    line: 7,
    what: 'messages for sand in a second, all nodes',
    figure: moments / seconds,
    unit: '/s',
    must: '<= 10',
    load: size,
  });
  const appends = after.appends - before.appends;
  note({
    line: 7,
    what: 'conflicts of appends',
    figure: (100 * (after.conflicts - before.conflicts)) / Math.max(1, appends),
    unit: '%',
    must: '<= 0.1',
    load: `${appends} appends`,
  });
  for (const { sent, answered } of all) expect(answered).toBe(sent);
});
