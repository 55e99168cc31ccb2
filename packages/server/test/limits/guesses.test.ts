/** Tests that guesses of codes that arrive together are limited like guesses that arrive one after the other. */
import { connect } from 'node:net';
import { CLOSE_CODES, memoryJournal } from '@hush/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { closing, hello, rawSocket, serve, until } from '../server-kit.ts';

const GUESSES = 100;
/** The most wrong codes of an address in a minute. */
const MOST = 10;

/** Different codes of a length, of things that do not exist. */
function codes(length: number): readonly string[] {
  const letters = [...'BCDFGHJKLM'];
  const ends = letters.flatMap(one => letters.map(other => one + other));
  return ends.map(end => 'BCDFBCDFBCDF'.slice(0, length - 2) + end);
}

/** Sends requests in one piece over one connection; returns the statuses of their answers. */
async function pipelined(port: number, paths: readonly string[]): Promise<readonly number[]> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', data => {
    heard += data;
  });
  socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  const statuses = (): readonly number[] =>
    [...heard.matchAll(/HTTP\/1[.]1 (\d+)/g)].map(([, status]) => Number(status));
  await until(() => statuses().length === paths.length, 'all answers');
  return statuses();
}

test.each([
  ['/api/hourglass/', '', 6],
  ['/api/scenarios/', '', 8],
  ['/api/crews/', '', 12],
  ['/t/', '', 8],
  ['/t/', '/board.png', 8],
  ['/t/', '/record', 8],
] as const)(
  'PR-54b of a hundred wrong codes at %sCODE%s that arrive together at most ten are looked up',
  async (before, after, length) => {
    const { port } = await serve({ journal: memoryJournal() });
    const statuses = await pipelined(
      port,
      codes(length).map(code => before + code + after),
    );
    expect(statuses).toHaveLength(GUESSES);
    expect(statuses.filter(status => status === 404).length).toBeLessThanOrEqual(MOST);
    expect(statuses).toContain(429);
  },
);

test('PR-54b of thirty connections that say hello to unknown tables together at most ten are told that there is none', async () => {
  const journal = memoryJournal();
  const read = journal.read.bind(journal);
  const looked = new Set<string>();
  let answer = (): void => undefined;
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  journal.read = async (log, from) => {
    looked.add(log);
    await held; // all lookups are under way at the same time
    return read(log, from);
  };
  const server = await serve({ journal });
  const unknown = codes(8).slice(0, 30);
  const sockets = await Promise.all(unknown.map(() => rawSocket(server)));
  for (const [i, { socket }] of sockets.entries()) socket.send(hello(unknown[i] ?? ''));
  await until(() => unknown.every(code => looked.has(`table/${code}`)), 'all lookups');
  answer();
  const ends = await Promise.all(sockets.map(closing));
  expect(ends.filter(code => code !== CLOSE_CODES.tryLater).length).toBeLessThanOrEqual(MOST);
});
