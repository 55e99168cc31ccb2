/** Tests of the hourglass without a game (RULES 13), which buttons change, and of the steps for laying out the box. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COMPANION_BUTTONS,
  type Companion,
  type CompanionButton,
  companionLeft,
  companionTurned,
  EDITIONS,
  type Edition,
  isRunOut,
  physicalSetupOf,
  prepareGame,
  press,
  readyCompanion,
  SCENARIOS,
  tableTipsFor,
} from '../src/index.ts';

/** Presses buttons at the given seconds, one after the other. */
const after = (from: Companion, ...presses: readonly (readonly [CompanionButton, number])[]): Companion =>
  presses.reduce((companion, [button, second]) => press(companion, button, second * 1000), from);

const scenario = (number: number) => {
  const found = SCENARIOS.find(one => one.number === number);
  if (found === undefined) throw new Error(`no scenario ${number}`);
  return found;
};

test('TM-1e the hourglass holds 180 s by default, and 240 s if 240 s are chosen', () => {
  expect(companionLeft(readyCompanion(), 5_000)).toBe(180_000);
  expect(companionLeft(readyCompanion(240_000), 5_000)).toBe(240_000);
});

test('TM-1c the sand runs from the start', () => {
  const running = after(readyCompanion(), ['start', 1000]);
  expect(companionLeft(running, 1_000_000)).toBe(180_000);
  expect(companionLeft(running, 1_030_000)).toBe(150_000);
});

test.each([
  [10, 10],
  [90, 90],
  [170, 170],
])('TM-1d HG-1c turning the hourglass after %i s leaves %i s', (elapsed, left) => {
  const turned = after(readyCompanion(), ['start', 0], ['turn', elapsed]);
  expect(companionLeft(turned, elapsed * 1000)).toBe(left * 1000);
  expect(companionLeft(turned, (elapsed + 5) * 1000)).toBe(left * 1000 - 5000);
});

test('TM-1f a pause keeps the sand, and resuming continues with it', () => {
  const paused = after(readyCompanion(), ['start', 0], ['pause', 40]);
  expect(companionLeft(paused, 9_999_000)).toBe(140_000);
  const resumed = after(paused, ['resume', 100]);
  expect(companionLeft(resumed, 110_000)).toBe(130_000);
  expect(companionLeft(after(resumed, ['turn', 110]), 110_000)).toBe(50_000);
});

test('TM-1f reset fills the hourglass to its own capacity, from every state', () => {
  const running = after(readyCompanion(60_000), ['start', 0], ['turn', 20]);
  for (const companion of [running, after(running, ['pause', 30]), after(running, ['turn', 90])]) {
    expect(after(companion, ['reset', 95])).toEqual(readyCompanion(60_000));
  }
});

test('TM-1g when the last grain has fallen, only reset is accepted', () => {
  const running = after(readyCompanion(), ['start', 0]);
  expect(isRunOut(running, 179_999)).toBe(false);
  expect(isRunOut(running, 180_000)).toBe(true);
  expect(companionLeft(running, 999_000)).toBe(0);
  for (const button of COMPANION_BUTTONS.filter(one => one !== 'reset'))
    expect(press(running, button, 180_000)).toBe(running);
});

test.each<[string, Companion, readonly CompanionButton[]]>([
  ['before the start', readyCompanion(), ['turn', 'pause', 'resume']],
  ['while it runs', after(readyCompanion(), ['start', 0]), ['start', 'resume']],
  ['in a pause', after(readyCompanion(), ['start', 0], ['pause', 1]), ['start', 'turn', 'pause']],
])('TM-1f %s, pressing a button that has no meaning then changes nothing', (_, companion, buttons) => {
  for (const button of buttons) expect(press(companion, button, 2000)).toBe(companion);
  expect(isRunOut(companion, 3000)).toBe(false);
});

const presses = fc.array(
  fc.record({ button: fc.constantFrom(...COMPANION_BUTTONS), wait: fc.nat(120_000) }),
  { maxLength: 12 },
);

test('TM-2a reading the hourglass, however often, changes nothing', () => {
  fc.assert(
    fc.property(presses, fc.nat(500_000), (story, sleep) => {
      let now = 0;
      let companion: Companion = readyCompanion();
      for (const { button, wait } of story) {
        now += wait;
        companionLeft(companion, now - 1);
        isRunOut(companion, now - 1);
        companion = press(companion, button, now);
      }
      const awake = companionLeft(companion, now);
      const rests = companion.type === 'running' ? Math.max(0, awake - sleep) : awake;
      expect(companionLeft(companion, now + sleep)).toBe(rests);
    }),
    { seed: 4 },
  );
});

test('TM-2a the same presses on two clocks that differ give the same sand', () => {
  fc.assert(
    fc.property(presses, fc.nat(1e12), (story, epoch) => {
      const tell = (origin: number): readonly [number, number, string] => {
        let now = origin;
        let companion: Companion = readyCompanion();
        for (const { button, wait } of story) {
          now += wait;
          companion = press(companion, button, now);
        }
        return [companionLeft(companion, now), companionTurned(companion), companion.type];
      };
      expect(tell(epoch)).toEqual(tell(0));
    }),
    { seed: 5 },
  );
});

test('TM-2a the hourglass is plain JSON and is unchanged after storing and reading it', () => {
  const companion = after(readyCompanion(), ['start', 0], ['turn', 50], ['pause', 60]);
  expect(JSON.parse(JSON.stringify(companion))).toEqual(companion);
});

test('TM-3l the turns of the hourglass are counted, also across pauses, until it is reset', () => {
  const turned = after(
    readyCompanion(),
    ['start', 0],
    ['turn', 50],
    ['pause', 60],
    ['resume', 70],
    ['turn', 80],
  );
  expect(companionTurned(readyCompanion())).toBe(0);
  expect(companionTurned(turned)).toBe(2);
  expect(companionTurned(after(turned, ['pause', 81]))).toBe(2);
  expect(companionTurned(after(turned, ['reset', 82]))).toBe(0);
});

test('TM-3l turning the hourglass after the last grain is not counted', () => {
  expect(companionTurned(after(readyCompanion(), ['start', 0], ['turn', 181]))).toBe(0);
});

test.each<[number, number, number | undefined, object]>([
  [1, 4, undefined, { side: 'A', shuffle: [2, 3, 4, 5, 6, 7, 8, 9], onTop: [], faceUp: false, apart: [] }],
  [5, 2, undefined, { side: 'B', shuffle: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], onTop: [15] }],
  [8, 4, 12, { shuffle: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], faceUp: true }],
  [13, 4, 14, { shuffle: [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], faceUp: true, apart: [3] }],
  [1, 1, undefined, { actionTiles: [] }],
  [
    1,
    2,
    undefined,
    {
      actionTiles: [
        ['north', 'east', 'vortex'],
        ['south', 'west', 'explore', 'escalator'],
      ],
    },
  ],
  [
    9,
    3,
    12,
    {
      actionTiles: [
        ['north', 'east', 'vortex'],
        ['south', 'west', 'explore', 'escalator'],
      ],
    },
  ],
])(
  'TM-3h the layout of scenario %i for %i players has its stack, side and action tiles',
  (number, players, level, expected) => {
    expect(physicalSetupOf(scenario(number), players, level)).toMatchObject(expected);
  },
);

test.each(SCENARIOS.map(({ number }) => number ?? 0))(
  'TM-3h the physical layout of scenario %i equals the set-up of a game in this program',
  number => {
    const players = 4;
    const prepared = prepareGame({ scenario: number, players }, 'layout');
    if (!prepared.ok) throw new Error(prepared.error);
    const { setUp } = prepared.value.event;
    const { shuffle, onTop, side, rules, actionTiles } = physicalSetupOf(scenario(number), players);
    expect([...shuffle, ...onTop].sort((a, b) => a - b)).toEqual(setUp.stack);
    expect({ side, rules }).toEqual({ side: setUp.side, rules: setUp.rules });
    const dealt = setUp.actionTiles.filter(tile => tile.length > 0).map(tile => tile.join());
    expect(actionTiles.map(tile => tile.join()).sort()).toEqual(dealt.sort());
  },
);

test('TM-3a TM-3b SO-2a SO-2f the tip about a broken rule is for several players, the tip about one hand for a solo player', () => {
  expect(tableTipsFor('revised', scenario(1), 4)).toEqual(['stand', 'broken-rule', 'no-pause']);
  expect(tableTipsFor('revised', scenario(3), 1)).toEqual(['one-hand', 'no-pause']);
  expect(tableTipsFor('pocket-nl', scenario(3), 4)).toEqual(['broken-rule', 'pause']);
});

test('TM-3i TM-3j TM-3k ED-12 three rulebooks let standing players step left instead of passing tiles, and the Polish one lets them step right', () => {
  const step = (edition: Edition, number: number): string | undefined =>
    tableTipsFor(edition, scenario(number), 4).find(tip => tip.startsWith('step'));
  expect(EDITIONS.map(edition => step(edition, 3))).toEqual([
    'step-left',
    'step-left',
    'step-left',
    'step-right',
    undefined,
    undefined,
  ]);
  expect(step('revised', 2)).toBeUndefined();
});
