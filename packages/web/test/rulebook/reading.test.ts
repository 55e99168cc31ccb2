/** What somebody can learn from the rules dialog alone: the reminders, the story and the warnings, read in English. */
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

test('RE-1 every dialog says: no turns, act whenever and as often as you like, tiles are not used up', () => {
  expectInAll('There are no turns', 'whenever you like', 'as often as you like', 'never used up');
});

test('RE-2 every dialog says: exploring needs a hero of the door’s colour, and what is explored is open to all, both ways', () => {
  expectInAll('at a door of its own colour', 'open to every hero, both ways');
});

test('RE-3 every dialog says: walls and heroes stop a move, and two never share a square', () => {
  expectInAll('Walls and other heroes stop the move', 'Two heroes never share a square');
});

const hasRule = (number: number, rule: RuleSwitch): boolean =>
  SCENARIOS[number - 1]?.rules.includes(rule) ?? false;

test('RE-4 the vortex works from anywhere to the own colour, except with two malls or no vortex', () => {
  for (const [number, text] of ALL_TEXTS())
    expect([number, text.includes('from anywhere to any free vortex of its own colour')]).toEqual([
      number,
      !hasRule(number, 'twoMalls') && !hasRule(number, 'noVortex'),
    ]);
});

test('RE-5 every dialog says: all four on their items at the same time, then run to the exits', () => {
  expectInAll('all four are there at the same time', 'The theft sets off the alarm: run!', /leaves? by/);
});

test('RE-6 SC-13m every dialog says that no vortex works after the theft', () => {
  for (const [number, text] of ALL_TEXTS())
    expect(text).toMatch(hasRule(number, 'noVortex') ? 'No vortex works' : 'From then on, no vortex works');
  expect(textFor(13)).toMatch('after the theft nobody changes malls');
});

test('RE-7 TH-4c TH-4e every dialog tells the plan in three words, and the story around it', () => {
  expectInAll('Explore, steal, run', 'Four heroes without gear break into a shopping mall');
  expectInAll('You need not find every tile');
});

test('TH-4f every dialog tells running out of sand as being caught', () => {
  expectInAll('the guards catch you');
});

test('SC-6i SC-7d SC-13l scenarios 6, 7 and 13 warn, and no other does', () => {
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

test('HG-8b Pocket says that a pause is only for interruptions from outside; no other edition offers one', () => {
  const paused = EDITIONS.filter(edition => /pause, but only if something outside/.test(textFor(1, edition)));
  expect(paused).toEqual(['pocket-nl', 'pocket-fr']);
});

test('ES-1c the escalator is named, with both of its directions', () => {
  expectInAll(/Escalator: .* up or down/);
});

/** Hero, colour and symbol stand together wherever a sentence names one hero for a rule (ID-1i). */
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
      'Krasnolud (pomarańczowy, topór)',
      'Mag (fioletowy, fiolka)',
      'Barbarzyńca (żółty, miecz)',
      'Elf (zielony, łuk)',
    ],
  ],
] as const)(
  'ID-1i %s: a hero with a special power is named with colour and symbol',
  async (locale, names) => {
    await speak(locale);
    for (const name of names) expect(textFor(7)).toContain(name);
    await speak('en');
  },
);

test.each(LOCALES)('%s: no two sentences of one dialog are the same', async locale => {
  await speak(locale);
  for (const [, text] of ALL_TEXTS()) {
    const lines = text.split('\n');
    expect(new Set(lines).size).toBe(lines.length);
  }
  await speak('en');
});
