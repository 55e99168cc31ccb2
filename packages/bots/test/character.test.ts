/** The natural speed of bots: each seat has its own, the same on every server, and none is too slow. */
import { TEMPERS, type Temper } from '@hush/protocol';
import type { Game, GameEvent, Millis, Seat } from '@hush/rules';
import { expect, test } from 'vitest';
import { characterOf, MAX_DELAY_FACTOR, MIN_DELAY_FACTOR } from '../src/character.ts';
import { playContest } from '../src/index.ts';
import { EMPTY_MIND, think } from '../src/mind.ts';
import { delayOf } from '../src/pace.ts';
import { begun, FOUR } from './company-kit.ts';

const GAMES: readonly Game[] = Array.from({ length: 300 }, (_, n) => begun(FOUR, `nature ${n}`).game);
const SEATS: readonly Seat[] = [0, 1, 2, 3];

const ofAll = (temper: Temper, isAmongPeople: boolean): readonly number[] =>
  GAMES.flatMap(game => SEATS.map(seat => characterOf(game, seat, temper, isAmongPeople)));

const mean = (values: readonly number[]): number => values.reduce((sum, n) => sum + n, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map(n => (n - middle) ** 2)));
}

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

test('the same seat of the same game has the same character on every server', () => {
  for (const game of GAMES.slice(0, 20)) {
    const later: Game = { ...structuredClone(game), at: 90_000, theft: true };
    for (const seat of SEATS)
      expect(characterOf(later, seat, 'calm', false)).toBe(characterOf(game, seat, 'calm', false));
  }
});

test('two bots have different characters: at one table, and in the same seat of two games', () => {
  const [one, two] = GAMES;
  if (one === undefined || two === undefined) throw new Error('no games');
  const natures = [one, two].flatMap(game => SEATS.map(seat => characterOf(game, seat, 'calm', false)));
  expect(new Set(natures).size).toBe(8);
});

test('the nine seats of a table have nine different characters', () => {
  const { game } = begun({ scenario: 9, players: 9 });
  const natures = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(seat => characterOf(game, seat, 'brisk', true));
  expect(new Set(natures).size).toBe(9);
});

test.each([
  ['calm', 0.35, 0.45],
  ['brisk', 0.18, 0.27],
] as const)(
  'with the temper %s, as many bots are faster than usual as slower, and all factors are near 1',
  (temper, least, most) => {
    const all = ofAll(temper, false);
    expect(share(all, 0.5)).toBeGreaterThan(0.93);
    expect(share(all, 0.5)).toBeLessThan(1.07);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(MIN_DELAY_FACTOR);
    expect(Math.max(...all)).toBeLessThanOrEqual(MAX_DELAY_FACTOR);
    const spread = deviation(all.map(Math.log));
    expect(spread).toBeGreaterThan(least * 0.8);
    expect(spread).toBeLessThan(most);
  },
);

test('characters of bots at one table differ less than those of bots at two tables', () => {
  const tables = GAMES.map(game => SEATS.map(seat => Math.log(characterOf(game, seat, 'calm', false))));
  const within = mean(tables.map(deviation));
  expect(deviation(tables.map(mean))).toBeGreaterThan(1.4 * within);
});

test('lightning bots have no character: all have the same speed', () => {
  expect(new Set(ofAll('lightning', false))).toEqual(new Set([1]));
});

test('at a table with people no bot is much slower than people are', () => {
  for (const temper of TEMPERS) {
    const all = ofAll(temper, true);
    expect(share(all, 0.98)).toBeLessThan(1.3);
    expect(share(all, 0.02)).toBeGreaterThan(0.75);
  }
});

test('a character scales every delay, and the longest delay is the same for all', () => {
  const { game } = begun(FOUR);
  const mind = think(EMPTY_MIND, game, { at: 0, humans: [] });
  const step = mind.steps[0]?.[0];
  if (step === undefined) throw new Error('nothing to do');
  const delay = (character: number, drawn: number, urgent: boolean): Millis =>
    delayOf('calm', { ...mind, steps: [[step]] }, { ...step, urgent }, { chance: () => drawn, character });
  expect(delay(1.5, 0.5, false)).toBe(1.5 * delay(1, 0.5, false));
  expect(delay(0.6, 0.5, true)).toBe(0.6 * delay(1, 0.5, true));
  expect(delay(MAX_DELAY_FACTOR, 0.999_999, false)).toBe(15_000);
});

// The kinds of events before a move.

type Kind = 'same' | 'other' | 'tile';
type Move = Extract<GameEvent, { readonly type: 'heroMoved' | 'tileLaid' }>;

/** The kind of the event before a move, and the seconds between them. */
function pauseBefore(move: Move, last: Move): readonly [Kind, number] {
  const isSame = last.type === 'heroMoved' && move.type === 'heroMoved' && last.hero === move.hero;
  return [last.type === 'tileLaid' ? 'tile' : isSame ? 'same' : 'other', (move.at - last.at) / 1000];
}

/** The seconds before each move of a hero, by the kind of the event before. */
function pauses(games: number): Readonly<Record<Kind, readonly number[]>> {
  const seen: Record<Kind, number[]> = { same: [], other: [], tile: [] };
  for (let n = 0; n < games; n++) {
    const moves: Move[] = [];
    const wish = { scenario: 1 + (n % 3), players: 4 };
    playContest({ wish, seed: `pauses ${n}`, tempers: ['calm'] }, event => {
      if (event.type === 'heroMoved' || event.type === 'tileLaid') moves.push(event);
    });
    for (const [i, last] of moves.entries()) {
      const move = moves[i + 1];
      if (move?.type !== 'heroMoved') continue;
      const [kind, seconds] = pauseBefore(move, last);
      seen[kind].push(seconds);
    }
  }
  return seen;
}

test('tables of four calm bots show the medians and quartiles of recorded games', () => {
  const seen = pauses(24);
  const recorded: readonly (readonly [Kind, number, number])[] = [
    ['same', 1, 2],
    ['other', 2, 4],
    ['tile', 4, 8],
  ];
  for (const [kind, median, quartile] of recorded) {
    expect(Math.abs(share(seen[kind], 0.5) / median - 1), `${kind}, median`).toBeLessThan(0.2);
    expect(Math.abs(share(seen[kind], 0.75) / quartile - 1), `${kind}, quartile`).toBeLessThan(0.25);
  }
});
