/**
 * Tests that a game of a table becomes a record that can be replayed and verified, and that reveals no secret before the
 * end.
 */
import { atOnce, auditLog, isOver, parseRecord, type Result } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  encodeEntry,
  type Journal,
  lastGameOf,
  memoryJournal,
  peekTable,
  recordOfLog,
  recordOfTable,
  type TableWish,
  writingGame,
} from '../../src/index.ts';
import { Chance } from '../simulation/chance.ts';
import { CODE, Place, somethingLegal, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const eventsIn = (text: string) => {
  const events = parseRecord(text);
  if (!events.ok) throw new Error(`line ${events.error.line}: ${events.error.why}`);
  return events.value;
};

async function playOut(place: Place, players: readonly Visitor[], chance: Chance): Promise<void> {
  players[0]?.manage({ type: 'begin' });
  await settled();
  players[0]?.do({ type: 'start' });
  await settled();
  while (!isOver(place.game)) {
    const player = chance.pick(players);
    if (player === undefined) throw new Error('nobody plays');
    const command = somethingLegal(place.game, player.seat, chance);
    if (command !== undefined) player.do(command);
    await place.time.pass(chance.between(1, 3_000));
    await settled();
  }
}

const WISHES: readonly TableWish[] = [
  { scenario: 1, hourglass: 30 },
  { scenario: 3, hourglass: 30, stack: [4, 2, 5, 3, 8, 6, 7, 9, 10, 11, 12] },
  { scenario: 8, hourglass: 30, house: { pause: true } },
  { scenario: 13, hourglass: 30 },
  { scenario: { name: 'Own', stack: [2, 3, 4, 5, 6], top: [9, 7], rules: [] }, hourglass: 30 },
];

test.each(WISHES)('PR-16a `verify` accepts the record of a game at a table: %j', async wish => {
  const chance = new Chance(JSON.stringify(wish).length);
  const place = await Place.create({ wish });
  const players = [await place.sit('Ann'), await place.sit('Bo'), await place.sit('Cy')];
  await playOut(place, players, chance);
  const record = await recordOfTable(CODE, place.journal);
  if (!record.ok) throw new Error(JSON.stringify(record.error));
  const audited = auditLog(eventsIn(record.value));
  expect(audited).toMatchObject({ ok: true });
  expect(audited.ok && audited.value).toEqual(place.game);
});

test('PR-16a a record before the end holds no seed, and no record holds a prescribed stack', async () => {
  const stack = [12, 4, 2, 5, 3, 8, 6, 7, 9, 10, 11];
  const place = await Place.create({ wish: { scenario: 3, stack } });
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  const during = await recordOfTable(CODE, place.journal);
  if (!during.ok) throw new Error('no record');
  expect(during.value).not.toContain('secret-');
  expect(during.value).not.toMatch(/12\s*,?\s*4\s*,?\s*2/);
  expect(eventsIn(during.value).map(({ type }) => type)).toEqual(['gameSetUp', 'gameStarted']);
  expect(auditLog(eventsIn(during.value))).toMatchObject({ ok: false });
  await place.time.pass(180_001);
  await settled();
  ann.manage({ type: 'begin' });
  await settled();
  const after = await recordOfTable(CODE, place.journal, 'finished');
  expect(after.ok && after.value).toContain('secret-');
});

test('PR-16a every game of a table has a record, even an abandoned one; without a number the last game is recorded', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  expect(await recordOfTable(CODE, place.journal)).toEqual({ ok: false, error: 'no-game' });
  for (const seconds of [20, 40]) {
    ann.manage({ type: 'wish', wish: { scenario: 1, hourglass: seconds } });
    ann.manage({ type: 'begin' });
    ann.do({ type: 'start' });
    await settled();
    await place.time.pass(5_000);
    ann.manage({ type: 'abandon' });
    await settled();
  }
  const glass = async (game?: number | 'finished'): Promise<string | undefined> => {
    const record = await recordOfTable(CODE, place.journal, game);
    return record.ok ? /^hourglass +(.*)$/m.exec(record.value)?.[1] : String(record.error);
  };
  expect(await glass(1)).toBe('0:20');
  expect(await glass(2)).toBe('0:40');
  expect(await glass()).toBe('0:40');
  expect(await glass(3)).toBe('no-game');
  expect(await glass(0)).toBe('no-game');
  expect(await glass('finished')).toBe('no-game');
});

test('PR-16a a log of many pages is read to its end, for a record as well as for a table', async () => {
  const journal = memoryJournal();
  const entry = (locked: boolean) => encodeEntry({ events: [{ type: 'tableLocked', locked }], cause: null });
  const many = Array.from({ length: 1_000 }, (_, i) => entry(i % 2 === 0));
  await journal.append(`table/${CODE}`, 0, ['nonsense', ...many]);
  const pages: number[] = [];
  const read = journal.read.bind(journal);
  journal.read = (log, from) => {
    pages.push(from);
    return read(log, from);
  };
  const damaged = { ok: false, error: { type: 'corrupt', log: `table/${CODE}`, version: 1 } };
  expect(await recordOfTable(CODE, journal)).toEqual(damaged);
  expect(await peekTable(CODE, journal)).toMatchObject(damaged);
  expect(pages).toEqual([1, 1]);
  await journal.purge(`table/${CODE}`);
  await journal.append(`table/${CODE}`, 0, [...many, entry(true)]);
  expect(await peekTable(CODE, journal)).toMatchObject({ ok: true, value: { locked: true } });
  expect(await recordOfTable(CODE, journal)).toEqual({ ok: false, error: 'no-game' });
});

/** Tests of reading the last game from the end of the log. */
async function lastRecord(journal: Journal): Promise<Result<string, unknown>> {
  const game = await lastGameOf(CODE, journal);
  return game.ok ? atOnce(writingGame(game.value)) : game;
}

test('PR-16b the last finished game is found even if a later game was abandoned', async () => {
  const chance = new Chance(3);
  const place = await Place.create({ wish: { scenario: 1, hourglass: 30 } });
  const players = [await place.sit('Ann'), await place.sit('Bo')];
  const [ann] = players;
  expect(await lastRecord(place.journal)).toEqual({ ok: false, error: 'no-game' });
  const texts = new Set<unknown>();
  for (let i = 0; i < 4; i++) {
    if (i % 2 === 0) await playOut(place, players, chance);
    else {
      ann?.manage({ type: 'begin' });
      ann?.manage({ type: 'abandon' });
      await settled();
    }
    const record = await lastRecord(place.journal);
    expect(record).toEqual(await recordOfTable(CODE, place.journal, 'finished'));
    texts.add(record.ok && record.value);
  }
  expect(texts.size).toBe(2);
});

test('PR-16b finding the last record reads only the end of a long log, so damage before that does not matter', async () => {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 30 } });
  await place.table.drain(1012, 'restart');
  const entry = encodeEntry({ events: [{ type: 'tableLocked', locked: false }], cause: null });
  for (let at = 1; at < 20_001; at += 2_000)
    await place.journal.append(`table/${CODE}`, at, new Array<string>(2_000).fill(entry));
  const again = await Place.open({ journal: place.journal });
  await playOut(again, [await again.sit('Ann'), await again.sit('Bo')], new Chance(5));
  const read = place.journal.read.bind(place.journal);
  let least = Number.POSITIVE_INFINITY;
  place.journal.read = (log, from) => {
    least = Math.min(least, from);
    return read(log, from);
  };
  const record = await lastRecord(place.journal);
  expect(least).toBeGreaterThan(19_000);
  expect(record).toEqual(await recordOfTable(CODE, place.journal, 'finished'));
});

test('PR-16b a table that is purged or damaged has no last record', async () => {
  const journal = memoryJournal();
  expect(await lastRecord(journal)).toEqual({ ok: false, error: 'unknown' });
  const setUp = ['["gameSetUp",0,{}]', '["gameLost",1,"sand"]', '["strange"]'].map(
    event => `{"e":[${event}]}`,
  );
  await journal.append(`table/${CODE}`, 0, ['{"e":[]}', ...setUp]);
  expect(await lastRecord(journal)).toEqual({ ok: false, error: 4 });
});

test('PR-16a reading a record gives different errors for an unknown table and a damaged log', async () => {
  const journal = memoryJournal();
  expect(await recordOfTable(CODE, journal)).toEqual({ ok: false, error: 'unknown' });
  await journal.append(`table/${CODE}`, 0, ['{}']);
  expect(await recordOfTable(CODE, journal)).toEqual({
    ok: false,
    error: { type: 'corrupt', log: `table/${CODE}`, version: 1 },
  });
  const opened = encodeEntry({ events: [{ type: 'tableOpened', wish: { scenario: 1 } }], cause: null });
  expect(recordOfLog([opened, 'nonsense'])).toEqual({ ok: false, error: { unreadable: 2 } });
});
