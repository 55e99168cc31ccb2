/** Tests of draining a table: its hourglass stops when the drain begins, however long pending writes take. */
import { ok } from '@hush/rules';
import { expect, test } from 'vitest';
import { type Journal, memoryJournal } from '../../src/index.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place } from './table-kit.ts';

/** A journal whose appends wait until the test releases them; it lists the requested appends. */
function held() {
  const journal = memoryJournal();
  const append = journal.append.bind(journal);
  const keep = journal.moments.keep.bind(journal.moments);
  const asked: string[] = [];
  let isHeld = false;
  let waiting: (() => void)[] = [];
  const turn = async (what: string): Promise<void> => {
    asked.push(what);
    if (isHeld) await new Promise<void>(resolve => void waiting.push(resolve));
  };
  journal.append = async (log, expected, entries) => {
    await turn(log);
    return append(log, expected, entries);
  };
  journal.moments.keep = async (log, game, at) => {
    await turn(`moment of ${log}`);
    return keep(log, game, at);
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

const lastSand = (journal: Journal): Promise<unknown> => journal.moments.last(`table/${CODE}`, 1);

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

test('PR-13a PR-9g a drain writes commands and sand at once, and commands judged later get the game time of the drain', async () => {
  const { journal, asked, hold, letGo } = held();
  const { place, ann } = await playing(journal);
  await place.time.pass(1_234);
  hold();
  ann.manage({ type: 'lock', locked: true }); // this command is being written when the drain begins
  await settled();
  ann.do({ type: 'pause' }); // this command waits for the first one
  expect(asked).toEqual([`table/${CODE}`]);
  const done = place.table.drain(1012, 'restart');
  await settled();
  // the moment is stored without waiting for the pending append
  expect(asked).toEqual([`table/${CODE}`, `moment of table/${CODE}`]);
  await place.time.pass(300); // the disk takes 300 ms
  expect(place.table.sand).toMatchObject({ at: 1_234, runs: false });
  expect(ann.closed).toBeNull();
  letGo();
  await done;
  expect(await lastSand(journal)).toEqual(ok(1_234));
  expect(ann.heard('news').slice(-2)).toMatchObject([{ n: 3 }, { n: 4, e: [['paused', 1_234, 0]] }]);
  expect(ann.closed).toBe(1012);
  await place.restart();
  expect(place.table.sand).toEqual({ at: 1_234, runs: false });
  expect(place.table.state).toMatchObject({ locked: true, game: { status: 'paused', at: 1_234 } });
});

test('PR-13a the sand of a drained table stands still even if the journal hangs and recovers', async () => {
  const { journal, hold, letGo } = held();
  const { place, ann } = await playing(journal);
  await place.time.pass(700);
  hold();
  ann.manage({ type: 'lock', locked: true });
  await settled();
  const done = place.table.drain(1012, 'restart');
  await place.time.pass(600); // after this time the table does not know whether the append happened
  letGo();
  await done;
  expect(await lastSand(journal)).toEqual(ok(700));
  await place.restart();
  expect(place.table.sand).toEqual({ at: 700, runs: false });
});
