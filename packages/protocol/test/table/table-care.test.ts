/** Tests of the table in unusual cases: absent hosts, slow connections, a second hello, and bugs. */
import { expect, test } from 'vitest';
import {
  type Client,
  memoryJournal,
  peekTable,
  readMessage,
  readNewTable,
  receive,
  Table,
  type TableMetric,
  type TableReport,
  type TableWorld,
} from '../../src/index.ts';
import { settled, VirtualTime } from '../virtual-time.ts';

const CODE = 'BCDFGHJK';

async function room() {
  const troubles: TableReport[] = [];
  const measures: TableMetric[] = [];
  const journal = memoryJournal();
  const time = new VirtualTime();
  let secrets = 0;
  const world: TableWorld = {
    journal,
    now: () => time.now,
    later: time.later,
    secret: () => `secret-number-${String(++secrets).padStart(8, '0')}`,
    report: trouble => troubles.push(trouble),
    measure: measure => measures.push(measure),
  };
  const created = await Table.create(CODE, { scenario: 1 }, world);
  if (!created.ok) throw new Error('not created');
  const pass = async (millis: number): Promise<void> => {
    await time.pass(millis);
    await settled();
  };
  return { table: created.value, world, pass, troubles, measures, time };
}

interface Heard extends Client {
  readonly frames: readonly Readonly<Record<string, unknown>>[];
  readonly closed: () => number | null;
}

function listen(): Heard {
  const frames: Readonly<Record<string, unknown>>[] = [];
  let code: number | null = null;
  return {
    frames,
    closed: () => code,
    send: frame => frames.push(JSON.parse(frame)),
    close: given => {
      code = given;
    },
  };
}

const say = (table: Table, line: Client, message: unknown): void => {
  const read = readMessage(JSON.stringify(message));
  if (!read.ok) throw new Error(read.error);
  receive(table, line, read.value);
};

async function sit(table: Table, name: string): Promise<{ readonly line: Heard; readonly token: string }> {
  const line = listen();
  say(table, line, { t: 'hello', protocol: 1, table: CODE });
  say(table, line, { t: 'join', name, avatar: 'fox' });
  await settled();
  return { line, token: String(line.frames.find(frame => frame['t'] === 'seated')?.['token']) };
}

test('PR-12b an absent host is replaced when another member is connected, also after a restart', async () => {
  const { table, world, pass } = await room();
  const [ann, bo] = [await sit(table, 'Ann'), await sit(table, 'Bo')];
  table.disconnect(bo.line);
  table.disconnect(ann.line);
  await pass(60_000); // nobody is connected, so the host stays
  expect(table.state.host).toBe(1);
  await table.drain(1001, 'empty');
  const opened = await Table.open(CODE, world);
  if (!opened.ok) throw new Error('not opened');
  const again = opened.value;
  again.connect(listen(), { token: bo.token });
  await settled();
  await pass(29_999);
  expect(again.state.host).toBe(1);
  await pass(1);
  expect(again.state.host).toBe(2);
});

test('PR-12b a host who reconnects in time stays host', async () => {
  const { table, pass } = await room();
  const [ann] = [await sit(table, 'Ann'), await sit(table, 'Bo')];
  table.disconnect(ann.line);
  await pass(20_000);
  table.connect(listen(), { token: ann.token });
  await settled();
  await pass(60_000);
  expect(table.state.host).toBe(1);
});

test('PR-3d a second hello on the same connection is answered and does not close it', async () => {
  const { table } = await room();
  const { line, token } = await sit(table, 'Ann');
  say(table, line, { t: 'hello', protocol: 1, table: CODE, token });
  expect(line.closed()).toBeNull();
  expect(line.frames.filter(frame => frame['t'] === 'welcome')).toHaveLength(2);
});

test('PR-3f a window with an older `n` is closed with 4001 while the newer window is connected', async () => {
  const { table } = await room();
  const { line: older, token } = await sit(table, 'Ann');
  table.disconnect(older); // the older window was never told that another one was opened
  const newer = listen();
  say(table, newer, { t: 'hello', protocol: 1, table: CODE, token });
  await settled();
  const awake = listen();
  say(table, awake, { t: 'hello', protocol: 1, table: CODE, token, since: 2, n: 0 });
  await settled();
  expect([awake.closed(), newer.closed()]).toEqual([4001, null]);
  table.disconnect(newer);
  const later = listen(); // the newer window is gone, so this one may take over the seat
  say(table, later, { t: 'hello', protocol: 1, table: CODE, token, since: 2, n: 0 });
  await settled();
  expect(later.closed()).toBeNull();
  expect(later.frames.at(0)).toMatchObject({ t: 'welcome', member: 1 });
});

test('PR-4a a connection that was too slow gets a new snapshot', async () => {
  const { table } = await room();
  const { line } = await sit(table, 'Ann');
  table.refresh(line);
  expect(line.frames.at(-1)).toMatchObject({ t: 'welcome', member: 1, v: 2, snapshot: { seats: [1] } });
  const stranger = listen();
  table.refresh(stranger);
  expect(stranger.frames).toEqual([]);
});

test('PR-5a a token opens its seat until the member leaves', async () => {
  const { table } = await room();
  const { line, token } = await sit(table, 'Ann');
  expect(table.knows(token)).toBe(true);
  expect(table.knows(token.replace('secret', 'guess'))).toBe(false);
  say(table, line, { t: 'table', n: 1, c: { type: 'leave' } });
  await settled();
  expect(table.knows(token)).toBe(null);
});

test('PR-12e a bug in a table closes its connections with 1012 and is reported, and nothing is thrown', async () => {
  const { table, troubles } = await room();
  const { line } = await sit(table, 'Ann');
  const trap = new Proxy({ type: 'lock', locked: true } as const, {
    get: () => {
      throw new Error('a planted bug');
    },
  });
  receive(table, line, { t: 'table', n: 1, c: trap });
  await settled();
  expect(troubles).toMatchObject([
    { type: 'broken', table: CODE, version: 2 },
    { type: 'setAside', table: CODE },
  ]);
  expect(line.closed()).toBe(4007);
  await table.drain(1001, 'no more'); // the broken table can still be drained
});

test('PR-12e when the journal fails, connections are closed with 1012, and the table is not reported as damaged', async () => {
  const { table, world, troubles } = await room();
  const { line } = await sit(table, 'Ann');
  await world.journal.close();
  say(table, line, { t: 'table', n: 1, c: { type: 'lock', locked: true } });
  await settled();
  expect(line.closed()).toBe(1012);
  expect(troubles.map(({ type }) => type)).toEqual(['journal']);
});

test('PR-5d CM-2c `rename` is stored in order before a game, and is refused while a game runs', async () => {
  const { table } = await room();
  const { line } = await sit(table, 'Ann');
  say(table, line, { t: 'rename', name: 'Anna', avatar: 'owl' });
  await settled();
  expect(line.frames.at(-1)).toMatchObject({
    t: 'people',
    people: [{ member: 1, name: 'Anna', avatar: 'owl' }],
  });
  say(table, line, { t: 'table', n: 1, c: { type: 'begin' } });
  say(table, line, { t: 'do', n: 2, c: { type: 'start' } });
  say(table, line, { t: 'rename', name: 'Anne', avatar: 'owl' });
  await settled();
  expect(line.frames.at(-1)).toEqual({ t: 'no', n: 0, why: 'game-running' });
});

test('PR-13a metrics report the results of commands, reconnections, and how late the table noticed the end of the sand', async () => {
  const { table, measures, pass, time } = await room();
  const { line, token } = await sit(table, 'Ann');
  say(table, line, { t: 'do', n: 1, c: { type: 'explore' } });
  say(table, line, { t: 'table', n: 2, c: { type: 'begin' } });
  say(table, line, { t: 'do', n: 3, c: { type: 'start' } });
  await settled();
  table.connect(listen(), { token, since: 2 });
  table.connect(listen(), { since: 4000 });
  for (let at = 0; at < 179_600; at += 400) await pass(400);
  time.jump(420); // the timer of the sand fires 420 ms late
  await settled();
  expect(measures).toEqual([
    { type: 'judged', command: 'explore', result: 'no-game' },
    { type: 'judged', command: 'begin', result: 'accepted' },
    { type: 'judged', command: 'start', result: 'accepted' },
    { type: 'resumed', with: 'delta' },
    { type: 'resumed', with: 'snapshot' },
    { type: 'ranOut', late: 20 },
  ]);
});

test('PR-13a `peekTable` reads a table without starting its sand or a timer', async () => {
  const { table, world, time } = await room();
  const { line } = await sit(table, 'Ann');
  say(table, line, { t: 'table', n: 1, c: { type: 'begin' } });
  say(table, line, { t: 'do', n: 2, c: { type: 'start' } });
  await settled();
  await table.drain(1012, 'restart');
  const { waiting } = time;
  const seen = await peekTable(CODE, world.journal);
  expect(seen).toMatchObject({ ok: true, value: { seats: [1], games: 1 } });
  expect(time.waiting).toBe(waiting);
  expect(await peekTable('ZZZZZZZZ', world.journal)).toEqual({ ok: false, error: 'unknown' });
});

test.each([
  ['{"wish":{"scenario":2}}', true],
  ['{"wish":{"scenario":2},"more":1}', false],
  ['{"wish":{"scenario":2,"heroes":{}}}', false],
  ['{"wish":[]}', false],
  ['{}', false],
  ['nothing', false],
])('PR-1b a request for a new table with %s is accepted: %s', (text, good) => {
  expect(readNewTable(text).ok).toBe(good);
});

test('PR-2c a wish with the field `__proto__` is refused', () => {
  const read = readNewTable('{"wish":{"scenario":2,"__proto__":{"locked":true}}}');
  expect(read).toEqual({ ok: false, error: 'The set-up has no field "__proto__".' });
});
