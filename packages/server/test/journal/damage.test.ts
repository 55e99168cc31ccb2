/**
 * Tests of a whole server whose journal is damaged by changed bits, or whose disk is full. Damaged tables are
 * quarantined with a sentence, all others run, and every lost write is reported.
 */
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandReading } from '@hush/protocol';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { MOUNT, testWith } from '../needs.ts';
import {
  directory,
  type Guest,
  hello,
  online,
  openTable,
  play,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
  visit,
} from '../server-kit.ts';
import { smallDisk } from './journal-kit.ts';

const at = ({ port }: TestServer, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`);

/** A table's answer to a new client: the page's status, and the close code. */
async function answers(server: TestServer, code: string): Promise<readonly [number, number | undefined]> {
  const raw = await rawSocket(server);
  raw.socket.send(hello(code));
  const isIn = (): boolean => raw.heard.some(({ t }) => t === 'welcome');
  await until(() => raw.closed() !== undefined || isIn(), 'answered');
  return [(await at(server, `/t/${code}`)).status, isIn() ? undefined : raw.closed()];
}

const SET_ASIDE = [410, 4007] as const;
const HERE = [200, undefined] as const;

async function playing(server: TestServer, name: string): Promise<readonly [code: string, guest: Guest]> {
  const code = await openTable(server);
  const guest = await sit(server, code, name);
  await play(guest);
  return [code, guest];
}

async function lock({ connection }: Guest, locked: boolean): Promise<void> {
  connection.manage({ type: 'lock', locked });
  await until(() => connection.mirror.confirmed.locked === locked, `locked ${locked}`);
}

/** The error lines of the log. */
const errors = (server: TestServer): readonly string[] =>
  server
    .log()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .flatMap(({ level, msg }) => (level >= 50 ? [msg] : []));

test('after a changed bit in the write-ahead log, games that lost entries are quarantined and all others run', async () => {
  const before = await serve();
  const busy: (readonly [code: string, guest: Guest])[] = [];
  for (const name of ['Ann', 'Bo', 'Cy']) busy.push(await playing(before, name));
  const [quiet, dot] = await playing(before, 'Dot');
  await before.server.stop();

  const first = await serve({ dataDir: before.dataDir });
  const back: Guest[] = [];
  for (const [code, guest] of busy) back.push(await online(visit(first, code, guest.token())));
  expect((await at(first, '/readyz')).status).toBe(200);
  const { size } = statSync(join(first.dataDir, 'hush.db-wal')); // only bytes after this offset are damaged
  first.clock.pass(1_000);
  expect((await at(first, '/readyz')).status).toBe(200);
  const late = await openTable(first);
  for (const guest of back) await lock(guest, true);
  const dataDir = directory();
  for (const name of ['hush.db', 'hush.db-wal']) copyFileSync(join(first.dataDir, name), join(dataDir, name));
  await first.server.stop();
  const wal = join(dataDir, 'hush.db-wal');
  const bytes = readFileSync(wal);
  bytes[size + 200] = (bytes[size + 200] ?? 0) ^ 1;
  writeFileSync(wal, bytes);

  const second = await serve({ dataDir, env: { HUSH_LOG: 'error' } });
  expect(errors(second)).toEqual([
    expect.stringMatching(
      /-wal is damaged at byte \d+: up to \d+ acknowledged writes are lost; a copy is in \S+[.] 4 games have lost their end and are set aside; all others run[.]$/,
    ),
  ]);
  const hit = [...busy.map(([code]) => code), late];
  for (const code of hit) expect(await answers(second, code)).toEqual(SET_ASIDE);
  await lock(await online(visit(second, quiet, dot.token())), true);
  expect((await at(second, '/readyz')).status).toBe(200);
  expect(await answers(second, await openTable(second))).toEqual(HERE);
  await second.server.stop();

  const third = await serve({ dataDir });
  expect(errors(third)).toEqual([]);
  for (const code of hit) expect(await answers(third, code)).toEqual(SET_ASIDE);
  const still = await online(visit(third, quiet, dot.token()));
  expect(still.connection.mirror.confirmed.locked).toBe(true);
});

test('one damaged row in any log of a table quarantines that table, and all other tables run', async () => {
  const kinds = ['table', 'people', 'secret'];
  const first = await serve();
  const codes: string[] = [];
  for (const kind of kinds) codes.push((await playing(first, kind))[0]);
  const [other, guest] = await playing(first, 'Eve');
  first.clock.pass(5_000);
  await first.server.stop();
  const vandal = new Database(join(first.dataDir, 'hush.db'));
  // The changed text is still the same event; only its checksum is wrong.
  const spoil = vandal.prepare("UPDATE entries SET text = text || ' ' WHERE log = ? AND version = 1");
  for (const [i, kind] of kinds.entries()) expect(spoil.run([`${kind}/${codes[i]}`]).changes).toBe(1);
  vandal.close();

  const second = await serve({ dataDir: first.dataDir });
  for (const code of codes) expect(await answers(second, code)).toEqual(SET_ASIDE);
  expect(errors(second).filter(said => said === 'table set aside')).toHaveLength(kinds.length);
  const spared = await online(visit(second, other, guest.token()));
  expect(spared.connection.mirror.confirmed.game?.status).toBe('playing');
  await lock(spared, true);
  expect((await at(second, '/readyz')).status).toBe(200);
  expect(await answers(second, await openTable(second))).toEqual(HERE);
});

/** Fills the disk to its last byte; the result frees the space again. */
function fillUp(disk: string): { readonly free: () => void } {
  const files: string[] = [];
  for (let bytes = 256 * 1024; bytes >= 4096; ) {
    const file = join(disk, `ballast-${files.length}`);
    files.push(file);
    try {
      writeFileSync(file, Buffer.alloc(bytes));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      bytes = Math.floor(bytes / 2);
    }
  }
  return { free: () => files.map(file => rmSync(file, { force: true })) };
}

testWith(MOUNT, 'a full disk: time stands still, nothing false is said, and then all goes on', async () => {
  const disk = smallDisk('size=6m');
  const dataDir = join(disk, 'data');
  const server = await serve({ dataDir });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  expect((await at(server, '/readyz')).status).toBe(200);
  const ballast = fillUp(disk);

  const { connection } = ann;
  connection.manage({ type: 'lock', locked: true });
  const told = (): readonly SandReading[] =>
    ann.notices.flatMap(notice =>
      notice.type === 'other' && notice.message.t === 'sand' ? [notice.message.sand] : [],
    );
  await until(() => told().at(-1)?.runs === false, 'frozen');
  const frozen = told().at(-1)?.at ?? 0;
  expect(server.log()).toContain('"why":"The disk is full.","msg":"journal unavailable"');
  server.clock.pass(1_000);
  expect((await at(server, '/readyz')).status).toBe(503);
  expect((await at(server, '/healthz')).status).toBe(200);
  await expect(openTable(server)).rejects.toThrow('no table: 503');
  server.clock.pass(3_000); // the server tries to write again, without success
  expect((await at(server, '/readyz')).status).toBe(503);
  expect(connection.mirror.confirmed.locked).toBe(false);
  expect(connection.mirror.unanswered).toBe(1);

  ballast.free();
  await until(() => {
    server.clock.pass(10);
    return connection.mirror.confirmed.locked;
  }, 'locked when there is room');
  expect(connection.mirror.unanswered).toBe(0);
  await until(() => told().at(-1)?.runs, 'thawed');
  // the sand stood still, although more than four seconds have passed
  expect((told().at(-1)?.at ?? 0) - frozen).toBeLessThan(1_000);
  server.clock.pass(1_000);
  expect((await at(server, '/readyz')).status).toBe(200);
  const late = await openTable(server);
  await server.server.stop();

  const again = await serve({ dataDir });
  expect(await answers(again, late)).toEqual(HERE);
  const back = await online(visit(again, code, ann.token()));
  expect(back.connection.mirror.confirmed.locked).toBe(true);
});
