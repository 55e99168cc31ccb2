/** A bot plays for a member who is away and gives the seat back, with one authority or several. */
import { expect, test } from 'vitest';
import { memoryJournal } from '../../src/index.ts';
import { Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';
import { eventsOf, Puppets, party, play, withBo } from './bots-kit.ts';

test('PR-23a five seconds after a member’s connection is lost a bot sits in, and stands up at once when the member is back', async () => {
  const guests = await withBo();
  const { place, puppets, bo, host } = guests;
  place.table.disconnect(bo);
  await place.time.pass(4_900);
  expect(place.table.state.standIns ?? []).toEqual([]);
  await place.time.pass(200);
  expect(place.table.state.standIns).toEqual([3]);
  expect(place.game.bots).toEqual([1, 2]);
  expect(puppets.view).toMatchObject({ humans: [0], bots: [{ seat: 1 }, { seat: 2, temper: 'calm' }] });
  await place.sit('Bo');
  expect(place.table.state.standIns).toEqual([]);
  expect(puppets.view.humans).toEqual([0, 2]);
  expect(host.heard('news').at(-1)?.['e']).toEqual([['botStoodUp', 3]]);
});

test('PR-23b no bot sits in after a short absence, at a table without bots, or where the host forbids it', async () => {
  const guests = await withBo();
  guests.place.table.disconnect(guests.bo);
  await guests.place.time.pass(4_000);
  await guests.place.sit('Bo');
  await guests.place.time.pass(4_000);
  expect(guests.place.table.state.standIns ?? []).toEqual([]);
  guests.host.manage({ type: 'sitIn', allowed: false });
  guests.place.table.disconnect(guests.bo);
  await guests.place.time.pass(60_000);
  expect(guests.place.table.state.standIns ?? []).toEqual([]);
});

test('HG-8i PR-23c where a lost connection pauses the game, the game is paused first and no bot sits in', async () => {
  const { place, bo } = await withBo({ wish: { scenario: 1, house: { pauseOnDisconnect: true } } });
  place.table.disconnect(bo);
  await place.time.pass(60_000);
  expect(place.game.status).toBe('paused');
  expect(place.table.state.standIns ?? []).toEqual([]);
});

test('PR-23a no bot sits in when the last person is away; when one is back, bots sit in for all others who are away', async () => {
  const { place, bo, host } = await withBo();
  place.table.disconnect(bo);
  place.table.disconnect(host);
  await place.time.pass(20_000);
  expect(place.table.state.standIns ?? []).toEqual([]);
  await place.sit('Ann');
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
});

test('PR-23a after a restart the bots go on, and bots sit in for members who do not come back', async () => {
  const guests = await withBo();
  const { place, puppets } = guests;
  puppets.table = null;
  await place.restart();
  await place.sit('Ann');
  expect(puppets.view.bots).toHaveLength(1);
  await place.time.pass(5_100);
  expect(puppets.view.bots).toHaveLength(2);
});

// Several authorities.

test('PR-22b two authorities with the same bots never make a move twice', async () => {
  const journal = memoryJournal();
  const guests = await party(3, { journal });
  await play(guests);
  const elsewhere = new Puppets();
  const { time } = guests.place;
  const second = await Place.open({ journal, time, bots: elsewhere.hire });
  await second.sit('Ann'); // her newer window is at the other authority
  await guests.place.sit('Cy'); // takes a bot's seat, so that this authority has a person too
  await time.pass(100);
  const { version } = second.table;
  guests.puppets.move();
  elsewhere.move();
  await settled();
  await time.pass(50);
  expect(second.table.version).toBe(version + 1);
  expect(guests.place.table.version).toBe(version + 1);
  const acting = [guests.puppets, elsewhere].filter(({ table }) => table?.view() !== null);
  expect(acting).toHaveLength(1);
  await time.pass(6_100); // the other one has been silent
  expect(guests.puppets.table?.view()).not.toBeNull();
  expect(elsewhere.table?.view()).not.toBeNull();
});

/** Ann is at the first authority and Bo at the second; one bot has a seat. */
async function twoAuthorities(): Promise<{
  readonly first: Place;
  readonly second: Place;
  readonly ann: Visitor;
  readonly bo: Visitor;
}> {
  const journal = memoryJournal();
  const guests = await party(1, { journal });
  const { time } = guests.place;
  const second = await Place.open({ journal, time, salt: 'second', bots: new Puppets().hire });
  const bo = await second.sit('Bo');
  await time.pass(50);
  await play(guests);
  await time.pass(50);
  return { first: guests.place, second, ann: guests.host, bo };
}

const stoodIn = async (place: Place): Promise<readonly string[]> =>
  (await eventsOf(place))
    .map(({ type }) => type)
    .filter(type => type === 'botSatIn' || type === 'botStoodUp');

test('PR-23d when a member is connected to another authority, a bot sits in for them less and less often', async () => {
  const { first, second } = await twoAuthorities();
  await first.time.pass(55_000);
  expect(await stoodIn(first)).toEqual([]);
  await first.time.pass(120_000);
  // An authority cannot know whether the other one still runs: the wait before each question doubles.
  const asked = await stoodIn(first);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(second.table.state.standIns ?? []).toEqual([]);
});

test('PR-23d the authority that lost the connection seats a bot, and any authority that sees the member gives the seat back', async () => {
  const { first, second, bo } = await twoAuthorities();
  second.table.disconnect(bo);
  await first.time.pass(5_200);
  expect(first.table.state.standIns).toEqual([3]);
  const back = await first.sit('Bo'); // at the first one, this time
  await first.time.pass(100);
  expect(second.table.state.standIns).toEqual([]);
  await first.time.pass(50_000);
  expect(await stoodIn(first)).toEqual(['botSatIn', 'botStoodUp']);
  expect(back.closed).toBeNull();
});

test('PR-23d a minute after another authority has died, bots sit in for the members who were connected to it', async () => {
  const { first, second } = await twoAuthorities();
  await second.table.drain(1012, 'gone');
  await first.time.pass(66_000);
  expect(first.table.state.standIns).toEqual([3]);
});

test('PR-23b when the host forbids sitting in, bots that sit in stand up', async () => {
  const { place, bo, host } = await withBo();
  place.table.disconnect(bo);
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
  host.manage({ type: 'sitIn', allowed: false });
  await settled();
  expect(place.table.state.standIns).toEqual([]);
  await place.time.pass(5_000); // a member who switches windows often is slowed down
  host.manage({ type: 'sitIn', allowed: true });
  await place.time.pass(7_000);
  expect(place.table.state.standIns).toEqual([3]); // it did not count as a sign of life
});

test('PR-23d a command just before the connection is lost does not stop a bot from sitting in', async () => {
  const { place, bo } = await withBo();
  bo.manage({ type: 'ready', ready: true });
  place.table.disconnect(bo);
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
});
