/** Tests of the table and its mirrors in one process: a virtual clock, a journal in memory, connections that are functions. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  type Client,
  Connection,
  memoryJournal,
  readMessage,
  receive,
  Table,
  type TableWish,
  type TableWorld,
} from '../../src/index.ts';
import { settled, VirtualTime } from '../virtual-time.ts';

async function room(wish: TableWish = { scenario: 1 }) {
  const time = new VirtualTime();
  let secrets = 0;
  const world: TableWorld = {
    journal: memoryJournal(),
    now: () => time.now,
    later: (after, then) => time.later(after, then),
    secret: () => `secret-number-${String(++secrets).padStart(8, '0')}`,
    report: () => undefined,
  };
  const created = await Table.create('BCDFGHJK', wish, world);
  if (!created.ok) throw new Error('not created');
  let table = created.value;
  const connect = (token?: string): Connection =>
    new Connection(
      { table: 'BCDFGHJK', ...(token === undefined ? {} : { token }) },
      {
        now: () => time.now,
        later: (after, then) => time.later(after, then),
        chance: () => 0.5,
        connect: events => {
          const line: Client = {
            send: frame => events.heard(frame),
            close: (code, why) => events.closed(code, why),
          };
          queueMicrotask(() => events.opened());
          return {
            send: text => {
              const message = readMessage(text);
              if (!message.ok) throw new Error(message.error);
              receive(table, line, message.value);
            },
            close: () => table.disconnect(line),
          };
        },
      },
    );
  const sit = async (name: string): Promise<Connection> => {
    const connection = connect();
    await settled();
    connection.join(name, 'fox');
    await settled();
    return connection;
  };
  const restart = async (): Promise<void> => {
    const opened = await Table.open('BCDFGHJK', world);
    if (!opened.ok) throw new Error('not opened');
    table = opened.value;
  };
  return { time, connect, sit, restart, table: () => table };
}

test('PR-9a a move at a started table is predicted, then confirmed, and all mirrors agree', async () => {
  const { sit, table, time } = await room();
  const [ann, bo] = [await sit('Ann'), await sit('Bo')];
  expect(table().state.host).toBe(1);
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await settled();
  expect(bo.mirror.game?.status).toBe('playing');
  await time.pass(1000);
  const command = reach(table().state.game ?? never(), 1).find(legal => legal.type === 'move');
  if (command?.type !== 'move') throw new Error('no move');
  const { seat: _, ...move } = command;
  bo.do(move);
  expect(bo.mirror.game?.heroes).not.toEqual(bo.mirror.confirmed.game?.heroes);
  await settled();
  expect(bo.mirror.unanswered).toBe(0);
  expect(ann.mirror.confirmed).toEqual(bo.mirror.confirmed);
  expect(ann.mirror.confirmed).toEqual(table().state);
});

test('HG-5a the game ends on time although no client sends anything', async () => {
  const { sit, table, time } = await room();
  const ann = await sit('Ann');
  await sit('Bo');
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await settled();
  await time.pass(179_999);
  expect(table().state.game?.status).toBe('playing');
  await time.pass(2);
  expect(table().state.game).toMatchObject({ status: 'lost', reason: 'sand', at: 180_000 });
});

function never(): never {
  throw new Error('no game');
}
