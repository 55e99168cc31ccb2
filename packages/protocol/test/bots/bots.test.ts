/**
 * Tests of bots at a table: which members are bots, which seats they take and return, and that each of their commands is
 * executed at most once.
 */
import { prepareGame, scoreOf } from '@hush/rules';
import { expect, test } from 'vitest';
import { decodeEntry, type LogEvent } from '../../src/index.ts';
import { encodeEntry } from '../../src/messages/entry.ts';
import { mayStandIn } from '../../src/state/bot-seats.ts';
import { decideTable, joinTable } from '../../src/state/decide-table.ts';
import { evolveTable } from '../../src/state/evolve-table.ts';
import type { TableRefusal } from '../../src/state/refusals.ts';
import { EMPTY_TABLE, playersOf, type TableState } from '../../src/state/table-state.ts';
import { CODE, raise } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';
import { eventsOf, party, play } from './bots-kit.ts';

// Tests of the table state alone.

const after = (table: TableState, events: readonly LogEvent[] | TableRefusal): TableState =>
  typeof events === 'string' ? raise(events) : events.reduce(evolveTable, table);

const join = (table: TableState): TableState =>
  after(table, joinTable(table, { key: `key of ${table.nextMember}` }));

const withBots = (table: TableState, seats: number): TableState =>
  after(table, decideTable(table, table.host ?? 0, { type: 'seatBot', temper: 'calm', seats }));

function begin(table: TableState): TableState {
  const seats = playersOf(table);
  const prepared = prepareGame({ scenario: 1, players: seats.length }, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  const setUp = after(table, [{ type: 'seatsClosed', seats }, prepared.value.event]);
  return evolveTable(setUp, { type: 'gameStarted', at: 0 });
}

test('PR-21c a bot is always ready and numbered, and never becomes host, even when the host leaves', () => {
  const table = withBots(join(EMPTY_TABLE), 3);
  expect(table).toMatchObject({ seats: [1, 2, 3, 4], host: 1, ready: [2, 3, 4] });
  expect(table.bots?.map(({ no }) => no)).toEqual([1, 2, 3]);
  expect(decideTable(table, 1, { type: 'handOver', member: 2 })).toBe('no-such-member');
  expect(decideTable(table, 2, { type: 'ready', ready: false })).toEqual([
    { type: 'memberReady', member: 2, ready: false },
  ]);
  const without = after(table, decideTable(table, 1, { type: 'kick', member: 3 }));
  expect(withBots(without, 1).bots?.map(({ no }) => no)).toEqual([1, 3, 2]); // number 1 is free again, so the new bot gets it
  expect(after(table, decideTable(table, 1, { type: 'leave' })).host).toBeNull();
});

test('PR-21a `seatBot` by the host fills free seats; from any other member it is refused', () => {
  const two = join(join(EMPTY_TABLE));
  expect(decideTable(two, 2, { type: 'seatBot', temper: 'calm' })).toBe('not-host');
  expect(withBots(two, 9).seats).toHaveLength(9);
  expect(decideTable(withBots(two, 7), 1, { type: 'seatBot', temper: 'calm' })).toBe('full');
  const playing = begin(two);
  expect(decideTable(playing, 1, { type: 'seatBot', temper: 'calm' })).toBe('game-running');
  const left = after(playing, decideTable(playing, 2, { type: 'leave' }));
  expect(withBots(left, 1).seats).toEqual([1, 3]);
});

test('PR-21d a person who joins a full table or a running game gets the seat of the last bot, but not at a locked table', () => {
  const full = withBots(join(EMPTY_TABLE), 8);
  expect(join(full).seats).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
  const playing = begin(withBots(join(EMPTY_TABLE), 3));
  const [left, joined] = joinTable(playing, { key: 'key' }) as readonly LogEvent[];
  expect(left).toEqual({ type: 'memberLeft', member: 4, kicked: false });
  expect(joined).toEqual({ type: 'memberJoined', member: 5, seat: 3, key: 'key' });
  expect(joinTable({ ...playing, locked: true }, { key: 'key' })).toBe('locked');
  expect(joinTable(withBots(join(EMPTY_TABLE), 1), { key: 'key' })).toHaveLength(1); // a seat is free, so the bot stays
});

test('PR-22c when the last person leaves, the game of the bots is abandoned', () => {
  const playing = begin(withBots(join(EMPTY_TABLE), 3));
  const left = after(playing, decideTable(playing, 1, { type: 'leave' }));
  expect(left).toMatchObject({ game: null, host: null });
  expect(join(left).host).toBe(5);
});

test('PR-23b stand-ins are allowed at tables with bots and where the host allows them, but not where the host forbids them', () => {
  const people = join(join(EMPTY_TABLE));
  const allowed = (yes: boolean) => decideTable(people, 1, { type: 'sitIn', allowed: yes });
  expect(mayStandIn(people)).toBe(false);
  expect(mayStandIn(after(people, allowed(true)))).toBe(true);
  expect(mayStandIn(withBots(people, 1))).toBe(true);
  expect(mayStandIn(withBots(after(people, allowed(false)), 1))).toBe(false);
});

test('PR-11b `memberJoined` of a person has no field `bot`, so its text equals that of older logs', () => {
  const joined = { type: 'memberJoined', member: 1, seat: 0, key: 'k' } as const;
  expect(encodeEntry({ events: [joined], cause: null })).toBe('{"e":[["memberJoined",1,0,"k"]]}');
  const bot = { ...joined, key: '', bot: 'brisk' } as const;
  const text = encodeEntry({ events: [bot], cause: null });
  expect(text).toBe('{"e":[["memberJoined",1,0,"","brisk"]]}');
  expect(decodeEntry(text)).toEqual({ ok: true, value: { events: [bot], cause: null } });
});

// Tests with a running table.

test('PR-21b no token opens the seat of a bot, not even an empty one', async () => {
  const { place } = await party(1);
  expect(place.table.knows('')).toBe(false);
  const visitor = await place.watch();
  visitor.say({ t: 'hello', protocol: 1, table: CODE, token: 'a-token-of-nobody-at-all' });
  await settled();
  expect(visitor.closed).toBe(4005);
});

test('GB-1i the game log marks every seat that a bot plays, at the start and when a bot sits down later', async () => {
  const guests = await party(2);
  const { place, host } = guests;
  const bo = await place.sit('Bo');
  await play(guests);
  expect(place.game.bots).toEqual([1, 2]);
  await place.time.pass(700);
  bo.manage({ type: 'leave' });
  host.manage({ type: 'seatBot', temper: 'calm' });
  await settled();
  expect(place.game.bots).toEqual([1, 2, 3]);
  expect((await eventsOf(place)).at(-1)).toEqual({ type: 'botSat', at: 700, seat: 3 });
});

test('PR-22a a bot’s move is broadcast as news without `m` and `n`', async () => {
  const guests = await party(3);
  await play(guests);
  const { place, puppets, host } = guests;
  expect(puppets.view).toMatchObject({ humans: [0], bots: [{ temper: 'brisk' }, {}, {}] });
  puppets.move();
  expect(puppets.table?.view()).toBeNull(); // a bot sends one command at a time
  await settled();
  expect(host.last['t']).toBe('news');
  expect((await eventsOf(place)).at(-1)?.type).toBe('heroMoved');
  expect(puppets.table?.view()).not.toBeNull();
});

test('PR-22b a bot’s move is dropped if the table changed after the bot looked, and the bot looks again', async () => {
  const guests = await party(3);
  await play(guests);
  const { place, puppets, host } = guests;
  const { version } = place.table;
  host.manage({ type: 'lock', locked: true });
  puppets.move();
  await settled();
  expect(place.table.version).toBe(version + 1); // the log has only the entry that locks the table
  const { looks } = puppets;
  await place.time.pass(10);
  expect(puppets.looks).toBeGreaterThan(looks);
});

test('PR-22c bots do not act while no person is connected, while the game is paused, or after its end', async () => {
  const guests = await party(3, { wish: { scenario: 1, house: { pause: true } } });
  await play(guests);
  const { place, puppets, host } = guests;
  host.do({ type: 'pause' });
  await settled();
  expect(puppets.table?.view()).toBeNull();
  host.do({ type: 'resume' });
  await settled();
  expect(puppets.table?.view()).not.toBeNull();
  place.table.disconnect(host);
  expect(puppets.table?.view()).toBeNull();
  const back = await place.sit('Ann');
  expect(puppets.table?.view()).not.toBeNull();
  back.n = 10;
  back.manage({ type: 'abandon' });
  await settled();
  expect(puppets.table?.view()).toBeNull();
});

test('PR-24 GB-1i a score is marked `bots` if a bot had a seat, stood in or took over a seat', async () => {
  const guests = await party(1);
  await play(guests);
  const { place, host } = guests;
  await place.time.pass(200_000);
  expect(place.game.status).toBe('lost');
  const game = (await eventsOf(place)).filter(event => 'at' in event);
  expect(game.map(({ type }) => type).slice(0, 3)).toEqual(['gameSetUp', 'botSat', 'gameStarted']);
  // the audit accepts the log: a score is computed only after the audit
  expect(scoreOf(game)).toEqual({ ok: false, error: 'Only a won game goes into the book.' });
  expect(host.closed).toBeNull();
});

test('PR-12f `here` says where a bot looks and how often it has nudged while it waits, and no longer mentions the bot afterwards', async () => {
  const guests = await party(2);
  await play(guests);
  const { puppets, host, place } = guests;
  const seen = (): unknown => host.heard('here').at(-1)?.['gaze'];
  puppets.table?.gaze({ seat: 1, to: 0, hero: 'elf', cell: 21 });
  await settled();
  expect(seen()).toEqual({ from: 2, to: 0, hero: 'elf', cell: 21, asked: 0 });
  for (const asked of [1, 2, 3]) {
    await place.time.pass(3_500);
    expect(puppets.view.away).toEqual([]);
    puppets.table?.act({ type: 'nudge', seat: 1, to: 0 });
    await settled();
    await place.time.pass(3_500); // presence messages are sent every three seconds at most
    puppets.table?.gaze({ seat: 1, to: 0, hero: 'elf', cell: null });
    await settled();
    expect(seen()).toMatchObject({ hero: 'elf', asked });
  }
  expect(puppets.view.away).toEqual([0]); // after three unanswered nudges the player counts as away
  host.do({ type: 'stare', to: 1 });
  await settled();
  expect(puppets.view.away).toEqual([]);
  await place.time.pass(3_500);
  puppets.table?.gaze(null);
  await settled();
  expect(seen()).toBeUndefined();
});

test('PR-12f `here` says where a bot looks while others move, and no longer says so when the game is over', async () => {
  const guests = await party(2);
  await play(guests);
  const { puppets, host, place } = guests;
  const seen = (): unknown => host.heard('here').at(-1)?.['gaze'];
  puppets.table?.gaze({ seat: 1, to: 0, hero: 'elf', cell: 21 });
  host.do({ type: 'stare', to: 1 });
  await settled();
  await place.time.pass(3_500);
  expect(seen()).toMatchObject({ hero: 'elf' });
  await place.time.pass(200_000);
  expect(place.game.status).toBe('lost');
  expect(seen()).toBeUndefined();
});
