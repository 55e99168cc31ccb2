/** Tests of tables with real sockets and a journal on disk: seats, hosts, spectators, and the server's hourglass. */
import { type Journal, memoryJournal } from '@hush/protocol';
import { expect, test } from 'vitest';
import { openSqliteJournal } from '../../src/index.ts';
import {
  directory,
  FIGURES,
  figure,
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

test('PR-4c people who enter the code of a table see each other and can play', async () => {
  const server = await serve();
  const code = await openTable(server);
  const [ann, bo] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bo')];
  await play(ann, bo);
  await until(() => ann.connection.mirror.here.length === 2);
  expect(ann.connection.mirror.people.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
  expect(ann.connection.mirror.confirmed).toEqual(bo.connection.mirror.confirmed);
});

test('PR-3d a player keeps the seat after a reload and after a lost connection', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  ann.cut();
  await until(() => ann.connection.status.type !== 'online');
  await online(ann);
  expect(ann.connection.mirror.member).toBe(1);
  ann.connection.close();
  const reloaded = await online(visit(server, code, ann.token()));
  expect(reloaded.connection.mirror.member).toBe(1);
  expect(reloaded.connection.mirror.confirmed.seats).toEqual([1]);
});

test('PR-9e a command given without a connection is executed once, after reconnecting', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  ann.cut();
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.mirror.confirmed.locked);
  expect(ann.connection.mirror.unanswered).toBe(0);
});

test('PR-3e a second tab takes over the seat, and the first is closed with 4001 and does not reconnect', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const second = await online(visit(server, code, ann.token()));
  await until(() => ann.connection.status.type === 'ended');
  expect(ann.connection.status).toMatchObject({ code: 4001 });
  expect(second.connection.mirror.member).toBe(1);
  second.connection.manage({ type: 'ready', ready: true });
  await until(() => second.connection.mirror.confirmed.ready.includes(1));
});

test('PR-6c spectators see everything, and each of their commands is refused', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const eve = await online(visit(server, code));
  await play(ann);
  await until(() => eve.connection.mirror.confirmed.game?.status === 'playing');
  eve.connection.do({ type: 'explore' });
  await until(() => eve.notices.some(({ type }) => type === 'refused'));
  expect(eve.notices.find(({ type }) => type === 'refused')).toMatchObject({ why: 'not-seated' });
  expect(eve.connection.mirror.confirmed).toEqual(ann.connection.mirror.confirmed);
});

test('PR-50a the host can lock, kick and pass the role on; another member is refused with not-host', async () => {
  const server = await serve();
  const code = await openTable(server);
  const [ann, bo] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bo')];
  bo.connection.manage({ type: 'lock', locked: true });
  await until(() => bo.notices.some(notice => notice.type === 'refused' && notice.why === 'not-host'));
  ann.connection.manage({ type: 'lock', locked: true });
  const cy = await online(visit(server, code));
  cy.connection.join('Cy', 'owl');
  await until(() => cy.notices.some(notice => notice.type === 'refused' && notice.why === 'locked'));
  ann.connection.manage({ type: 'handOver', member: 2 });
  await until(() => bo.connection.mirror.confirmed.host === 2);
  bo.connection.manage({ type: 'kick', member: 1 });
  await until(() => ann.connection.status.type === 'ended');
  expect(ann.connection.status).toMatchObject({ code: 4002 });
  const back = await online(visit(server, code, ann.token()));
  expect(back.connection.mirror.member).toBeNull(); // the token is no longer valid
});

test('PR-50c another game and another scenario keep members, settings and spectators', async () => {
  const server = await serve();
  const code = await openTable(server, { scenario: 1, house: { pause: true } });
  const [ann, bo] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bo')];
  const eve = await online(visit(server, code));
  await play(ann, bo);
  ann.connection.manage({ type: 'abandon' });
  await until(() => eve.connection.mirror.confirmed.game === null);
  await play(ann, bo);
  expect(eve.connection.mirror.confirmed).toMatchObject({ games: 2, seats: [1, 2] });
  ann.connection.manage({ type: 'abandon' });
  ann.connection.manage({ type: 'wish', wish: { scenario: 2, house: { pause: true } } });
  await play(ann, bo);
  await until(() => eve.connection.mirror.confirmed.game?.setUp.scenario === 2);
  expect(eve.connection.mirror.confirmed.game?.setUp.house.pause).toBe(true);
});

test('PR-50b a host who leaves is replaced at once, and a host who loses the connection is replaced after half a minute', async () => {
  const server = await serve();
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  const [bo, cy] = [await sit(server, code, 'Bo'), await sit(server, code, 'Cy')];
  ann.connection.manage({ type: 'leave' });
  await until(() => cy.connection.mirror.confirmed.host === 2);
  bo.connection.close();
  await until(() => !cy.connection.mirror.here.includes(2));
  server.clock.pass(4_900);
  await breathe(cy);
  for (let i = 0; i < 6; i++) {
    server.clock.pass(4_900); // time passes in small steps, because otherwise the connection would count as dead
    await breathe(cy);
  }
  await until(() => cy.connection.mirror.confirmed.host === 3);
});

/** Sends a heartbeat and waits for its answer. */
async function breathe({ connection, notices }: Awaited<ReturnType<typeof sit>>): Promise<void> {
  const before = notices.length;
  connection.probe();
  await until(() =>
    notices.slice(before).some(notice => notice.type === 'other' && notice.message.t === 'pong'),
  );
}

/** Lets time pass while the server writes; otherwise its sand would be frozen. */
async function live({ clock }: TestServer, journal: Journal, millis: number): Promise<void> {
  for (let left = millis; left > 0; left -= 400) {
    clock.pass(Math.min(400, left));
    await journal.append(`living/${left}`, 0, ['x']); // this write is durable after everything that was requested before it
    await new Promise(setImmediate);
  }
}

async function journalAt(path: string): Promise<Journal> {
  const opened = await openSqliteJournal(path);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.journal;
}

test('HG-5a the sand runs out on time although every client is silent', async () => {
  const journal = await journalAt(directory());
  const server = await serve({ journal });
  const code = await openTable(server, { scenario: 1, hourglass: 4 });
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  await live(server, journal, 3_999);
  await breathe(ann);
  expect(ann.connection.mirror.confirmed.game?.status).toBe('playing');
  await live(server, journal, 2);
  await until(() => ann.connection.mirror.confirmed.game?.status === 'lost');
  expect(ann.connection.mirror.confirmed.game).toMatchObject({ reason: 'sand', at: 4_000 });
});

test('HG-8i a lost connection pauses the game if the table’s rules say so', async () => {
  const server = await serve();
  const house = { pause: true, pauseOnDisconnect: true };
  const code = await openTable(server, { scenario: 1, house });
  const [ann, bo] = [await sit(server, code, 'Ann'), await sit(server, code, 'Bo')];
  await play(ann, bo);
  bo.connection.close();
  await until(() => !ann.connection.mirror.here.includes(2));
  server.clock.pass(1_000);
  await until(() => ann.connection.mirror.confirmed.game?.status === 'paused');
});

test('PR-51a PR-13c the sand of a table without clients stops after a minute, the table is evicted after ten, and continues with exactly this sand', async () => {
  // in memory, because ten minutes of checkpoints are written; stop.test.ts does this on disk
  const journal = memoryJournal();
  const server = await serve({ journal, env: { HUSH_METRICS: FIGURES } });
  const idle = server.clock.timers;
  const code = await openTable(server, { scenario: 1, hourglass: 3600 });
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  await live(server, journal, 4_321);
  await breathe(ann);
  ann.connection.close();
  await until(() => server.log().includes('disconnected'));
  await live(server, journal, 600_000 - 1);
  expect(server.log()).not.toContain('table evicted');
  expect(await figure(server, 'hush_game_active')).toBe(1);
  expect(server.clock.timers).toBeGreaterThan(idle);
  server.clock.pass(1);
  await until(() => server.log().includes('table evicted'));
  expect(await figure(server, 'hush_game_active')).toBe(0);
  expect(server.clock.timers).toBe(idle);
  server.clock.pass(1_000_000); // the sand does not run while nobody is connected
  const back = await online(visit(server, code, ann.token()));
  await breathe(back);
  expect(back.connection.mirror.sandNow()).toBeGreaterThanOrEqual(64_321);
  expect(back.connection.mirror.confirmed.game?.status).toBe('playing');
  const raw = await rawSocket(server);
  raw.socket.send(JSON.stringify({ t: 'hello', protocol: 1, table: code }));
  await until(() => raw.heard.length > 0);
  expect(raw.heard[0]).toMatchObject({ t: 'welcome', sand: { at: 64_321, runs: true } });
});

test('PR-51f a closed table that 20 clients request at the same time is opened once', async () => {
  const first = await serve();
  const code = await openTable(first);
  await first.server.stop();
  const server = await serve({ dataDir: first.dataDir });
  const guests = await Promise.all(Array.from({ length: 20 }, () => online(visit(server, code))));
  expect(guests).toHaveLength(20);
  expect(server.log().match(/table opened/g)).toHaveLength(1);
});
