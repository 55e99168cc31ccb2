/** Tests of the command box of the debrief: the words that it understands in four languages, and its answers. */
import type { TurningPoint } from '@hush/bots';
import { beginGame, cellOf } from '@hush/rules';
import { beforeEach, expect, test } from 'vitest';
import { gameFrom } from '../../../protocol/test/crews/crew-kit.ts';
import { type DebriefScene, interpretDebrief } from '../../src/debrief/debrief-commands.ts';
import { answerOf, questionOf } from '../../src/debrief/turning-words.ts';
import { requestWords } from '../../src/i18n/catalogs.ts';
import { speak } from '../table/play-kit.ts';

const [first] = gameFrom('box');
if (first?.type !== 'gameSetUp') throw new Error('no set-up');
const game = beginGame(first);

const pointAt = (at: number): TurningPoint => ({
  at,
  until: at + 20_000,
  events: at / 1000,
  answer: { kind: 'door', hero: 'mage', goal: cellOf(1, 2), steps: [] },
});
const [early, late] = [pointAt(30_000), pointAt(90_000)];
const people = [
  { member: 1, name: 'Mina', avatar: 'owl' },
  { member: 2, name: 'Élodie', avatar: 'fox' },
] as const;

/** A debrief that Mina leads and types in, unless `more` says otherwise. */
const scene = (more: Partial<DebriefScene> = {}): DebriefScene => ({
  points: [early, late],
  point: null,
  answered: false,
  game,
  at: 0,
  end: 180_000,
  runs: false,
  people,
  own: 1,
  leader: 1,
  here: [1, 2],
  isFree: false,
  mayPlayOn: true,
  ...more,
});

beforeEach(() => speak('en'));

test.each([
  ['en', 'next', 'answer', 'guess 1 1 1', 'go 1:20', 'who', 'on', 'close'],
  ['fr', 'suivant', 'réponse', 'deviner 1 1 1', 'aller 1:20', 'qui', 'reprendre', 'fermer'],
  ['nl', 'volgende', 'antwoord', 'gok 1 1 1', 'ga 1:20', 'wie', 'verder', 'sluit'],
  ['pl', 'następny', 'odpowiedź', 'zgaduj 1 1 1', 'idź 1:20', 'kto', 'graj', 'zamknij'],
] as const)(
  'PR-185e in %s "%s" shows the next point, "%s" shows the answer, and every other command has a word',
  async (locale, ...words) => {
    const [next = '', answer = '', guess = '', go = '', who = '', on = '', close = ''] = words;
    await speak(locale);
    await requestWords('debrief', 'replay');
    expect(interpretDebrief(next, scene())).toMatchObject({
      act: { type: 'show', point: early, answered: false },
    });
    const asked = scene({ point: early });
    expect(interpretDebrief(next, asked).act).toMatchObject({ point: late });
    expect(interpretDebrief(answer, asked)).toMatchObject({
      act: { type: 'show', point: early, answered: true },
    });
    expect(interpretDebrief(answer, asked).say).toContain(answerOf(early));
    expect(interpretDebrief(guess, asked).act).toEqual({ type: 'guess', cell: cellOf(1, 0) });
    expect(interpretDebrief(go, asked).act).toEqual({ type: 'seek', at: 80_000 });
    expect(interpretDebrief(who, asked)).toMatchObject({ act: null, say: expect.stringContaining('Élodie') });
    expect(interpretDebrief(on, asked).act).toEqual({ type: 'playOn', events: early.events });
    expect(interpretDebrief(close, asked).act).toEqual({ type: 'close' });
  },
);

test('PR-185e a follower who types a command of the leader is told who leads, until the follower watches alone', async () => {
  await requestWords('debrief', 'replay');
  const follower = scene({ own: 2, point: early, mayPlayOn: false });
  for (const text of ['next', 'answer', '2', 'give mina'])
    expect(interpretDebrief(text, follower)).toMatchObject({
      act: null,
      say: expect.stringContaining('Mina leads'),
    });
  expect(interpretDebrief('on', follower)).toMatchObject({ act: null });
  expect(interpretDebrief('free', follower).act).toEqual({ type: 'free' });
  const free = scene({ own: 2, isFree: true });
  expect(interpretDebrief('2', free).act).toMatchObject({ type: 'show', point: late });
  expect(interpretDebrief('back', free).act).toEqual({ type: 'back' });
  expect(interpretDebrief('lead', follower).act).toEqual({ type: 'lead' });
});

test('PR-185e `give` with a name hands the lead over, questions are answered and change nothing, and `play` changes nothing while the film runs', async () => {
  await requestWords('debrief', 'replay');
  expect(interpretDebrief('give elod', scene()).act).toEqual({ type: 'give', to: 2 });
  expect(interpretDebrief('give nobody', scene())).toMatchObject({ act: null });
  const alike = { people: [...people, { member: 3, name: 'Elo', avatar: 'owl' }], here: [1, 2, 3] } as const;
  expect(interpretDebrief('give elo', scene(alike)).act).toEqual({ type: 'give', to: 3 });
  expect(interpretDebrief('give el', scene(alike)).act).toBeNull(); // the names of two players begin with these letters
  expect(interpretDebrief('question', scene({ point: late }))).toEqual({ act: null, say: questionOf(late) });
  expect(interpretDebrief('where', scene()).say).toMatch(/tile 1, row \d, column \d/);
  expect(interpretDebrief('time', scene({ at: 61_000 })).say).toContain('1:01');
  expect(interpretDebrief('play', scene()).act).toEqual({ type: 'toggle' });
  expect(interpretDebrief('play', scene({ runs: true })).act).toBeNull();
});

test('PR-185e a spectator cannot guess or lead, a guess needs a question and a square of the mall, and unknown words are named', async () => {
  await requestWords('debrief', 'replay');
  for (const text of ['guess 1 1 1', 'lead'])
    expect(interpretDebrief(text, scene({ own: null, point: early }))).toMatchObject({
      act: null,
      say: expect.stringContaining('watching'),
    });
  expect(interpretDebrief('guess 1 1 1', scene())).toMatchObject({ act: null });
  expect(interpretDebrief('guess 1 1 1', scene({ point: early, answered: true })).act).toBeNull();
  expect(interpretDebrief('guess 99 1 1', scene({ point: early }))).toMatchObject({ act: null });
  expect(interpretDebrief('guess', scene({ point: early })).act).toEqual({ type: 'guess', cell: null });
  expect(interpretDebrief('9', scene())).toMatchObject({ act: null, say: 'There are 2 turning points.' });
  expect(interpretDebrief('next', scene({ points: [] })).say).toBe('No turning point here');
  expect(interpretDebrief('abracadabra', scene()).say).toContain('abracadabra');
});
