/** Tests of a table without connections: its sand rests, and no moments are stored (PR-13c). */
import { expect, test } from 'vitest';
import { memoryJournal } from '../../src/index.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place, Visitor } from './table-kit.ts';

/** A running game with an hour of sand, and a counter of how often its sand was stored. */
async function running() {
  const journal = memoryJournal();
  const keep = journal.moments.keep.bind(journal.moments);
  const kept: number[] = [];
  journal.moments.keep = (log, game, at) => {
    kept.push(at);
    return keep(log, game, at);
  };
  const place = await Place.create({ journal, wish: { scenario: 1, hourglass: 600 } });
  const ann = await place.sit('Ann');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(10_000);
  return { place, ann, kept };
}

test('PR-13c the sand runs for a minute after the last connection closed, then stands still, and nothing more is stored', async () => {
  const { place, ann, kept } = await running();
  place.table.disconnect(ann);
  await place.time.pass(59_000);
  expect(place.table.sand).toMatchObject({ at: 69_000, runs: true });
  await place.time.pass(2_000);
  const stored = kept.length;
  await place.time.pass(3_600_000);
  expect(place.table.sand).toEqual({ at: 70_000, runs: false });
  expect(kept.length).toBe(stored);
  expect(kept.at(-1)).toBe(70_000);
});

test('PR-13c the sand runs again at once when a member reconnects, and the member is told so', async () => {
  const { place, ann } = await running();
  place.table.disconnect(ann);
  await place.time.pass(300_000);
  const back = new Visitor(place, ann.token);
  back.hello();
  await settled();
  expect(place.table.sand).toEqual({ at: 70_000, runs: true });
  await place.time.pass(1_000);
  expect(place.table.sand.at).toBe(71_000);
});

test('PR-13c the sand runs again five seconds after the first spectator has come', async () => {
  const { place, ann } = await running();
  place.table.disconnect(ann);
  await place.time.pass(300_000);
  await place.watch();
  await place.time.pass(3_000);
  await place.watch();
  await place.time.pass(1_900);
  expect(place.table.sand.runs).toBe(false);
  await place.time.pass(200);
  expect(place.table.sand.runs).toBe(true);
});

test('PR-13c a table that is evicted while its sand stands still is opened again with the same amount of sand', async () => {
  const { place, ann } = await running();
  place.table.disconnect(ann);
  await place.time.pass(600_000);
  await place.restart();
  expect(place.table.sand).toEqual({ at: 70_000, runs: false });
  expect(await place.journal.moments.last(`table/${CODE}`, 1)).toEqual({ ok: true, value: 70_000 });
});

test('PR-13c a member who comes back within a minute finds the sand running as if nobody had left', async () => {
  const { place, ann } = await running();
  place.table.disconnect(ann);
  await place.time.pass(30_000);
  const back = new Visitor(place, ann.token);
  back.hello();
  await place.time.pass(60_000);
  expect(place.table.sand).toMatchObject({ at: 100_000, runs: true });
});
