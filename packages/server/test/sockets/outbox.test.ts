/**
 * Tests of the outbox: frames wait for the end of the event-loop turn, are sent together and in order, and never after
 * the close frame.
 */
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoopTurn } from '../../src/runtime/loop-turn.ts';
import { Outbox } from '../../src/sockets/outbox.ts';

function line(round = new LoopTurn()) {
  const calls: string[][] = [];
  const socket = new Writable({
    write: (chunk, _, done) => {
      calls.push([String(chunk)]);
      done();
    },
    writev: (chunks, done) => {
      calls.push(chunks.map(({ chunk }) => String(chunk)));
      done();
    },
  });
  let isOpen = true;
  const outbox = new Outbox({ socket, isOpen: () => isOpen }, round);
  const send = (text: string): void => outbox.add(Buffer.from(text));
  const close = (): void => {
    isOpen = false;
  };
  return { outbox, calls, send, close };
}

test('PR-55d all messages of one turn are written in one call at its end', async () => {
  const round = new LoopTurn();
  const [ann, bo] = [line(round), line(round)];
  for (const text of ['a', 'b', 'c']) ann.send(text);
  bo.send('a');
  expect([ann.calls, ann.outbox.buffered, bo.outbox.buffered]).toEqual([[], 3, 1]);
  await turn();
  expect([ann.calls, bo.calls]).toEqual([[['a', 'b', 'c']], [['a']]]);
  expect(ann.outbox.buffered).toBe(0);
  ann.send('d');
  await turn();
  expect(ann.calls).toEqual([['a', 'b', 'c'], ['d']]);
});

test('PR-55d messages before a close are written before it, and none after it', async () => {
  const { outbox, calls, send, close } = line();
  send('a');
  outbox.flush();
  close();
  send('b');
  await turn();
  expect([calls, outbox.buffered]).toEqual([[['a']], 0]);
});

test('PR-55d if the client closes the connection, frames that still wait are not written', async () => {
  const { outbox, calls, send, close } = line();
  send('a');
  close();
  await turn();
  expect([calls, outbox.buffered]).toEqual([[], 0]);
});
