/**
 * Tests of the table of rule sentences: sentences that are shown together agree in all games, and each rule switch
 * replaces the right sentences.
 */
import {
  EDITION_RULES,
  EDITIONS,
  RULE_SWITCHES,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
} from '@hush/rules';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Key } from '../../src/i18n/keys.ts';
import { LOCALES, say } from '../../src/i18n/say.ts';
import type { Claims } from '../../src/rulebook/claims.ts';
import { factsOfScenario, type RuleFacts } from '../../src/rulebook/facts.ts';
import { editionSentences, newSentences, sentenceText } from '../../src/rulebook/reading.ts';
import { type ShownSentence, sentencesFor, TOPICS } from '../../src/rulebook/sentences.ts';
import { speak } from '../table/play-kit.ts';
import { contradictions, unclaimed } from './contradictions.ts';
import { assertedWithoutClaim, MEANINGS } from './meanings.ts';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);

const scenario = (number: number): (typeof SCENARIOS)[number] => {
  const found = SCENARIOS[number - 1];
  if (found === undefined) throw new Error(`no scenario ${number}`);
  return found;
};
const facts = (number: number, more: Partial<RuleFacts> = {}): RuleFacts => ({
  ...factsOfScenario(scenario(number), more.edition ?? 'revised'),
  ...more,
});
const keysOf = (sentences: readonly ShownSentence[]): readonly string[] =>
  sentences.map(({ key }) => key.replace('rule.', ''));
const keys = (number: number, more: Partial<RuleFacts> = {}): readonly string[] =>
  keysOf(sentencesFor(facts(number, more)));

/** The claims of texts outside of the table that mention rules: a scenario's line in the lobby and in the campaign. */
const LINES: Readonly<Partial<Record<RuleSwitch, Claims>>> = {
  ownExits: { exit: ['own'] },
  passTiles: { passing: ['left'] },
  elfTalk: { talk: ['words'] },
  wrongHands: { item: ['other'], exit: ['other'] },
  gesturesOnly: { talk: ['hands'] },
  twoMalls: { vortex: ['between malls'] },
  noTalk: { talk: ['never'], nudge: ['pawn', 'leader pawn'] },
  noPawn: { nudge: ['none'] },
  noVortex: { vortex: ['never'] },
};

/** What a scenario's line claims: the rules that it adds to those of earlier scenarios. */
function claimsOfLine({ number, rules }: Scenario): Claims {
  if (number === 1) return { exit: ['one'] };
  const known = SCENARIOS[Math.min(number ?? 0, 8) - 2]?.rules ?? [];
  return Object.assign({}, ...rules.filter(rule => !known.includes(rule)).map(rule => LINES[rule]));
}

const HOUSES: readonly RuleFacts['house'][] = [
  {},
  { freeTalk: true },
  { noClock: true },
  { freeNudges: true, watchedUsed: true, earlyExits: true, quietSetUp: true },
];

/** Every scenario in every edition, for an unknown number of players, for one, four and six, with and without house rules. */
const ALL_FACTS: readonly RuleFacts[] = SCENARIOS.flatMap(({ number }) =>
  EDITIONS.flatMap(edition =>
    [null, 1, 4, 6].flatMap(players => HOUSES.map(house => facts(number ?? 0, { edition, players, house }))),
  ),
);

const nameOf = ({ number, edition, players }: RuleFacts): string => `${number} ${edition} ${players}`;

const textOf = (sentence: ShownSentence, now: RuleFacts): string =>
  `${sentenceText(sentence, now)} ${sentence.ours === undefined ? '' : say(sentence.ours)}`;

test('for all scenarios in 6 editions, no two sentences that are shown together contradict each other', () => {
  expect(ALL_FACTS).toHaveLength(SCENARIOS.length * 6 * 4 * 4);
  const found = ALL_FACTS.flatMap(now =>
    contradictions(sentencesFor(now)).map(fault => `${nameOf(now)}: ${fault}`),
  );
  expect(found).toEqual([]);
});

test.each(LOCALES)('in %s every sentence has a text, and its claims match the text', async locale => {
  await speak(locale);
  const faults = ALL_FACTS.flatMap(now =>
    sentencesFor(now).flatMap(sentence => {
      const text = textOf(sentence, now);
      return text.includes('rule.')
        ? [`${sentence.key} has no words in ${locale}`]
        : unclaimed(locale, text, sentence);
    }),
  );
  expect([...new Set(faults)]).toEqual([]);
});

const ALL_SENTENCES = TOPICS.flatMap(({ sentences }) => sentences);
const textIn = (key: Key): string => say(key, { tiles: '2–9', top: '15', time: '4:00' });

test.each(LOCALES)('in %s no sentence says the opposite of what it claims', async locale => {
  await speak(locale);
  expect(
    ALL_SENTENCES.flatMap(sentence => assertedWithoutClaim(locale, textIn(sentence.key), sentence)),
  ).toEqual([]);
  const unused = MEANINGS.filter(
    ({ words }) => !ALL_SENTENCES.some(({ key }) => words[locale].test(textIn(key))),
  );
  expect(unused.map(({ words }) => String(words[locale]))).toEqual([]);
});

test.each([
  ['en', 'rule.exits.own'],
  ['fr', 'rule.items.ownCalled'],
  ['nl', 'rule.vortex.anywhere'],
  ['pl', 'rule.window.words'],
] as const)(
  'in %s a sentence that claims another value but has the words of %s is found',
  async (locale, key) => {
    await speak(locale);
    const claims: Claims = {
      exit: ['other'],
      item: ['other'],
      theft: ['called'],
      vortex: ['never'],
      talk: ['hands'],
    };
    expect(assertedWithoutClaim(locale, textIn(key), { key, claims })).toHaveLength(1);
  },
);

test.each(LOCALES)(
  'in %s the line of a scenario in lobby and campaign agrees with its rules',
  async locale => {
    await speak(locale);
    for (const scenario of SCENARIOS) {
      const { number } = scenario;
      const key = `lobby.adds.${number}` as Key;
      const line = { key, claims: claimsOfLine(scenario) };
      expect(unclaimed(locale, say(key), line)).toEqual([]);
      for (const edition of EDITIONS.filter(one => EDITION_RULES[one].scenarios >= (number ?? 0)))
        expect(contradictions([line, ...sentencesFor(facts(number ?? 0, { edition }))])).toEqual([]);
    }
  },
);

test('SC-Ca with any rule switches, no two sentences that are shown contradict each other or have the same topic', () => {
  const own = fc.record({
    rules: fc.subarray([...RULE_SWITCHES]),
    edition: fc.constantFrom(...EDITIONS),
    players: fc.constantFrom(null, 1, 2, 5, 9),
    house: fc.constantFrom(...HOUSES),
  });
  fc.assert(
    fc.property(own, more => {
      const shown = sentencesFor({ ...facts(1, more), number: null });
      expect(contradictions(shown)).toEqual([]);
      expect(new Set(shown.map(({ topic }) => topic)).size).toBe(shown.length);
    }),
    { numRuns: 2000, seed: 15 },
  );
});

test.each<[string, readonly { key: string; claims: Claims }[]]>([
  ['an exit of the own colour in scenario 10', [{ key: 'planted', claims: { exit: ['own'] } }]],
  ['talk in scenario 15', [{ key: 'planted', claims: { talk: ['words'] } }]],
  ['the pawn in scenario 15', [{ key: 'planted', claims: { nudge: ['pawn'] } }]],
  ['a tile for every player in scenario 9', [{ key: 'planted', claims: { dealt: ['everybody'] } }]],
  ['a vortex from anywhere in scenario 13', [{ key: 'planted', claims: { vortex: ['anywhere'] } }]],
])('the test finds a planted contradiction: %s', (title, planted) => {
  const number = Number(/\d+$/.exec(title)?.[0]);
  expect(contradictions(sentencesFor(facts(number)))).toEqual([]);
  expect(contradictions([...planted, ...sentencesFor(facts(number))])).not.toEqual([]);
});

test.each([
  ['en', 'Everybody may talk now.'],
  ['fr', 'On peut parler.'],
  ['nl', 'Iedereen mag praten.'],
  ['pl', 'Wolno rozmawiać.'],
] as const)('in %s a sentence that speaks of talk without a claim about it is found', (locale, text) => {
  expect(unclaimed(locale, text, { key: 'planted' })).toHaveLength(1);
  expect(unclaimed(locale, text, { key: 'planted', claims: { talk: ['words'] } })).toEqual([]);
});

test('every sentence of the table is shown in some game', () => {
  const own = ALL_FACTS.flatMap(now =>
    [...RULE_SWITCHES.map(rule => [rule]), [...now.rules, 'gesturesOnly' as const]].map(rules => ({
      ...now,
      number: null,
      rules,
      seconds: 240,
    })),
  );
  const shown = new Set([...ALL_FACTS, ...own].flatMap(now => sentencesFor(now).map(({ key }) => key)));
  const all = new Set(TOPICS.flatMap(({ sentences }) => sentences.map(({ key }) => key)));
  expect([...all].filter(key => !shown.has(key))).toEqual([]);
});

// Tests of which sentence replaces which.

test('SC-10f the sentences of wrong hands replace those about own items and own exits', () => {
  expect(keys(7)).toEqual(expect.arrayContaining(['items.ownCalled', 'exits.own', 'leaving.gone']));
  expect(keys(10)).toEqual(expect.arrayContaining(['items.otherCalled', 'exits.other', 'leaving.stays']));
  expect(keys(10)).not.toContain('exits.own');
});

test('SC-14a SC-15a the sentence about no talk replaces those about the windows of the hourglass and of the elf', () => {
  expect(keys(7)).toEqual(expect.arrayContaining(['window.words', 'elf.words', 'silence.play']));
  for (const number of [14, 15]) {
    expect(keys(number)).toEqual(expect.arrayContaining(['silence.never', 'elf.mute']));
    expect(keys(number).filter(key => key.startsWith('window'))).toEqual([]);
  }
});

test('SC-9d SC-15b the sentences of the leader, of scenario 15 and of Pocket’s tap replace the one about the pawn', () => {
  expect(keys(7)).toContain('nudge.pawn');
  expect(keys(9)).toContain('nudge.leaderPawn');
  expect(keys(15)).toContain('nudge.noPawn');
  expect(keys(7, { edition: 'pocket-fr' })).toContain('nudge.tap');
});

test('SC-12a in scenario 12 the sentences about the talk windows of the hourglass and of the elf speak of gestures', () => {
  expect(keys(12)).toEqual(expect.arrayContaining(['window.hands', 'elf.hands']));
});

test('SC-13k SC-16a the sentences about two malls and about vortices out of order replace the one about the vortex', () => {
  expect([7, 13, 16].map(number => keys(number).find(key => key.startsWith('vortex')))).toEqual([
    'vortex.anywhere',
    'vortex.malls',
    'vortex.off',
  ]);
  expect(keys(16)).toContain('alarm.plain');
});

test('SC-11b SC-11c the sentence about moving walls depends on the edition', () => {
  const walls = EDITIONS.slice(0, 4).map(edition =>
    keys(11, { edition }).find(key => key.startsWith('walls')),
  );
  expect(walls).toEqual(['walls.before', 'walls.always', 'walls.always', 'walls.before']);
});

test('ED-1 ED-2 the sentences about a called or automatic theft and the no-gear loss depend on the edition', () => {
  expect(EDITIONS.map(edition => keys(2, { edition }).find(key => key.startsWith('items')))).toEqual([
    'items.ownAutomatic',
    'items.ownAutomatic',
    'items.ownCalled',
    'items.ownCalled',
    'items.ownCalled',
    'items.ownCalled',
  ]);
  expect(EDITIONS.filter(edition => keys(2, { edition }).includes('early.noGear'))).toEqual([
    'revised',
    '2021-pl',
    'pocket-nl',
  ]);
});

test('TH-5c with one exit for all, no sentence mentions a no-gear loss', () => {
  expect(keys(1)).toContain('early.closed');
  expect(keys(1)).not.toContain('early.noGear');
});

test('SC-3e SO-4 SO-5b in a solo game the dialog mentions shuffling the pile, and does not mention passing, nudging and talking', () => {
  const alone = keys(7, { players: 1 });
  expect(alone).toEqual(expect.arrayContaining(['passing.shuffle', 'turns.pile', 'deal.pile', 'elf.mute']));
  expect(alone.filter(key => /^(?:nudge|window|silence|before|heroes|agreed)/.test(key))).toEqual([]);
});

test('ED-8 CM-5a CM-5b free talk is offered in scenario 1, and by the Dutch rules of 2017 in scenarios 1 to 7', () => {
  const offered = (edition: (typeof EDITIONS)[number]): readonly number[] =>
    [1, 2, 7, 8].filter(number => keys(number, { edition }).includes('agreed'));
  expect(EDITIONS.map(offered)).toEqual([[1, 2, 7], [1], [1], [1], [], []]);
});

test('CM-5d free talk replaces the silence, except in scenarios without talk', () => {
  const house = { freeTalk: true };
  expect(keys(7, { house })).toContain('silence.free');
  expect(keys(12, { house })).toContain('silence.freeHands');
  expect(keys(14, { house })).toContain('silence.never');
});

test('SC-Lb SU-1c SU-1d the side of tile 1 is printed in scenarios 1-7 and free in scenario 8 and later', () => {
  const sides = SCENARIOS.map(({ number }) => keys(number ?? 0).find(key => key.startsWith('side')));
  expect(sides).toEqual([
    ...Array(4).fill('side.a'),
    ...Array(3).fill('side.b'),
    ...SCENARIOS.slice(7).map(() => 'side.free'),
  ]);
});

// Tests of sentences about our own rulings.

test('CM-2a HG-7a TH-3c TH-5b SC-12f SC-14d rulings that differ from the rulebook are marked, and house switches replace them', () => {
  const ours = (number: number, more: Partial<RuleFacts> = {}): readonly (string | undefined)[] =>
    sentencesFor(facts(number, more)).flatMap(({ ours: line }) => line ?? []);
  expect(ours(12)).toEqual(
    expect.arrayContaining(['rule.ours.nudge', 'rule.ours.cameras', 'rule.ours.early', 'rule.ours.before']),
  );
  const letter = { freeNudges: true, watchedUsed: true, earlyExits: true, quietSetUp: true };
  expect(ours(12, { house: letter })).toEqual(['rule.ours.ball']);
  expect(keys(12, { house: letter })).toEqual(
    expect.arrayContaining(['cameras.all', 'early.open', 'before.hands', 'nudge.pawn']),
  );
  expect(keys(15, { house: letter })).toContain('before.silent');
});

test('SC-14d the Polish rules allow words before the start of 14 and 15, so nothing is marked there', () => {
  const before = (edition: (typeof EDITIONS)[number], number: number): string | undefined =>
    sentencesFor(facts(number, { edition })).find(({ topic }) => topic === 'before')?.ours;
  expect([before('revised', 14), before('2021-pl', 14), before('2021-pl', 12)]).toEqual([
    'rule.ours.before',
    undefined,
    'rule.ours.before',
  ]);
});

test('ED-3 ED-9 SC-9f SC-9g SC-11o SC-5l SC-Lc SU-3m the other rulings are marked in the editions that they concern', () => {
  const marked = (number: number, key: string): readonly string[] =>
    EDITIONS.filter(edition => sentencesFor(facts(number, { edition })).some(({ ours }) => ours === key));
  expect(marked(1, 'rule.ours.look')).toEqual(['2017-nl', '2017-fr']);
  expect(marked(1, 'rule.ours.sand')).toEqual(['2021-pl', 'pocket-nl', 'pocket-fr']);
  expect(marked(9, 'rule.ours.fewer')).toEqual(['2021-pl']);
  expect(marked(9, 'rule.ours.lead')).toEqual(EDITIONS);
  expect(marked(11, 'rule.ours.walls')).toEqual(EDITIONS);
  expect(marked(5, 'rule.ours.ball')).toEqual(EDITIONS);
  expect(marked(7, 'rule.ours.harder')).toEqual(['2017-nl', '2017-fr']);
  expect(marked(1, 'rule.ours.players')).toEqual(['pocket-nl', 'pocket-fr']);
});

// Tests of new rules and of special rules.

test('SC-Ia SC-Ic every scenario shows as new the sentences that the scenario before does not have', () => {
  const fresh = (number: number): readonly string[] => keysOf(newSentences(facts(number)));
  expect(fresh(1)).toEqual([]);
  expect(fresh(2)).toEqual(['exits.own', 'early.noGear']);
  expect(fresh(3)).toEqual(['passing.left']);
  expect(fresh(4)).toEqual(['dwarf', 'elf.words']);
  expect(fresh(5)).toEqual(['ball', 'stack.top']);
  expect(fresh(6)).toEqual(['warning.first', 'cameras.unused']);
  expect(fresh(7)).toEqual(['warning.four']);
  expect(fresh(8)).toEqual(['stack.up']);
  expect(fresh(9)).toEqual(['leader', 'passing.lead', 'nudge.leaderPawn']);
  expect(fresh(10)).toEqual(['items.otherCalled', 'exits.other', 'leaving.stays']);
  expect(fresh(11)).toEqual(['walls.always']);
  expect(fresh(12)).toEqual(['window.hands', 'elf.hands']);
  expect(fresh(13)).toEqual(['warning.malls', 'vortex.malls', 'malls', 'stack.up', 'start.malls']);
  expect(fresh(14)).toEqual(['silence.never', 'elf.mute']);
  expect(fresh(15)).toEqual(['silence.never', 'nudge.noPawn', 'elf.mute']);
  expect(fresh(16)).toEqual(['vortex.off']);
  expect(fresh(17)).toEqual(['gatherings', 'leaving.blocks']);
});

test('ED-4 ED-5 ED-6 ED-7 two editions that differ in a scenario have different sentences about it', () => {
  const told = (number: number): readonly string[] =>
    EDITIONS.map(edition => keysOf(editionSentences(facts(number, { edition }))).join());
  expect(new Set(told(1)).size).toBe(3); // three groups: the edition of 2017, the other big boxes, and Pocket
  // the revised and the Polish edition have the same sentences; they differ in scenario 11 only
  expect(new Set(told(2)).size).toBe(5);
  expect(new Set(told(11).slice(0, 4)).size).toBe(4);
});
