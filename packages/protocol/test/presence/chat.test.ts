/**
 * Tests of chat and gestures: who receives them, who may delete them, who may not send them, and how many are allowed (CM-2,
 * CM-4, SC-12).
 */
import { expect, test } from 'vitest';
import { PHRASE_NAMES, PHRASES, readMessage, type TableWish } from '../../src/index.ts';
import { TALK_APART, TALK_BURST } from '../../src/presence/chat.ts';
import { Chance } from '../simulation/chance.ts';
import { asked, type Frame, Place, raise, somethingLegal, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

interface Table {
  readonly place: Place;
  readonly ann: Visitor;
  readonly bo: Visitor;
  readonly eve: Visitor;
}

async function table(wish: TableWish = { scenario: 1 }): Promise<Table> {
  const place = await Place.create({ wish });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  return { place, ann, bo, eve: await place.watch() };
}

async function playing(wish?: TableWish): Promise<Table> {
  const made = await table(wish);
  made.ann.manage({ type: 'begin' });
  made.ann.do({ type: 'start' });
  await settled();
  return made;
}

const wordsOf = (visitor: Visitor): readonly Frame[] =>
  ['said', 'gestured', 'unsaid'].flatMap(kind => visitor.heard(kind));

const say = { type: 'say', text: 'west first' } as const;
const wave = { type: 'gesture', gesture: 'wave' } as const;
const point = (to: number) => ({ type: 'gesture', gesture: 'point', to }) as const;

async function refusal(visitor: Visitor, command: unknown): Promise<unknown> {
  const n = visitor.do(command);
  await settled();
  return visitor.heard('no').findLast(frame => frame['n'] === n)?.['why'] ?? null;
}

test('PR-17a SU-5a CM-2e before a game texts, phrases and gestures reach everybody, spectators included, and are not stored', async () => {
  const { place, ann, bo, eve } = await table();
  const { version } = place.table;
  ann.do(say);
  ann.do({ type: 'phrase', phrase: 'bow-first' });
  bo.do(wave);
  await settled();
  const heard = [
    { t: 'said', m: 1, n: 1, v: version, text: 'west first' },
    { t: 'said', m: 1, n: 2, v: version, text: PHRASES['bow-first'], phrase: 'bow-first' },
    { t: 'gestured', m: 2, n: 1, v: version, gesture: 'wave' },
  ];
  for (const visitor of [ann, bo, eve]) expect(wordsOf(visitor)).toEqual(heard);
  expect(place.table.version).toBe(version);
});

test.each(PHRASE_NAMES)('PR-18a the phrase %s has an English sentence', phrase => {
  expect(PHRASES[phrase]).toMatch(/^[A-Z].{1,40}[.!?]$/);
});

test('PR-17c CM-1a CM-1b CM-1c CM-1d CM-2b during silence texts, phrases, gestures, pointing and deleting are refused and not broadcast', async () => {
  const { ann, bo, eve } = await playing();
  for (const command of [
    say,
    { type: 'phrase', phrase: 'yes' },
    wave,
    point(16),
    { type: 'unsay', author: 1, said: 1 },
  ])
    expect(await refusal(ann, command)).toBe('silence');
  for (const visitor of [ann, bo, eve]) expect(wordsOf(visitor)).toEqual([]);
});

test('SC-4b CM-3e a tile explored with the elf opens a talk window, and the next action closes it', async () => {
  const { place, ann, bo } = await playing({ scenario: 4, hourglass: 3600 });
  const chance = new Chance(7);
  for (let i = 0; i < 3000 && !place.game.talking; i++) {
    const player = i % 2 === 0 ? ann : bo;
    const command = somethingLegal(place.game, player.seat, chance);
    if (command !== undefined) player.do(command);
    await settled();
  }
  expect(place.game.talking).toBe(true);
  expect(await refusal(ann, say)).toBeNull();
  expect(bo.heard('said')).toMatchObject([{ text: 'west first', v: place.table.version }]);
  const move = [ann, bo].flatMap(player => {
    const command = somethingLegal(place.game, player.seat, chance);
    return command === undefined ? [] : [{ player, command }];
  })[0];
  const { player, command } = move ?? raise('nothing to do');
  player.do(command); // the chat text that follows this command is judged before its entry is written
  ann.do(say);
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'silence' });
});

test('SC-12a SC-12b SC-12d in a talk window of scenario 12 pointing is accepted and texts are refused', async () => {
  const { ann, bo } = await playing({ scenario: 12, level: 12, house: { freeTalk: true } });
  expect(await refusal(ann, wave)).toBeNull();
  expect(await refusal(ann, point(16 + 5))).toBeNull();
  expect(await refusal(ann, say)).toBe('silence');
  expect(await refusal(ann, { type: 'phrase', phrase: 'yes' })).toBe('silence');
  expect(bo.heard('gestured')).toMatchObject([{ gesture: 'wave' }, { gesture: 'point', to: 21 }]);
  expect(bo.heard('said')).toEqual([]);
});

test('PR-17b SC-12d pointing is accepted only at tiles of the mall, and other gestures may not name a cell', async () => {
  const { ann } = await table();
  expect(await refusal(ann, point(16))).toBe('no-game');
  ann.manage({ type: 'begin' });
  await settled();
  expect(await refusal(ann, point(16))).toBeNull();
  expect(await refusal(ann, point(24 * 16))).toBe('malformed');
  expect(await refusal(ann, { ...wave, to: 16 })).toBe('malformed');
});

test.each([14, 15])(
  'SC-14a SC-15a SC-14d in scenario %i texts are accepted before the start and refused from start to end',
  async scenario => {
    const { ann } = await table({ scenario, level: 12, house: { freeTalk: true } });
    expect(await refusal(ann, say)).toBeNull();
    ann.manage({ type: 'begin' });
    await settled();
    expect(await refusal(ann, say)).toBeNull();
    ann.do({ type: 'start' });
    for (const command of [say, wave, point(16)]) expect(await refusal(ann, command)).toBe('silence');
    expect(await refusal(ann, { type: 'stare', to: 1 })).toBeNull();
    expect(await refusal(ann, { type: 'nudge', to: 1 })).toBe(scenario === 15 ? 'no-pawn' : null);
  },
);

test('SC-9d only the leader moves the pawn', async () => {
  const place = await Place.create({ wish: { scenario: 9, level: 12 } });
  const people = [await place.sit('Ann'), await place.sit('Bo'), await place.sit('Cas')];
  people[0]?.manage({ type: 'begin' });
  people[0]?.do({ type: 'start' });
  await settled();
  for (const visitor of people) {
    const leads = place.game.actionTiles[visitor.seat]?.length === 0;
    const to = (visitor.seat + 1) % 3;
    expect(await refusal(visitor, { type: 'nudge', to })).toBe(leads ? null : 'not-leader');
    expect(await refusal(visitor, { type: 'stare', to })).toBeNull();
  }
});

test('PR-20a CM-2f authors may delete their own texts and the host any text; other requests are refused', async () => {
  const { ann, bo, eve } = await table();
  const n = bo.do(say);
  await settled();
  const cas = { type: 'unsay', author: 2, said: n };
  expect(await refusal(bo, { type: 'unsay', author: 1, said: 1 })).toBe('not-host');
  expect(await refusal(bo, cas)).toBeNull();
  expect(await refusal(ann, cas)).toBeNull();
  expect(eve.heard('unsaid')).toMatchObject([
    { m: 2, author: 2, said: n },
    { m: 1, author: 2, said: n },
  ]);
});

test('PR-20a a deleted text is not sent again to a client that repeats the command', async () => {
  const { ann, bo } = await table();
  const n = bo.do(say);
  await settled();
  ann.do({ type: 'unsay', author: 2, said: n });
  await settled();
  bo.say({ t: 'do', n, c: say });
  await settled();
  expect(bo.last).toEqual({ t: 'no', n, why: 'stale' });
  expect(ann.heard('said').length).toBe(1);
});

test('PR-20a `unsay` of a command that was not a chat text is refused and changes no answer', async () => {
  const { ann, bo } = await table();
  const n = bo.do({ type: 'explore' });
  await settled();
  ann.do({ type: 'unsay', author: 2, said: n });
  ann.do({ type: 'unsay', author: 2, said: n + 1 });
  await settled();
  bo.say({ t: 'do', n, c: { type: 'explore' } });
  bo.do(say);
  await settled();
  expect(bo.heard('no').map(({ why }) => why)).toEqual(['no-game', 'no-game']);
  expect(ann.heard('said').length).toBe(1);
});

test('PR-20b CM-2h a muted player can send no text or gesture but can still stare and nudge, also after a restart', async () => {
  const { place, ann, bo } = await playing({ scenario: 1, house: { freeTalk: true } });
  bo.manage({ type: 'mute', member: 1, muted: true });
  await settled();
  expect(bo.last).toMatchObject({ t: 'no', why: 'not-host' });
  ann.manage({ type: 'mute', member: 2, muted: true });
  for (const command of [say, wave, point(16), { type: 'phrase', phrase: 'no' }])
    expect(await refusal(bo, command)).toBe('muted');
  expect(await refusal(bo, { type: 'stare', to: 0 })).toBeNull();
  expect(await refusal(bo, { type: 'nudge', to: 0 })).toBeNull();
  expect(place.table.state.muted).toEqual([2]);
  await place.restart();
  // muting is stored in the log, so the player is still muted after the restart
  expect(place.table.state.muted).toEqual([2]);
});

test('CM-2h an unmuted player reaches everybody again, and an empty seat cannot be muted', async () => {
  const { ann, bo } = await table();
  ann.manage({ type: 'mute', member: 2, muted: true });
  expect(await refusal(bo, say)).toBe('muted');
  expect(ann.heard('said')).toEqual([]);
  ann.manage({ type: 'mute', member: 2, muted: false });
  expect(await refusal(bo, say)).toBeNull();
  expect(ann.heard('said')).toMatchObject([{ m: 2, text: 'west first' }]);
  ann.manage({ type: 'mute', member: 7, muted: true });
  await settled();
  expect(ann.last).toMatchObject({ t: 'no', why: 'no-such-member' });
});

test('CM-2h a muted host is not heard, even if the host muted themselves', async () => {
  const { ann, bo } = await table();
  ann.manage({ type: 'mute', member: 1, muted: true });
  expect(await refusal(ann, say)).toBe('muted');
  expect(bo.heard('said')).toEqual([]);
});

test('PR-19c CM-2g a player can send six messages at once and then one every 700 ms; text, phrases and gestures share this limit', async () => {
  const { place, ann, bo } = await table();
  const commands = [say, wave, { type: 'phrase', phrase: 'yes' }];
  for (let i = 0; i < 20; i++) ann.do(commands[i % 3]);
  await settled();
  expect(wordsOf(bo).length).toBe(TALK_BURST);
  expect(ann.heard('no').filter(({ why }) => why === 'too-fast').length).toBe(20 - TALK_BURST);
  expect(await refusal(bo, say)).toBeNull(); // one member's messages do not use up another's tokens
  await place.time.pass(TALK_APART);
  expect(await refusal(ann, say)).toBeNull();
  expect(await refusal(ann, say)).toBe('too-fast');
  // deleting a text uses another token bucket than sending a text
  expect(await refusal(ann, { type: 'unsay', author: 1, said: 1 })).toBeNull();
});

test('CM-2g after an hour of silence 40 messages sent at once are still limited to six', async () => {
  const { place, ann, bo } = await table();
  await place.time.pass(3_600_000);
  for (let i = 0; i < 40; i++) ann.do(say);
  await settled();
  expect(wordsOf(bo).length).toBe(TALK_BURST);
  expect(ann.heard('no').filter(({ why }) => why === 'too-fast').length).toBe(40 - TALK_BURST);
});

test('PR-20e of 40 requests to delete texts, six pass at once and then one every 700 ms', async () => {
  const { place, ann, bo } = await table();
  await place.time.pass(3_600_000);
  for (let i = 0; i < 40; i++) ann.do({ type: 'unsay', author: 1, said: 1 });
  await settled();
  expect(bo.heard('unsaid').length).toBe(TALK_BURST);
  expect(ann.heard('no').filter(({ why }) => why === 'too-fast').length).toBe(40 - TALK_BURST);
  await place.time.pass(TALK_APART);
  expect(await refusal(ann, { type: 'unsay', author: 1, said: 1 })).toBeNull();
  expect(await refusal(ann, { type: 'unsay', author: 1, said: 1 })).toBe('too-fast');
  expect(await refusal(ann, say)).toBeNull(); // sending a text uses another token bucket than deleting a text
});

test('PR-19c CM-2g when eight messages arrive one by one at the same moment, six are delivered', async () => {
  const { ann } = await table();
  const answers: unknown[] = [];
  for (let i = 0; i < TALK_BURST + 2; i++) answers.push(await refusal(ann, wave));
  expect(answers).toEqual([...Array<null>(TALK_BURST).fill(null), 'too-fast', 'too-fast']);
});

test('PR-20d the connection of a kicked member is closed with 4002', async () => {
  const { ann, bo } = await table();
  ann.manage({ type: 'kick', member: 2 });
  await settled();
  expect(bo.closed).toBe(4002);
  expect(ann.last['t']).not.toBe('said');
});

test('PR-20d a kicked member who joins with the same token is refused, also after a restart', async () => {
  const { place, ann, bo } = await table();
  ann.manage({ type: 'kick', member: 2 });
  await settled();
  expect(bo.closed).toBe(4002);
  for (const _ of ['at once', 'later']) {
    const again = await place.sit('Bo');
    expect(again.member).toBeNull();
    expect(again.last).toMatchObject({ t: 'no', n: 0, why: 'removed' });
    await place.restart();
  }
  expect((await place.sit('Cy')).member).toBe(3); // the table is not locked, so another person can join
  expect(place.table.state.kicked).toEqual([2]);
});

test('PR-20c a muted member who leaves and joins with the same token stays muted until the host unmutes', async () => {
  const { place, ann, bo } = await table();
  ann.manage({ type: 'mute', member: 2, muted: true });
  await settled();
  bo.manage({ type: 'leave' });
  await settled();
  const back = await place.sit('Bo');
  expect(back.member).toBe(3);
  expect(await refusal(back, say)).toBe('muted');
  expect(place.table.state.muted).toEqual([3]);
  ann.manage({ type: 'mute', member: 3, muted: false });
  expect(await refusal(back, say)).toBeNull();
  back.manage({ type: 'leave' });
  await settled();
  expect(await refusal(await place.sit('Bo'), say)).toBeNull();
});

const shownTo = (visitor: Visitor): readonly unknown[] => {
  const { people } = [...visitor.heard('welcome'), ...visitor.heard('people')].at(-1) ?? {};
  return people as readonly unknown[];
};

const joining = (name: string, token = '') => ({
  t: 'join',
  name,
  avatar: 'owl',
  token: `token-of-${token.padEnd(20, '-')}`,
});

test('CM-2j PR-5d a second window that joins its own seat under another name changes no name', async () => {
  const { place, eve } = await playing();
  const second = await place.watch();
  second.say(joining('go west', 'Bo'));
  await settled();
  expect(second.member).toBe(2);
  expect(eve.frames.join()).not.toContain('go west');
  expect(shownTo(eve)).toEqual([
    { member: 1, name: 'Ann', avatar: 'fox' },
    { member: 2, name: 'Bo', avatar: 'fox' },
  ]);
});

test.each(['Bo', 'Cy'])(
  'CM-2i PR-5e the name of %s, who takes a seat during a game, is shown only after that game',
  async who => {
    const { place, ann, bo, eve } = await playing();
    bo.manage({ type: 'leave' });
    await settled();
    bo.say(joining('go west', who));
    await settled();
    expect(bo.seat).toBe(1);
    const others = { member: 1, name: 'Ann', avatar: 'fox' };
    const held = [others, { member: 3, name: '#2', avatar: 'bat' }];
    expect(shownTo(eve)).toEqual(held);
    await place.restart();
    expect(shownTo(await place.watch())).toEqual(held);
    expect([...ann.frames, ...eve.frames].join()).not.toContain('go west');
    const late = await place.watch();
    await place.time.pass(200_000);
    expect(place.game.status).toBe('lost');
    expect(shownTo(late)).toEqual([others, { member: 3, name: 'go west', avatar: 'owl' }]);
  },
);

test('CM-2i when a game is abandoned, the withheld names are shown', async () => {
  const { ann, bo, eve } = await playing();
  bo.manage({ type: 'leave' });
  await settled();
  bo.say(joining('Cy'));
  ann.manage({ type: 'abandon' });
  await settled();
  expect(shownTo(eve)).toContainEqual({ member: 3, name: 'Cy', avatar: 'owl' });
});

test('PR-18a PR-18b an unknown phrase, a gesture to an impossible cell and a text of endless length are refused with a sentence', () => {
  for (const c of [
    { type: 'phrase', phrase: 'left' },
    { type: 'say', text: 'x'.repeat(10_000) },
    { type: 'say', text: '\u202e\u200b' },
    point(-1),
    { type: 'unsay', author: 0, said: 1 },
  ]) {
    const read = readMessage(JSON.stringify({ t: 'do', n: 1, c }));
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/^["A-Z].{10,400}\.$/s) });
  }
});

test('PR-6a a gesture is sent in `do` without its seat', () => {
  expect(asked({ type: 'gesture', seat: 1, gesture: 'point', to: 17 })).toEqual(point(17));
});
