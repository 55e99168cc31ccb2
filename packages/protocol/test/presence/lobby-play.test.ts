/**
 * Tests of the lobby: the announced deal is the real one, heroes of the toy mall move for everybody, and the game begins
 * when all are ready.
 */
import { expect, test } from 'vitest';
import { TOY_APART, TOY_BURST } from '../../src/presence/lobby-play.ts';
import { type Frame, Place, raise } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const lobbyOf = (visitor: { heard(kind: string): readonly Frame[] }): Frame =>
  visitor.heard('lobby').at(-1) ?? raise('no lobby');

test('PR-36a `lobby` is sent after the welcome of a spectator, and not during a game', async () => {
  const place = await Place.create();
  const watcher = await place.watch();
  expect(watcher.frames.map(frame => JSON.parse(frame).t)).toEqual(['welcome', 'lobby']);
  const [ann] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'begin' });
  await settled();
  const late = await place.watch();
  expect(late.heard('lobby')).toEqual([]);
});

test.each([2, 3, 4, 5, 8])(
  'PR-36b the deal shown to %d people in the lobby is the deal of their game',
  async players => {
    const place = await Place.create({ salt: `deal ${players}` });
    const ann = await place.sit('Ann');
    for (let i = 2; i <= players; i++) await place.sit(`Player${i}`);
    const { deal } = lobbyOf(ann);
    ann.manage({ type: 'begin' });
    await settled();
    expect(place.game.actionTiles).toEqual(deal);
  },
);

test('PR-36b the deal is sent again only when a member joins or leaves or the scenario gets a leader', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  const alone = lobbyOf(ann)['deal'] as readonly unknown[];
  expect(alone.length).toBe(2);
  const bo = await place.sit('Bo');
  const before = ann.heard('lobby').length;
  bo.manage({ type: 'ready', ready: true });
  ann.manage({ type: 'lock', locked: true });
  await settled();
  expect(ann.heard('lobby').length).toBe(before);
  ann.manage({ type: 'lock', locked: false });
  await place.sit('Cy');
  expect(lobbyOf(ann)['deal']).toHaveLength(3);
  ann.manage({ type: 'wish', wish: { scenario: 9 } });
  await settled();
  const led = lobbyOf(ann)['deal'] as readonly (readonly unknown[])[];
  expect(led.filter(tile => tile.length === 0)).toHaveLength(1);
});

test('PR-36c a `toy` is shown with its author to everybody, and to later connections', async () => {
  const place = await Place.create();
  const [ann, bo, eve] = [await place.sit('Ann'), await place.sit('Bo'), await place.watch()];
  bo.say({ t: 'toy', hero: 'elf', to: 21 });
  for (const visitor of [ann, bo, eve])
    expect(visitor.last).toMatchObject({ t: 'lobby', toys: { elf: 21 }, m: bo.member, hero: 'elf' });
  const late = await place.sit('Cy');
  expect(lobbyOf(late)['toys']).toEqual({ elf: 21 });
});

test('PR-36d spectators cannot move toys, toys are not stored, and a game removes them', async () => {
  const place = await Place.create();
  const [ann, bo, eve] = [await place.sit('Ann'), await place.sit('Bo'), await place.watch()];
  const { version } = place.table;
  eve.say({ t: 'toy', hero: 'elf', to: 21 });
  expect(lobbyOf(ann)['toys']).toEqual({});
  bo.say({ t: 'toy', hero: 'elf', to: 21 });
  await settled();
  expect(place.table.version).toBe(version);
  ann.manage({ type: 'begin' });
  await settled();
  const heard = ann.heard('lobby').length;
  bo.say({ t: 'toy', hero: 'elf', to: 22 });
  expect(ann.heard('lobby').length).toBe(heard);
  ann.manage({ type: 'abandon' });
  await settled();
  expect(lobbyOf(ann)['toys']).toEqual({});
});

test('PR-36d of many toy moves at once twenty are shown and the others are dropped; after that one is shown every 100 ms', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const before = ann.heard('lobby').length;
  for (let i = 0; i < TOY_BURST + 5; i++) bo.say({ t: 'toy', hero: 'elf', to: 16 + (i % 16) });
  expect(ann.heard('lobby').length).toBe(before + TOY_BURST);
  await place.time.pass(TOY_APART);
  bo.say({ t: 'toy', hero: 'elf', to: 16 });
  expect(ann.heard('lobby').length).toBe(before + TOY_BURST + 1);
});

test('PR-37a when two members are ready, the game begins and the sand starts without the host', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'ready', ready: true });
  await settled();
  expect(place.table.state.game).toBeNull();
  const n = bo.manage({ type: 'ready', ready: true });
  await settled();
  expect(place.game.status).toBe('playing');
  const news = ann.heard('news').slice(-3);
  expect(news.map(({ m, n: number }) => [m, number])).toEqual([
    [bo.member, n],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test('PR-37a no game begins after a `ready` that is taken back, or with a single member', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  ann.manage({ type: 'ready', ready: true });
  await settled();
  const bo = await place.sit('Bo');
  ann.manage({ type: 'ready', ready: false });
  bo.manage({ type: 'ready', ready: true });
  await settled();
  expect(place.table.state.game).toBeNull();
});

test('PR-37a beside bots one `ready` begins the game; after a game the next one begins when all members are ready', async () => {
  const place = await Place.create();
  const ann = await place.sit('Ann');
  ann.manage({ type: 'seatBot', temper: 'calm', seats: 2 });
  ann.manage({ type: 'ready', ready: true });
  await settled();
  expect(place.game.status).toBe('playing');
  await place.time.pass(181_000);
  await settled();
  expect(place.game.status).toBe('lost');
  ann.manage({ type: 'ready', ready: true });
  await settled();
  expect([place.game.status, place.table.state.games]).toEqual(['playing', 2]);
});

test('PR-37b if heroes may be placed, the deal is made when all are ready, and the sand starts when all are ready again', async () => {
  const place = await Place.create({ wish: { scenario: 13 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  for (const status of ['setup', 'playing']) {
    ann.manage({ type: 'ready', ready: true });
    bo.manage({ type: 'ready', ready: true });
    await settled();
    expect(place.game.status).toBe(status);
  }
});

test('PR-37c if the number of players does not fit the scenario, no game begins when all are ready, and `begin` is still refused', async () => {
  const place = await Place.create({ wish: { scenario: 9 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'ready', ready: true });
  bo.manage({ type: 'ready', ready: true });
  await settled();
  expect(place.table.state.game).toBeNull();
  ann.manage({ type: 'begin' });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'bad-setup' });
});
