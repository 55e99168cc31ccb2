/**
 * Before a game: the announced deal is the one that is dealt, heroes of the toy mall move for everybody, and the game
 * begins when all are ready.
 */
import { expect, test } from 'vitest';
import { TOY_APART, TOY_BURST } from '../../src/presence/lobby-play.ts';
import { type Frame, Place, raise } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const lobbyOf = (visitor: { heard(kind: string): readonly Frame[] }): Frame =>
  visitor.heard('lobby').at(-1) ?? raise('no lobby');

test('PR-36a `lobby` follows the welcome of somebody who watches, and is not sent while a game is played', async () => {
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
  'PR-36b the deal that %d people are told is the deal of the game',
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

test('PR-36b the deal is told again when somebody comes or goes and when the scenario gets a leader, and not otherwise', async () => {
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

test('PR-36c a `toy` is shown to everybody with its author, and to those who come later', async () => {
  const place = await Place.create();
  const [ann, bo, eve] = [await place.sit('Ann'), await place.sit('Bo'), await place.watch()];
  bo.say({ t: 'toy', hero: 'elf', to: 21 });
  for (const visitor of [ann, bo, eve])
    expect(visitor.last).toMatchObject({ t: 'lobby', toys: { elf: 21 }, m: bo.member, hero: 'elf' });
  const late = await place.sit('Cy');
  expect(lobbyOf(late)['toys']).toEqual({ elf: 21 });
});

test('PR-36d spectators cannot move toys, the journal has nothing of them, and a game ends them', async () => {
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

test('PR-36d more than twenty toys at once are not shown, and one in 100 ms is shown again', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const before = ann.heard('lobby').length;
  for (let i = 0; i < TOY_BURST + 5; i++) bo.say({ t: 'toy', hero: 'elf', to: 16 + (i % 16) });
  expect(ann.heard('lobby').length).toBe(before + TOY_BURST);
  await place.time.pass(TOY_APART);
  bo.say({ t: 'toy', hero: 'elf', to: 16 });
  expect(ann.heard('lobby').length).toBe(before + TOY_BURST + 1);
});

test('PR-37a the second `ready` of two members begins the game and starts the sand without the host', async () => {
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

test('PR-37a a `ready` that is taken back begins no game, and neither does the `ready` of a member alone', async () => {
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

test('PR-37a with bots at the table one `ready` begins the game, and after a game `ready` of all begins the next', async () => {
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

test('PR-37b where heroes may be placed, `ready` of all first deals and the second time starts the sand', async () => {
  const place = await Place.create({ wish: { scenario: 13 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  for (const status of ['setup', 'playing']) {
    ann.manage({ type: 'ready', ready: true });
    bo.manage({ type: 'ready', ready: true });
    await settled();
    expect(place.game.status).toBe(status);
  }
});

test('PR-37c when the number of players does not fit the scenario, `ready` of all begins nothing, and the host is refused as before', async () => {
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
