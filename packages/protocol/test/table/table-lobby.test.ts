/** Tests of the lobby: who may sit down and when, which wishes are possible, and which members are listed. */
import { SCENARIOS } from '@hush/rules';
import { expect, test } from 'vitest';
import { settled } from '../virtual-time.ts';
import { type Frame, Place } from './table-kit.ts';

test('PR-5c a join while a game runs is refused with `game-running`, and the visitor stays a spectator', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  const late = await place.sit('Cy');
  expect(late.heard('no')).toEqual([
    {
      t: 'no',
      n: 0,
      why: 'game-running',
      say: 'A game is running here: you can watch it, and take a seat when it is over.',
    },
  ]);
  expect(late.closed).toBeNull();
  ann.do({ type: 'say', text: 'hush' });
  await place.time.pass(181_000);
  await settled();
  expect(late.heard('news').length).toBeGreaterThan(0); // the visitor still watches
  late.say({ t: 'join', name: 'Cy', avatar: 'fox' });
  await settled();
  expect(late.member).toBe(3);
});

test('PR-5e a seat that a member left during a game can be taken', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'begin' });
  await settled();
  bo.manage({ type: 'leave' });
  await settled();
  const cy = await place.sit('Cy');
  expect([cy.member, cy.seat]).toEqual([3, 1]);
});

test('PR-67a when the host forbids spectators, they are closed with 4010, and so are members who leave later', async () => {
  const place = await Place.create();
  const [ann, bo, cy] = [await place.sit('Ann'), await place.sit('Bo'), await place.sit('Cy')];
  const eve = await place.watch();
  bo.manage({ type: 'leave' });
  await settled();
  expect([bo.closed, eve.closed]).toEqual([null, null]);
  ann.manage({ type: 'spectators', allowed: false });
  await settled();
  expect([bo.closed, eve.closed]).toEqual([4010, 4010]);
  expect([ann.closed, cy.closed]).toEqual([null, null]);
  cy.manage({ type: 'leave' });
  await settled();
  expect(cy.closed).toBe(4010);
});

test('PR-5c the tenth join is refused with `full`, and a join at a locked table with `locked`', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  for (let i = 2; i <= 9; i++) await place.sit(`Player${i}`);
  expect((await place.sit('Ten')).heard('no')).toEqual([{ t: 'no', n: 0, why: 'full' }]);
  ann.manage({ type: 'lock', locked: true });
  await settled();
  expect((await place.sit('Eleven')).heard('no')).toEqual([{ t: 'no', n: 0, why: 'locked' }]);
});

test.each([
  [{ scenario: 99 }, `There is no scenario 99: scenarios are numbered 1 to ${SCENARIOS.length}.`],
  [{ scenario: 1, hourglass: 0.5 }, 'An hourglass holds 1 to 3600 seconds, not 0.5.'],
  [{ scenario: 1, stack: [2, 2] }, 'The stack names tile 2 twice.'],
  [{ scenario: 1, edition: 'first' }, 'There is no edition "first".'],
])('PR-9d a wish that cannot be set up is refused at once with a sentence: %j', async (wish, say) => {
  const place = await Place.create({ wish: { scenario: 2 } });
  const ann = await place.sit('Ann');
  const n = ann.manage({ type: 'wish', wish });
  await settled();
  expect(ann.last).toEqual({ t: 'no', n, why: 'bad-setup', say });
  expect(place.table.state.wish).toEqual({ scenario: 2 });
});

test('PR-9d a wish for more players than are at the table is accepted', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  ann.manage({ type: 'wish', wish: { scenario: 12 } });
  ann.manage({ type: 'wish', wish: { scenario: 13, edition: 'revised' } });
  await settled();
  expect(place.table.state.wish).toEqual({ scenario: 13, edition: 'revised' });
});

test('PR-9d every wish of a member who is not host is refused with `not-host`', async () => {
  const place = await Place.create();
  await place.sit('Ann');
  const bo = await place.sit('Bo');
  const n = bo.manage({ type: 'wish', wish: { scenario: 99 } });
  await settled();
  expect(bo.last).toEqual({ t: 'no', n, why: 'not-host' });
});

const names = (frame: Frame = {}): readonly string[] =>
  (frame['people'] as readonly { readonly name: string }[]).map(({ name }) => name);

test('PR-12a a member who leaves or is kicked is removed from `people`', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const [cy, eve] = [await place.sit('Cy'), await place.watch()];
  ann.manage({ type: 'kick', member: 2 });
  await settled();
  expect(bo.closed).toBe(4002);
  expect(names(eve.heard('people').at(-1))).toEqual(['Ann', 'Cy']);
  cy.manage({ type: 'leave' });
  await settled();
  expect(names(eve.heard('people').at(-1))).toEqual(['Ann']);
  expect(names((await place.watch()).heard('welcome').at(-1))).toEqual(['Ann']);
});

test('PR-12a a player who left after the game stays in `people` until the next game begins', async () => {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 10 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const cy = await place.sit('Cy');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(11_000);
  bo.manage({ type: 'leave' });
  cy.manage({ type: 'leave' });
  await settled();
  expect(place.table.state).toMatchObject({ seats: [1], played: [1, 2, 3] });
  expect(names(ann.heard('people').at(-1))).toEqual(['Ann', 'Bo', 'Cy']);
  await place.restart();
  const eve = await place.watch();
  expect(names(eve.heard('welcome').at(-1))).toEqual(['Ann', 'Bo', 'Cy']);
  const dee = await place.sit('Dee');
  expect(names(dee.heard('people').at(-1))).toEqual(['Ann', 'Dee', 'Bo', 'Cy']);
  dee.manage({ type: 'leave' }); // Dee has not played in the last game
  await settled();
  expect(names(eve.heard('people').at(-1))).toEqual(['Ann', 'Bo', 'Cy']);
});

test('PR-12a a member kicked during or after a game is removed from `people`', async () => {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 10 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await place.sit('Cy');
  await place.sit('Dee');
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  ann.manage({ type: 'kick', member: 4 });
  await settled();
  await place.time.pass(11_000);
  expect(place.table.state).toMatchObject({ played: [1, 2, 3, null], left: [null, null, null, 4] });
  expect(names(ann.heard('people').at(-1))).toEqual(['Ann', 'Bo', 'Cy']);
  ann.manage({ type: 'kick', member: 3 });
  bo.manage({ type: 'leave' });
  await settled();
  expect(names(ann.heard('people').at(-1))).toEqual(['Ann', 'Bo']);
  expect(names((await place.watch()).heard('welcome').at(-1))).toEqual(['Ann', 'Bo']);
});

test.each(['begin', 'abandon'])(
  'PR-12a after `%s` members who have left are removed from `people`',
  async type => {
    const place = await Place.create({ wish: { scenario: 1, hourglass: 10 } });
    const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
    ann.manage({ type: 'begin' });
    ann.do({ type: 'start' });
    await settled();
    await place.time.pass(11_000);
    bo.manage({ type: 'leave' });
    await settled();
    const eve = await place.watch();
    expect(names(eve.heard('welcome').at(-1))).toEqual(['Ann', 'Bo']);
    ann.manage({ type });
    await settled();
    expect(names((await place.watch()).heard('welcome').at(-1))).toEqual(['Ann']);
    // people who were connected before get the new list as well
    for (const one of [ann, eve]) expect(names(one.heard('people').at(-1))).toEqual(['Ann']);
  },
);

test('PR-12a a player who left during the game is in `people` at its end, and `people` is sent only when it changes', async () => {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 10 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const told = (): readonly (readonly string[])[] => ann.heard('people').map(names);
  await place.sit('Cy');
  const before = told().length;
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  expect(told()).toHaveLength(before);
  bo.manage({ type: 'leave' });
  await settled();
  expect(told().slice(before)).toEqual([['Ann', 'Cy']]);
  await place.time.pass(11_000);
  expect(place.table.state.game?.status).toBe('lost');
  expect(told().slice(before)).toEqual([
    ['Ann', 'Cy'],
    ['Ann', 'Cy', 'Bo'],
  ]);
  ann.manage({ type: 'begin' });
  await settled();
  expect(told().at(-1)).toEqual(['Ann', 'Cy']);
  ann.do({ type: 'start' });
  await settled();
  await place.time.pass(11_000);
  expect(told()).toHaveLength(before + 3); // nobody left during this game
});
