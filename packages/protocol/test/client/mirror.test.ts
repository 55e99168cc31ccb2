/** The client's copy: fed with the frames of a real table, in order, twice, with holes and too late. */
import { type Command, type CommandOf, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { Mirror, type Notice, type PlayCommand, type ServerMessage } from '../../src/index.ts';
import { asked, Place, raise, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

/** A game that runs, somebody who plays in it, and the mirror of what that somebody was told. */
async function playing(salt = '') {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 600 }, salt });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  const mirror = new Mirror(() => place.time.now);
  const told = listen(bo, mirror);
  told();
  return { place, ann, bo, mirror, told };
}

/** Hands over what was told since the last time; what the mirror made of it. */
function listen(visitor: Visitor, mirror: Mirror): () => readonly Notice[] {
  let heard = 0;
  return () => {
    const fresh = visitor.frames.slice(heard);
    heard = visitor.frames.length;
    return fresh.map(frame => mirror.receive(JSON.parse(frame)));
  };
}

function aMove(place: Place, visitor: Visitor): PlayCommand {
  const move = reach(place.game, visitor.seat).find(({ type }) => type === 'move');
  return asked(move ?? raise('no move'));
}

const isMove = (command: Command): command is CommandOf<'move'> => command.type === 'move';

const news = (visitor: Visitor): readonly ServerMessage[] =>
  visitor.heard('news') as unknown as readonly ServerMessage[];

test('an own move shows at once and is confirmed by the server', async () => {
  const { place, bo, mirror, told } = await playing();
  const before = mirror.confirmed;
  const message = mirror.do(aMove(place, bo));
  expect(mirror.game?.heroes).not.toEqual(before.game?.heroes);
  expect(mirror.confirmed).toBe(before);
  const foreseen = mirror.game?.heroes;
  bo.say(message);
  await settled();
  expect(told()).toContainEqual(expect.objectContaining({ type: 'news', mine: true, n: message.n }));
  expect(mirror.unanswered).toBe(0);
  expect(mirror.game?.heroes).toEqual(foreseen);
  expect(mirror.confirmed).toEqual(place.table.state);
});

test('a refused move is taken back, with a sentence', async () => {
  const { place, bo, mirror } = await playing();
  const { n } = mirror.do(aMove(place, bo));
  const notice = mirror.receive({ t: 'no', n, why: 'moved-on', first: 1 });
  expect(notice).toEqual({
    type: 'refused',
    n,
    why: 'moved-on',
    first: 1,
    say: 'Somebody else moved that hero first.',
  });
  expect(mirror.predicted).toEqual(mirror.confirmed);
  expect(mirror.receive({ t: 'no', n, why: 'moved-on' }).type).toBe('other'); // answered before
  expect(mirror.receive({ t: 'no', n: 0, why: 'full', say: 'Own words.' })).toMatchObject({
    say: 'Own words.',
  });
});

test('somebody else was faster: the own move is foreseen from where the hero is now', async () => {
  const { place, ann, bo, mirror, told } = await playing('c'); // where both can move the same hero
  const hers = reach(place.game, ann.seat).filter(command => 'hero' in command);
  const mine = reach(place.game, bo.seat).filter(isMove);
  const command = mine.find(({ hero }) => hers.some(other => other.hero === hero)) ?? raise('no move');
  const other = hers.find(({ hero }) => hero === command.hero) ?? raise('no move');
  const { seat: _, ...move } = command;
  mirror.do({ ...move, from: place.game.heroes[move.hero] ?? 0 });
  expect(mirror.predicted).not.toEqual(mirror.confirmed);
  ann.do(asked(other));
  await settled();
  told();
  expect(mirror.unanswered).toBe(1);
  expect(mirror.predicted).toEqual(mirror.confirmed); // the hero stands elsewhere: not even tried
});

test('what cannot be taken back waits for the server, and so does what comes after it', async () => {
  const { place, bo, mirror } = await playing();
  mirror.do({ type: 'explore' });
  mirror.do(aMove(place, bo));
  expect(mirror.unanswered).toBe(2);
  expect(mirror.predicted).toEqual(mirror.confirmed);
});

test('what was heard before changes nothing', async () => {
  const { place, bo, mirror } = await playing();
  const before = mirror.confirmed;
  for (const message of news(bo)) expect(mirror.receive(message).type).toBe('other');
  expect(mirror.confirmed).toBe(before);
  expect(mirror.version).toBe(place.table.version);
});

test('after a gap, or in the wrong order, nothing is believed until everything has come anew', async () => {
  const { place, bo, mirror } = await playing();
  const { version, confirmed } = mirror;
  for (const ready of [true, false]) {
    bo.n++;
    bo.say({ t: 'table', n: bo.n, c: { type: 'ready', ready } });
    await settled();
    await place.time.pass(3_000); // in silence not more often (CM-2)
  }
  const [first, second] = news(bo).slice(-2);
  expect(mirror.receive(second ?? raise('no news'))).toEqual({ type: 'gap' });
  expect(mirror.receive(first ?? raise('no news'))).toEqual({ type: 'gap' }); // too late
  expect(mirror.confirmed).toBe(confirmed);
  expect(mirror.version).toBe(0); // asks for everything
  expect(version).toBeGreaterThan(0);
  bo.hello();
  await settled();
  expect(mirror.receive(bo.heard('welcome').at(-1) as unknown as ServerMessage).type).toBe('synced');
  expect(mirror.confirmed).toEqual(place.table.state);
  expect(mirror.version).toBe(place.table.version);
});

test('an entry that cannot be read is a gap, not a guess', async () => {
  const { mirror } = await playing();
  const { confirmed, version } = mirror;
  expect(mirror.receive({ t: 'news', v: version + 1, e: [['sunRose', 1]] })).toEqual({ type: 'gap' });
  expect(mirror.confirmed).toBe(confirmed);
});

test('coming back: the missing entries are enough, what was answered is not asked again, the rest is', async () => {
  const { place, ann, bo, mirror } = await playing();
  const [done, lost] = [mirror.manage({ type: 'ready', ready: true }), mirror.manage({ type: 'begin' })];
  bo.say(done); // happens, but the line breaks before anybody hears of it
  ann.manage({ type: 'lock', locked: true });
  await settled();
  place.table.disconnect(bo);
  bo.n = done.n;
  bo.say({
    t: 'hello',
    protocol: 1,
    table: place.table.code,
    token: bo.token,
    since: mirror.version,
    n: done.n,
  });
  await settled();
  const welcome = bo.heard('welcome').at(-1) ?? raise('no welcome');
  expect(welcome['snapshot']).toBeUndefined();
  expect(welcome['entries']).toHaveLength(2);
  expect(mirror.receive(welcome as unknown as ServerMessage)).toEqual({ type: 'synced' });
  expect(mirror.confirmed).toEqual(place.table.state);
  expect(mirror.unsent()).toEqual([lost]);
});

test('entries that do not fit what one has are a gap', async () => {
  const { bo, mirror } = await playing();
  const welcome = bo.heard('welcome').at(-1) as unknown as Extract<ServerMessage, { readonly t: 'welcome' }>;
  const { snapshot: _, ...rest } = welcome;
  expect(mirror.receive({ ...rest, v: mirror.version + 2, entries: [{ e: [] }] })).toEqual({ type: 'gap' });
  expect(mirror.receive(rest)).toEqual({ type: 'gap' });
});

test('what was asked before anybody was there gets its numbers when somebody is', async () => {
  const { place, bo } = await playing();
  bo.manage({ type: 'ready', ready: true });
  await settled();
  const mirror = new Mirror(() => place.time.now);
  expect(mirror.n).toBeUndefined();
  mirror.do({ type: 'explore' });
  mirror.do({ type: 'steal' });
  bo.hello();
  await settled();
  mirror.receive(bo.heard('welcome').at(-1) as unknown as ServerMessage);
  const from = Number(bo.heard('welcome').at(-1)?.['n']);
  expect(from).toBeGreaterThan(0);
  expect(mirror.unsent().map(message => 'n' in message && message.n)).toEqual([from + 1, from + 2]);
  expect(mirror.n).toBe(from + 2);
});

test('words are heard once, and answer what was asked', async () => {
  const { mirror } = await playing();
  const { n } = mirror.do({ type: 'say', text: 'hush' });
  const said: ServerMessage = { t: 'said', m: mirror.member ?? 0, n, v: mirror.version, text: 'hush' };
  expect(mirror.receive(said)).toEqual({ type: 'other', message: said });
  expect(mirror.unanswered).toBe(0);
  expect(mirror.receive(said)).toEqual({ type: 'repeated' });
});

test('whoever leaves goes on watching, and what was asked from that seat is asked no more', async () => {
  const { bo, mirror, told } = await playing();
  mirror.do({ type: 'explore' });
  bo.n = 10;
  bo.manage({ type: 'leave' });
  await settled();
  told();
  expect(mirror.member).toBeNull();
  expect(mirror.unanswered).toBe(0);
  expect(mirror.people.map(({ name }) => name)).toEqual(['Ann']);
});

test('what no server understands is given up, each with a sentence', async () => {
  const { mirror } = await playing();
  const { n } = mirror.do({ type: 'explore' });
  expect(mirror.giveUp('No.')).toEqual([{ type: 'refused', n, why: 'malformed', first: null, say: 'No.' }]);
  expect(mirror.unanswered).toBe(0);
});

test('the sand follows events and answers, and never goes back behind an event', async () => {
  const { place, mirror } = await playing();
  await place.time.pass(1_000);
  expect(mirror.sandNow()).toBe(1_000);
  const { version, confirmed } = mirror;
  const at = 1_200;
  mirror.receive({ t: 'news', v: version + 1, e: [['tapped', at, 0, 1]] });
  expect(mirror.sandNow()).toBe(at); // nothing happens in the future
  await place.time.pass(50);
  expect(mirror.sandNow()).toBe(at + 50);
  mirror.receive({ t: 'news', v: version + 2, e: [['paused', at, 0]] });
  await place.time.pass(5_000);
  expect(mirror.sandNow()).toBe(at);
  expect(mirror.sandRuns).toBe(false);
  mirror.receive({ t: 'news', v: version + 3, e: [['resumed', at, 0]] });
  await place.time.pass(300);
  expect(mirror.sandNow()).toBe(at + 300);
  expect(mirror.sandRuns).toBe(true);
  mirror.receive({ t: 'sand', sand: { at: at + 100, runs: false } }); // frozen, back to the last durable moment
  await place.time.pass(300);
  expect(mirror.sandNow()).toBe(at + 100);
  expect(mirror.sandRuns).toBe(false); // though nobody stopped it
  expect(confirmed.game?.status).toBe('playing');
});

test('that nothing can be written down is heard from a word, an answer or a greeting, and taken back', async () => {
  const { place, mirror } = await playing();
  const at = 1_000;
  expect(mirror.isHeld).toBe(false);
  mirror.receive({ t: 'sand', sand: { at, runs: false, held: true } });
  expect(mirror.isHeld).toBe(true);
  mirror.receive({ t: 'sand', sand: { at, runs: false } });
  expect(mirror.isHeld).toBe(false);
  mirror.receive({ t: 'pong', at: place.time.now, sand: { at, runs: false } }); // the best answer there can be
  mirror.receive({ t: 'pong', at: place.time.now - 900, sand: { at, runs: false, held: true } });
  expect(mirror.isHeld).toBe(true); // however long that one took
  mirror.receive({ t: 'pong', at: place.time.now - 950, sand: { at, runs: false } });
  expect(mirror.isHeld).toBe(false);
});
