/** Tests of tables that nobody uses, of a failing journal, and of a bug in one table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type AppendResult,
  type Journal,
  memoryJournal,
  type PurgeResult,
  purgeTable,
  type ReadResult,
  type SandReading,
} from '@hush/protocol';
import { expect, test } from 'vitest';
import { journalIn } from '../journal/journal-kit.ts';
import { patience } from '../patience.ts';
import { reservePort } from '../ports.ts';
import {
  closing,
  directory,
  hello,
  online,
  openTable,
  play,
  rawSocket,
  StillClock,
  serve,
  sit,
  until,
  visit,
} from '../server-kit.ts';

/** A journal in which a test can cause failures. */
function breakable() {
  const journal = memoryJournal();
  const faults: {
    append?: (log: string) => AppendResult | undefined;
    read?: (log: string) => ReadResult | undefined;
    purge?: (log: string) => PurgeResult | undefined;
  } = {};
  const broken: Journal = {
    append: async (log, expected, entries) => faults.append?.(log) ?? journal.append(log, expected, entries),
    compact: async (log, expected, entries) =>
      faults.append?.(log) ?? journal.compact(log, expected, entries),
    read: async (log, from) => faults.read?.(log) ?? journal.read(log, from),
    subscribe: (log, from, listener) => journal.subscribe(log, from, listener),
    purge: async (log, seen) => faults.purge?.(log) ?? journal.purge(log, seen),
    logs: (prefix, after) => journal.logs(prefix, after),
    moments: {
      keep: async (log, game, at) => {
        const fault = faults.append?.(`sand of ${log}`);
        return fault?.ok === false ? fault.error : journal.moments.keep(log, game, at);
      },
      last: (log, game) => journal.moments.last(log, game),
    },
    close: () => journal.close(),
  };
  return { journal: broken, faults };
}

/** Whether any file of a folder contains these bytes. */
const holds = (folder: string, text: string): boolean =>
  readdirSync(folder).some(name => readFileSync(join(folder, name)).includes(text));

const SWEEP = 60_000;

test('PR-51b a table that nobody opened for HUSH_KEEP_DAYS is deleted, and no name stays on disk', async () => {
  const clock = new StillClock();
  const first = await serve({ clock, env: { HUSH_KEEP_DAYS: '7' } });
  const [old, used] = [await openTable(first), await openTable(first)];
  const zeb = await sit(first, old, 'Zebedee');
  const ann = await sit(first, used, 'Annabel');
  await first.server.stop();
  expect(holds(first.dataDir, 'Zebedee')).toBe(true);

  clock.passDays(7);
  const second = await serve({ clock, dataDir: first.dataDir, env: { HUSH_KEEP_DAYS: '7' } });
  const again = await online(visit(second, used, ann.token()));
  clock.pass(SWEEP);
  await until(() => second.log().includes('abandoned tables purged'));
  expect(second.log()).toContain('"purged":0,"kept":2');
  again.connection.close();
  await second.server.stop();

  clock.passDays(1);
  const third = await serve({ clock, dataDir: first.dataDir, env: { HUSH_KEEP_DAYS: '7' } });
  clock.pass(SWEEP);
  await until(() => third.log().includes('abandoned tables purged'));
  expect(third.log()).toContain('"purged":1,"kept":1');
  const lost = await rawSocket(third);
  lost.socket.send(hello(old, { token: zeb.token() }));
  expect(await closing(lost)).toBe(4004);
  await online(visit(third, used, ann.token()));
  await third.server.stop();
  expect(holds(first.dataDir, 'Zebedee')).toBe(false);
  expect(holds(first.dataDir, old)).toBe(false);
  expect(holds(first.dataDir, 'Annabel')).toBe(true);
});

test.each([
  ['memory', async () => memoryJournal()],
  ['sqlite', () => journalIn(directory())],
] as const)(
  'PR-35a a table that another server deletes is closed at once, with a %s journal',
  async (_, lend) => {
    const journal = await lend();
    const server = await serve({ journal });
    const code = await openTable(server);
    const ann = await sit(server, code, 'Ann');
    const watcher = await rawSocket(server);
    watcher.socket.send(hello(code));
    await until(() => watcher.heard.length > 0);
    expect(await purgeTable(journal, code)).toEqual({ ok: true });
    expect(await closing(watcher)).toBe(4004);
    await until(() => ann.connection.status.type === 'ended');
    for (const token of [undefined, ann.token()]) {
      const again = await rawSocket(server);
      again.socket.send(hello(code, token === undefined ? {} : { token }));
      expect(await closing(again)).toBe(4004); // not with 1012, because the table cannot be opened again
    }
    expect((await fetch(`http://127.0.0.1:${server.port}/t/${code}`)).status).toBe(404);
    expect(server.log()).toContain('table purged while it was open');
    const left = await journal.logs('');
    expect(left.ok && left.logs.filter(log => log.includes(code))).toEqual([]);
  },
);

test('PR-51d a table of which only a part was deleted does not exist any more, and the next sweep deletes the other part', async () => {
  const { journal, faults } = breakable();
  const server = await serve({ journal, env: { HUSH_KEEP_DAYS: '1' } });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  ann.connection.close();
  await until(() => {
    server.clock.pass(60_000);
    return server.log().includes('table evicted') && server.log().includes('abandoned tables purged');
  });
  const left = async (): Promise<readonly string[]> => {
    const found = await journal.logs('');
    return found.ok ? found.logs.filter(log => log.endsWith(code)) : [];
  };
  const sweep = async (): Promise<void> => {
    const sweeps = (): number => server.log().split('abandoned tables purged').length;
    const before = sweeps();
    await until(() => {
      server.clock.pass(6 * 60 * SWEEP);
      return sweeps() > before;
    });
  };
  server.clock.passDays(3);
  faults.purge = log =>
    log === `secret/${code}` ? { ok: false, error: { type: 'unavailable', why: 'not now' } } : undefined;
  await sweep();
  expect(server.log()).toContain('table not wholly purged');
  expect(await left()).toEqual([`secret/${code}`]);
  const lost = await rawSocket(server);
  lost.socket.send(hello(code, { token: ann.token() }));
  expect(await closing(lost)).toBe(4004);
  expect((await fetch(`http://127.0.0.1:${server.port}/t/${code}`)).status).toBe(404);

  faults.purge = () => undefined;
  await sweep();
  await until(() => server.log().includes('remains of purged tables cleared'));
  expect(await left()).toEqual([]);
});

test('PR-51d a sweep of tables ends when the server stops, and the next one continues it', async () => {
  const inner = memoryJournal();
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const asked = new Set<string>();
  const journal: Journal = {
    append: (...args) => inner.append(...args),
    compact: (...args) => inner.compact(...args),
    read: (...args) => inner.read(...args),
    subscribe: (...args) => inner.subscribe(...args),
    purge: async (log, seen) => {
      asked.add(log);
      await held;
      return inner.purge(log, seen);
    },
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: inner.moments,
    close: () => inner.close(),
  };
  const codes = Array.from({ length: 120 }, (_, i) => `CODE-${i}`);
  const clock = new StillClock();
  await inner.append(`visits/${clock.today() - 5}`, 0, codes);
  for (const code of codes) await inner.append(`table/${code}`, 0, ['x']);
  const server = await serve({ journal, clock, env: { HUSH_KEEP_DAYS: '1' } });
  const tables = (): number => [...asked].filter(log => log.startsWith('table/')).length;
  server.clock.pass(SWEEP);
  await until(() => tables() > 0);
  const before = tables();
  const stopping = server.server.stop();
  release();
  await stopping;
  await until(() => server.log().includes('abandoned tables'));
  expect(before).toBeLessThan(codes.length);
  expect(tables()).toBe(before);
});

test('PR-51c a table in use is never deleted, however long it has been open', async () => {
  const server = await serve({ env: { HUSH_KEEP_DAYS: '1' } });
  const code = await openTable(server);
  const ann = await sit(server, code, 'Ann');
  server.clock.passDays(30);
  for (let passed = 0; passed < SWEEP; passed += 4_000) {
    server.clock.pass(4_000);
    const before = ann.notices.length;
    ann.connection.probe();
    await until(() => ann.notices.length > before);
  }
  await until(() => server.log().includes('"purged":0,"kept":1'));
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.mirror.confirmed.locked);
});

test('PR-51f the preview of a link to a closed table reads only the beginning of its log', async () => {
  const journal = memoryJournal();
  const server = await serve({ journal });
  const preview = async (): Promise<string | undefined> => {
    const page = await (await fetch(`http://127.0.0.1:${server.port}/t/BCDFGHJK`)).text();
    return /og:title" content="(.*?)"/.exec(page)?.[1];
  };
  await journal.append('table/BCDFGHJK', 0, ['{"e":[["tableOpened",{"scenario":2}]]}']);
  expect(await preview()).toMatch(/^Hush: scenario 2/);
  await journal.append('table/BCDFGHJK', 1, Array(1_000).fill('{"e":[["tableLocked",true]]}'));
  expect(await preview()).toBe('Hush');
});

test('PR-51e a table that throws is quarantined, and other tables continue', async () => {
  const { journal, faults } = breakable();
  const server = await serve({ journal });
  const [bad, good] = [await openTable(server), await openTable(server)];
  const [ann, bo] = [await sit(server, bad, 'Ann'), await sit(server, good, 'Bo')];
  faults.append = log => {
    if (log === `table/${bad}`) throw new Error('a planted bug');
    return undefined;
  };
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => ann.connection.status.type === 'ended');
  expect(ann.connection.status).toMatchObject({ code: 4007 });
  bo.connection.manage({ type: 'lock', locked: true });
  await until(() => bo.connection.mirror.confirmed.locked);
  const again = await rawSocket(server);
  again.socket.send(hello(bad, { token: ann.token() }));
  expect(await closing(again)).toBe(4007);
  expect((await fetch(`http://127.0.0.1:${server.port}/t/${bad}`)).status).toBe(410);
  expect(server.log()).toContain('a planted bug');
});

test('PR-51e a table with a damaged log is quarantined, and other tables continue', async () => {
  const { journal, faults } = breakable();
  const first = await serve({ journal });
  const [bad, good] = [await openTable(first), await openTable(first)];
  first.clock.pass(600_000);
  await until(() => first.log().match(/table evicted/g)?.length === 2);
  faults.read = log =>
    log === `table/${bad}` ? { ok: false, error: { type: 'corrupt', log, version: 1 } } : undefined;
  const lost = await rawSocket(first);
  lost.socket.send(hello(bad));
  expect(await closing(lost)).toBe(4007);
  await online(visit(first, good));
});

test('PR-52e a journal that fails permanently ends the server with a sentence, and clients are told to reconnect', async () => {
  const { journal, faults } = breakable();
  const { server, port } = await serve({ journal });
  const code = await openTable({ port });
  const raw = await rawSocket({ port });
  raw.socket.send(hello(code));
  raw.socket.send('{"t":"join","name":"Ann","avatar":"fox"}');
  await until(() => raw.heard.some(({ t }) => t === 'seated'));
  faults.append = () => ({ ok: false, error: { type: 'failed', why: 'The disk has died.' } });
  raw.socket.send('{"t":"table","n":1,"c":{"type":"lock","locked":true}}');
  expect(await server.broken).toBe('The disk has died.');
  expect(await closing(raw)).toBe(1012);
});

test('PR-52a a command that is sent while the server stops is executed by the next server, and every client is told to reconnect', async () => {
  const dataDir = directory();
  const inner = await journalIn(dataDir);
  let held = Promise.resolve();
  const journal: Journal = {
    append: async (...args) => {
      await held;
      return inner.append(...args);
    },
    compact: (...args) => inner.compact(...args),
    read: (...args) => inner.read(...args),
    subscribe: (...args) => inner.subscribe(...args),
    purge: (log, seen) => inner.purge(log, seen),
    logs: (prefix, after) => inner.logs(prefix, after),
    moments: inner.moments,
    close: () => inner.close(),
  };
  const env = { PORT: String(await reservePort()) };
  const first = await serve({ journal, env });
  const code = await openTable(first);
  const ann = await sit(first, code, 'Ann');
  await play(ann);
  const raw = await rawSocket(first);
  raw.socket.send(hello(code));
  await until(() => raw.heard.some(({ t }) => t === 'welcome'));
  let release = (): void => undefined;
  held = new Promise(resolve => {
    release = resolve;
  });
  const stopping = first.server.stop();
  ann.connection.manage({ type: 'lock', locked: true });
  for (let i = 0; i < 10; i++) await new Promise(sent => raw.socket.send(`{"t":"ping","at":${i}}`, sent));
  for (let i = 0; i < 50; i++) await turn(); // by now a server that still listened would have answered
  release();
  await stopping;
  expect(await closing(raw)).toBe(1012);
  expect(raw.heard.at(-1)).toMatchObject({ t: 'bye', code: 1012, retryAfter: expect.any(Number) });
  expect(raw.heard.filter(({ t }) => t === 'pong')).toEqual([]);
  expect(ann.connection.mirror.confirmed.locked).toBe(false);
  await serve({ dataDir, env });
  await until(() => ann.connection.mirror.confirmed.locked);
  expect(ann.connection.mirror.unanswered).toBe(0);
});

test('PR-52a if a table throws while the server stops, all other tables are stored', async () => {
  const { journal, faults } = breakable();
  const server = await serve({ journal });
  const [bad, good] = [await openTable(server), await openTable(server)];
  for (const code of [bad, good]) await play(await sit(server, code, 'Ann'));
  faults.append = log => {
    if (log === `sand of table/${bad}`) throw new Error('a planted bug');
    return undefined;
  };
  await server.server.stop();
  expect(server.log()).toContain('a planted bug');
  expect(server.log()).toContain('"msg":"stopped"');
});

test('PR-52a a stopping server waits one second for a journal that cannot be written, then ends', async () => {
  const { journal, faults } = breakable();
  const server = await serve({ journal });
  const ann = await sit(server, await openTable(server), 'Ann');
  await play(ann);
  faults.append = () => ({ ok: false, error: { type: 'unavailable', why: 'the disk is full' } });
  ann.connection.manage({ type: 'lock', locked: true });
  await until(() => server.log().includes('journal unavailable'));
  const stopping = server.server.stop();
  const hasGivenUp = (): boolean => server.log().includes('some tables could not be drained');
  for (let passed = 0; passed < 1_000; passed += 100) {
    await turn();
    expect([passed, hasGivenUp()]).toEqual([passed, false]);
    server.clock.pass(100);
  }
  await turn();
  expect(hasGivenUp()).toBe(true);
  await stopping; // the stop ends although no more virtual time passes
});

test('PR-13a while the journal cannot be written the sand stands still, and afterwards nothing is lost', async () => {
  const { journal, faults } = breakable();
  const server = await serve({ journal });
  const code = await openTable(server, { scenario: 1, house: { pause: true } });
  const ann = await sit(server, code, 'Ann');
  await play(ann);
  for (let i = 0; i < 5; i++) {
    server.clock.pass(400);
    const at = 400 * (i + 1);
    const kept = async (): Promise<string> => JSON.stringify(await journal.moments.last(`table/${code}`, 1));
    // waits until the checkpoint that is due has been stored
    const wait = patience(`the checkpoint at ${at}`);
    for (; !(await kept()).includes(`:${at}}`); await new Promise(setImmediate)) wait();
    await new Promise(setImmediate); // waits until the table knows that the checkpoint is stored
  }
  faults.append = () => ({ ok: false, error: { type: 'unavailable', why: 'the disk is full' } });
  ann.connection.do({ type: 'pause' });
  const told = (): readonly SandReading[] =>
    ann.notices.flatMap(notice =>
      notice.type === 'other' && notice.message.t === 'sand' ? [notice.message.sand] : [],
    );
  await until(() => told().some(({ runs }) => !runs));
  const frozen = told().find(({ runs }) => !runs)?.at ?? 0;
  expect(frozen).toBeGreaterThan(1_000); // the sand was set back by less than a second, to the last durable moment
  expect(frozen).toBeLessThanOrEqual(2_000);
  server.clock.pass(3_000); // the sand does not run during these three seconds of the outage
  faults.append = () => undefined;
  await until(() => {
    server.clock.pass(50);
    return ann.connection.mirror.confirmed.game?.status === 'paused';
  });
  expect(ann.connection.mirror.confirmed.game?.at).toBeLessThan(frozen + 1_000);
  expect(ann.connection.mirror.unanswered).toBe(0);
});
