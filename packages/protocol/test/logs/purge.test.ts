/** Tests of a table that another process purges while it is in use: nothing is written to its logs again, especially no name. */
import { expect, test } from 'vitest';
import {
  type Journal,
  type LogsResult,
  memoryJournal,
  purgeRemains,
  purgeTable,
  Table,
} from '../../src/index.ts';
import { PrivateLogs } from '../../src/logs/private-logs.ts';
import { CODE, Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

/** A journal in which a test can replace operations. */
function lent(journal: Journal, own: Partial<Pick<Journal, 'purge' | 'logs' | 'read'>>): Journal {
  return {
    append: (...args) => journal.append(...args),
    compact: (...args) => journal.compact(...args),
    read: (...args) => journal.read(...args),
    subscribe: (...args) => journal.subscribe(...args),
    purge: (log, seen) => journal.purge(log, seen),
    logs: (prefix, after) => journal.logs(prefix, after),
    moments: journal.moments,
    close: () => journal.close(),
    ...own,
  };
}

const FACE = { key: 'k'.repeat(32), name: 'Zebedee', avatar: 'fox' };

test.each<[kind: string, writing: (ann: Visitor) => void]>([
  ['people', ann => ann.say({ t: 'rename', name: 'Anna', avatar: 'owl' })],
  ['secret', ann => ann.manage({ type: 'begin' })],
])('PR-35a a write to a log of %s that was purged does not create the log again', async (kind, writing) => {
  const place = await Place.create();
  const { journal, time } = place;
  const ann = await place.sit('Ann');
  for (let game = 1; game <= 2; game++) {
    ann.manage({ type: 'begin' });
    ann.do({ type: 'start' });
    await settled();
    await time.pass(1_000);
    ann.manage({ type: 'abandon' });
    await settled();
  }
  const logsOf = (prefix: string): Promise<LogsResult> => journal.logs(prefix);
  expect(await logsOf(kind)).toEqual({ ok: true, logs: [`${kind}/${CODE}`] });

  await journal.purge(`${kind}/${CODE}`);
  writing(ann);
  await settled();
  await time.pass(2_000);
  expect(await logsOf(kind)).toEqual({ ok: true, logs: [] });
  expect(ann.closed).toBe(null);

  expect(await purgeTable(journal, CODE)).toEqual({ ok: true });
  await settled();
  await time.pass(2_000);
  expect(ann.closed).toBe(4004);
  expect(await logsOf('')).toEqual({ ok: true, logs: [] });
});

test('PR-35a after a purge, storing a moment of the table’s sand is refused', async () => {
  const place = await Place.create();
  const { journal, time } = place;
  const ann = await place.sit('Ann');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  await time.pass(1_000);
  const log = `table/${CODE}`;
  expect(await journal.moments.last(log, 1)).toMatchObject({ ok: true, value: expect.any(Number) });
  expect(await purgeTable(journal, CODE)).toEqual({ ok: true });
  expect(await journal.moments.keep(log, 1, 5_000)).toEqual({ type: 'conflict', version: 0 });
  await time.pass(2_000);
  expect(ann.closed).toBe(4004);
  expect(await journal.moments.last(log, 1)).toEqual({ ok: true, value: 0 });
});

test('PR-35a if a table is purged while its first name is being stored, that name is deleted, too', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const journal = memoryJournal();
    await journal.append(`table/${CODE}`, 0, ['{"e":[]}']);
    const vault = new PrivateLogs(journal, CODE);
    await vault.load();
    const writing = vault.keepProfile(FACE);
    for (let i = 0; i < turns; i++) await undefined;
    const purging = purgeTable(journal, CODE);
    await Promise.all([writing, purging]);
    expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
  }
  for (let turns = 0; turns < 12; turns++) {
    const journal = memoryJournal();
    await journal.append(`table/${CODE}`, 0, ['{"e":[]}']);
    const vault = new PrivateLogs(journal, CODE);
    await vault.load();
    const purging = purgeTable(journal, CODE);
    for (let i = 0; i < turns; i++) await undefined;
    expect(await vault.keepProfile(FACE)).toMatchObject({ type: 'unavailable' });
    await purging;
    expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
  }
});

test('PR-35b a failed purge leaves the table complete, and logs that could not be deleted are deleted later', async () => {
  let fails = (_: string): boolean => false;
  const journal = memoryJournal();
  const flaky = lent(journal, {
    purge: async log =>
      fails(log) ? { ok: false, error: { type: 'unavailable', why: 'not now' } } : journal.purge(log),
  });
  const place = await Place.create({ journal: flaky });
  const ann = await place.sit('Ann');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(1_000);
  await place.table.drain(1012, 'restart');
  const all = [`people/${CODE}`, `secret/${CODE}`, `table/${CODE}`];
  expect(await journal.logs('')).toEqual({ ok: true, logs: all });

  fails = log => log === `table/${CODE}`;
  expect(await purgeTable(flaky, CODE)).toMatchObject({ ok: false });
  expect(await journal.logs('')).toEqual({ ok: true, logs: all });
  expect(await purgeRemains(flaky)).toEqual({ ok: true, value: 0 });
  await place.restart();
  expect(place.game.status).toBe('playing'); // the table still has the state from before the refused purge
  await place.table.drain(1012, 'restart');

  fails = log => log === `secret/${CODE}`;
  expect(await purgeTable(flaky, CODE)).toMatchObject({ ok: false });
  expect(await Table.open(CODE, place.world)).toEqual({ ok: false, error: 'unknown' });
  expect(await journal.logs('')).toEqual({ ok: true, logs: [`secret/${CODE}`] });
  expect(await Table.create(CODE, { scenario: 1 }, place.world)).toEqual({ ok: false, error: 'taken' });
  expect(await purgeRemains(flaky)).toEqual({ ok: true, value: 0 });
  fails = () => false;
  expect(await purgeRemains(flaky)).toEqual({ ok: true, value: 1 });
  expect(await journal.logs('')).toEqual({ ok: true, logs: [] });
  expect(await Table.create(CODE, { scenario: 1 }, place.world)).toMatchObject({ ok: true });
});

test('PR-35b if the public log of a table is damaged and missing in lists, its private logs are not deleted', async () => {
  const journal = memoryJournal();
  await journal.append(`people/${CODE}`, 0, ['{}']);
  const damaged = lent(journal, {
    read: async (log, from) =>
      log === `table/${CODE}`
        ? { ok: false, error: { type: 'corrupt', log, version: 1 } }
        : journal.read(log, from),
  });
  expect(await purgeRemains(damaged)).toEqual({ ok: true, value: 0 });
  expect(await journal.logs('')).toEqual({ ok: true, logs: [`people/${CODE}`] });
  expect(await purgeRemains(journal)).toEqual({ ok: true, value: 1 });
});

test('PR-35b a table created during the search for orphaned logs keeps its own logs', async () => {
  const journal = memoryJournal();
  let made = false;
  const looking = lent(journal, {
    logs: async prefix => {
      const listed = await journal.logs(prefix);
      if (made) return listed;
      made = true;
      await journal.append(`table/${CODE}`, 0, ['{"e":[]}']);
      await new PrivateLogs(journal, CODE).keepProfile(FACE);
      return listed;
    },
  });
  expect(await purgeRemains(looking)).toEqual({ ok: true, value: 0 });
  expect(await journal.logs('')).toEqual({ ok: true, logs: [`people/${CODE}`, `table/${CODE}`] });
});
