/** Tests of the Great Book of Challenges: scores and what enters the book (RULES 12). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  auditLog,
  bestScores,
  boxOf,
  compareScores,
  DEVIATIONS,
  decide,
  deviations,
  EDITIONS,
  evolve,
  firstEvents,
  type Game,
  type GameEvent,
  PLAYED_ON,
  prepareGame,
  SCENARIOS,
  type Score,
  sandLeft,
  scoreOf,
  type Wish,
} from '../src/index.ts';
import { record, SMALL_MALL } from './recorded.ts';

const SMALL: Wish = { scenario: 1, players: 2, tiles: SMALL_MALL, stack: [2, 3, 4, 5, 6] };

const SCORE: Score = {
  scenario: 4,
  name: 'Small and keen',
  level: 14,
  edition: 'revised',
  players: 4,
  turned: 2,
  timeLeft: 31_000,
  deviations: [],
};

test('GB-1d the score of a won game is the number of hourglass spaces used and the time left', () => {
  const { events, games } = record(SMALL, 'book', 300);
  const end = games.at(-1);
  expect(end?.status).toBe('won');
  expect(scoreOf(events)).toEqual({
    ok: true,
    value: {
      scenario: 1,
      name: 'First visit',
      level: 6,
      edition: 'revised',
      players: 2,
      turned: end?.turned,
      timeLeft: end && sandLeft(end, end.at),
      deviations: ['tiles', 'stack'],
    },
  });
});

test('HG-9d a game won without a clock is in the book with no time left', () => {
  const { events, games } = record({ ...SMALL, house: { noClock: true } }, 'book', 300);
  expect(games.at(-1)?.status).toBe('won');
  expect(scoreOf(events)).toMatchObject({
    value: { timeLeft: 0, deviations: ['hourglass', 'tiles', 'stack'] },
  });
});

test('GB-1d the score counts how often the hourglass was turned', () => {
  const { events, games } = record({ ...SMALL, scenario: 3, players: 1 }, '1s', 300);
  expect(games.at(-1)?.turned).toBe(1);
  expect(scoreOf(events)).toMatchObject({ ok: true, value: { turned: 1 } });
});

test.each<[string, Partial<Score>, Partial<Score>]>([
  ['fewer hourglasses', { turned: 1, timeLeft: 0 }, { turned: 2, timeLeft: 90_000 }],
  ['none of them', { turned: 0, timeLeft: 1 }, { turned: 1, timeLeft: 179_000 }],
  ['more time left, the hourglasses equal', { turned: 2, timeLeft: 501 }, { turned: 2, timeLeft: 500 }],
])('GB-1e GB-1f the better score has %s', (_, better, worse) => {
  const [a, b] = [
    { ...SCORE, ...better },
    { ...SCORE, ...worse },
  ];
  expect(compareScores(a, b)).toBeLessThan(0);
  expect(compareScores(b, a)).toBeGreaterThan(0);
  expect(bestScores([b, a])).toEqual([a]);
  expect(bestScores([a, b])).toEqual([a]);
});

test('GB-1f if two results are equal, the earlier one stays', () => {
  const later: Score = { ...SCORE, deviations: ['pause'] };
  expect(bestScores([SCORE, later])).toEqual([SCORE]);
  expect(bestScores([later, SCORE])).toEqual([later]);
});

test.each<[string, Partial<Score>]>([
  ['scenario', { scenario: 5 }],
  ['level', { level: 24 }],
  ['edition', { edition: '2021-pl' }],
  ['number of players', { players: 3 }],
])('GB-1f scores that differ in %s belong to different boxes of the book', (_, change) => {
  const other = { ...SCORE, ...change, turned: 9 };
  expect(boxOf(other)).not.toBe(boxOf(SCORE));
  expect(bestScores([SCORE, other])).toHaveLength(2);
});

test('GB-1f two scores with the same settings of the game share a box', () => {
  expect(boxOf({ ...SCORE, turned: 9, timeLeft: 1, deviations: ['pause'] })).toBe(boxOf(SCORE));
});

test.each(['pocket-nl', 'pocket-fr'] as const)(
  'GB-1h %s has no score sheet, so its games enter no book',
  edition => {
    const { events, games } = record({ ...SMALL, edition }, 'book', 300);
    expect(games.at(-1)?.status).toBe('won');
    expect(scoreOf(events)).toEqual({ ok: false, error: `Edition ${edition} has no book.` });
  },
);

test('GB-1i a game in which a bot ever played a seat is marked in the book, and its log is proven', () => {
  const { events } = record(SMALL, 'book', 300);
  const [first, ...rest] = events;
  const middle = rest.findLastIndex(({ type }) => type === 'heroMoved');
  const at = rest[middle]?.at ?? 0;
  if (first === undefined) throw new Error('an empty record');
  const bot = { type: 'botSat', at, seat: 1 } as const;
  const marked = [first, ...rest.slice(0, middle), bot, ...rest.slice(middle)];
  expect(scoreOf(marked)).toMatchObject({ ok: true, value: { deviations: ['tiles', 'stack', 'bots'] } });
  const twice = [first, ...rest.slice(0, middle), bot, bot, ...rest.slice(middle)];
  expect(scoreOf(twice).ok).toBe(false);
  expect(scoreOf([...marked, bot]).ok).toBe(false);
});

/** A won game that was cut after at most this number of events and then continued to the same end. */
function playedOn(most: number): readonly GameEvent[] {
  const { events } = record(SMALL, 'book', 300);
  const begun = firstEvents(events, most);
  const at = begun.at(-1)?.at ?? 0;
  const marks = [
    { type: 'playedOn', at, seat: 1 },
    { type: 'resumed', at, seat: 0 },
  ] as const;
  return [...begun, ...marks, ...events.slice(begun.length)];
}

test('GB-4a a log that is cut at the end of a command and continued is proven; a log that is cut elsewhere is not proven', () => {
  const { events } = record(SMALL, 'book', 300);
  const start = events.findIndex(({ type }) => type === 'gameStarted') + 1;
  const cuts = new Set<number>();
  for (let most = start; most < events.length - 2; most++) {
    const log = playedOn(most);
    cuts.add(log.findIndex(({ type }) => type === 'playedOn'));
    expect(auditLog(log), `after ${most} events`).toMatchObject({ ok: true, value: { status: 'won' } });
  }
  const whole = events.findIndex(({ type }) => type === 'hourglassTurned' || type === 'heroLeft');
  expect(cuts.has(whole)).toBe(false);
  const at = events[whole]?.at ?? 0;
  const torn = [
    ...events.slice(0, whole),
    { type: 'playedOn', at, seat: 1 } as const,
    { type: 'resumed', at, seat: 0 } as const,
    ...events.slice(whole),
  ];
  expect(auditLog(torn).ok).toBe(false);
});

test('GB-4b a game that is continued stands still until somebody resumes; before the start and after the end continuing is refused', () => {
  const { games } = record(SMALL, 'book', 300);
  const secret = { seed: '', stack: null, pile: null };
  const on = (game: Game) => decide(game, { type: 'playOn', seat: 0 }, { at: game.at, secret });
  const [first] = games;
  const [middle, end] = [games[10], games.at(-1)];
  if (first === undefined || middle === undefined || end === undefined) throw new Error('a short record');
  expect(on(first)).toEqual({ ok: false, error: 'not-playing' });
  expect(on(end)).toEqual({ ok: false, error: 'over' });
  const played = on(middle);
  expect(played.ok && played.value.reduce(evolve, middle).status).toBe('paused');
});

test('GB-4c a won game that continues an earlier one enters no book, but its log is proven', () => {
  const log = playedOn(12);
  expect(auditLog(log).ok).toBe(true);
  expect(scoreOf(log)).toEqual({ ok: false, error: PLAYED_ON });
});

// Tests of the deviations that the book marks (RULES 11).

const marks = (wish: Wish): readonly string[] => {
  const prepared = prepareGame(wish, 'marks');
  if (!prepared.ok) throw new Error(prepared.error);
  return deviations(prepared.value.event.setUp);
};

test.each<[string, Wish, readonly string[]]>([
  ['nothing', { scenario: 4, players: 4 }, []],
  ['no level of the book', { scenario: 12, players: 4, level: 21 }, []],
  ['no level of scenario 13, whose tile 3 lies apart', { scenario: 13, players: 4, level: 24 }, []],
  ['no chosen side where the book leaves it open', { scenario: 12, players: 4, side: 'B' }, []],
  ['no heroes placed in two worlds', { scenario: 13, players: 4, heroes: { mage: [0, 3, 1] } }, []],
  ['no pause in Pocket', { scenario: 1, players: 4, edition: 'pocket', house: { pause: true } }, []],
  ['no free talk in scenario 1', { scenario: 1, players: 4, house: { freeTalk: true } }, []],
  [
    'no free talk in the Dutch introduction',
    { scenario: 7, players: 4, edition: '2017-nl', house: { freeTalk: true } },
    [],
  ],
  ['no patterns', { scenario: 4, players: 4, house: { patterns: true } }, []],
  ['another hourglass', { scenario: 4, players: 4, hourglass: 240 }, ['hourglass']],
  ['no clock', { scenario: 4, players: 4, house: { noClock: true } }, ['hourglass']],
  ['a pause', { scenario: 4, players: 4, house: { pause: true } }, ['pause']],
  [
    'a pause for the absent',
    { scenario: 4, players: 4, edition: 'pocket', house: { pauseOnDisconnect: true } },
    ['pause'],
  ],
  ['free talk', { scenario: 2, players: 4, house: { freeTalk: true } }, ['free talk']],
  [
    'free talk in Pocket',
    { scenario: 1, players: 4, edition: 'pocket', house: { freeTalk: true } },
    ['free talk'],
  ],
  ['own tiles', { scenario: 1, players: 2, tiles: SMALL_MALL, stack: [2] }, ['tiles', 'stack']],
  [
    'a dictated stack, though of the right tiles',
    { scenario: 1, players: 2, stack: [2, 3, 4, 5, 6, 7, 8, 9] },
    ['stack'],
  ],
  ['a level the scenario does not have', { scenario: 2, players: 2, level: 24 }, ['stack']],
  ['the other side', { scenario: 4, players: 4, side: 'B' }, ['side']],
  ['the other side of scenario 7', { scenario: 7, players: 4, side: 'A' }, ['side']],
  [
    'the other side of scenario 7 with more tiles',
    { scenario: 7, players: 4, level: 24, side: 'A' },
    ['side'],
  ],
  ['no more tiles in scenario 7', { scenario: 7, players: 4, level: 24 }, []],
  ['placed heroes', { scenario: 4, players: 4, heroes: { elf: [0, 0] } }, ['heroes']],
  ['dealt action tiles', { scenario: 4, players: 2, actionTiles: [['north'], ['south']] }, ['action tiles']],
  [
    'nothing of an own scenario, which is all its own',
    { scenario: { name: 'Fog', stack: [2, 5], rules: [], side: 'B' }, players: 2 },
    [],
  ],
])('GB-1j SU-1d SC-7b the book marks %s', (_, wish, expected) => {
  expect(marks(wish)).toEqual(expected);
});

const OWN: Score = { ...SCORE, scenario: null, name: 'Fog' };

test('GB-2a custom scenarios are listed by name after the printed ones', () => {
  const other = { ...OWN, name: 'Dusk' };
  const last: Score = { ...SCORE, scenario: 17 };
  expect(bestScores([OWN, last, other, SCORE, { ...OWN, turned: 7 }])).toEqual([SCORE, last, other, OWN]);
  expect(boxOf({ ...OWN, name: '4' })).not.toBe(boxOf(SCORE));
});

const anyScore: fc.Arbitrary<Score> = fc.record({
  scenario: fc.option(fc.integer({ min: 1, max: SCENARIOS.length })),
  name: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme-ascii' }),
  level: fc.nat(24),
  edition: fc.constantFrom(...EDITIONS),
  players: fc.integer({ min: 1, max: 9 }),
  turned: fc.nat(4),
  timeLeft: fc.nat(180_000),
  deviations: fc.subarray([...DEVIATIONS]),
});

test('GB-1f the best scores of a book do not depend on the order in which its games were played', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyScore, { maxLength: 9, selector: score => `${score.turned} ${score.timeLeft}` }),
      scores => {
        expect(bestScores(scores.toReversed())).toEqual(bestScores(scores));
      },
    ),
    { seed: 1 },
  );
});

test('GB-3a a lost game enters no book', () => {
  const { events, games } = record({ ...SMALL, scenario: 6, side: 'A', players: 4 }, '0s', 400);
  expect(games.at(-1)?.status).toBe('lost');
  expect(scoreOf(events)).toEqual({ ok: false, error: 'Only a won game goes into the book.' });
});

test('GB-3b a score is recomputed from the log: a tampered log enters no book', () => {
  const { events } = record(SMALL, 'book', 300);
  const claimed = events.map(event => (event.type === 'heroMoved' ? { ...event, to: 9999 } : event));
  expect(scoreOf(claimed)).toMatchObject({ ok: false, error: expect.stringContaining('cannot have') });
  expect(scoreOf(events.slice(0, -1))).toMatchObject({ ok: false });
});
