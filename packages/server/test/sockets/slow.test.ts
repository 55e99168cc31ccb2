/**
 * Tests of slow readers: the server buffers a limited amount for them; afterwards they get one snapshot, or are
 * disconnected.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { STANDARD_TILES } from '@hush/rules';
import { expect, test } from 'vitest';
import { patience } from '../patience.ts';
import {
  closing,
  FIGURES,
  figure,
  hello,
  openTable,
  play,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
} from '../server-kit.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const buffered = (server: TestServer): Promise<number> => figure(server, 'hush_ws_buffered_bytes');

/** The number of `hello`s with `since` that the server has answered, with the missing entries or with a snapshot. */
async function answered({ port }: TestServer): Promise<number> {
  const headers = { authorization: `Bearer ${FIGURES}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const lines = [...text.matchAll(/^hush_resume_total\{.*\} (\d+)$/gm)];
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

const closedAsSlow = (server: TestServer): number => server.log().match(/"code":1013/g)?.length ?? 0;

/**
 * Clients that ask for the whole table again and again and read nothing. `go` lets each of them ask once and resolves when
 * the server has handled it: of two `hello`s within two seconds of the server's clock the second would be refused (PR-63a).
 */
async function deafAskers(server: TestServer, code: string, count: number) {
  const deaf = await Promise.all(Array.from({ length: count }, () => rawSocket(server)));
  for (const { socket } of deaf) socket.pause();
  const go = async (): Promise<void> => {
    const before = await answered(server);
    for (const { socket } of deaf) socket.send(hello(code, { since: 0 }));
    const wait = patience('the answers to clients that read nothing');
    for (; (await answered(server)) - before < count - closedAsSlow(server); await turn()) wait();
    server.clock.pass(2_000);
  };
  return { deaf, go };
}

async function tableWithGame() {
  const server = await serve({ env: { HUSH_METRICS: FIGURES } });
  const code = await openTable(server, { scenario: 7, tiles: STANDARD_TILES }); // a table whose snapshot is large
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  return { server, code, ann };
}

/** The bytes in use after a garbage collection. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const DEAF = 3;

test('PR-55c at most 256 KiB are buffered for a client that does not read, and after ten seconds it is closed with 1013', async () => {
  const { server, code } = await tableWithGame();
  const { go } = await deafAskers(server, code, DEAF);
  const gone = (): number => closedAsSlow(server);
  const before = memory();
  let [most, mostMemory] = [0, 0];
  // The kernel buffers this many bytes for each of these clients before the server has to buffer anything.
  for (let rounds = 0; rounds < 3000 && gone() < DEAF; rounds++) {
    await go();
    const kept = await buffered(server);
    if (kept === 0) continue;
    most = Math.max(most, kept);
    mostMemory = Math.max(mostMemory, memory() - before);
  }
  expect(mostMemory).toBeGreaterThan(256 * KIB);
  expect(mostMemory).toBeLessThan(DEAF * 2 * MIB); // including garbage that was not collected yet
  expect(most).toBeGreaterThan(256 * KIB);
  expect(most).toBeLessThan(DEAF * 300 * KIB);
  expect(gone()).toBe(DEAF);
});

test('PR-55c a slow client that reads again gets one snapshot, and after that it gets news as before', async () => {
  const { server, code, ann } = await tableWithGame();
  const {
    deaf: [deaf],
    go,
  } = await deafAskers(server, code, 1);
  if (deaf === undefined) throw new Error('nobody');
  for (let rounds = 0; rounds < 3000 && (await buffered(server)) <= 256 * KIB; rounds++) await go();
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.mirror.confirmed.locked);
  deaf.socket.resume();
  await until(() => deaf.heard.some(message => message.t === 'welcome' && message.snapshot?.locked));
  expect(deaf.heard.some(message => message.t === 'news')).toBe(false);
  server.clock.pass(3_000); // repeated locks are limited, because they could carry signals (CM-2)
  ann.connection.manage({ type: 'lock', locked: false });
  await until(() => deaf.heard.at(-1)?.t === 'news');
  expect(deaf.closed()).toBeUndefined();
  deaf.socket.close();
  expect(await closing(deaf)).toBe(1005);
});
