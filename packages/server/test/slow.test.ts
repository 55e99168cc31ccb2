/** Readers that are too slow: what waits for them is bounded, they catch up with one snapshot, or have to go. */
import { expect, test } from 'vitest';
import {
  closing,
  hello,
  openTable,
  play,
  type RawSocket,
  rawSocket,
  serve,
  sit,
  type TestServer,
  until,
} from './server-kit.ts';

const TOKEN = 'metrics-token-of-the-test';
const KIB = 1024;

async function buffered({ port }: TestServer): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Number(/^ws_buffered_bytes (\d+)$/m.exec(text)?.[1]);
}

/** Somebody who asks for everything over and over and reads nothing; `go` asks forty times more. */
async function deafAsker(server: TestServer, code: string): Promise<RawSocket & { go(): Promise<void> }> {
  const raw = await rawSocket(server);
  raw.socket.pause();
  const go = async (): Promise<void> => {
    for (let i = 0; i < 40; i++) raw.socket.send(hello(code));
    server.clock.pass(2_000);
    await new Promise(resolve => setTimeout(resolve, 2));
  };
  return { ...raw, go };
}

async function tableWithGame() {
  const server = await serve({ env: { HUSH_METRICS: TOKEN } });
  const code = await openTable(server, { scenario: 7 });
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  return { server, code, ann };
}

test('who does not read is kept 256 KiB at the most, and has to go after ten seconds', async () => {
  const { server, code } = await tableWithGame();
  const deaf = await deafAsker(server, code);
  let most = 0;
  for (let rounds = 0; rounds < 1000 && !server.log().includes('"code":1013'); rounds++) {
    await deaf.go();
    most = Math.max(most, await buffered(server));
  }
  expect(most).toBeGreaterThan(256 * KIB);
  expect(most).toBeLessThan(300 * KIB);
  expect(server.log()).toContain('"code":1013');
});

test('who reads again gets everything anew, once, and then the news as before', async () => {
  const { server, code, ann } = await tableWithGame();
  const deaf = await deafAsker(server, code);
  for (let rounds = 0; rounds < 1000 && (await buffered(server)) <= 256 * KIB; rounds++) await deaf.go();
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
