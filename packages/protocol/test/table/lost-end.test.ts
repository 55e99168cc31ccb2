/**
 * Tests of a journal that has lost its last entries: a client that knows more entries proves the loss, and everybody is told
 * (PR-77).
 */
import { expect, test } from 'vitest';
import { Mirror, memoryJournal, readAll } from '../../src/index.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place, Visitor } from './table-kit.ts';

/** A table whose journal is an older copy: Ann and Bob know `lost` more entries than it has. */
async function restoredFromCopy(lost: number) {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const bob = await place.sit('Bob');
  const copy = memoryJournal();
  for (const log of [`table/${CODE}`, `people/${CODE}`]) {
    const all = await readAll(place.journal, log);
    if (all.ok) await copy.append(log, 0, all.entries);
  }
  const kept = place.table.version;
  for (let i = 0; i < lost; i++) {
    ann.manage({ type: 'ready', ready: i % 2 === 0 });
    await settled();
  }
  const known = place.table.version;
  const later = await Place.open({ journal: copy });
  const back = (token: string | undefined) => new Visitor(later, token);
  return { later, kept, known, ann: back(ann.token), bob: back(bob.token) };
}

test('PR-77a a hello with a later version than the journal’s is followed by `entriesLost` for everybody', async () => {
  const { later, kept, known, ann, bob } = await restoredFromCopy(5);
  bob.hello(kept);
  await settled();
  ann.hello(known);
  await settled();
  expect(bob.heard('news').flatMap(({ e }) => e)).toContainEqual(['entriesLost', 5]);
  expect(ann.heard('welcome')).toMatchObject([{ snapshot: { lost: 5 } }]);
  expect(later.table.state.lost).toBe(5);
});

test('PR-77b versions from before the loss are not used again: a client that knows one gets a snapshot', async () => {
  const { later, known, ann, bob } = await restoredFromCopy(5);
  ann.hello(known);
  await settled();
  expect(later.table.version).toBeGreaterThan(known);
  bob.hello(known - 1);
  await settled();
  expect(bob.heard('welcome')).toMatchObject([{ snapshot: { lost: 5 } }]);
  expect(later.table.state.lost).toBe(5); // Bob knows nothing that Ann's hello has not proven already
});

test('PR-77c only the owner of a seat proves a loss, and only once: the hello of a spectator or a repeated hello changes nothing', async () => {
  const { later, kept, known, ann } = await restoredFromCopy(5);
  const eve = new Visitor(later);
  eve.hello(1_000_000);
  await settled();
  expect(later.table.version).toBe(kept);
  ann.hello(known);
  await settled();
  const after = later.table.version;
  ann.hello(after + 1_000);
  await settled();
  expect([later.table.version, later.table.state.lost]).toEqual([after, 5]);
});

test('PR-77c a seat whose client claims to know a million entries makes the log at most 2,100 entries longer', async () => {
  const { later, kept, ann } = await restoredFromCopy(0);
  ann.hello(1_000_000);
  await settled();
  expect(later.table.version - kept).toBeLessThanOrEqual(2_100);
});

test('PR-77d a mirror that continues after the loss has the server’s state', async () => {
  const { later, kept, known, ann, bob } = await restoredFromCopy(3);
  const mirror = new Mirror(() => later.time.now);
  bob.hello();
  await settled();
  ann.hello(known);
  await settled();
  for (const frame of bob.frames) mirror.receive(JSON.parse(frame));
  expect(mirror.version).toBe(later.table.version);
  expect(mirror.version).toBeGreaterThan(kept);
  expect(mirror.confirmed).toEqual(later.table.state);
});
