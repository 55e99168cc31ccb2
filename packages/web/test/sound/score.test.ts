/** Tests of the sounds as data, and of when each is played; no sound is made here. */
import type { LogEvent, Notice } from '@hush/protocol';
import { HEROES } from '@hush/rules';
import { computed, signal } from '@preact/signals';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as given from '../../../rules/test/positions.ts';
import { settings } from '../../src/device/settings.ts';
import { LOCALES } from '../../src/i18n/catalogs.ts';
import { ownToast } from '../../src/input/sender.ts';
import { type CueContext, cuesOf, isUrgent, nudgeSound } from '../../src/sound/cues.ts';
import type { SoundPlayer } from '../../src/sound/player.ts';
import { SCORE, type Sound, type SoundName } from '../../src/sound/score.ts';
import { createSounds } from '../../src/sound/sounds.ts';
import type { Session } from '../../src/table/session.ts';
import { speak } from '../table/play-kit.ts';

const NAMES = Object.keys(SCORE) as SoundName[];
const shape = (name: SoundName): string => JSON.stringify(SCORE[name].notes);

beforeEach(async () => {
  await speak('en');
  settings.captions.value = false;
});

test.each(NAMES)('the sound %s is audible, short and never too loud', name => {
  const { notes }: Sound = SCORE[name];
  expect(notes.length).toBeGreaterThan(0);
  for (const { at, lasts, pitch, loud, to = pitch } of notes) {
    expect(at).toBeGreaterThanOrEqual(0);
    expect(lasts).toBeGreaterThan(0.02);
    expect(at + lasts).toBeLessThan(2);
    expect(Math.min(pitch, to)).toBeGreaterThan(80);
    expect(Math.max(pitch, to)).toBeLessThan(8000);
    expect(loud).toBeGreaterThan(0);
    expect(loud).toBeLessThanOrEqual(0.4);
  }
});

test('ID-1i each hero has a motif and a step sound of its own', () => {
  expect(new Set(HEROES.map(hero => shape(`motif-${hero}`))).size).toBe(4);
  expect(new Set(HEROES.map(hero => shape(`step-${hero}`))).size).toBe(4);
  expect(new Set(NAMES.map(shape)).size).toBe(NAMES.length);
});

test('each nudge in a row sounds sillier than the one before, up to a last sound', () => {
  expect([1, 2, 3, 9].map(nudgeSound)).toEqual(['nudge-1', 'nudge-2', 'nudge-3', 'nudge-3']);
  const length = (name: SoundName): number => SCORE[name].notes.length;
  expect(length('nudge-1')).toBeLessThan(length('nudge-2'));
  expect(length('nudge-2')).toBeLessThan(length('nudge-3'));
});

const hearing = (more: Partial<CueContext> = {}): CueContext => ({
  before: null,
  game: null,
  seat: 0,
  nudges: 1,
  ...more,
});
const news = (events: readonly LogEvent[], mine = false): Notice => ({
  type: 'news',
  events,
  member: 1,
  n: 1,
  mine,
});

test('the step of another player sounds when its entry arrives, and the step of the player of this page does not sound twice', () => {
  const moved = { type: 'heroMoved', at: 0, seat: 0, hero: 'elf', by: 'north', to: 1 } as const;
  expect(cuesOf(news([moved]), hearing())).toEqual(['step-elf']);
  expect(cuesOf(news([moved], true), hearing())).toEqual([]);
  expect(cuesOf(news([{ ...moved, by: 'vortex' }], true), hearing())).toEqual(['vortex']);
});

test('TH-2a a turned hourglass, the theft, a refusal, a win and a loss each have a sound', () => {
  const { game } = given.start();
  const passing = { ...game, rules: { ...game.rules, passTiles: true } };
  expect(cuesOf(news([{ type: 'hourglassTurned', at: 0, cell: 1 }]), hearing({ game: passing }))).toEqual([
    'hourglass',
    'passed',
  ]);
  expect(cuesOf(news([{ type: 'theftHappened', at: 0, seat: 0 }]), hearing())).toEqual(['alarm']);
  expect(cuesOf({ type: 'refused', n: 1, why: 'blocked', first: null, say: '' }, hearing())).toEqual([
    'refused',
  ]);
  expect(cuesOf(news([{ type: 'gameWon', at: 0 }]), hearing())).toEqual(['win']);
  expect(cuesOf(news([{ type: 'gameLost', at: 0, reason: 'sand' }]), hearing())).toEqual(['loss']);
  expect(cuesOf(news([{ type: 'pawnMoved', at: 0, seat: 1, to: 2 }]), hearing())).toEqual([]);
});

test('a sound is played when talk opens and when it closes', () => {
  const { game } = given.start();
  const talking = { ...game, talking: true };
  expect(cuesOf(news([]), hearing({ before: game, game: talking }))).toEqual(['talk-opens']);
  expect(cuesOf(news([]), hearing({ before: talking, game }))).toEqual(['talk-closes']);
});

test('SU-5d CM-5a HG-8g the start and a pause play the sound of silence, and a step in free talk does not', () => {
  const { game } = given.start();
  const setUp = { ...game, status: 'setup' } as const;
  const started = news([{ type: 'gameStarted', at: 0 }]);
  expect(cuesOf(started, hearing({ before: setUp, game }))).toEqual(['talk-closes']);
  const house = { ...game.setUp.house, freeTalk: true };
  const free = { ...game, setUp: { ...game.setUp, house } };
  expect(cuesOf(started, hearing({ before: { ...free, status: 'setup' }, game: free }))).toEqual([]);
  expect(cuesOf(news([]), hearing({ before: { ...free, talking: true }, game: free }))).toEqual([]);
  const paused = { ...free, status: 'paused' } as const;
  expect(cuesOf(news([]), hearing({ before: free, game: paused }))).toEqual(['talk-closes']);
  expect(cuesOf(news([]), hearing({ before: paused, game: free }))).toEqual(['talk-opens']);
});

const silent = (): { played: Sound[]; player: SoundPlayer } => {
  const played: Sound[] = [];
  return {
    played,
    player: { play: sound => void played.push(sound), sand: () => undefined, stop: () => undefined },
  };
};

test.each(LOCALES)('in %s every sound with a meaning has a caption when captions are on', async locale => {
  await speak(locale);
  const { player } = silent();
  const sounds = createSounds(settings, player);
  sounds.play('alarm');
  expect(sounds.captions.value).toEqual([]);
  settings.captions.value = true;
  for (const name of NAMES.filter(one => !one.startsWith('step-') && one !== 'sand-low')) {
    sounds.play(name);
    const text = sounds.captions.value.at(-1)?.text ?? '';
    expect(text).not.toContain('sound.');
    expect(text.length).toBeGreaterThan(2);
  }
  expect(sounds.captions.value.length).toBeLessThanOrEqual(3);
});

test('in a hidden page only a nudge and the alarm are played', () => {
  const before = document.visibilityState;
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true, writable: true });
  const { played, player } = silent();
  const sounds = createSounds(settings, player);
  for (const name of NAMES) sounds.play(name);
  expect(played).toHaveLength(NAMES.filter(isUrgent).length);
  Object.defineProperty(document, 'visibilityState', { value: before, configurable: true, writable: true });
});

test('HG-9a running sand is heard and ticks when little is left, and without a clock none is heard', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { game } = given.start();
  const now = signal(game);
  const house = { ...game.setUp.house, noClock: true };
  const session = {
    game: now,
    confirmed: computed(() => ({ game: now.value })),
    stands: signal(false),
    sandNow: () => game.hourglass.since + game.hourglass.left - 1_000,
    listen: () => () => undefined,
  } as unknown as Session;
  const { played, player } = silent();
  const heard: number[] = [];
  const detach = createSounds(settings, { ...player, sand: loud => void heard.push(loud) }).attach(session);
  vi.advanceTimersByTime(1_000);
  expect([heard.at(-1), played]).toEqual([0.05, [SCORE['sand-low']]]);
  now.value = { ...game, setUp: { ...game.setUp, house } };
  vi.advanceTimersByTime(1_000);
  expect([heard.at(-1), played.length]).toEqual([0, 1]);
  detach();
});

test('the player’s own step sounds when it is predicted, and not again when it is confirmed', async () => {
  const { game } = given.start();
  const now = signal<typeof game | null>(game);
  const listeners: ((notice: Notice) => void)[] = [];
  const session = {
    game: now,
    confirmed: computed(() => ({ game: now.value })),
    seat: signal(0),
    stands: signal(false),
    sandNow: () => 0,
    listen: (listener: (notice: Notice) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  } as unknown as Session;
  const { played, player } = silent();
  const detach = createSounds(settings, player).attach(session);
  const moved = { ...game, heroes: { ...game.heroes, elf: (game.heroes.elf ?? 0) + 1 } };
  now.value = moved;
  await undefined;
  await undefined;
  expect(played).toEqual([SCORE['step-elf']]);
  for (const listener of listeners)
    listener(news([{ type: 'heroMoved', at: 0, seat: 0, hero: 'elf', by: 'east', to: 1 }], true));
  expect(played).toHaveLength(1);
  now.value = { ...moved, heroes: { ...moved.heroes, mage: (moved.heroes.mage ?? 0) + 1 } };
  for (const listener of listeners)
    listener(news([{ type: 'heroMoved', at: 0, seat: 1, hero: 'mage', by: 'east', to: 1 }]));
  await undefined;
  await undefined;
  expect(played.slice(1)).toEqual([SCORE['step-mage']]);
  ownToast.value = { id: 1, kind: 'refused', text: 'No way.', first: null };
  expect(played.at(-1)).toBe(SCORE.refused);
  ownToast.value = { id: 2, kind: 'guard', text: 'Talk is open.', first: null };
  expect(played).toHaveLength(3);
  detach();
});
