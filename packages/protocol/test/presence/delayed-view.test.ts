/** Tests of spectators who see games later than those who play them. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { Mirror, type ServerMessage } from '../../src/index.ts';
import { asked, Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

const DELAY = 60_000;

interface Evening {
  readonly place: Place;
  readonly ann: Visitor;
  readonly bo: Visitor;
}

async function gather(): Promise<Evening> {
  const place = await Place.create();
  const evening = { place, ann: await place.sit('Ann'), bo: await place.sit('Bo') };
  evening.ann.manage({ type: 'delay', seconds: DELAY / 1_000 });
  await settled();
  return evening;
}

async function begin({ place, ann }: Evening): Promise<void> {
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await place.time.pass(100);
}

/** Plays this many moves, three seconds apart. */
async function play({ place, ann, bo }: Evening, moves: number): Promise<void> {
  for (let i = 0; i < moves; i++) {
    const player = [ann, bo].find(({ seat }) => reach(place.game, seat).some(({ type }) => type === 'move'));
    const move = reach(place.game, player?.seat ?? 0).find(({ type }) => type === 'move');
    if (move !== undefined) player?.do(asked(move));
    await place.time.pass(3_000);
  }
}

/** The versions that a connection has heard of, each with its time. */
const newsOf = (visitor: Visitor): ReadonlyMap<unknown, number> =>
  new Map(
    visitor.frames.flatMap((text, i) => {
      const frame = JSON.parse(text) as ServerMessage;
      return frame.t === 'news' ? [[frame.v, visitor.heardAt[i] ?? 0] as const] : [];
    }),
  );

/** The state that a page shows after the frames of a connection. */
function seenBy({ frames }: Visitor, place: Place): Mirror {
  const mirror = new Mirror(() => place.time.now);
  for (const frame of frames) mirror.receive(JSON.parse(frame) as ServerMessage);
  return mirror;
}

test('PR-69a in a game a spectator gets each frame a minute after the members, in the same order', async () => {
  const evening = await gather();
  const { place, ann } = evening;
  const eve = await place.watch();
  const before = place.table.version;
  await begin(evening);
  await play(evening, 5);
  expect([...newsOf(eve).keys()]).toEqual([]);
  expect(eve.last).toMatchObject({ t: 'lobby' });
  await place.time.pass(DELAY);
  const members = [...newsOf(ann)].filter(([version]) => Number(version) > before);
  expect(members.length).toBeGreaterThan(5);
  expect([...newsOf(eve)]).toEqual(members.map(([version, at]) => [version, at + DELAY]));
  expect(seenBy(eve, place).confirmed).toEqual(place.table.state);
});

test('PR-69a a spectator’s `pong` has the sand of the moment that the spectator sees', async () => {
  const evening = await gather();
  const { place, ann } = evening;
  const eve = await place.watch();
  await begin(evening);
  await play(evening, 3);
  const sand = (visitor: Visitor): unknown => {
    visitor.say({ t: 'ping', at: 1 });
    return visitor.heard('pong').at(-1)?.['sand'];
  };
  expect(sand(eve)).toEqual({ at: 0, runs: false });
  const now = sand(ann);
  await place.time.pass(DELAY);
  const earlier = sand(eve) as { readonly at: number; readonly runs: boolean };
  expect(earlier.runs).toBe(true);
  expect(earlier.at).toBeLessThanOrEqual((now as { readonly at: number }).at);
});

test('PR-69b somebody who begins to watch is welcomed with the table of a minute ago', async () => {
  const evening = await gather();
  const { place } = evening;
  await begin(evening);
  const early = place.table.version;
  await play(evening, 20);
  const later = await place.watch();
  const [welcome] = later.heard('welcome');
  expect(Number(welcome?.['v'])).toBeGreaterThanOrEqual(early);
  expect(Number(welcome?.['v'])).toBeLessThan(place.table.version);
  await place.time.pass(DELAY);
  expect(seenBy(later, place).confirmed).toEqual(place.table.state);
});

test('PR-69b after a restart during a game a spectator sees nothing of that game until the delay is over', async () => {
  const evening = await gather();
  const { place } = evening;
  await begin(evening);
  await play(evening, 2);
  await place.restart();
  for (const visitor of [evening.ann, evening.bo]) visitor.hello();
  const eve = await place.watch();
  expect(seenBy(eve, place).confirmed.game).toBeNull();
  await play(evening, 2);
  expect(seenBy(eve, place).confirmed.game).toBeNull();
  await place.time.pass(DELAY);
  expect(seenBy(eve, place).confirmed).toEqual(place.table.state);
});

test('PR-69c a member who leaves during a game sees what spectators see, and a person who takes the seat sees the game without delay', async () => {
  const evening = await gather();
  const { place, bo } = evening;
  const eve = await place.watch();
  await begin(evening);
  await play(evening, 2);
  bo.manage({ type: 'leave' });
  await settled();
  expect(bo.last).toMatchObject({ t: 'welcome', member: null, snapshot: { game: null } });
  eve.say({ t: 'join', name: 'Eve', avatar: 'owl', token: 'token-of-eve-----------' });
  await settled();
  expect(seenBy(eve, place).confirmed).toEqual(place.table.state);
  expect(eve.seat).toBe(1);
});

test('PR-69d after a game spectators first see its end, and then the lobby without a delay', async () => {
  const evening = await gather();
  const { place, ann } = evening;
  const eve = await place.watch();
  await begin(evening);
  await play(evening, 1);
  ann.manage({ type: 'abandon' });
  await settled();
  expect(seenBy(eve, place).confirmed.game).toBeNull();
  await place.time.pass(DELAY);
  expect(seenBy(eve, place).confirmed).toEqual(place.table.state);
  expect(eve.last['t']).toBe('lobby');
  ann.say({ t: 'toy', hero: 'elf', to: 17 });
  expect(eve.last).toMatchObject({ t: 'lobby', hero: 'elf' });
});

test('PR-69a PR-50a only the host chooses the delay; before that, spectators see games at once', async () => {
  const place = await Place.create();
  const evening = { place, ann: await place.sit('Ann'), bo: await place.sit('Bo') };
  const eve = await place.watch();
  evening.bo.manage({ type: 'delay', seconds: 60 });
  await settled();
  expect(evening.bo.last).toMatchObject({ t: 'no', why: 'not-host' });
  await begin(evening);
  await play(evening, 2);
  expect(seenBy(eve, place).confirmed).toEqual(place.table.state);
});
