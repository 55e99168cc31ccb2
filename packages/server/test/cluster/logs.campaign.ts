/**
 * Measures very many logs in one stream: memory of the servers, opening of old tables, lists, and the restart of a
 * server.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { logPages, readAll } from '@hush/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JetStreamJournal } from '../../src/cluster/jetstream.ts';
import { chanceFrom } from '../chance.ts';
import { quantile } from '../quantile.ts';
import { note, noteWaits } from './campaign-rows.ts';
import { openTestJournal } from './cluster-kit.ts';
import { NatsServers } from './nats-servers.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const LOGS = number('HUSH_CLUSTER_LOGS', 20_000);
const LONG_LOGS = number('HUSH_CLUSTER_LONG_LOGS', 40);
const LONG = 300;
const TOGETHER = 200;
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** An entry about as long as that of a move. */
const ENTRY = JSON.stringify({ e: [['heroMoved', 123_456, 1, 'green', 'N', 26]], m: 2, n: 1_234 });

let servers: NatsServers;
beforeAll(async () => {
  servers = await NatsServers.start();
});
afterAll(() => servers.stop());

const megabytes = (): number =>
  Math.max(...Array.from({ length: servers.count }, (_, at) => servers.memoryOf(at))) / 1e6;

function codes(count: number, seed: number): readonly string[] {
  const chance = chanceFrom(seed);
  const all = new Set<string>();
  const letter = (): string => LETTERS[Math.floor(LETTERS.length * chance())] ?? '';
  while (all.size < count) all.add(Array.from({ length: 8 }, letter).join(''));
  return [...all];
}

/** Calls `work` for each item, for many items at the same time. */
async function inRows<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const each of rest) await work(each);
    }),
  );
}

async function fill(journal: JetStreamJournal): Promise<void> {
  const began = performance.now();
  const before = megabytes();
  await inRows(codes(LOGS, 1), async code => {
    const result = await journal.append(`table/${code}`, 0, [ENTRY]);
    expect(result).toEqual({ ok: true, version: 1 });
  });
  const seconds = (performance.now() - began) / 1_000;
  const load = `${LOGS} logs`;
  note({ line: 9, what: 'new logs in a second', figure: LOGS / seconds, unit: '/s', load });
  note({
    line: 9,
    what: 'memory of a server, the largest',
    figure: megabytes(),
    unit: 'MB',
    must: '<= 600',
    load,
  });
  const each = ((megabytes() - before) * 1e6) / LOGS;
  note({ line: 9, what: 'memory of a server for each log', figure: each, unit: 'bytes', load });
  note({
    line: 9,
    what: 'memory of a server, for a million logs by this growth',
    figure: before + each,
    unit: 'MB',
    must: '<= 600',
    load,
  });
}

/** Makes tables whose 300 messages lie between those of other tables, as after an evening with many games. */
async function fillLong(journal: JetStreamJournal): Promise<readonly string[]> {
  const logs = codes(LONG_LOGS, 2).map(code => `table/${code}`);
  for (let version = 0; version < LONG; version++)
    await inRows(logs, async log => {
      expect(await journal.append(log, version, [ENTRY])).toEqual({ ok: true, version: version + 1 });
    });
  return logs;
}

async function openCold(logs: readonly string[]): Promise<void> {
  const cold = await openTestJournal(servers);
  const waits: number[] = [];
  for (const log of logs) {
    const began = performance.now();
    const read = await readAll(cold, log);
    waits.push(performance.now() - began);
    expect(read.ok && read.entries.length).toBe(LONG);
  }
  await cold.close();
  noteWaits({
    line: 9,
    what: `cold open of a table with ${LONG} messages`,
    waits,
    load: `${logs.length} tables`,
    p99: 250,
  });
}

/** Lists all logs while the same node continues to append. */
async function listAll(journal: JetStreamJournal): Promise<void> {
  const waits: number[] = [];
  let isOver = false;
  const appending = (async () => {
    for (let version = 0; !isOver; version++) {
      const began = performance.now();
      await journal.append('table/MEANWHILE', version, [ENTRY]);
      waits.push(performance.now() - began);
    }
  })();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [began, pages]: [number, number[]] = [performance.now(), []];
  let [from, names] = [began, 0];
  for await (const page of logPages(journal, 'table/')) {
    expect(page.ok).toBe(true);
    names += page.ok ? page.logs.length : 0;
    pages.push(performance.now() - from);
    from = performance.now();
  }
  delay.disable();
  isOver = true;
  await appending;
  expect(names).toBeGreaterThanOrEqual(LOGS + LONG_LOGS);
  const load = `${names} logs, ${pages.length} pages`;
  note({ line: 9, what: 'list of all logs', figure: (from - began) / 1_000, unit: 's', load });
  note({ line: 9, what: 'a page of the list, longest', figure: Math.max(...pages), unit: 'ms', load });
  note({
    line: 9,
    what: 'a node stands still while it lists, longest',
    figure: delay.max / 1e6,
    unit: 'ms',
    must: '<= 50',
    load,
  });
  note({
    line: 9,
    what: 'an append while it lists, p99',
    figure: quantile(waits, 0.99),
    unit: 'ms',
    load: `${waits.length} appends`,
  });
}

async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const at = await servers.leaderOf('HUSH_LOGS');
  await servers.kill(at, signal);
  const began = performance.now();
  servers.begin(at);
  await servers.ready();
  const seconds = (performance.now() - began) / 1_000;
  note({
    line: 9,
    what: `restart of the leader after ${signal}, until it is up to date`,
    figure: seconds,
    unit: 's',
    must: '<= 60',
    load: `${LOGS} logs`,
  });
}

test('measures memory, reading, listing and restarting with many logs in one stream', async () => {
  const journal = await openTestJournal(servers);
  await fill(journal);
  const logs = await fillLong(journal);
  await openCold(logs);
  await listAll(journal);
  await journal.close();
  await restart('SIGTERM');
  await restart('SIGKILL');
  note({
    line: 9,
    what: 'memory of a server after a restart, the largest',
    figure: megabytes(),
    unit: 'MB',
    must: '<= 600',
    load: `${LOGS} logs`,
  });
});
