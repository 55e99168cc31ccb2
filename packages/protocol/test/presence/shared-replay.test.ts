/** Tests of the shared replay after a game: one position for everybody, a leader, guesses, and no journal entries. */
import { expect, test } from 'vitest';
import type { DebriefMessage } from '../../src/index.ts';
import { DEBRIEF_APART, DEBRIEF_BURST } from '../../src/presence/shared-replay.ts';
import { Place, raise, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const told = (visitor: Visitor): DebriefMessage =>
  (visitor.heard('debrief').at(-1) as DebriefMessage | undefined) ?? raise('no debrief');

const ask = (visitor: Visitor, c: unknown, game = 1): void => visitor.say({ t: 'debrief', game, c });

const show = (at: number, more: object = {}): object => ({
  type: 'show',
  at,
  runs: false,
  speed: 1,
  answered: false,
  ...more,
});

/** A finished game of three players: the sand ran out after half a minute. */
async function afterGame(): Promise<{
  readonly place: Place;
  readonly ann: Visitor;
  readonly bo: Visitor;
  readonly cy: Visitor;
}> {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 30 } });
  const [ann, bo, cy] = [await place.sit('Ann'), await place.sit('Bo'), await place.sit('Cy')];
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(31_000);
  await settled();
  return { place, ann, bo, cy };
}

test('PR-180a the state of a shared replay is sent to everybody, and later connections get its current position', async () => {
  const { place, ann, bo } = await afterGame();
  const eve = await place.watch();
  ask(ann, { type: 'open' });
  ask(ann, show(4000, { runs: true, speed: 2, point: 1 }));
  for (const one of [ann, bo, eve])
    expect(told(one)).toMatchObject({
      game: 1,
      leader: ann.member,
      at: 4000,
      runs: true,
      speed: 2,
      point: 1,
    });
  await place.time.pass(3000);
  const late = await place.watch();
  expect(told(late)).toMatchObject({ at: 10_000, runs: true });
  await place.time.pass(20_000);
  expect(told(await place.watch())).toMatchObject({ at: 30_000, runs: false });
});

test('PR-180b the first member in the debrief leads until the host joins; the host can pass the lead on', async () => {
  const { ann, bo, cy } = await afterGame();
  ask(bo, { type: 'open' });
  expect(told(cy).leader).toBe(bo.member);
  ask(ann, { type: 'open' });
  expect(told(cy)).toMatchObject({ leader: ann.member, here: [bo.member, ann.member] });
  ask(ann, { type: 'give', to: cy.member }); // Cy has not joined the debrief
  expect(told(cy).leader).toBe(ann.member);
  ask(bo, { type: 'give', to: bo.member }); // Bo does not lead
  expect(told(cy).leader).toBe(ann.member);
  ask(ann, { type: 'give', to: bo.member });
  expect(told(cy).leader).toBe(bo.member);
});

test('PR-180b a leader who loses the connection is replaced, and leads again after reconnecting', async () => {
  const { place, ann, bo, cy } = await afterGame();
  for (const one of [ann, bo, cy]) ask(one, { type: 'open' });
  ask(ann, { type: 'give', to: bo.member });
  place.table.disconnect(bo);
  await settled();
  expect(told(cy)).toMatchObject({ leader: ann.member, here: [ann.member, cy.member] });
  await place.time.pass(5000);
  bo.n = 5000;
  bo.hello();
  await settled();
  expect(told(cy)).toMatchObject({ leader: bo.member });
  expect(told(bo)).toMatchObject({ leader: bo.member });
});

test('PR-180c only the leader moves the replay, only up to its end, and a new turning point removes the pins', async () => {
  const { ann, bo } = await afterGame();
  for (const one of [ann, bo]) ask(one, { type: 'open' });
  ask(bo, show(9000));
  expect(told(ann).at).toBe(0);
  ask(ann, show(99_000, { point: 1 }));
  expect(told(bo)).toMatchObject({ at: 30_000, point: 1 });
  ask(bo, { type: 'pin', cell: 20 });
  expect(told(ann).pins).toEqual([{ m: bo.member, cell: 20 }]);
  ask(ann, show(8000, { point: 2 }));
  expect(told(bo).pins).toEqual([]);
});

test('PR-180d requests for the lead, watching alone and guesses are shown, and can be taken back', async () => {
  const { ann, bo } = await afterGame();
  for (const one of [ann, bo]) ask(one, { type: 'open' });
  ask(bo, { type: 'ask', wants: true });
  ask(bo, { type: 'free', at: 7000 });
  ask(bo, { type: 'pin', cell: 21 });
  expect(told(ann)).toMatchObject({
    asks: [bo.member],
    free: [{ m: bo.member, at: 7000 }],
    pins: [{ m: bo.member, cell: 21 }],
  });
  for (const c of [{ type: 'ask', wants: false }, { type: 'free' }, { type: 'pin' }]) ask(bo, c);
  expect(told(ann)).toMatchObject({ asks: [], free: [], pins: [] });
  ask(ann, show(0, { point: 1, answered: true }));
  ask(bo, { type: 'pin', cell: 21 });
  expect(told(ann).pins).toEqual([]);
  ask(ann, { type: 'give', to: bo.member });
  ask(ann, { type: 'close' });
  expect(told(bo)).toMatchObject({ leader: bo.member, here: [bo.member] });
});

test('PR-180b a member who gets the lead no longer asks for it or watches alone', async () => {
  const { ann, bo, cy } = await afterGame();
  for (const one of [ann, bo, cy]) ask(one, { type: 'open' });
  ask(bo, { type: 'ask', wants: true });
  ask(bo, { type: 'free', at: 7000 });
  ask(ann, { type: 'give', to: bo.member });
  expect(told(cy)).toMatchObject({ leader: bo.member, asks: [], free: [] });
  ask(cy, { type: 'close' });
  expect(told(cy)).toMatchObject({ leader: bo.member, here: [ann.member, bo.member] });
  ask(bo, { type: 'close' });
  ask(bo, { type: 'open' });
  expect(told(cy)).toMatchObject({ leader: ann.member, here: [ann.member, bo.member] });
});

test('PR-180e requests from spectators, for another game, or above the limit of thirty are ignored', async () => {
  const { place, ann, bo } = await afterGame();
  const { version } = place.table;
  const eve = await place.watch();
  ask(eve, { type: 'open' });
  ask(ann, { type: 'open' }, 2);
  expect(ann.heard('debrief')).toEqual([]);
  for (let i = 0; i < DEBRIEF_BURST + 5; i++) ask(ann, show(1000 + i));
  expect(bo.heard('debrief')).toHaveLength(DEBRIEF_BURST);
  await place.time.pass(DEBRIEF_APART);
  ask(ann, show(7));
  expect(told(bo).at).toBe(7);
  expect(place.table.version).toBe(version);
  ann.manage({ type: 'begin' });
  await settled();
  const heard = bo.heard('debrief').length;
  ask(ann, show(9));
  ask(ann, show(9), 2);
  expect(bo.heard('debrief')).toHaveLength(heard);
  expect((await place.watch()).heard('debrief')).toEqual([]);
});
