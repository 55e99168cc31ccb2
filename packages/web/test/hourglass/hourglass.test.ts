/** Tests of the hourglass page without a browser: exact time, sounds and storage (RULES 13). */
import { type Companion, companionLeft, press, readyCompanion, SCENARIOS } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boxWithEdition,
  boxWithScenario,
  factsOfBox,
  fittedBox,
  playersIn,
  scenariosIn,
  turnPassesTiles,
} from '../../src/hourglass/layout.ts';
import { digitsOf, dueIn, rungBetween, spokenBetween } from '../../src/hourglass/rings.ts';
import { boxKey, DEFAULT_STORED, isBetter, readKept } from '../../src/hourglass/stored.ts';
import { startTime, timeAt, watchTime } from '../../src/hourglass/true-time.ts';
import { ranges } from '../../src/rulebook/facts.ts';

// Tests of exact time (TM-2).

type Happening = readonly ['runs' | 'sleeps' | 'is set back' | 'drifts', number];

/** The time that the page would show, and the time that has really passed, after these events. */
function live(happenings: readonly Happening[]): { shown: number; real: number } {
  let clocks = { steady: 1_000, wall: 1_700_000_000_000 };
  let time = startTime(clocks);
  const begin = timeAt(time, clocks);
  let real = 0;
  for (const [what, millis] of happenings) {
    const { steady, wall } = clocks;
    if (what === 'is set back') clocks = { steady, wall: wall - millis };
    else if (what === 'sleeps') clocks = { steady, wall: wall + millis };
    else if (what === 'drifts') clocks = { steady: steady + millis, wall: wall + millis * 1.0005 };
    else clocks = { steady: steady + millis, wall: wall + millis };
    if (what !== 'is set back') real += millis;
    time = watchTime(time, clocks);
  }
  return { shown: timeAt(time, clocks) - begin, real };
}

test('TM-2a after 170 s, 60 of them with the device asleep, the sand is right within 100 ms', () => {
  const { shown, real } = live([
    ['runs', 60_000],
    ['sleeps', 60_000],
    ['runs', 50_000],
  ]);
  expect(real).toBe(170_000);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2a the time of a hundred short sleeps of the device is counted completely', () => {
  const naps = Array.from(
    { length: 200 },
    (_, i): Happening => (i % 2 === 0 ? ['sleeps', 40] : ['runs', 10]),
  );
  const { shown, real } = live(naps);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2b a clock that is set back adds no sand, and a drifting clock is corrected', () => {
  const { shown, real } = live([
    ['runs', 10_000],
    ['is set back', 3_600_000],
    ['runs', 10_000],
    ['sleeps', 5_000],
    ['drifts', 100_000],
  ]);
  expect(Math.abs(shown - real)).toBeLessThan(100);
});

test('TM-2a TM-2b whatever happens to the clocks, the shown time never goes back and stays nearly exact', () => {
  const happening = fc.tuple(
    fc.constantFrom('runs' as const, 'sleeps' as const, 'drifts' as const),
    fc.integer({ min: 0, max: 200_000 }),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), happenings => {
      const { shown, real } = live(happenings);
      expect(shown).toBeGreaterThanOrEqual(0);
      // While the device sleeps, the shown time follows the wall clock, which may drift.
      expect(Math.abs(shown - real)).toBeLessThan(100 + real * 0.0006);
    }),
  );
});

// Tests of ringing (TM-1).

test.each([
  [31_000, 30_000, 'soon'],
  [30_000, 29_900, null],
  [100, 0, 'over'],
  [0, 0, null],
  [120_000, 0, 'over'], // the device slept through the warning, so only the end is announced
  [120_000, 20_000, 'soon'],
  [20_000, 150_000, null], // the sand has grown, because the hourglass was turned
])('TM-1g when the sand falls or rises from %i to %i ms, the sound is %s', (before, now, ring) => {
  expect(rungBetween(before, now)).toBe(ring);
});

test('TM-1g chimes that are still to come are scheduled, and past chimes are not scheduled', () => {
  expect(dueIn(180_000)).toEqual([
    ['soon', 150_000],
    ['over', 180_000],
  ]);
  expect(dueIn(12_000)).toEqual([['over', 12_000]]);
  expect(dueIn(0)).toEqual([]);
});

test('each of the last seconds is announced once', () => {
  expect(spokenBetween(60_050, 59_950)).toBe(60);
  expect(spokenBetween(59_950, 59_850)).toBe(null);
});

test.each([
  [180_000, '3:00', ''],
  [179_999, '3:00', ''],
  [30_001, '0:31', ''],
  [30_000, '0:30', '.0'],
  [29_901, '0:30', '.0'],
  [9_432, '0:09', '.5'],
  [1, '0:00', '.1'],
  [0, '0:00', ''],
  [3_600_000, '60:00', ''],
])('%i ms of sand are shown as %s%s', (left, big, small) => {
  expect(digitsOf(left)).toEqual({ big, small });
});

// Tests of the page's stored state.

const RUNNING: Companion = press(readyCompanion(240_000), 'start', 5_000);

test('PR-83e a stored hourglass is restored after a reload', () => {
  const kept = {
    pressed: { companion: RUNNING, n: 4, by: 'abcdefgh', attempt: 1, doubt: 0 },
    code: 'BCDFGH',
    known: false,
    box: { scenario: 9, players: 5, level: 14 },
    best: { '9/14': { turned: 2, left: 31_000 } },
    sound: false,
  };
  expect(readKept(JSON.stringify(kept), 9_000)).toEqual(kept);
});

test('TM-2b a clock set back while the page was closed does not fill the hourglass again', () => {
  const kept = { ...DEFAULT_STORED, pressed: { ...DEFAULT_STORED.pressed, companion: RUNNING } };
  const { companion } = readKept(JSON.stringify(kept), 1_000).pressed;
  expect(companionLeft(companion, 1_000)).toBe(240_000);
});

test.each([
  'null',
  '{',
  '[]',
  '{"pressed":{"companion":{"type":"running","glass":{"capacity":180000,"left":1e99,"since":0},"turned":0},"n":1,"by":"none"}}',
  '{"pressed":{"companion":{"type":"ready","capacity":5},"n":1,"by":"none"}}',
  '{"code":"bcdfgh","box":{"scenario":99,"players":4},"best":{"x":{"turned":1,"left":1}}}',
])('PR-83e a stored hourglass with %s is not used', text => {
  expect(readKept(text, 0)).toEqual(DEFAULT_STORED);
});

test('GB-1e an escape with fewer turns is better, and of two with equal turns the one with more sand', () => {
  const best = { turned: 2, left: 10_000 };
  expect(isBetter({ turned: 1, left: 0 }, best)).toBe(true);
  expect(isBetter({ turned: 2, left: 10_001 }, best)).toBe(true);
  expect(isBetter({ turned: 2, left: 10_000 }, best)).toBe(false);
  expect(isBetter({ turned: 3, left: 99_000 }, best)).toBe(false);
  expect(isBetter(best, undefined)).toBe(true);
  expect(boxKey({ scenario: 8, players: 2, level: 14 })).toBe('8/14');
});

test('TM-3h consecutive tiles are listed as runs such as 2-9, and choosing a scenario sets a number of players that it allows', () => {
  expect(ranges([2, 3, 4, 5, 9, 7, 8])).toBe('2–5, 7–9');
  expect(ranges([3])).toBe('3');
  expect(boxWithScenario({ scenario: 1, players: 1, level: 14 }, 9)).toEqual({ scenario: 9, players: 3 });
  expect(boxWithScenario({ scenario: 9, players: 9 }, 1)).toEqual({ scenario: 1, players: 8 });
});

// Tests of the edition of the physical game (TM-3h).

test('ED-6 SO-5a an edition offers only its own scenarios and numbers of players', () => {
  expect(scenariosIn('revised')).toEqual(SCENARIOS);
  expect(scenariosIn('pocket-nl').map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(playersIn('revised', 1)).toEqual({ least: 1, most: 8 });
  expect(playersIn('pocket-fr', 1)).toEqual({ least: 2, most: 8 });
  expect(playersIn('2021-pl', 9)).toEqual({ least: 3, most: 9 });
});

test('ED-6 choosing Pocket changes scenario 12 for one player to scenario 7 for two', () => {
  const before = { scenario: 12, players: 1, level: 14 };
  expect(boxWithEdition(before, 'pocket-nl')).toEqual({ scenario: 7, players: 2, edition: 'pocket-nl' });
  expect(boxWithEdition(before, '2021-pl')).toEqual({ ...before, edition: '2021-pl' });
  expect(fittedBox({ scenario: 12, players: 1, edition: 'pocket-fr' })).toEqual({
    scenario: 7,
    players: 2,
    edition: 'pocket-fr',
  });
});

test('the page asks for the edition until a known one is stored', () => {
  const kept = (edition: unknown): unknown =>
    readKept(JSON.stringify({ box: { scenario: 3, players: 4, edition } }), 0).box;
  expect(kept(undefined)).toEqual({ scenario: 3, players: 4 });
  expect(kept('pocket-fr')).toEqual({ scenario: 3, players: 4, edition: 'pocket-fr' });
  expect(kept('second')).toEqual({ scenario: 3, players: 4 });
});

test('SC-3g the hourglass shows the reminder to pass tiles from scenario 3 on, for two players and more', () => {
  const shown = (scenario: number, players: number): boolean => turnPassesTiles({ scenario, players });
  expect([2, 3, 4, 17].map(scenario => shown(scenario, 4))).toEqual([false, true, true, true]);
  expect(shown(3, 1)).toBe(false);
});

test('SC-14d SC-12f for a physical game the page shows the printed rule about talk, also before the start', () => {
  const letter = { freeNudges: true, watchedUsed: true, earlyExits: true };
  const house = (edition: 'revised' | '2021-pl', scenario: number): unknown =>
    factsOfBox({ scenario, players: 4, edition }).house;
  expect(house('revised', 14)).toEqual({ ...letter, quietSetUp: true });
  expect(house('2021-pl', 12)).toEqual({ ...letter, quietSetUp: true });
  expect(house('2021-pl', 14)).toEqual({ ...letter, quietSetUp: false });
});
