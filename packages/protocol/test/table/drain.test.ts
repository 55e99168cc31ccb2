/** A table that is put away: its glass stops at the moment of the order, however long what was asked takes to be written. */
import { expect, test } from 'vitest';
import { type Journal, memoryJournal } from '../../src/index.ts';
import { sandLog } from '../../src/logs/moments.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place } from './table-kit.ts';

/** A journal whose appends wait for a word; which were asked for. */
function held() {
  const journal = memoryJournal();
  const append = journal.append.bind(journal);
  const asked: string[] = [];
  let isHeld = false;
  let waiting: (() => void)[] = [];
  journal.append = async (log, expected, entries) => {
    asked.push(log);
    if (isHeld) await new Promise<void>(resolve => void waiting.push(resolve));
    return append(log, expected, entries);
  };
  const hold = (): void => {
    isHeld = true;
    asked.length = 0;
  };
  const letGo = (): void => {
    isHeld = false;
    for (const go of waiting) go();
    waiting = [];
  };
  return { journal, asked, hold, letGo };
}

async function lastSand(journal: Journal): Promise<unknown> {
  const found = await journal.read(`sand/${CODE}`, 1);
  return found.ok ? JSON.parse(found.entries.at(-1) ?? '{}') : null;
}

async function playing(journal: Journal) {
  const place = await Place.create({
    journal,
    wish: { scenario: 1, hourglass: 600, house: { pause: true, freeTalk: true } },
  });
  const ann = await place.sit('Ann');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  return { place, ann };
}

test('PR-13a PR-9g drain writes commands and sand at once, and commands judged later happen at that moment', async () => {
  const { journal, asked, hold, letGo } = held();
  const { place, ann } = await playing(journal);
  await place.time.pass(1_234);
  hold();
  ann.manage({ type: 'lock', locked: true }); // on its way when the order comes
  await settled();
  ann.do({ type: 'pause' }); // waits behind it
  expect(asked).toEqual([`table/${CODE}`]);
  const done = place.table.drain(1012, 'restart');
  await settled();
  expect(asked).toEqual([`table/${CODE}`, `sand/${CODE}`]); // none waits for the other
  await place.time.pass(300); // a slow disk
  expect(place.table.sand).toMatchObject({ at: 1_234, runs: false });
  expect(ann.closed).toBeNull();
  letGo();
  await done;
  expect(await lastSand(journal)).toEqual({ game: 1, at: 1_234 });
  expect(ann.heard('news').slice(-2)).toMatchObject([{ n: 3 }, { n: 4, e: [['paused', 1_234, 0]] }]);
  expect(ann.closed).toBe(1012);
  await place.restart();
  expect(place.table.sand).toEqual({ at: 1_234, runs: false });
  expect(place.table.state).toMatchObject({ locked: true, game: { status: 'paused', at: 1_234 } });
});

test('PR-13a a drained table’s sand stands still also when the journal hangs and recovers meanwhile', async () => {
  const { journal, hold, letGo } = held();
  const { place, ann } = await playing(journal);
  await place.time.pass(700);
  hold();
  ann.manage({ type: 'lock', locked: true });
  await settled();
  const done = place.table.drain(1012, 'restart');
  await place.time.pass(600); // so long that nothing can be promised
  letGo();
  await done;
  expect(await lastSand(journal)).toEqual({ game: 1, at: 700 });
  await place.restart();
  expect(place.table.sand).toEqual({ at: 700, runs: false });
});

test('PR-13a two checkpoints at once are both written', async () => {
  const { journal, asked, hold, letGo } = held();
  await journal.append(`table/${CODE}`, 0, ['{}']); // whose sand it is
  const moments = sandLog(journal, CODE);
  await moments.keep(CODE, 1, 100);
  hold();
  const both = Promise.all([moments.keep(CODE, 1, 500), moments.keep(CODE, 1, 600)]);
  await settled();
  letGo();
  expect(await both).toEqual([null, null]);
  expect(asked).toHaveLength(2);
  expect(await lastSand(journal)).toEqual({ game: 1, at: 600 });
});

test('PR-13a a checkpoint that failed does not keep the next from being written', async () => {
  const { journal } = held();
  const append = journal.append.bind(journal);
  await journal.append(`table/${CODE}`, 0, ['{}']); // whose sand it is
  const moments = sandLog(journal, CODE);
  await moments.keep(CODE, 1, 100);
  journal.append = async () => ({ ok: false, error: { type: 'unavailable', why: 'not now' } });
  const first = moments.keep(CODE, 1, 500);
  journal.append = append;
  const second = moments.keep(CODE, 1, 600);
  expect(await first).toMatchObject({ type: 'unavailable' });
  expect(await second).toBeNull();
  expect(await moments.keep(CODE, 1, 700)).toBeNull();
  expect(await lastSand(journal)).toEqual({ game: 1, at: 700 });
});
