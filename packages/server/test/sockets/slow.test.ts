/** Readers that are too slow: what waits for them is bounded, they catch up with one snapshot, or have to go. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
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

const buffered = (server: TestServer): Promise<number> => figure(server, 'ws_buffered_bytes');

/** Some who ask for everything over and over and read nothing; `go` asks forty times more. */
async function deafAskers(server: TestServer, code: string, count: number) {
  const deaf = await Promise.all(Array.from({ length: count }, () => rawSocket(server)));
  for (const { socket } of deaf) socket.pause();
  const go = async (): Promise<void> => {
    for (const { socket } of deaf) for (let i = 0; i < 40; i++) socket.send(hello(code));
    server.clock.pass(2_000);
    await new Promise(resolve => setTimeout(resolve, 2));
  };
  return { deaf, go };
}

async function tableWithGame() {
  const server = await serve({ env: { HUSH_METRICS: FIGURES } });
  const code = await openTable(server, { scenario: 7 });
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  return { server, code, ann };
}

/** Bytes that this process cannot do without. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const DEAF = 3;

test('who does not read is kept 256 KiB at the most, whatever the server counts, and has to go after ten seconds', async () => {
  const { server, code } = await tableWithGame();
  const { go } = await deafAskers(server, code, DEAF);
  const gone = (): number => server.log().match(/"code":1013/g)?.length ?? 0;
  const before = memory();
  let [most, mostMemory] = [0, 0];
  // The network keeps a lot for them; then it is our turn.
  for (let rounds = 0; rounds < 1000 && gone() < DEAF; rounds++) {
    await go();
    const kept = await buffered(server);
    if (kept === 0) continue;
    most = Math.max(most, kept);
    mostMemory = Math.max(mostMemory, memory() - before);
  }
  expect(mostMemory).toBeGreaterThan(256 * KIB);
  expect(mostMemory).toBeLessThan(DEAF * 1.2 * MIB);
  expect(most).toBeGreaterThan(256 * KIB);
  expect(most).toBeLessThan(DEAF * 300 * KIB);
  expect(gone()).toBe(DEAF);
});

test('who reads again gets everything anew, once, and then the news as before', async () => {
  const { server, code, ann } = await tableWithGame();
  const {
    deaf: [deaf],
    go,
  } = await deafAskers(server, code, 1);
  if (deaf === undefined) throw new Error('nobody');
  for (let rounds = 0; rounds < 1000 && (await buffered(server)) <= 256 * KIB; rounds++) await go();
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.mirror.confirmed.locked);
  deaf.socket.resume();
  await until(() => deaf.heard.some(message => message.t === 'welcome' && message.snapshot?.locked));
  expect(deaf.heard.some(message => message.t === 'news')).toBe(false);
  server.clock.pass(3_000); // nobody makes signs with a lock (CM-2)
  ann.connection.manage({ type: 'lock', locked: false });
  await until(() => deaf.heard.at(-1)?.t === 'news');
  expect(deaf.closed()).toBeUndefined();
  deaf.socket.close();
  expect(await closing(deaf)).toBe(1005);
});
