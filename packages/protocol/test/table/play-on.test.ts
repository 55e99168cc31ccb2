/**
 * Tests of continuing the last game from one of its moments: the same deal, the same seats, a verified log, no book
 * entry.
 */
import { auditLog, type GameEvent, isOver, parseRecord, scoreOf } from '@hush/rules';
import { expect, test } from 'vitest';
import { Mirror, memoryJournal, recordOfTable } from '../../src/index.ts';
import { Chance } from '../simulation/chance.ts';
import { settled } from '../virtual-time.ts';
import { CODE, Place, raise, somethingLegal, type Visitor } from './table-kit.ts';

const SHORT = { wish: { scenario: 1, hourglass: 30 } } as const;

/** Plays the running game until the sand has run out. */
async function playOut(place: Place, players: readonly Visitor[], chance: Chance): Promise<void> {
  while (!isOver(place.game)) {
    const player = chance.pick(players) ?? raise('nobody plays');
    const command = somethingLegal(place.game, player.seat, chance);
    if (command !== undefined) player.do(command);
    await place.time.pass(chance.between(1, 2_000));
    await settled();
  }
}

async function lostGame(names: readonly string[] = ['Ann', 'Bo', 'Cy']): Promise<{
  readonly place: Place;
  readonly players: readonly Visitor[];
  readonly ann: Visitor;
}> {
  const place = await Place.create({ ...SHORT, journal: memoryJournal() });
  const players: Visitor[] = [];
  for (const name of names) players.push(await place.sit(name));
  const ann = players[0] ?? raise('nobody');
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await settled();
  await playOut(place, players, new Chance(5));
  return { place, players, ann };
}

async function eventsOf(place: Place): Promise<readonly GameEvent[]> {
  const record = await recordOfTable(CODE, place.journal);
  if (!record.ok) throw new Error(JSON.stringify(record.error));
  const events = parseRecord(record.value);
  return events.ok ? events.value : raise(events.error.why);
}

test('PR-181a PR-181d GB-4a a game continued after 12 events of the last one begins at that moment, paused, and is proven when it has ended', async () => {
  const { place, players, ann } = await lostGame();
  const before = await eventsOf(place);
  const { setUp } = place.game;
  ann.manage({ type: 'playOn', events: 12 });
  await settled();
  expect(place.game).toMatchObject({ status: 'paused', setUp });
  expect(place.table.state).toMatchObject({ games: 2, playedOn: true });
  const begun = await eventsOf(place);
  const mark = begun.findIndex(({ type }) => type === 'playedOn');
  expect(mark).toBeGreaterThan(8);
  expect(begun.slice(0, mark)).toEqual(before.slice(0, mark));
  expect(place.table.sand).toMatchObject({ at: begun[mark]?.at, runs: false });
  players[1]?.do({ type: 'resume' });
  await settled();
  expect(place.table.sand.runs).toBe(true);
  await playOut(place, players, new Chance(6));
  const log = await eventsOf(place);
  expect(auditLog(log)).toMatchObject({ ok: true });
  expect(scoreOf(log).ok).toBe(false);
});

test('PR-181a a continued game can itself be continued, even from a moment of the earlier game', async () => {
  const { place, players, ann } = await lostGame();
  ann.manage({ type: 'playOn', events: 20 });
  await settled();
  ann.do({ type: 'resume' });
  await settled();
  await playOut(place, players, new Chance(8));
  ann.manage({ type: 'playOn', events: 9 });
  await settled();
  expect(place.game.status).toBe('paused');
  const log = await eventsOf(place);
  expect(log.length).toBeLessThanOrEqual(10);
  ann.do({ type: 'resume' });
  await settled();
  await playOut(place, players, new Chance(9));
  expect(auditLog(await eventsOf(place))).toMatchObject({ ok: true });
});

test('PR-181b in a continued game members keep their seats, a newcomer takes the free seat, and a bot the next free one', async () => {
  const { place, players, ann } = await lostGame(['Ann', 'Bo', 'Cy', 'Di']);
  const [, bo, cy, di] = players;
  bo?.manage({ type: 'leave' });
  cy?.manage({ type: 'leave' });
  await settled();
  const eve = await place.sit('Eve');
  ann.manage({ type: 'playOn', events: 12 });
  await settled();
  const { seats, bots = [] } = place.table.state;
  expect(seats).toEqual([ann.member, eve.member, bots[0]?.member, di?.member]);
  expect(place.game.bots).toEqual([2]);
});

test('PR-181b `playOn` with more people than the game had seats is refused with `full`', async () => {
  const { place, ann } = await lostGame(['Ann', 'Bo']);
  await place.sit('Eve');
  const { version } = place.table;
  const n = ann.manage({ type: 'playOn', events: 12 });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', n, why: 'full' });
  expect(place.table.version).toBe(version);
});

test('PR-181c `playOn` is refused for moments outside the last game, and for members who are neither host nor leader of the debrief', async () => {
  const { place, players, ann } = await lostGame(['Ann', 'Bo']);
  const bo = players[1] ?? raise('no Bo');
  bo.manage({ type: 'playOn', events: 12 });
  await settled();
  expect(bo.last).toMatchObject({ t: 'no', why: 'not-host' });
  ann.manage({ type: 'playOn', events: 1 });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'not-playing' });
  ann.manage({ type: 'playOn', events: 9999 });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'over' });
  bo.say({ t: 'debrief', game: 1, c: { type: 'open' } });
  bo.manage({ type: 'playOn', events: 12 }); // Bo is alone in the debrief, so Bo leads it
  await settled();
  expect(place.game.status).toBe('paused');
  ann.manage({ type: 'playOn', events: 12 });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'game-running' });
});

test('PR-181a a table that is opened again has the same state of a continued game', async () => {
  const { place, ann } = await lostGame(['Ann', 'Bo']);
  ann.manage({ type: 'playOn', events: 12 });
  await settled();
  const { game } = place;
  await place.restart();
  expect(place.game).toEqual(game);
  expect(place.table.state.playedOn).toBe(true);
  const again = await place.sit('Ann');
  again.n = 5000;
  again.do({ type: 'resume' });
  await settled();
  expect(place.game.status).toBe('playing');
});

test('PR-181a a mirror reports the seats and `playedOn`, and no event that everybody has already seen', async () => {
  const { place, ann } = await lostGame(['Ann', 'Bo']);
  const mirror = new Mirror(() => place.time.now);
  const watcher = await place.watch();
  for (const frame of watcher.frames) mirror.receive(JSON.parse(frame));
  const heard = watcher.frames.length;
  ann.manage({ type: 'playOn', events: 15 });
  await settled();
  const notices = watcher.frames.slice(heard).map(frame => mirror.receive(JSON.parse(frame)));
  const news = notices.flatMap(notice =>
    notice.type === 'news' ? notice.events.map(({ type }) => type) : [],
  );
  expect(news).toEqual(['seatsClosed', 'gameSetUp', 'playedOn']);
  expect(mirror.confirmed).toEqual(place.table.state);
  expect(mirror.sandNow()).toBe(place.game.at);
});
