/** Servers and players for benchmarks. Each server runs in a separate process; `npm run bench` starts in the clone's root. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TableWish } from '@hush/protocol';
import { chanceFrom } from '../test/chance.ts';
import { type Player, playTable } from '../test/player-client.ts';
import { reservePort } from '../test/ports.ts';
import { ServerProcess } from '../test/server-process.ts';

/** A wish for a table; with free talk no command is limited (CM-2). */
export const WISH: TableWish = { scenario: 1, hourglass: 3600, house: { freeTalk: true } };

const ROOT = process.cwd();

/**
 * Bundles a program of packages/server/test and returns its path. The bundler is imported when it is needed, because
 * it cannot be bundled with a benchmark.
 */
export async function programOf(source: string): Promise<string> {
  const file = pathToFileURL(join(ROOT, 'tools/build.mjs')).href;
  const { bundle } = (await import(file)) as typeof import('../../../tools/build.mjs');
  const folder = join(ROOT, '.tsbuild/bench/children', source.replace(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of await bundle(join(ROOT, 'packages/server/test', source), 'child'))
    writeFileSync(join(folder, name), text);
  return join(folder, 'child.mjs');
}

/** Collects what a benchmark must end: servers, clients, folders. */
export class Ending {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      for (const end of this.#ends.reverse()) await end();
    }
  }
}

export async function serverFor(
  ending: Ending,
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'hush-bench-'));
  const port = await reservePort();
  const server = new ServerProcess({ program, dataDir: join(home, 'data'), port, env });
  await server.start();
  ending.add(async () => {
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });
  return server;
}

/** Starts this many tables with this many players each. */
export async function seat(
  ending: Ending,
  server: ServerProcess,
  tables: number,
  players: number,
): Promise<readonly Player[]> {
  const all: Player[] = [];
  ending.add(() => {
    for (const { connection } of all) connection.close();
  });
  for (let i = 0; i < tables; i++) {
    const table = await server.createTable(WISH);
    const plan = (j: number) => ({ table, port: server.plan.port, chance: chanceFrom(100 * i + j) });
    all.push(...(await playTable(Array.from({ length: players }, (_, j) => plan(j)))));
  }
  return all;
}
