/**
 * What a finished game takes on the disk: bots play whole games at tables of this server on a virtual clock. Their
 * logs are copied into a journal on the disk, which packs them (ADR 22); the result is the size of its file divided
 * by the number of games.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  CLOSE_CODES,
  type Client,
  type Journal,
  memoryJournal,
  receive,
  Table,
  type TableWish,
  VOCABULARY,
} from '@hush/protocol';
import { isOver } from '@hush/rules';
import Database from 'libsql';
import type { Row } from '../../../tools/bench-row.ts';
import { VirtualTime } from '../../protocol/test/virtual-time.ts';
import { copyLogs } from '../src/journal/copy-logs.ts';
import { openStore } from '../src/journal/open.mjs';
import { openSqliteJournal } from '../src/journal/sqlite.ts';
import { newTableCode } from '../src/tables/new-code.ts';
import { ServerTableWorld } from '../src/tables/server-table-world.ts';

const GAMES = 60;
const BOTS = 7; // beside one person, who gives no commands during the game and whose action tile another seat has, too
const STEP = 100; // milliseconds of virtual time per step
const LONGEST = 20 * 60_000;
const PAGE = 4096;
const HEARTBEAT = 5000;

interface Evening {
  readonly time: VirtualTime;
  readonly table: Table;
  readonly client: Client;
}

/** A table on a virtual clock, whose bots decide in the next turn of the loop. */
async function tableOn(journal: Journal, time: VirtualTime, wish: TableWish): Promise<Table> {
  const clock = { now: () => time.now, later: time.later, today: () => 20_000 };
  const world = new ServerTableWorld(journal, clock, {
    report: trouble => {
      throw new Error(JSON.stringify(trouble));
    },
    measure: () => undefined,
    ice: () => ({ servers: [] }),
    vocabulary: () => VOCABULARY,
    chance: Math.random,
    refusesName: () => false,
    turn: () => turn(),
    think: then => time.later(0, then),
  });
  const made = await Table.create(newTableCode(), wish, world);
  if (!made.ok) throw new Error(String(made.error));
  world.belongsTo(made.value);
  return made.value;
}

/**
 * Lets virtual time pass until `isThere` is true, with heartbeats; after each step the bots get a turn of the event
 * loop.
 */
async function until({ time, table, client }: Evening, isThere: () => boolean): Promise<void> {
  for (const begun = time.now; !isThere(); ) {
    if (time.now - begun > LONGEST) throw new Error(`the table stays at version ${table.version}`);
    if ((time.now - begun) % HEARTBEAT === 0) receive(table, client, { t: 'ping', at: time.now - begun });
    await time.pass(STEP);
    await turn();
  }
}

/** Plays a game of bots to its end. The person who begins it swaps action tiles, so that bots have every action. */
async function play(journal: Journal, scenario: number): Promise<boolean> {
  const time = new VirtualTime();
  const table = await tableOn(journal, time, { scenario, hourglass: 180 });
  const client: Client = {
    send: () => undefined,
    close: () => undefined,
  };
  const evening = { time, table, client };
  table.connect(client, {});
  receive(table, client, { t: 'join', name: 'Ada', avatar: 'fox', token: 'token-'.padEnd(24, '-') });
  await until(evening, () => table.state.seats.length === 1);
  receive(table, client, { t: 'table', n: 1, c: { type: 'seatBot', temper: 'brisk', seats: BOTS } });
  receive(table, client, { t: 'table', n: 2, c: { type: 'begin' } });
  await until(evening, () => table.state.game !== null);
  const tiles = table.state.game?.actionTiles ?? [];
  const spare = tiles.findIndex(tile =>
    tile.every(action => tiles.filter(other => other.includes(action)).length > 1),
  );
  if (spare > 0) receive(table, client, { t: 'do', n: 3, c: { type: 'swap', with: spare } });
  receive(table, client, { t: 'do', n: 4, c: { type: 'start' } });
  await until(evening, () => table.state.game !== null && isOver(table.state.game));
  const isWon = table.state.game?.status === 'won';
  await table.drain(CLOSE_CODES.restart, 'The measurement is over.');
  return isWon;
}

async function store(played: Journal, dataDir: string): Promise<void> {
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const copied = await copyLogs(played, opened.journal);
  if (!copied.ok) throw new Error(copied.error);
  await opened.journal.close();
}

/** Packs all logs that can be packed, as the journal's thread does after a start. */
function packAll(dataDir: string): void {
  const opened = openStore(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  while (opened.store.packIn === 0) opened.store.pack();
  opened.store.close();
  opened.release();
}

/** Bytes in used pages, without the free ones, which the next games will use; and the number of entries. */
function bytesIn(dataDir: string): { readonly used: number; readonly entries: number } {
  const db = new Database(join(dataDir, 'hush.db'));
  const one = (sql: string): number => Number((db.prepare(sql).raw().get([]) as [number])[0]);
  const used = (one('PRAGMA page_count') - one('PRAGMA freelist_count')) * PAGE;
  const entries = one('SELECT count(*) FROM entries') + one('SELECT total(count) FROM packs');
  db.close();
  return { used, entries };
}

export async function bench(): Promise<readonly Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  try {
    const played = memoryJournal();
    let won = 0;
    for (let game = 0; game < GAMES; game++) won += (await play(played, 1 + (game % 7))) ? 1 : 0;
    await store(played, dataDir);
    const before = bytesIn(dataDir);
    packAll(dataDir);
    const after = bytesIn(dataDir);
    return [
      { name: 'finished games of eight with bots that were won', value: won / GAMES, unit: 'share' },
      { name: 'entries of a finished game', value: after.entries / GAMES, unit: 'entries' },
      { name: 'disk of a finished game before it is packed', value: before.used / GAMES / 1000, unit: 'kB' },
      {
        name: 'disk of a finished game',
        value: after.used / GAMES / 1000,
        unit: 'kB',
        budget: '<= 8',
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
