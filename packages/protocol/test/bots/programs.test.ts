/** Tests of programs at a table: who may admit them, how they are marked, and what happens when one fails. */
import { expect, test } from 'vitest';
import { Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';
import { eventsOf, Puppets } from './bots-kit.ts';

const PROGRAM = { program: true } as const;

/** A running game with Ann, who allows programs, and a program. */
async function withProgram(
  house = {},
): Promise<{ place: Place; ann: Visitor; robot: Visitor; puppets: Puppets }> {
  const puppets = new Puppets();
  const place = await Place.create({ bots: puppets.hire, wish: { scenario: 1, house } });
  const ann = await place.sit('Ann');
  ann.manage({ type: 'programs', allowed: true });
  await settled();
  const robot = await place.sit('Robot', PROGRAM);
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  return { place, ann, robot, puppets };
}

test('PR-75a PR-75b a program is refused until the host allows programs; then it gets a seat and is listed as a program', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const early = await place.sit('Robot', PROGRAM);
  expect(early.last).toMatchObject({ t: 'no', n: 0, why: 'no-programs' });
  ann.manage({ type: 'programs', allowed: true });
  await settled();
  const robot = await place.sit('Robot', PROGRAM);
  expect(robot.member).toBe(2);
  expect(place.table.state).toMatchObject({ seats: [1, 2], programs: [2], programsAllowed: true, host: 1 });
  expect(ann.heard('here').at(-1)?.['here']).toEqual([1, 2]);
  expect((await eventsOf(place)).map(({ type }) => type)).toEqual([
    'tableOpened',
    'memberJoined',
    'hostNamed',
    'programsAllowed',
    'memberJoined',
    'programSeated',
  ]);
});

test('PR-75b PR-50a only the host can allow or forbid programs; forbidding keeps seated programs and refuses new ones', async () => {
  const { place, ann, robot } = await withProgram();
  robot.manage({ type: 'programs', allowed: true });
  await settled();
  expect(robot.last).toMatchObject({ t: 'no', why: 'not-host' });
  ann.manage({ type: 'abandon' });
  ann.manage({ type: 'programs', allowed: false });
  await settled();
  expect(place.table.state.programs).toEqual([2]);
  expect((await place.sit('Other', PROGRAM)).last).toMatchObject({ t: 'no', why: 'no-programs' });
});

test('PR-75b PR-75d a program that joins an empty table is host, and a host who leaves is replaced by a person before a program', async () => {
  const place = await Place.create();
  const robot = await place.sit('Robot', PROGRAM);
  expect(place.table.state).toMatchObject({ host: 1, programs: [1] });
  robot.manage({ type: 'programs', allowed: true });
  await settled();
  const ann = await place.sit('Ann');
  await place.sit('Second', PROGRAM);
  await place.sit('Bo');
  robot.manage({ type: 'handOver', member: 2 });
  await settled();
  ann.manage({ type: 'leave' });
  await settled();
  expect(place.table.state).toMatchObject({ host: 4, programs: [1, 3] });
});

test('PR-75c the log of a game has `botSat` for the seat of a program, as for the seats of our own bots', async () => {
  const { place } = await withProgram();
  expect(place.game.bots).toEqual([1]);
});

test('PR-75e HG-8i a program that loses its connection does not pause the game, and a bot stands in after five seconds', async () => {
  const { place, robot, puppets } = await withProgram({ pauseOnDisconnect: true });
  place.table.disconnect(robot);
  await place.time.pass(4_900);
  expect(place.game.status).toBe('playing');
  expect(place.table.state.standIns ?? []).toEqual([]);
  await place.time.pass(200);
  expect(place.table.state.standIns).toEqual([2]);
  expect(puppets.view.bots).toEqual([{ seat: 1, temper: 'calm' }]);
});

test('PR-75e if stand-ins are forbidden, the seat of a failed program stays idle and the game continues', async () => {
  const { place, ann, robot } = await withProgram();
  ann.manage({ type: 'sitIn', allowed: false });
  await settled();
  place.table.disconnect(robot);
  await place.time.pass(20_000);
  expect(place.table.state.standIns ?? []).toEqual([]);
  expect(place.game.status).toBe('playing');
});

test('PR-75a a program that leaves is no longer listed', async () => {
  const { place, robot } = await withProgram();
  robot.manage({ type: 'leave' });
  await settled();
  expect(place.table.state).toMatchObject({ seats: [1, null], programs: [] });
});
