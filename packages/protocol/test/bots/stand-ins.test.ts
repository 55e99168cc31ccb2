/** Tests that a bot stands in for an absent member and returns the seat, with one authority and with several. */
import { expect, test } from 'vitest';
import { memoryJournal } from '../../src/index.ts';
import { Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';
import { eventsOf, Puppets, party, play, withBo } from './bots-kit.ts';

test('PR-23a five seconds after a member’s connection is lost a bot stands in, and it leaves at once when the member is back', async () => {
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

test('PR-23b no bot stands in after a short absence, at a table without bots, or where the host forbids it', async () => {
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

test('HG-8i PR-23c if a lost connection pauses the game, the pause comes first and no bot stands in', async () => {
  const { place, bo } = await withBo({ wish: { scenario: 1, house: { pauseOnDisconnect: true } } });
  place.table.disconnect(bo);
  await place.time.pass(60_000);
  expect(place.game.status).toBe('paused');
  expect(place.table.state.standIns ?? []).toEqual([]);
});

test('PR-23a no bot stands in while no person is connected; when one returns, bots stand in for all other absent members', async () => {
  const { place, bo, host } = await withBo();
  place.table.disconnect(bo);
  place.table.disconnect(host);
  await place.time.pass(20_000);
  expect(place.table.state.standIns ?? []).toEqual([]);
  await place.sit('Ann');
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
});

test('PR-23a after a restart bots continue, and stand in for members who do not reconnect', async () => {
  const guests = await withBo();
  const { place, puppets } = guests;
  puppets.table = null;
  await place.restart();
  await place.sit('Ann');
  expect(puppets.view.bots).toHaveLength(1);
  await place.time.pass(5_100);
  expect(puppets.view.bots).toHaveLength(2);
});

// Tests with several authorities.

test('PR-22b two authorities with the same bots never make the same move twice', async () => {
  const journal = memoryJournal();
  const guests = await party(3, { journal });
  await play(guests);
  const elsewhere = new Puppets();
  const { time } = guests.place;
  const second = await Place.open({ journal, time, bots: elsewhere.hire });
  await second.sit('Ann'); // Ann opens a newer window at the other authority
  await guests.place.sit('Cy'); // Cy takes a bot's seat, so that a person is connected to this authority, too
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
  await time.pass(6_100); // the other authority's bots have done nothing for six seconds
  expect(guests.puppets.table?.view()).not.toBeNull();
  expect(elsewhere.table?.view()).not.toBeNull();
});

/** A table at which Ann is connected to the first authority and Bo to the second; one bot has a seat. */
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

test('PR-23d if a member is connected to another authority, the wait before a bot stands in doubles each time', async () => {
  const { first, second } = await twoAuthorities();
  await first.time.pass(55_000);
  expect(await stoodIn(first)).toEqual([]);
  await first.time.pass(120_000);
  // An authority cannot know whether the other authority still runs, so it tries, and doubles the wait before each
  // attempt.
  const asked = await stoodIn(first);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(second.table.state.standIns ?? []).toEqual([]);
});

test('PR-23d the authority that lost a member’s connection seats a bot; an authority to which the member is connected returns the seat', async () => {
  const { first, second, bo } = await twoAuthorities();
  second.table.disconnect(bo);
  await first.time.pass(5_200);
  expect(first.table.state.standIns).toEqual([3]);
  const back = await first.sit('Bo'); // Bo reconnects to the first authority this time
  await first.time.pass(100);
  expect(second.table.state.standIns).toEqual([]);
  await first.time.pass(50_000);
  expect(await stoodIn(first)).toEqual(['botSatIn', 'botStoodUp']);
  expect(back.closed).toBeNull();
});

test('PR-23d a minute after another authority has died, bots stand in for its members', async () => {
  const { first, second } = await twoAuthorities();
  await second.table.drain(1012, 'gone');
  await first.time.pass(66_000);
  expect(first.table.state.standIns).toEqual([3]);
});

test('PR-23b when the host forbids stand-ins, all stand-ins leave their seats', async () => {
  const { place, bo, host } = await withBo();
  place.table.disconnect(bo);
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
  host.manage({ type: 'sitIn', allowed: false });
  await settled();
  expect(place.table.state.standIns).toEqual([]);
  await place.time.pass(5_000); // the bot waits longer for a member who often switches windows
  host.manage({ type: 'sitIn', allowed: true });
  await place.time.pass(7_000);
  expect(place.table.state.standIns).toEqual([3]); // the stand-in did not count as presence elsewhere
});

test('PR-23d a command just before the connection is lost does not prevent a bot from standing in', async () => {
  const { place, bo } = await withBo();
  bo.manage({ type: 'ready', ready: true });
  place.table.disconnect(bo);
  await place.time.pass(5_100);
  expect(place.table.state.standIns).toEqual([3]);
});
