/** Tests of the client's copy of a table with frames of a real table: in order, repeated, with gaps, and late. */
import { type Command, type CommandOf, decide, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import type { TestTable } from '../../../rules/test/kit.ts';
import * as given from '../../../rules/test/positions.ts';
import { Mirror, type Notice, type PlayCommand, type ServerMessage } from '../../src/index.ts';
import { asked, Place, raise, Visitor } from '../table/table-kit.ts';
import { START, settled } from '../virtual-time.ts';

/** A running game with one player and that player's mirror. */
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

/** Passes the frames since the last call to the mirror and returns its results. */
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

test('PR-9a the player’s own move is predicted at once and confirmed by news', async () => {
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

test('PR-9c a refused move is undone, and the notice has the sentence of its code', async () => {
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
  expect(mirror.receive({ t: 'no', n, why: 'moved-on' }).type).toBe('other'); // this command was already answered
  expect(mirror.receive({ t: 'no', n: 0, why: 'full', say: 'Own words.' })).toMatchObject({
    say: 'Own words.',
  });
});

test('PR-8b after another player moves the same hero, the player’s own `go` is predicted from the hero’s new place', async () => {
  const { place, ann, bo, mirror, told } = await playing('c'); // with this seed both players can move the same hero
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
  expect(mirror.predicted).toEqual(mirror.confirmed); // the hero is elsewhere, so the prediction changes nothing
});

test('PR-9h `explore` is not predicted, and neither is a move requested after it', async () => {
  const { place, bo, mirror } = await playing();
  mirror.do({ type: 'explore' });
  mirror.do(aMove(place, bo));
  expect(mirror.unanswered).toBe(2);
  expect(mirror.predicted).toEqual(mirror.confirmed);
});

/** A player's window in a position of the rules' tests, and a move that the player may make. */
function mirrorIn({ game }: TestTable, seat: number): Mirror {
  const mirror = new Mirror(() => START);
  const seats = Array.from({ length: game.setUp.players }, (_, i) => i + 1);
  mirror.receive({
    t: 'welcome',
    protocol: 1,
    table: 'BCDFGHJK',
    member: seat + 1,
    n: 0,
    v: 9,
    snapshot: {
      wish: { scenario: 1 },
      seats,
      host: 1,
      locked: false,
      ready: [],
      nextMember: 9,
      game,
      games: 1,
    },
    people: [],
    here: [seat + 1],
    sand: { at: game.at, runs: true },
  });
  return mirror;
}

test.each([
  ['turns the hourglass', given.atTheHourglass, 'hourglassTurned'],
  ['steals', given.stepBeforeAutomaticTheft, 'theftHappened'],
  ['leaves the mall', given.oneDoorForAll, 'heroLeft'],
  ['switches a camera off', given.twoCameras, 'cameraSwitchedOff'],
] as const)(
  'PR-9h a step that %s is not predicted, but a plain step in the same position is predicted',
  (_, position, consequence) => {
    const table = position();
    const { game, secret } = table;
    const seats = Array.from({ length: game.setUp.players }, (_, seat) => seat);
    const steps = seats.flatMap(seat => reach(game, seat).filter(isMove));
    const eventsOf = (command: Command): readonly string[] => {
      const verdict = decide(game, command, { at: game.at, secret });
      return verdict.ok ? verdict.value.map(({ type }) => type) : [];
    };
    const heavy = steps.find(step => eventsOf(step).includes(consequence)) ?? raise(`no ${consequence}`);
    const plain = steps.find(step => eventsOf(step).join() === 'heroMoved') ?? raise('no plain step');
    const waiting = mirrorIn(table, heavy.seat);
    waiting.do(asked(heavy));
    expect(waiting.predicted).toEqual(waiting.confirmed);
    const quick = mirrorIn(table, plain.seat);
    quick.do(asked(plain));
    expect(quick.predicted).not.toEqual(quick.confirmed);
  },
);

test('PR-10b news with a version that was already applied changes nothing', async () => {
  const { place, bo, mirror } = await playing();
  const before = mirror.confirmed;
  for (const message of news(bo)) expect(mirror.receive(message).type).toBe('other');
  expect(mirror.confirmed).toBe(before);
  expect(mirror.version).toBe(place.table.version);
});

test('PR-10b after a missing version the mirror ignores all news until the next welcome', async () => {
  const { place, bo, mirror } = await playing();
  const { version, confirmed } = mirror;
  for (const ready of [true, false]) {
    bo.n++;
    bo.say({ t: 'table', n: bo.n, c: { type: 'ready', ready } });
    await settled();
    await place.time.pass(3_000); // waits, because the limit of chat is lower during silence (CM-2)
  }
  const [first, second] = news(bo).slice(-2);
  expect(mirror.receive(second ?? raise('no news'))).toEqual({ type: 'gap' });
  expect(mirror.receive(first ?? raise('no news'))).toEqual({ type: 'gap' }); // the client gets this entry too late
  expect(mirror.confirmed).toBe(confirmed);
  expect(mirror.version).toBe(0); // the next hello asks for a snapshot
  expect(version).toBeGreaterThan(0);
  bo.hello();
  await settled();
  expect(mirror.receive(bo.heard('welcome').at(-1) as unknown as ServerMessage).type).toBe('synced');
  expect(mirror.confirmed).toEqual(place.table.state);
  expect(mirror.version).toBe(place.table.version);
});

test('PR-10b an entry that cannot be decoded counts as a missing version', async () => {
  const { mirror } = await playing();
  const { confirmed, version } = mirror;
  expect(mirror.receive({ t: 'news', v: version + 1, e: [['sunRose', 1]] })).toEqual({ type: 'gap' });
  expect(mirror.confirmed).toBe(confirmed);
});

test('PR-9e PR-3d a client that reconnects gets only the missing entries, and sends only unanswered commands again', async () => {
  const { place, ann, bo, mirror } = await playing();
  const [done, lost] = [mirror.manage({ type: 'ready', ready: true }), mirror.manage({ type: 'begin' })];
  bo.say(done); // the command is executed, but the connection breaks before the answer arrives
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

test.each([
  ['the server remembers', 'too-fast', false],
  ['a server that was started again has forgotten', 'stale', true],
])(
  'PR-9i a refusal lost with its connection is asked for again if a later command was executed: %s; the answer is `%s`',
  async (_, why, isAnew) => {
    const { place, bo, mirror, told } = await playing();
    bo.say(mirror.manage({ type: 'ready', ready: true }));
    await settled();
    told();
    // the second `ready` comes too early for the limit during silence (CM-2k)
    const refused = mirror.manage({ type: 'ready', ready: false });
    const done = mirror.do(aMove(place, bo));
    for (const message of [refused, done]) bo.say(message);
    await settled(); // the table judges both commands, and no answer arrives
    const back = new Visitor(place, bo.token);
    place.table.disconnect(bo);
    if (isAnew) await place.restart();
    const { version: since, n } = mirror;
    back.say({ t: 'hello', protocol: 1, table: place.table.code, token: bo.token, since, n });
    await settled();
    const hear = listen(back, mirror);
    hear();
    expect(back.heard('welcome')[0]).toMatchObject({ n: done.n });
    expect(mirror.unsent()).toEqual([refused]);
    for (const message of mirror.unsent()) back.say(message);
    await settled();
    expect(hear()).toContainEqual(expect.objectContaining({ type: 'refused', n: refused.n, why }));
    expect(mirror.unanswered).toBe(0);
    expect(mirror.confirmed).toEqual(place.table.state);
  },
);

test('PR-3d a welcome with entries that do not follow the client’s version counts as a gap', async () => {
  const { bo, mirror } = await playing();
  const welcome = bo.heard('welcome').at(-1) as unknown as Extract<ServerMessage, { readonly t: 'welcome' }>;
  const { snapshot: _, ...rest } = welcome;
  expect(mirror.receive({ ...rest, v: mirror.version + 2, entries: [{ e: [] }] })).toEqual({ type: 'gap' });
  expect(mirror.receive(rest)).toEqual({ type: 'gap' });
});

test('PR-4b commands made before the welcome get numbers above the `n` of the welcome', async () => {
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

test('PR-4b after news of the player’s own command with a higher number, the next command gets a number above that one', async () => {
  const { bo, mirror, told } = await playing();
  bo.n = 40; // another window sends commands for this seat, up to number 40
  const n = bo.manage({ type: 'ready', ready: true });
  await settled();
  told();
  expect(mirror.do({ type: 'explore' }).n).toBe(n + 1);
});

test('PR-17a a `said` message is reported once, and answers its own command', async () => {
  const { mirror } = await playing();
  const { n } = mirror.do({ type: 'say', text: 'hush' });
  const said: ServerMessage = { t: 'said', m: mirror.member ?? 0, n, v: mirror.version, text: 'hush' };
  expect(mirror.receive(said)).toEqual({ type: 'other', message: said });
  expect(mirror.unanswered).toBe(0);
  expect(mirror.receive(said)).toEqual({ type: 'repeated' });
});

test('PR-5a a member who leaves becomes a spectator, and pending commands of the seat are dropped', async () => {
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

test('PR-2c commands that the server cannot read are given up, each with a sentence', async () => {
  const { mirror } = await playing();
  const { n } = mirror.do({ type: 'explore' });
  expect(mirror.giveUp('No.')).toEqual([{ type: 'refused', n, why: 'malformed', first: null, say: 'No.' }]);
  expect(mirror.unanswered).toBe(0);
});

test('PR-13b the mirror’s sand follows events and pongs, and never goes back before an event', async () => {
  const { place, mirror } = await playing();
  await place.time.pass(1_000);
  expect(mirror.sandNow()).toBe(1_000);
  const { version, confirmed } = mirror;
  const at = 1_200;
  mirror.receive({ t: 'news', v: version + 1, e: [['tapped', at, 0, 1]] });
  expect(mirror.sandNow()).toBe(at); // the estimate is never before the time of an event
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
  mirror.receive({ t: 'sand', sand: { at: at + 100, runs: false } }); // frozen: the sand goes back to the last durable moment
  await place.time.pass(300);
  expect(mirror.sandNow()).toBe(at + 100);
  expect(mirror.sandRuns).toBe(false); // the sand stands although no player paused the game
  expect(confirmed.game?.status).toBe('playing');
});

test('PR-12d the mirror learns from `sand`, `pong` or `welcome` when the journal is `held`, and when it no longer is', async () => {
  const { place, mirror } = await playing();
  const at = 1_000;
  expect(mirror.isHeld).toBe(false);
  mirror.receive({ t: 'sand', sand: { at, runs: false, held: true } });
  expect(mirror.isHeld).toBe(true);
  mirror.receive({ t: 'sand', sand: { at, runs: false } });
  expect(mirror.isHeld).toBe(false);
  mirror.receive({ t: 'pong', at: place.time.now, sand: { at, runs: false } }); // a round trip as short as possible
  mirror.receive({ t: 'pong', at: place.time.now - 900, sand: { at, runs: false, held: true } });
  expect(mirror.isHeld).toBe(true); // this round trip need not be short: `held` is taken from every pong
  mirror.receive({ t: 'pong', at: place.time.now - 950, sand: { at, runs: false } });
  expect(mirror.isHeld).toBe(false);
});
