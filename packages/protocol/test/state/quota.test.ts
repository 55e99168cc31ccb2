/** Tests of PR-34: the quota of a table, which keeps every log quick to open. */
import { expect, test } from 'vitest';
import { type Journal, memoryJournal, type TableWish } from '../../src/index.ts';
import { PrivateLogs } from '../../src/logs/private-logs.ts';
import {
  MOST_AHEAD,
  MOST_CHARACTERS,
  MOST_ENTRIES,
  MOST_IN_GAME,
  MOST_NAMES,
} from '../../src/state/quota.ts';
import { CODE, type Frame, Place, Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const TOGETHER = 2_000;

/** Appends empty entries until the log has the wanted version, faster than any client could. */
async function fill(journal: Journal, log: string, upTo: number, entry: string): Promise<void> {
  const head = await journal.read(log, Number.MAX_SAFE_INTEGER);
  for (let at = head.ok ? head.version : 0; at < upTo; at += TOGETHER) {
    const entries = Array.from({ length: Math.min(TOGETHER, upTo - at) }, () => entry);
    expect(await journal.append(log, at, entries)).toMatchObject({ ok: true });
  }
}

/** An entry without events. */
const fillTable = (journal: Journal, upTo: number): Promise<void> =>
  fill(journal, `table/${CODE}`, upTo, '{"e":[["memberReady",1,true]]}');

/** Opens another authority for the table of the clients that were connected before. */
async function reopen(
  place: Place,
  ...visitors: readonly Visitor[]
): Promise<readonly [Place, ...Visitor[]]> {
  const { journal, time } = place;
  const again = await Place.open({ journal, time });
  const back = visitors.map(({ token }) => new Visitor(again, token));
  for (const visitor of back) {
    visitor.hello();
    await settled();
    visitor.n = Number(visitor.heard('welcome').at(-1)?.['n'] ?? 0);
  }
  return [again, ...back];
}

async function manage(visitor: Visitor, command: object): Promise<Frame> {
  visitor.manage(command);
  await settled();
  return visitor.last;
}

async function act(visitor: Visitor, command: object): Promise<Frame> {
  visitor.do(command);
  await settled();
  return visitor.last;
}

const NO = { t: 'no', why: 'worn-out' };

test('PR-34a PR-34d a table of 250,000 entries begins no game and seats nobody; at 300,000 a new window only watches', async () => {
  const before = await Place.create();
  const sat = [await before.sit('Ann'), await before.sit('Bo')];
  await before.table.drain(1012, 'restart');
  await fillTable(before.journal, MOST_ENTRIES - 20);
  const [place, ann, bo] = (await reopen(before, ...sat)) as readonly [Place, Visitor, Visitor];
  await manage(ann, { type: 'begin' });
  expect(place.game.status).toBe('setup');
  await fillTable(place.journal, MOST_ENTRIES);
  await settled();
  await act(ann, { type: 'start' }); // a game that is running already continues
  expect(place.game.status).toBe('playing');
  await manage(ann, { type: 'abandon' });
  expect(place.table.state.game).toBe(null);

  const { version } = place.table;
  expect(await manage(ann, { type: 'begin' })).toMatchObject(NO);
  expect(await manage(ann, { type: 'wish', wish: { scenario: 2 } })).toMatchObject(NO);
  expect(await manage(ann, { type: 'ready', ready: true })).toMatchObject(NO);
  expect((await place.sit('Cy')).last).toMatchObject({ ...NO, n: 0 });
  expect(place.table.version).toBe(version);
  expect(await act(bo, { type: 'say', text: 'and now?' })).toMatchObject({ t: 'said' });
  const other = new Visitor(place, ann.token); // at 250,000 entries a new window of a member still gets the seat
  other.hello();
  await settled();
  expect([other.closed, ann.closed]).toEqual([null, 4001]);
  await manage(bo, { type: 'leave' });
  expect(place.table.state.seats).toEqual([ann.member]);

  await fillTable(place.journal, MOST_ENTRIES + MOST_IN_GAME);
  await settled();
  const last = new Visitor(place, ann.token);
  last.hello();
  await settled();
  expect([last.closed, other.closed]).toEqual([null, null]); // the new window watches and is told why
  expect(last.heard('welcome')).toMatchObject([{ member: null }]);
  expect(last.heard('no').at(-1)).toMatchObject({ ...NO, n: 0 });
  expect(await act(last, { type: 'say', text: 'hello?' })).toMatchObject({ t: 'no', why: 'not-seated' });
  last.say({ t: 'join', name: 'Ann', avatar: 'fox', token: ann.token });
  await settled();
  expect(last.heard('no').at(-1)).toMatchObject({ ...NO, n: 0 }); // joining is refused with the same code
  expect([other.closed, place.table.version]).toEqual([null, MOST_ENTRIES + MOST_IN_GAME]);
  const newest = Number(other.heard('welcome').at(-1)?.['n']);
  for (const [window, n, member] of [
    [last, 0, null], // the window may watch again, and is not closed like a replaced window
    [other, newest, ann.member],
  ] as const) {
    place.table.disconnect(window);
    const back = new Visitor(place, ann.token);
    back.say({ t: 'hello', protocol: 1, table: CODE, token: ann.token, n });
    await settled();
    expect([back.closed, back.heard('welcome')]).toMatchObject([null, [{ member }]]);
  }
  expect((await place.watch()).heard('welcome').at(-1)).toMatchObject({ v: MOST_ENTRIES + MOST_IN_GAME });
});

test('PR-6b a command number more than 1,000,000,000 above the last is refused with `malformed`', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const ready = async (n: number): Promise<Frame> => {
    ann.say({ t: 'table', n, c: { type: 'ready', ready: true } });
    await settled();
    return ann.last;
  };
  for (const n of [Number.MAX_SAFE_INTEGER, MOST_AHEAD + 1])
    expect(await ready(n)).toMatchObject({ t: 'no', n, why: 'malformed' });
  expect(await ready(MOST_AHEAD)).toMatchObject({ t: 'news', n: MOST_AHEAD });
  expect(await ready(1)).toMatchObject({ t: 'no', n: 1, why: 'stale' });
  const other = new Visitor(place, ann.token);
  other.hello();
  await settled();
  other.n = Number(other.heard('welcome').at(-1)?.['n']);
  expect(await manage(other, { type: 'ready', ready: false })).toMatchObject({ t: 'news', n: other.n });
  // Even the largest number of entries, times the largest step, is a safe integer.
  expect(Number.isSafeInteger((MOST_ENTRIES + MOST_IN_GAME) * 2 * MOST_AHEAD)).toBe(true);
});

test('PR-34a a table of 32 MiB of text is over its quota', async () => {
  const before = await Place.create();
  const host = await before.sit('Ann');
  await before.table.drain(1012, 'restart');
  const wish: TableWish = { scenario: { name: 'Own', stack: [2, 3], rules: [] }, about: 'x'.repeat(1_000) };
  const entry = JSON.stringify({ e: [['wishChanged', wish]] });
  const log = `table/${CODE}`;
  for (let at = 2, left = MOST_CHARACTERS; left > 0; at += 200, left -= 200 * entry.length)
    await before.journal.append(log, at, new Array<string>(200).fill(entry));
  const [place, ann] = (await reopen(before, host)) as readonly [Place, Visitor];
  expect(place.table.version).toBeLessThan(MOST_ENTRIES / 2);
  expect(await manage(ann, { type: 'begin' })).toMatchObject(NO);
});

test('PR-34b a game of 50,000 entries refuses all commands except `resume`; the sand ends it, and the next game begins', async () => {
  const before = await Place.create({
    wish: { scenario: 1, house: { pause: true, pauseOnDisconnect: true } },
  });
  const host = await before.sit('Ann');
  await before.sit('Bo');
  await manage(host, { type: 'begin' });
  const { version: began } = before.table;
  await act(host, { type: 'start' });
  await before.table.drain(1012, 'restart');
  await fillTable(before.journal, began + MOST_IN_GAME - 3); // leaves room for the one entry of the reopened window
  const [place, ann] = (await reopen(before, host)) as readonly [Place, Visitor];
  await place.time.pass(1_000);
  expect(await act(ann, { type: 'pause' })).toMatchObject({ t: 'news' });
  await fillTable(place.journal, began + MOST_IN_GAME);
  await place.time.pass(3_000);
  expect(await act(ann, { type: 'resume' })).toMatchObject({ t: 'news' }); // `resume` is accepted, because otherwise the sand could not run out and end the game
  await place.time.pass(3_000); // the game is not paused although Bo's connection is lost
  expect(await act(ann, { type: 'pause' })).toMatchObject(NO);
  await place.time.pass(180_001);
  await settled();
  expect(place.game.status).toBe('lost');
  await manage(ann, { type: 'begin' });
  expect(place.game.status).toBe('setup');
  expect(await act(ann, { type: 'start' })).toMatchObject({ t: 'news' });
});

test('PR-34c after 10,000 stored names a rename is refused (`no` with `n` 0, because a rename has no number)', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const face = JSON.stringify({ key: 'k'.repeat(32), name: 'Zed', avatar: 'fox' });
  await fill(place.journal, `people/${CODE}`, MOST_NAMES - 1, face);
  await settled();
  ann.say({ t: 'rename', name: 'Anna', avatar: 'owl' });
  await settled();
  expect(ann.last).toMatchObject({ t: 'people', people: [{ name: 'Anna' }] });
  ann.say({ t: 'rename', name: 'Annie', avatar: 'owl' });
  await settled();
  expect(ann.last).toMatchObject({ ...NO, n: 0 });
});

test.each([1, MOST_NAMES])(
  'PR-34c 10,000 names of %i members are read back, the latest name of each member',
  async keys => {
    const journal = memoryJournal();
    for (let at = 0; at < MOST_NAMES; at += TOGETHER)
      await journal.append(
        `people/${CODE}`,
        at,
        Array.from({ length: TOGETHER }, (_, i) =>
          JSON.stringify({ key: `k${(at + i) % keys}`.padEnd(32), name: `Ann ${at + i}`, avatar: 'fox' }),
        ),
      );
    const logs = new PrivateLogs(journal, CODE);
    expect(await logs.load()).toBe(null);
    const key = 'k0'.padEnd(32);
    expect([logs.profileOf(key)?.name, logs.profileOf(key, 1)?.name]).toEqual([
      `Ann ${MOST_NAMES - keys}`,
      'Ann 0',
    ]);
  },
);

test('PR-13a after many hours the journal has one moment of the sand, and a restart continues from it', async () => {
  const journal = memoryJournal();
  const before = await Place.create({ journal });
  const ann = await before.sit('Ann');
  await before.sit('Bo');
  await manage(ann, { type: 'begin' });
  await act(ann, { type: 'start' });
  await before.table.drain(1012, 'restart');
  const log = `table/${CODE}`;
  for (const at of [77, 12_345, 12_000]) expect(await journal.moments.keep(log, 1, at)).toBe(null);
  const place = await Place.open({ journal });
  expect(place.table.sand).toEqual({ at: 12_345, runs: false });
});
