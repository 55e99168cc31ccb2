/**
 * Tests of talk messages on a page: chat and gestures while talk is open, from players who are not ignored, and none
 * afterwards.
 */
import { PHRASE_NAMES, type ServerMessage } from '@hush/protocol';
import { cellOf, type Game, GESTURES, laidTiles } from '@hush/rules';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GESTURE_ART } from '../../src/art/gestures.tsx';
import { settings } from '../../src/device/settings.ts';
import { LOCALES } from '../../src/i18n/catalogs.ts';
import { createControls } from '../../src/input/controls.ts';
import { cellOfPlace, cellPlaceOf } from '../../src/model/cells.ts';
import { planePoint } from '../../src/model/scene-of.ts';
import { interpret, viewOf } from '../../src/spoken/commands.ts';
import { ignore } from '../../src/table/ignored.ts';
import type { Session } from '../../src/table/session.ts';
import { cellAtPoint } from '../../src/talk/pointing.ts';
import { ACT_LASTS, chatTextOf, createTalkLog, silentNote, type TalkLog } from '../../src/talk/talk-log.ts';
import { Evening, speak } from '../table/play-kit.ts';

let evening: Evening;
const rooms: TalkLog[] = [];

beforeEach(() => speak('en'));
afterEach(() => {
  vi.useRealTimers();
  for (const room of rooms.splice(0)) room.stop();
  evening.close();
});

function roomOf(session: Session): TalkLog {
  const room = createTalkLog(session);
  session.listen(room.hear);
  rooms.push(room);
  return room;
}

async function people(wish: ConstructorParameters<typeof Evening>[0]): Promise<readonly [Session, Session]> {
  evening = new Evening(wish);
  return [await evening.sit('Mina'), await evening.sit('Tomasz')];
}

const texts = (room: TalkLog): readonly string[] => room.lines.value.map(chatTextOf);

test('SU-5a words and phrases before the sand runs are shown in the reader’s language and counted as unread', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const [hers, his] = [roomOf(mina), roomOf(tomasz)];
  expect(hers.isFree.value).toBe('before');
  hers.say('  west\u202e first ');
  hers.phrase('bow-first');
  await evening.pass();
  expect(texts(his)).toEqual(['west first', 'The elf first.']);
  expect([hers.unread.value, his.unread.value]).toEqual([0, 2]);
  expect(his.spoken.value).toBe('Mina: The elf first.');
  await speak('pl');
  expect(texts(his)).toEqual(['west first', 'Najpierw elf.']);
  expect(chatTextOf({ text: 'Moonlight!', phrase: 'of-the-future' as 'yes' })).toBe('Moonlight!');
});

test('PR-17d CM-2e CM-3e when silence begins all messages disappear, and late messages are not shown', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const his = roomOf(tomasz);
  roomOf(mina).say('quick');
  await evening.pass();
  mina.do({ type: 'gesture', gesture: 'wave' });
  await evening.pass();
  expect([texts(his), his.acts.value.length]).toEqual([['quick'], 1]);
  await evening.begin();
  expect([his.talk.value, texts(his), his.acts.value, his.unread.value]).toEqual(['silent', [], [], 0]);
  expect(his.spoken.value).toBe(''); // no message is left for screen readers
  const late = { t: 'said', m: 1, n: 9, v: 3, text: 'late' } as ServerMessage;
  his.hear({ type: 'other', message: late });
  expect(texts(his)).toEqual([]);
});

test('SC-12b a chat message that arrives in scenario 12 is not shown', async () => {
  const [mina, tomasz] = await people({ scenario: 12, level: 12, house: { freeTalk: true } });
  const his = roomOf(tomasz);
  await evening.begin();
  expect([his.talk.value, his.isFree.value]).toEqual(['gestures', 'allAlong']);
  his.hear({ type: 'other', message: { t: 'said', m: 1, n: 9, v: 9, text: 'word' } });
  mina.do({ type: 'gesture', gesture: 'point', to: 16 + 6 });
  await evening.pass();
  expect(texts(his)).toEqual([]);
  expect(his.acts.value).toMatchObject([{ member: 1, gesture: 'point', to: 22 }]);
  expect(his.spoken.value).toBe('Mina points at tile 1, row 2, column 3.');
});

test('SC-12b PR-17d if only gestures are allowed from now on, earlier words are removed from the screen', async () => {
  const [mina, tomasz] = await people({ scenario: 12, level: 12, house: { freeTalk: true } });
  const his = roomOf(tomasz);
  roomOf(mina).say('before the start');
  await evening.pass();
  expect([texts(his), his.unread.value]).toEqual([['before the start'], 1]);
  await evening.begin();
  expect([his.talk.value, texts(his), his.unread.value, his.spoken.value]).toEqual(['gestures', [], 0, '']);
});

test('PR-17d a gesture that arrives in silence is not shown', async () => {
  const [, tomasz] = await people({ scenario: 1 });
  const his = roomOf(tomasz);
  await evening.begin();
  his.hear({ type: 'other', message: { t: 'gestured', m: 1, n: 9, v: 3, gesture: 'wave' } });
  expect([his.talk.value, his.acts.value, his.spoken.value]).toEqual(['silent', [], '']);
});

test('PR-17b a gesture is shown for a moment and then removed', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const his = roomOf(tomasz);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  mina.do({ type: 'gesture', gesture: 'bow' });
  await evening.pass();
  expect(his.spoken.value).toBe('Mina: bow');
  vi.advanceTimersByTime(ACT_LASTS - 1);
  expect(his.acts.value).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(his.acts.value).toEqual([]);
});

test('PR-20a words that are deleted disappear from every page', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const [hers, his] = [roomOf(mina), roomOf(tomasz)];
  his.say('rude');
  his.say('kind');
  await evening.pass();
  const [rude] = hers.lines.value;
  if (rude === undefined) throw new Error('nothing was heard');
  hers.takeBack(rude); // the host deletes the message
  await evening.pass();
  expect([texts(hers), texts(his)]).toEqual([['kind'], ['kind']]);
});

test('PR-91b words that are deleted disappear even if their author, or the host, is ignored', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const ines = await evening.sit('Ines');
  const [hers, his, third] = [roomOf(mina), roomOf(tomasz), roomOf(ines)];
  his.say('rude');
  his.say('ruder');
  await evening.pass();
  const [rude, ruder] = hers.lines.value;
  if (rude === undefined || ruder === undefined) throw new Error('nothing was heard');
  ignore(mina.code, 2, true);
  ignore(mina.code, 1, true);
  hers.takeBack(rude); // the host deletes the message
  his.takeBack(ruder);
  await evening.pass();
  ignore(mina.code, 2, false);
  ignore(mina.code, 1, false);
  expect(texts(third)).toEqual([]);
});

test('CM-3e a player’s own closing move ends sending at once, and words stay until the server confirms the move', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  await evening.begin();
  const game = { ...evening.game, talking: true };
  const quiet = { ...game, talking: false };
  const [predicted, confirmed] = [signal<Game | null>(game), signal({ ...tomasz.confirmed.peek(), game })];
  const room = createTalkLog({ ...tomasz, game: predicted, confirmed });
  rooms.push(room);
  const said = (n: number, text: string): void =>
    room.hear({ type: 'other', message: { t: 'said', m: mina.member.peek() ?? 0, n, v: 9, text } });
  said(1, 'west');
  predicted.value = quiet;
  expect([room.talk.value, texts(room)]).toEqual(['silent', ['west']]);
  said(2, 'wait');
  predicted.value = game; // the server refuses the move
  expect([room.talk.value, texts(room), room.unread.value]).toEqual(['open', ['west', 'wait'], 2]);
  predicted.value = quiet;
  confirmed.value = { ...confirmed.peek(), game: quiet };
  expect([room.talk.value, texts(room), room.spoken.value]).toEqual(['silent', [], '']);
});

test('PR-91a words of an ignored member are not shown on that device, and are shown on all others', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const ines = await evening.sit('Ines');
  const [hers, third] = [roomOf(mina), roomOf(ines)];
  ignore(mina.code, 2, true);
  tomasz.do({ type: 'say', text: 'blah' });
  tomasz.do({ type: 'gesture', gesture: 'wave' });
  await evening.pass();
  ignore(mina.code, 2, false);
  // The two pages share one device here, so only later messages can be told apart.
  expect([texts(hers), hers.acts.value]).toEqual([[], []]);
  tomasz.do({ type: 'say', text: 'and now' });
  await evening.pass();
  expect([texts(hers), texts(third)]).toEqual([['and now'], ['and now']]);
});

test('PR-91c a text that is too long, empty, from a muted member or sent after too many others is refused with a reason', async () => {
  const [mina, tomasz] = await people({ scenario: 1 });
  const his = roomOf(tomasz);
  expect([his.say('x'.repeat(10_000)), his.trouble.value]).toEqual([
    false,
    'At most 280 characters, please.',
  ]);
  expect([his.say('\u200b\u202e'), his.trouble.value]).toEqual([false, 'Type a message first.']);
  mina.manage({ type: 'mute', member: 2, muted: true });
  await evening.pass();
  his.phrase('yes');
  await evening.pass();
  expect(his.trouble.value).toBe('The host has muted you.');
  mina.manage({ type: 'mute', member: 2, muted: false });
  await evening.pass();
  for (let i = 0; i < 10; i++) his.gesture('wave');
  await evening.pass();
  expect(his.trouble.value).toBe('Easy! Wait a moment before you do that again.');
});

test('a point on the board becomes a cell, and a point beside the mall becomes null', async () => {
  await people({ scenario: 1 });
  await evening.begin();
  const { game } = evening;
  for (let cell = 16; cell < 32; cell++) expect(cellAtPoint(game, planePoint(game, cell))).toBe(cell);
  expect(cellAtPoint(game, { x: -50, y: 3 })).toBeNull();
});

test('CM-3d the command box asks for confirmation before a command that ends talk, and for no other', async () => {
  const [mina] = await people({ scenario: 1 });
  await evening.begin();
  const game = { ...evening.game, talking: true };
  const open = { ...mina, game: { value: game, peek: () => game } } as unknown as Session;
  settings.talkGuard.value = true;
  const controls = createControls(open, settings, { now: () => 0, later: () => () => undefined });
  expect(controls.confirms('move')).toBe(false);
  expect(controls.confirms('explore')).toBe(false);
  expect(controls.confirms('explore')).toBe(true);
  controls.endTalk();
  expect(controls.confirms('move')).toBe(true);
  controls.stop();
});

test('SC-12a SC-12d words, gestures and pointing can be sent by typed commands', async () => {
  const [mina] = await people({ scenario: 1, house: { freeTalk: true } });
  await evening.begin();
  const typed = (text: string): unknown => interpret(text, viewOf(mina, null)).command;
  expect(typed('say Bow first, please!')).toEqual({ type: 'say', text: 'Bow first, please!' });
  expect(typed('gesture thumbs')).toEqual({ type: 'gesture', gesture: 'thumbs-up' });
  expect(typed('point 1 2 3')).toEqual({ type: 'gesture', gesture: 'point', to: 22 });
  expect(typed('point bow')).toEqual({ type: 'gesture', gesture: 'point', to: evening.game.heroes.elf });
  for (const vague of ['say', 'gesture', 'gesture moonwalk', 'point', 'point 1 9 9', 'point 24 1 1'])
    expect(typed(vague)).toBeNull();
});

test('SC-12d on a turned tile, the place of a hero, a pointing gesture and the pointer’s label are named in the same way', async () => {
  const [mina, tomasz] = await people({ scenario: 1, house: { freeTalk: true } });
  await evening.begin();
  const [laid] = laidTiles(evening.game);
  if (laid === undefined) throw new Error('no tile');
  const at = (turn: 0 | 1): Game => ({ ...evening.game, mall: { [laid.tile]: { ...laid, turn } } });
  const [straight, turned] = [at(0), at(1)];
  const cell = cellOf(laid.tile, 1); // the first row and second column of the tile's own drawing
  expect(cellPlaceOf(straight, cell)).toEqual({ tile: laid.tile, row: 1, column: 2 });
  expect(cellPlaceOf(turned, cell)).toEqual({ tile: laid.tile, row: 2, column: 4 });
  for (let square = 0; square < 16; square++) {
    const one = cellOf(laid.tile, square);
    expect(cellOfPlace(turned, cellPlaceOf(turned, one))).toBe(one);
  }
  const game = { ...turned, heroes: { ...turned.heroes, elf: cell } };
  const view = { ...viewOf(mina, null), game };
  expect(interpret('where bow', view).say).toContain('tile 1, row 2, column 4');
  expect(interpret('point 1 2 4', view)).toMatchObject({ command: { to: cell } });
  expect(interpret('point bow', view).say).toContain('tile 1, row 2, column 4');
  const room = createTalkLog({ ...tomasz, game: signal(game) });
  rooms.push(room);
  room.hear({ type: 'other', message: { t: 'gestured', m: 1, n: 1, v: 1, gesture: 'point', to: cell } });
  expect(room.spoken.value).toBe('Mina points at tile 1, row 2, column 4.');
});

test('CM-2b in silence the command box refuses words at once', async () => {
  const [mina] = await people({ scenario: 1 });
  await evening.begin();
  for (const text of ['say left', 'gesture wave', 'point bow']) {
    const reply = interpret(text, viewOf(mina, null));
    expect([reply.command, reply.say]).toEqual([null, 'Hush! Not now.']);
  }
});

test('SC-9d SC-15b HG-8g the hint in silence offers only the allowed signals: stare, pawn or nothing', async () => {
  await people({ scenario: 1 });
  await evening.begin();
  const { game } = evening;
  const led = { ...game, rules: { ...game.rules, leader: true }, actionTiles: game.actionTiles.with(0, []) };
  expect(silentNote(game, 0)).toContain('nudge');
  expect([0, 1].map(seat => silentNote(led, seat).includes('nudge'))).toEqual([true, false]);
  expect(silentNote({ ...game, rules: { ...game.rules, noPawn: true } }, 0)).not.toContain('nudge');
  expect(silentNote({ ...game, status: 'paused' }, 0)).toBe('The game is paused.');
});

test.each(LOCALES)('PR-94a in %s every phrase and gesture has its own text', async locale => {
  await people({ scenario: 1 });
  await speak(locale);
  const phrases = PHRASE_NAMES.map(phrase => chatTextOf({ text: '?', phrase }));
  expect(new Set(phrases).size).toBe(PHRASE_NAMES.length);
  expect(phrases).not.toContain('?');
  for (const gesture of GESTURES) expect(GESTURE_ART[gesture]).toMatch(/<g class="|<circle/);
});
