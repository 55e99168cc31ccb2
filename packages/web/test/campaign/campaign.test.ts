/** Tests of the campaign's path and of the stored progress. */
import { type Game, prepareGame, SCENARIOS } from '@hush/rules';
import { expect, test } from 'vitest';
import { challengeIcons } from '../../src/campaign/scenario-picture.tsx';
import {
  afterGame,
  type CampaignProgress,
  crewProgress,
  mergedProgress,
  NO_PROGRESS,
  nextOnPath,
  PATH,
  pathStateOf,
  progress,
  readProgress,
  winAt,
  winOf,
  withSkip,
} from '../../src/model/progress.ts';
import { wishForNextScenario } from '../../src/model/table-wish.ts';

const scenario = (number: number) => {
  const found = SCENARIOS[number - 1];
  if (found === undefined) throw new Error(`no scenario ${number}`);
  return found;
};

/** A finished game with only the fields that progress reads. */
function finished(
  number: number,
  more: { level?: number; hourglass?: number; turned?: number; status?: 'won' | 'lost' } = {},
): Game {
  const { level, hourglass, turned = 2, status = 'won' } = more;
  const wish = {
    scenario: number,
    players: 3,
    ...(level === undefined ? {} : { level }),
    ...(hourglass === undefined ? {} : { hourglass }),
  };
  const prepared = prepareGame(wish, 'x');
  if (!prepared.ok) throw new Error(prepared.error);
  const { setUp } = prepared.value.event;
  return {
    setUp,
    status,
    turned,
    at: 100_000,
    bots: [],
    hourglass: { capacity: 180_000, left: 120_000, since: 0 },
  } as unknown as Game;
}

const won = (...numbers: readonly number[]): CampaignProgress =>
  numbers.reduce((before, number) => afterGame(before, finished(number)), NO_PROGRESS);

test('SU-6 SC-Ib the path begins at scenario 1, and the next stop is the first that is neither won nor skipped', () => {
  expect(nextOnPath(NO_PROGRESS)?.number).toBe(1);
  expect(nextOnPath(won(1, 2))?.number).toBe(3);
  expect(nextOnPath(withSkip(won(1, 2), 3, true))?.number).toBe(4);
  expect(nextOnPath(withSkip(withSkip(won(1, 2), 3, true), 3, false))?.number).toBe(3);
  expect(nextOnPath(won(1, 2, 3, 4, 5, 6, 7))).toBe(null);
});

test('PR-93b each scenario of the path says whether it is won, skipped, next or open', () => {
  const progress = withSkip(won(1), 2, true);
  expect(PATH.map(stop => pathStateOf(progress, stop))).toEqual([
    'isWon',
    'isSkipped',
    'isNext',
    'isOpen',
    'isOpen',
    'isOpen',
    'isOpen',
  ]);
});

test('GB-1f a lost game does not count, and of two won games the better result stays', () => {
  expect(afterGame(NO_PROGRESS, finished(1, { status: 'lost' }))).toBe(NO_PROGRESS);
  const first = afterGame(NO_PROGRESS, finished(4, { turned: 3 }));
  expect(winOf(first, scenario(4))?.turned).toBe(3);
  expect(winOf(afterGame(first, finished(4, { turned: 1 })), scenario(4))?.turned).toBe(1);
  expect(afterGame(first, finished(4, { turned: 4 }))).toBe(first);
});

test('PR-93b a win in a game played as printed counts more than a better one with deviations', () => {
  const plain = afterGame(NO_PROGRESS, finished(4, { turned: 3 }));
  expect(afterGame(plain, finished(4, { turned: 0, hourglass: 420 }))).toBe(plain);
  const calm = afterGame(NO_PROGRESS, finished(4, { turned: 0, hourglass: 420 }));
  expect(winOf(calm, scenario(4))?.differs).toBe(true);
  expect(winOf(afterGame(calm, finished(4, { turned: 3 })), scenario(4))?.differs).toBe(false);
});

test('SC-La a win with a bigger mall counts on the path, and each level of a challenge has its own box', () => {
  expect(winOf(afterGame(NO_PROGRESS, finished(2, { level: 24 })), scenario(2))).toBeDefined();
  const progress = afterGame(NO_PROGRESS, finished(8, { level: 14 }));
  expect(winAt(progress, 8, 14)).toBeDefined();
  expect(winAt(progress, 8, 12)).toBeUndefined();
});

test('PR-93b the progress of the crew is added to that of the device', () => {
  const both = mergedProgress(withSkip(won(1), 5, true), won(2));
  expect(nextOnPath(both)?.number).toBe(3);
  expect(both.skipped).toEqual([5]);
  expect(nextOnPath(progress.value)?.number).toBe(1);
  crewProgress.value = won(1, 2);
  expect(nextOnPath(progress.value)?.number).toBe(3);
  crewProgress.value = null;
});

test('PR-83e stored progress is restored, and invalid parts of it are ignored', () => {
  const progress = withSkip(won(1, 2), 3, true);
  expect(readProgress(JSON.stringify(progress))).toEqual(progress);
  for (const text of ['{', 'null', '[]', '{"won":{"x":{}},"skipped":"y"}'])
    expect(readProgress(text)).toEqual(NO_PROGRESS);
});

test('PR-93b the next challenge keeps the level, and the next scenario of the path has its printed one', () => {
  expect(wishForNextScenario({ scenario: 1, level: 24 }, 2)).toEqual({ scenario: 2 });
  expect(wishForNextScenario({ scenario: 7, level: 24 }, 8)).toEqual({ scenario: 8 });
  expect(wishForNextScenario({ scenario: 8, level: 14, hourglass: 240 }, 9)).toEqual({
    scenario: 9,
    level: 14,
    hourglass: 240,
  });
  expect(wishForNextScenario({ scenario: 8 }, 9)).toEqual({ scenario: 9 });
});

test('PR-93c every challenge has icons, and no two challenges have the same', () => {
  const icons = SCENARIOS.slice(7).map(challenge => challengeIcons(challenge).join(' '));
  expect(icons).not.toContain('');
  expect(new Set(icons).size).toBe(icons.length);
});

test.each([
  [13, ['tiles', 'vortex', 'tiles']],
  [14, ['hush']],
  [15, ['stare']],
  [16, ['vortex', 'ban']],
])('PR-93c the picture of scenario %i has the icons %j', (number, icons) =>
  expect(challengeIcons(scenario(number))).toEqual(icons),
);
