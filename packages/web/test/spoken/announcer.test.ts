/** Tests of announcements for screen readers: their texts, times and order. */

import { TABLE_REFUSALS } from '@hush/protocol';
import { type GameEvent, REFUSALS } from '@hush/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import * as given from '../../../rules/test/positions.ts';
import { LOCALES } from '../../src/i18n/catalogs.ts';
import { refusalText } from '../../src/i18n/say.ts';
import { watchMembers } from '../../src/spoken/arrivals.ts';
import { type Message, messagesOf, type NewsScene } from '../../src/spoken/news.ts';
import { announceNotices, createSpeaker } from '../../src/spoken/speaker.ts';
import { Evening, speak } from '../table/play-kit.ts';

let evening: Evening | null = null;
beforeEach(() => speak('en'));
afterEach(() => evening?.close());

function speaker(): { time: VirtualTime; said: string[]; push: (...messages: Message[]) => void } {
  const time = new VirtualTime();
  const said: string[] = [];
  const clock = { now: () => time.now, later: (after: number, then: () => void) => time.later(after, then) };
  const { push } = createSpeaker(clock, ({ text }) => said.push(`${time.passed} ${text}`));
  return { time, said, push: (...messages) => push(messages) };
}

const plain = (weight: Message['weight'], text: string): Message => ({ weight, text });

test('PR-87a at most one message in 1.2 seconds is spoken, the most important first', async () => {
  const { time, said, push } = speaker();
  push(
    plain('others', 'o'),
    plain('mine', 'm'),
    plain('alarm', 'a'),
    plain('nudge', 'n'),
    plain('talk', 't'),
    plain('end', 'e'),
  );
  await time.pass(10_000);
  expect(said).toEqual(['0 e', '1200 t', '2400 n', '3600 a', '4800 m', '6000 o']);
});

test('PR-87a a single message does not wait', async () => {
  const { time, said, push } = speaker();
  await time.pass(5000);
  push(plain('mine', 'now'));
  await time.pass(1);
  expect(said).toEqual(['5000 now']);
});

test('PR-87a several moves of one hero by one player become one sentence, and old moves are dropped', async () => {
  const { time, said, push } = speaker();
  const walked = (hero: 'mage' | 'elf' | 'dwarf' | 'barbarian', by: 'west' | 'north'): Message => ({
    weight: 'others',
    text: hero,
    walk: { who: 'Mina', hero, by, steps: 1, thing: null },
  });
  push(plain('talk', 'first'));
  await time.pass(1);
  push(walked('mage', 'west'), walked('mage', 'west'), walked('mage', 'west'));
  await time.pass(2000);
  expect(said).toEqual(['0 first', '1200 Mina: mage west 3']);
  push(
    walked('barbarian', 'north'),
    walked('elf', 'north'),
    walked('dwarf', 'north'),
    walked('mage', 'north'),
  );
  await time.pass(9000);
  expect(said.slice(2).map(line => line.slice(5))).toEqual(['elf', 'dwarf', 'mage'].map(hero => hero));
});

const scene = (more: Partial<NewsScene>): NewsScene => ({
  before: null,
  game: null,
  seat: 0,
  names: ['Mina', 'Tomasz'],
  nameOf: () => null,
  ...more,
});

test('PR-87a the sentence about a nudge says whether it is for the listener', () => {
  const { game } = given.start();
  const news = (to: number): Parameters<typeof messagesOf>[0] => ({
    type: 'news',
    events: [{ type: 'pawnMoved', at: 0, seat: 1, to }],
    member: 2,
    n: 1,
    mine: false,
  });
  expect(messagesOf(news(0), scene({ game }))).toEqual([
    { weight: 'nudge', text: 'Tomasz nudges you: do something!' },
  ]);
  expect(messagesOf(news(1), scene({ game }))[0]?.weight).toBe('others');
});

test('HG-6 when the hourglass is turned, the sand, talk and, if tiles are passed, the player’s new actions are announced', () => {
  const { game } = given.start();
  const turned = { ...game, talking: true, rules: { ...game.rules, passTiles: true } };
  const events = [{ type: 'hourglassTurned', at: game.at, cell: 1 } as const];
  const said = messagesOf({ type: 'news', events, member: 1, n: 1, mine: false }, scene({ game: turned }));
  expect(said[0]?.text).toMatch(
    /^The hourglass was turned, .* left\. Everyone may talk until somebody moves\.$/,
  );
  expect(said[1]?.text).toMatch(/^The tiles were passed on\. Your actions are now: /);
  const silent = { ...turned, talking: false };
  const quiet = messagesOf({ type: 'news', events, member: 1, n: 1, mine: false }, scene({ game: silent }));
  expect(quiet[0]?.text).not.toContain('talk');
});

test('PR-87b spectators hear the names of players, and a television speaks to the players', () => {
  const { game } = given.start();
  const talking = { ...game, talking: true, rules: { ...game.rules, passTiles: true } };
  const heard = (more: Partial<NewsScene>, ...events: readonly GameEvent[]): string =>
    messagesOf(
      { type: 'news', events, member: 1, n: 1, mine: false },
      scene({ before: game, game: talking, ...more }),
    )
      .map(({ text }) => text)
      .join(' ');
  const { at } = game;
  const told: readonly GameEvent[] = [
    { type: 'gameStarted', at },
    { type: 'hourglassTurned', at, cell: 1 },
    { type: 'theftHappened', at, seat: 0 },
    { type: 'actionTurned', at, seat: 0, action: 'north' },
    { type: 'pawnMoved', at, seat: 0, to: 1 },
    { type: 'stared', at, seat: 0, to: 1 },
  ];
  const watching = heard({ seat: -1 }, ...told);
  expect(watching).toContain('Everyone may talk until somebody moves.');
  expect(watching).not.toMatch(/\byou(?:r|rs)?\b/i);
  const won: GameEvent = { type: 'gameWon', at };
  expect(heard({ seat: -1 }, won)).toContain('they made it!');
  // the listener is a player who took a seat after the start
  expect(heard({ seat: game.setUp.players }, won)).toContain('they made it!');
  expect(heard({ seat: 0 }, won)).toContain('you win together!');
  expect(heard({ seat: -1, screen: true }, won)).toContain('you win together!');
});

test('CM-3e the end of a talk window is announced as silence', () => {
  const { game } = given.start();
  const notice = { type: 'news', events: [], member: 1, n: 1, mine: false } as const;
  expect(messagesOf(notice, scene({ before: { ...game, talking: true }, game }))).toEqual([
    { weight: 'talk', text: 'Silence!' },
  ]);
});

test.each(LOCALES)('PR-87d every refusal has its own sentence in %s', async locale => {
  await speak(locale);
  const codes = [...Object.keys(REFUSALS), ...Object.keys(TABLE_REFUSALS)];
  const sentences = codes.map(refusalText);
  expect(new Set(sentences).size).toBe(codes.length);
  expect(sentences.every(text => /\p{L}[.!]$|[.!]$/u.test(text) && !text.includes('refusals.'))).toBe(true);
  expect(refusalText('from-the-future')).toBe(refusalText('malformed'));
});

test('PR-87a the start and the moves of other players are spoken, with names', async () => {
  evening = new Evening({ scenario: 1, hourglass: 3600 });
  const [mina, tomasz] = [await evening.sit('Mina'), await evening.sit('Tomasz')];
  const heard: Message[] = [];
  tomasz.listen(
    announceNotices(tomasz, { push: messages => heard.push(...messages), stop: () => undefined }),
  );
  await evening.begin();
  expect(heard.at(-1)).toEqual({ weight: 'talk', text: 'The sand is running. Silence!' });
  mina.do({ type: 'nudge', to: 1 });
  await evening.pass(100);
  expect(heard.at(-1)?.text).toBe('Mina nudges you: do something!');
});

test('PR-87b joining, leaving, losing the connection and returning are announced to everybody but the player themselves', async () => {
  evening = new Evening({ scenario: 1, hourglass: 3600 });
  const mina = await evening.sit('Mina');
  const heard: string[] = [];
  mina.listen(
    announceNotices(mina, {
      push: messages => heard.push(...messages.map(({ text }) => text)),
      stop: () => undefined,
    }),
  );
  const tomasz = await evening.sit('Tomasz');
  expect(heard).toEqual(['Tomasz joins the table.']);
  tomasz.close();
  await evening.pass(100);
  expect(heard.slice(1)).toEqual(['Tomasz is away.']);
  mina.manage({ type: 'kick', member: 2 });
  await evening.pass(100);
  expect(heard.slice(2)).toEqual(['Tomasz has left the table.']);
  mina.manage({ type: 'seatBot', temper: 'calm' });
  await evening.pass(100);
  expect(heard.slice(3)).toEqual(['Bot 1 joins the table.']);
});

test('PR-87b a stand-in is announced; when it leaves its seat, no member is announced as back', async () => {
  evening = new Evening({ scenario: 1, hourglass: 3600 });
  const [mina, tomasz] = [await evening.sit('Mina'), await evening.sit('Tomasz')];
  const company = watchMembers(mina);
  const said = (type: 'botSatIn' | 'botStoodUp', member: number): readonly string[] =>
    company({ type: 'news', events: [{ type, member }], member: null, n: 0, mine: false });
  expect(said('botSatIn', 2)).toEqual(['A bot plays for Tomasz.']);
  expect(said('botStoodUp', 2)).toEqual([]);
  expect(said('botSatIn', 1)).toEqual([]);
  tomasz.close();
});
