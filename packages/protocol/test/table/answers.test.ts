/** Tests that every command has one answer, whatever the journal and other authorities do (PR-6 to PR-10, PR-33). */
import { cellOf, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { type AppendResult, type Journal, memoryJournal, readAll } from '../../src/index.ts';
import { settled, VirtualTime } from '../virtual-time.ts';
import { asked, CODE, Place, raise, type Visitor } from './table-kit.ts';

const WISH = { scenario: 1 } as const;

async function begun(place: Place, host: Visitor): Promise<void> {
  host.manage({ type: 'begin' });
  host.do({ type: 'start' });
  await settled();
  expect(place.game.status).toBe('playing');
}

/** All answers to a command: `news` with its number, and refusals. */
const answersTo = (visitor: Visitor, n: number): readonly string[] => [
  ...visitor
    .heard('news')
    .filter(news => news['m'] === visitor.member && news['n'] === n)
    .map(() => 'news'),
  ...visitor
    .heard('no')
    .filter(no => no['n'] === n)
    .map(({ why }) => String(why)),
];

/** A move that a player may make now. */
function moveOf(place: Place, player: Visitor) {
  const command = reach(place.game, player.seat).find(({ type }) => type === 'move') ?? raise('no move');
  return command.type === 'move' ? command : raise('no move');
}

test('PR-7a a cell number is 16 times its tile plus its square, counted row by row', () => {
  expect([cellOf(1, 0), cellOf(1, 15), cellOf(24, 5)]).toEqual([16, 31, 389]);
});

test.each([
  ['do', { type: 'explore' }],
  ['table', { type: 'ready', ready: true }],
  ['table', { type: 'leave' }],
])(
  'PR-6c a spectator who sends %s %j is refused with `not-seated`, even while a seat is empty',
  async (t, c) => {
    const place = await Place.create({ wish: WISH });
    const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
    const eve = await place.watch();
    await begun(place, ann);
    bo.manage({ type: 'leave' });
    await settled();
    expect(place.table.state.seats).toEqual([1, null]);
    const { version, state } = place.table;
    eve.say({ t, n: 1, c });
    await settled();
    expect(eve.last).toEqual({ t: 'no', n: 1, why: 'not-seated' });
    expect([place.table.version, place.table.state]).toEqual([version, state]);
  },
);

test('PR-8a PR-9b a move whose `from` is not the hero’s place is refused with `moved-on` and names the faster player', async () => {
  const place = await Place.create({ wish: { scenario: 1, players: 2 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await begun(place, ann);
  const theirs = moveOf(place, bo);
  const from = place.game.heroes[theirs.hero] ?? raise('no hero');
  bo.do(asked(theirs));
  await settled();
  const n = ann.do({ type: 'move', hero: theirs.hero, dir: 'north', steps: 1, from });
  await settled();
  expect(ann.heard('no').at(-1)).toMatchObject({ n, why: 'moved-on', first: bo.member });
});

test('PR-10a PR-10d news has version and events, with `m` and `n` for a command, and `p` at the start of a game', async () => {
  const place = await Place.create({ wish: WISH });
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  await begun(place, ann);
  await place.time.pass(180_001);
  await settled();
  const news = ann.heard('news');
  expect(news.map(({ v }) => v)).toEqual(news.map((_, i) => Number(news[0]?.['v']) + i));
  const [start] = news.filter(({ p }) => p !== undefined);
  expect(start).toMatchObject({ m: 1, n: 2, p: 2, e: [['gameStarted', 0]] });
  const end = news.at(-1);
  expect(end).toMatchObject({
    e: [
      ['gameLost', 180_000, 'sand'],
      ['seedRevealed', 180_000, expect.any(String)],
    ],
  });
  expect([end?.['m'], end?.['n']]).toEqual([undefined, undefined]);
});

type Append = Journal['append'];

/** A journal in which the test can intercept appends to the table's log. */
function bent(): { readonly journal: Journal; bend: (how: ((append: Append) => Append) | null) => void } {
  const journal = memoryJournal();
  const plain: Append = journal.append.bind(journal);
  let now = plain;
  journal.append = (log, expected, entries) =>
    (log === `table/${CODE}` ? now : plain)(log, expected, entries);
  const bend = (how: ((append: Append) => Append) | null): void => {
    now = how?.(plain) ?? plain;
  };
  return { journal, bend };
}

const UNAVAILABLE: AppendResult = { ok: false, error: { type: 'unavailable', why: 'busy' } };

test('PR-9e a command that was written although the journal reported an error gets one answer, `news`', async () => {
  const { journal, bend } = bent();
  const place = await Place.create({ wish: WISH, journal });
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  await begun(place, ann);
  bend(append => async (...args) => {
    await append(...args);
    bend(null);
    return UNAVAILABLE;
  });
  const n = ann.do(asked(moveOf(place, ann)));
  await settled();
  await place.time.pass(5_000);
  await settled();
  expect(answersTo(ann, n)).toEqual(['news']);
});

test('PR-9e a refused command that is sent again gets its first answer, even if it would be accepted now', async () => {
  const place = await Place.create({ wish: WISH });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  const first = bo.manage({ type: 'lock', locked: true });
  const second = bo.manage({ type: 'spectators', allowed: false });
  await settled();
  ann.manage({ type: 'handOver', member: bo.member });
  await settled();
  for (const n of [first, second]) bo.say({ t: 'table', n, c: { type: 'lock', locked: true } });
  await settled();
  expect(answersTo(bo, first)).toEqual(['not-host', 'not-host']);
  expect(answersTo(bo, second)).toEqual(['not-host', 'not-host']);
  expect(place.table.state.locked).toBe(false);
});

test('PR-9e an accepted command that is sent again is not executed again', async () => {
  const place = await Place.create({ wish: WISH });
  const [ann] = [await place.sit('Ann'), await place.sit('Bo')];
  const first = ann.manage({ type: 'lock', locked: true });
  ann.manage({ type: 'lock', locked: false });
  await settled();
  const { version } = place.table;
  ann.say({ t: 'table', n: first, c: { type: 'lock', locked: true } });
  await settled();
  expect([place.table.version, place.table.state.locked]).toEqual([version, false]);
  expect(answersTo(ann, first)).toContain('stale');
});

test('PR-9g a command that arrived before the sand ran out and waited for the journal is accepted', async () => {
  const { journal, bend } = bent();
  const place = await Place.create({ wish: WISH, journal });
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  await begun(place, ann);
  await place.time.pass(179_800);
  // The write takes 400 ms, less than the time after which the table freezes the sand.
  bend(append => async (...args) => {
    bend(null);
    await new Promise<void>(resolve => void place.time.later(400, resolve));
    return append(...args);
  });
  const first = ann.do(asked(moveOf(place, ann)));
  await settled();
  const second = ann.do({ type: 'say', text: 'hush' }); // the table judges this command after the first one was written
  const third = ann.do({ type: 'move', hero: 'elf', dir: 'north', steps: 9 });
  await place.time.pass(500);
  await settled();
  expect(answersTo(ann, first)).toEqual(['news']);
  expect(answersTo(ann, second)).toEqual(['silence']);
  expect(answersTo(ann, third)).not.toEqual(['over']);
  expect(place.game.status).toBe('lost');
});

test('PR-33a during silence a command that is judged again after a conflict counts as one act and is accepted', async () => {
  const time = new VirtualTime();
  const { journal, bend } = bent();
  const here = await Place.create({ wish: WISH, journal, time, salt: 'here' });
  const ann = await here.sit('Ann');
  await here.sit('Bo');
  await begun(here, ann);
  await time.pass(4_000);
  bend(append => async (log, expected, entries) => {
    bend(null);
    await append(log, expected, ['{"e":[["memberReady",2,true]]}']); // another authority appends before this table does
    return append(log, expected, entries);
  });
  const n = ann.manage({ type: 'ready', ready: true });
  await settled();
  await time.pass(100);
  expect(answersTo(ann, n)).toEqual(['news']);
  expect(here.table.state.ready).toEqual(expect.arrayContaining([1, 2]));
});

test('PR-10c GB-3a the seed of a game is durable before the entry that sets up the game', async () => {
  const journal = memoryJournal();
  const written: string[] = [];
  const append: Append = journal.append.bind(journal);
  let isSlow = true;
  journal.append = async (log, expected, entries) => {
    written.push(`begin ${log}`);
    if (isSlow && log.startsWith('secret/')) {
      isSlow = false;
      await new Promise<void>(resolve => void place.time.later(300, resolve));
    }
    const result = await append(log, expected, entries);
    written.push(`end ${log}`);
    return result;
  };
  const place = await Place.create({ wish: WISH, journal });
  const ann = await place.sit('Ann');
  await place.sit('Bo');
  written.length = 0;
  isSlow = true;
  ann.manage({ type: 'begin' });
  await settled();
  await place.time.pass(400);
  await settled();
  expect(place.game.status).toBe('setup');
  expect(written.slice(0, 3)).toEqual([`begin secret/${CODE}`, `end secret/${CODE}`, `begin table/${CODE}`]);
});

test('PR-11e a command whose event another server cannot read yet is refused, and accepted when all can', async () => {
  let vocabulary = 2;
  const place = await Place.create({ vocabulary: () => vocabulary });
  const [ann, ben] = [await place.sit('Ann'), await place.sit('Ben')];
  const before = place.table.version;
  const state = JSON.stringify(place.table.state);
  const refused = ben.manage({ type: 'consent', given: true });
  ann.manage({ type: 'programs', allowed: true });
  const locked = ann.manage({ type: 'lock', locked: true });
  await settled();
  expect(ben.heard('no')).toMatchObject([{ n: refused, why: 'not-yet' }]);
  expect(place.table.version).toBe(before + 1);
  expect(ann.last).toMatchObject({ t: 'news', n: locked, e: [['tableLocked', true]] });
  expect(JSON.stringify({ ...place.table.state, locked: false })).toBe(state);
  const read = await readAll(place.journal, `table/${CODE}`);
  expect(read.ok && read.entries[0]).toBe('{"e":[["tableOpened",{"scenario":1}]]}');
  vocabulary = 3;
  ben.manage({ type: 'consent', given: true });
  await settled();
  expect(place.table.state.consents).toEqual([ben.member]);
});
