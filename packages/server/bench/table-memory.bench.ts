/**
 * Measures the memory of two kinds of tables, without connections: an open table that nobody has joined, because
 * strangers can open many, and a table with four people after sixty moves of a game.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { type Client, memoryJournal, receive, seatOf, type Table } from '@hush/protocol';
import { reach } from '@hush/rules';
import type { Row } from '../../../tools/bench-row.ts';
import { Moderation } from '../src/limits/moderation.ts';
import { LoopTurn } from '../src/runtime/loop-turn.ts';
import { Metrics } from '../src/runtime/metrics.ts';
import { TableRegistry } from '../src/tables/registry.ts';

const TABLES = 900; // a server keeps at most 1,000 such tables in memory (PR-62d)
const RUNNING = 300;
const WARM = 20;
const PLAYERS = 4;
const MOVES = 60;

async function heapNow(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

const QUIET = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
};

/** Waits until the table has finished its jobs, which run in microtasks and immediates. */
async function untilIn(table: Table, isThere: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !isThere(); i++) await turn();
  if (!isThere()) throw new Error(`the table stays at version ${table.version}`);
}

/** Seats four people, begins a game and makes legal moves, one seat after the other. */
async function play(table: Table): Promise<void> {
  const clients: Client[] = Array.from({ length: PLAYERS }, () => ({
    send: () => undefined,
    close: (_, why) => {
      throw new Error(why);
    },
  }));
  const [host] = clients;
  if (host === undefined) throw new Error('nobody plays');
  for (const [i, client] of clients.entries()) {
    table.connect(client, {});
    receive(table, client, {
      t: 'join',
      name: `Player ${i}`,
      avatar: 'fox',
      token: `token-${i}`.padEnd(24, '-'),
    });
    await untilIn(table, () => table.state.seats.length === i + 1);
  }
  receive(table, host, { t: 'table', n: 1, c: { type: 'begin' } });
  await untilIn(table, () => table.state.game !== null);
  receive(table, host, { t: 'do', n: 2, c: { type: 'start' } });
  await untilIn(table, () => table.state.game?.status === 'playing');
  for (let n = 3, made = 0; made < MOVES; n++) made += await move(table, clients, n);
}

/** Makes a move; returns 1, or 0 if this seat has no legal move. */
async function move(table: Table, clients: readonly Client[], n: number): Promise<number> {
  const member = (n % PLAYERS) + 1;
  const { state, version } = table;
  const legal = state.game === null ? [] : reach(state.game, seatOf(state, member));
  const moves = legal.flatMap(command => (command.type === 'move' ? [command] : []));
  const chosen = moves[n % moves.length];
  const client = clients[member - 1];
  if (chosen === undefined || client === undefined) return 0;
  const { seat: _, ...wish } = chosen;
  receive(table, client, { t: 'do', n, c: wish });
  await untilIn(table, () => table.version > version);
  return 1;
}

/**
 * The bytes of heap per table. The memory of the journal is subtracted, because the journal in memory also holds the
 * entries.
 */
async function heapOf(
  tables: TableRegistry,
  count: number,
  prepare: (code: string) => Promise<void>,
): Promise<number> {
  const before = await heapNow();
  for (let i = 0; i < count; i++) {
    const made = await tables.create({ scenario: 1, hourglass: 3600, house: { freeTalk: true } });
    if (!made.ok) throw new Error(made.error);
    await prepare(made.value);
  }
  const after = await heapNow();
  await tables.drain('The measurement is over.');
  const stored = (await heapNow()) - before;
  return (after - before - stored) / count / 1000;
}

function registry(): TableRegistry {
  return new TableRegistry({
    journal: memoryJournal(),
    clock: { now: () => performance.now(), later: () => () => undefined, today: () => 20_000 },
    chance: Math.random,
    metrics: new Metrics(),
    log: QUIET,
    loopTurn: new LoopTurn(),
    most: TABLES * 2,
    keepDays: 30,
    ice: () => ({ servers: [] }),
    moderation: new Moderation(null, { keepDays: 30, nameFilter: [] }),
    failed: why => {
      throw new Error(why);
    },
  });
}

async function playAt(tables: TableRegistry, code: string): Promise<void> {
  const found = await tables.find(code);
  if (!found.ok) throw new Error(found.error);
  await play(found.value.table);
}

export async function bench(): Promise<readonly Row[]> {
  const [warm, empty, running] = [registry(), registry(), registry()];
  // a first run that is not counted: it compiles code and fills caches
  await heapOf(warm, WARM, code => playAt(warm, code));
  return [
    {
      name: 'heap of an open table without people',
      value: await heapOf(empty, TABLES, async () => undefined),
      unit: 'kB',
      budget: '<= 10',
    },
    {
      name: `heap of a table with ${PLAYERS} people in a running game after ${MOVES} moves`,
      value: await heapOf(running, RUNNING, code => playAt(running, code)),
      unit: 'kB',
      budget: '<= 30',
    },
  ];
}
