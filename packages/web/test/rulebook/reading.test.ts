/**
 * Tests that players can learn all facts from the rules dialog alone: the reminders, the story and the warnings, in
 * English.
 */
import { EDITION_RULES, EDITIONS, type RuleSwitch, SCENARIOS } from '@hush/rules';
import { beforeAll, expect, test, vi } from 'vitest';
import { LOCALES } from '../../src/i18n/say.ts';
import { factsOfScenario, type RuleFacts } from '../../src/rulebook/facts.ts';
import { sentenceText } from '../../src/rulebook/reading.ts';
import { sentencesFor } from '../../src/rulebook/sentences.ts';
import { speak } from '../table/play-kit.ts';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);

beforeAll(() => speak('en'));

const textOf = (facts: RuleFacts): string =>
  sentencesFor(facts)
    .map(sentence => sentenceText(sentence, facts))
    .join('\n');

const textFor = (number: number, edition: RuleFacts['edition'] = 'revised'): string => {
  const scenario = SCENARIOS[number - 1];
  if (scenario === undefined) throw new Error(`no scenario ${number}`);
  return textOf(factsOfScenario(scenario, edition));
};

/** Each printed scenario in each edition that has it. */
const ALL_TEXTS = (): readonly (readonly [number, string])[] =>
  EDITIONS.flatMap(edition =>
    SCENARIOS.slice(0, EDITION_RULES[edition].scenarios).map(
      ({ number }) => [number ?? 0, textFor(number ?? 0, edition)] as const,
    ),
  );

const expectInAll = (...words: readonly (string | RegExp)[]): void => {
  for (const [, text] of ALL_TEXTS()) for (const word of words) expect(text).toMatch(word);
};

test('RE-1 every dialog says that there are no turns, that everybody acts at any time, and that tiles are not used up', () => {
  expectInAll('There are no turns', 'whenever you like', 'as often as you like', 'never used up');
});

test('RE-2 every dialog says that exploring needs a hero of the door’s colour, and that explored passages are open to all', () => {
  expectInAll('at an unexplored door of their own colour', 'open to every hero, both ways');
});

test('RE-3 every dialog says that walls and heroes stop a move, and that two heroes never share a square', () => {
  expectInAll('Walls and other heroes stop the move', 'Two heroes never share a square');
});

const holdsRule = (number: number, rule: RuleSwitch): boolean =>
  SCENARIOS[number - 1]?.rules.includes(rule) ?? false;

test('RE-4 the dialog says that the vortex works from anywhere to its own colour, except with two malls or no vortex', () => {
  for (const [number, text] of ALL_TEXTS())
    expect([number, text.includes('from anywhere to any free vortex of their own colour')]).toEqual([
      number,
      !holdsRule(number, 'twoMalls') && !holdsRule(number, 'noVortex'),
    ]);
});

test('RE-5 every dialog says that all four heroes must stand on their items at the same time and then run to the exits', () => {
  expectInAll('all four are there at the same time', 'The theft sets off the alarm: run!', /leaves? by/);
});

test('RE-6 SC-13m every dialog says that no vortex works after the theft', () => {
  for (const [number, text] of ALL_TEXTS())
    expect(text).toMatch(holdsRule(number, 'noVortex') ? 'No vortex works' : 'From then on, no vortex works');
  expect(textFor(13)).toMatch('after the theft nobody changes malls');
});

test('RE-7 TH-4c TH-4e every dialog has the plan in three words, and the story around it', () => {
  expectInAll('Explore, steal, run', 'Four heroes without gear break into a shopping mall');
  expectInAll('You don’t have to find every tile');
});

test('TH-4f every dialog says that the heroes are caught when the sand runs out', () => {
  expectInAll('the guards catch you');
});

test('SC-6i SC-7d SC-13l only the dialogs of scenarios 6, 7 and 13 have a warning', () => {
  const warnings = [
    ['as soon as the first camera', [6]],
    ['four cameras: take even more care', [7]],
    ['Lay tiles with care', [13]],
  ] as const;
  for (const [words, where] of warnings)
    expect(SCENARIOS.flatMap(({ number }) => (textFor(number ?? 0).includes(words) ? [number] : []))).toEqual(
      where,
    );
});

test('HG-8b the dialog of Pocket says that a pause is only for interruptions, and no other edition offers one', () => {
  const paused = EDITIONS.filter(edition => /pause, but only if something outside/.test(textFor(1, edition)));
  expect(paused).toEqual(['pocket-nl', 'pocket-fr']);
});

test('ES-1c the dialog names the escalator with both of its directions', () => {
  expectInAll(/Escalator: .* up or down/);
});

// Questions of players that the dialog answers.

test('CO-5a HG-4b every dialog says how many hourglass spaces there are, and what a used one is marked with', () => {
  expectInAll('All 24 tiles together have four such spaces', 'gets an out-of-order marker');
});

test('EX-1c EX-3b EX-3c every dialog says that a door is explored once, and one tile at a time', () => {
  expectInAll('at an unexplored door', 'Lay it before you take another');
});

test('SU-3h SU-4b every dialog says that tiles may be swapped before the start, and that north stays', () => {
  expectInAll(
    'You may swap tiles before the start',
    'North is the same for everybody, from beginning to end',
  );
});

test('SU-3b SC-9a SC-9c every dialog says how many can play; with a leader one of them gets no tile', () => {
  for (const [number, text] of ALL_TEXTS()) {
    const led = holdsRule(number, 'leader');
    expect([number, text.includes('Two to eight can play. Each player gets')]).toEqual([number, !led]);
    expect([number, text.includes('For three to nine players')]).toEqual([number, led]);
  }
});

test('TH-3a SC-10d SC-17c the dialog says that an escaped hero leaves the board, except with wrong hands or without gatherings', () => {
  const gone = ALL_TEXTS().filter(([, text]) => text.includes('is out and leaves the board'));
  expect([...new Set(gone.map(([number]) => number))]).toEqual(
    SCENARIOS.filter(({ rules }) => !rules.includes('wrongHands') && !rules.includes('noGatherings')).map(
      ({ number }) => number,
    ),
  );
});

test.each([
  ['SC-3f', 3, 'North stays where it is'],
  ['SC-5d', 5, 'whoever has Explore may lay one or two tiles'],
  ['SC-5i', 5, 'the ball is used up and gets a marker'],
  ['SC-6d', 6, 'A camera works as soon as it is found'],
  ['SC-6f', 6, 'it gets a marker and is off for good'],
  ['SC-La', 8, 'You choose how many tiles there are: the more, the harder'],
  ['SC-11k', 11, 'or become the new stack if it is used up'],
  ['SC-12e', 12, 'without words: none spoken, written or spelled'],
  ['SC-17a', 17, 'never be on the same tile, not even in passing'],
  ['GB-1e', 1, 'how many hourglass spaces you used: the fewer, the better'],
] as const)('%s the dialog of scenario %i says: %s', (_, number, words) => {
  expect(textFor(number)).toContain(words);
});

test('CO-8 GB-1h the dialog of Pocket calls its tiles cards, and mentions no book', () => {
  for (const edition of ['pocket-nl', 'pocket-fr'] as const) {
    expect(textFor(1, edition)).toContain('Its tiles are cards');
    expect(textFor(1, edition)).not.toContain('the book notes');
  }
});

test('HG-1a an hourglass of 245 seconds is shown as 4:05 min', () => {
  const scenario = SCENARIOS[0];
  if (scenario === undefined) throw new Error('no scenario 1');
  expect(textOf({ ...factsOfScenario(scenario, 'revised'), seconds: 245 })).toContain('4:05 min of sand');
});

/** Sentences that name one hero for a rule also name its colour and symbol (ID-1i). */
test.each([
  ['en', ['dwarf (orange, axe)', 'mage (purple, flask)', 'barbarian (yellow, sword)', 'elf (green, bow)']],
  [
    'fr',
    ['nain (orange, hache)', 'magicienne (violette, fiole)', 'barbare (jaune, épée)', 'elfe (verte, arc)'],
  ],
  ['nl', ['dwerg (oranje, bijl)', 'tovenaar (paars, flesje)', 'barbaar (geel, zwaard)', 'elf (groen, boog)']],
  [
    'pl',
    [
      'krasnolud (pomarańczowy, topór)',
      'mag (fioletowy, fiolka)',
      'barbarzyńca (żółty, miecz)',
      'elf (zielony, łuk)',
    ],
  ],
] as const)(
  'ID-1i in %s a hero with a special power is named with colour and symbol',
  async (locale, names) => {
    await speak(locale);
    for (const name of names) expect(textFor(7)).toContain(name);
    await speak('en');
  },
);

test.each(LOCALES)('in %s no two sentences of one dialog are the same', async locale => {
  await speak(locale);
  for (const [, text] of ALL_TEXTS()) {
    const lines = text.split('\n');
    expect(new Set(lines).size).toBe(lines.length);
  }
  await speak('en');
});
