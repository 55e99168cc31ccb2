/**
 * Real servers with the built page and a journal on the disk. All tests of a test worker share one server, whose clock
 * they can advance.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Journal, TableWish } from '@hush/protocol';
import { PAGE } from '../../../../tools/fresh.mjs';
import { setupBuild } from '../../../../tools/setup.mjs';
import {
  openLog,
  openSqliteJournal,
  type RunningServer,
  readConfig,
  startServer,
} from '../../../server/src/index.ts';
import { reservePort } from '../../../server/test/ports.ts';
import { scratchFolder } from './browser.ts';
import { SteeredClock } from './steered-time.ts';

export interface PageServer {
  readonly address: string;
  readonly server: RunningServer;
  readonly dataDir: string;
  readonly clock: SteeredClock;
}

interface CountedJournal {
  readonly journal: Journal;
  /** Waits until every write has been answered, and until those who waited for the answers have continued. */
  written(): Promise<void>;
}

function countWrites(journal: Journal): CountedJournal {
  const pending = new Set<Promise<unknown>>();
  const count = <T>(writing: Promise<T>): Promise<T> => {
    pending.add(writing);
    void writing.finally(() => pending.delete(writing));
    return writing;
  };
  const written = async (): Promise<void> => {
    do {
      await Promise.all(pending);
      await new Promise(resolve => setImmediate(resolve));
    } while (pending.size > 0);
  };
  return {
    written,
    journal: {
      append: (log, expected, entries) => count(journal.append(log, expected, entries)),
      compact: (log, expected, entries) => count(journal.compact(log, expected, entries)),
      read: (log, from) => journal.read(log, from),
      subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
      purge: (log, seen) => journal.purge(log, seen),
      logs: (prefix, after) => journal.logs(prefix, after),
      moments: {
        keep: (log, game, at) => count(journal.moments.keep(log, game, at)),
        last: (log, game) => journal.moments.last(log, game),
      },
      close: () => journal.close(),
    },
  };
}

/** Starts a server with the page built from the current sources. */
export async function startPageServer({
  port = 0, // a restarted server gets its earlier port, otherwise one is reserved
  dataDir = scratchFolder('web'),
  board = 'off',
  webDir = dirname(PAGE),
} = {}): Promise<PageServer> {
  await setupBuild();
  const config = readConfig({
    PORT: String(port || (await reservePort())),
    HOST: '127.0.0.1',
    HUSH_DATA: dataDir,
    HUSH_LOG: 'error',
    HUSH_BOARD: board,
    HUSH_TABLES_PER_HOUR: '100000',
    HUSH_MISSES_PER_MINUTE: '100000',
  });
  if (!config.ok) throw new Error(config.error.join(' '));
  const log = openLog(config.value.logLevel);
  const opened = await openSqliteJournal(dataDir);
  if (!opened.ok) throw new Error(opened.error.why);
  const { journal, written } = countWrites(opened.journal);
  const clock = new SteeredClock(written);
  const started = await startServer({ config: config.value, webDir, log, clock, journal });
  if (!started.ok) throw new Error(started.error);
  const server = started.value;
  return { server, dataDir, clock, address: `http://127.0.0.1:${server.port}` };
}

let shared: Promise<PageServer> | undefined;

/**
 * The shared server of this worker, for tests that neither stop it nor change its journal. It is closed when the
 * process ends.
 */
export function sharedPageServer(): Promise<PageServer> {
  shared ??= startPageServer();
  return shared;
}

/** Starts the same server again: same address and journal, perhaps with another build of the page. The caller closes it. */
export const restartPageServer = (
  { address, dataDir }: PageServer,
  webDir = dirname(PAGE),
): Promise<PageServer> => startPageServer({ port: Number(new URL(address).port), dataDir, webDir });

export async function closePageServer({ server, dataDir }: PageServer): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs `visit` with another server that has a public leaderboard; it is closed afterwards. */
export async function withAnotherPageServer(visit: (pageServer: PageServer) => Promise<void>): Promise<void> {
  const pageServer = await startPageServer({ board: 'on' });
  try {
    await visit(pageServer);
  } finally {
    await closePageServer(pageServer);
  }
}

/** Opens a table with any wish, by a request like the page's. */
export async function newTable({ address }: PageServer, wish: TableWish): Promise<string> {
  const response = await fetch(`${address}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wish }),
  });
  if (response.status !== 201) throw new Error(`no table: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly code: string }).code;
}
