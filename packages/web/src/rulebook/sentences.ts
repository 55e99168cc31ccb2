/**
 * The one table of rule sentences, for every dialog and page. A topic has several sentences and shows the first whose
 * condition holds, so a rule switch, an edition or a house rule replaces a sentence by standing above it.
 *
 * `claims` says what a sentence asserts about a subject: the values under which it is true. Sentences that are shown together
 * must have a value in common for each subject; a test walks every scenario, edition and language.
 */
import type { Values } from '../i18n/format.ts';
import type { Key } from '../i18n/keys.ts';
import type { Claims, RuleSubjects } from './claims.ts';
import {
  allOf,
  anyOf,
  edition,
  hasRule,
  houseRule,
  is2017,
  isAlone,
  isAutomatic,
  isGroup,
  isPocketEdition,
  isPolishEdition,
  isScenario,
  mayTalk,
  not,
  type RuleCondition,
  talksFreely,
  taps,
} from './conditions.ts';
import { LAST_INTRODUCTION, minutesText, type RuleFacts, ranges, STANDARD_SECONDS } from './facts.ts';

export interface RuleSentence {
  readonly key: Key;
  readonly when?: RuleCondition;
  readonly claims?: Claims;
  readonly values?: (facts: RuleFacts) => Values;
  /** The id of a line that marks our own ruling, if it differs from a rulebook or the rulebooks say nothing. */
  readonly ours?: Key;
}

export const CHAPTERS = ['plan', 'actions', 'mall', 'hourglass', 'theft', 'silence', 'setUp', 'box'] as const;
export type Chapter = (typeof CHAPTERS)[number];

export interface Topic {
  readonly name: string;
  readonly chapter: Chapter;
  readonly sentences: readonly RuleSentence[];
}

const topic = (chapter: Chapter, name: string, ...sentences: readonly RuleSentence[]): Topic => ({
  chapter,
  name,
  sentences,
});

const PLAN = [
  topic(
    'plan',
    'plan',
    { key: 'rule.plan.alone.still', when: allOf(isAlone, houseRule('noClock')) },
    { key: 'rule.plan.alone', when: isAlone },
    { key: 'rule.plan.together.still', when: houseRule('noClock') },
    { key: 'rule.plan.together' },
  ),
  topic(
    'plan',
    'warning',
    { key: 'rule.warning.malls', when: hasRule('twoMalls'), claims: { vortex: ['between malls', 'never'] } },
    { key: 'rule.warning.first', when: isScenario(6) },
    { key: 'rule.warning.four', when: isScenario(LAST_INTRODUCTION) },
  ),
];

const ACTIONS = [
  topic(
    'actions',
    'turns',
    { key: 'rule.turns.pile', when: isAlone, claims: { actions: ['pile'] } },
    { key: 'rule.turns.none', claims: { actions: ['own tile'] } },
  ),
  topic('actions', 'heroes', { key: 'rule.heroes', when: isGroup, claims: { actions: ['own tile'] } }),
  topic(
    'actions',
    'leader',
    {
      key: 'rule.leader',
      when: allOf(hasRule('leader'), isPolishEdition),
      claims: { dealt: ['all but one'] },
      ours: 'rule.ours.fewer',
    },
    { key: 'rule.leader', when: hasRule('leader'), claims: { dealt: ['all but one'] } },
  ),
  topic('actions', 'move', { key: 'rule.move' }),
  topic('actions', 'stop', { key: 'rule.stop', when: isGroup }),
  topic(
    'actions',
    'explore',
    { key: 'rule.explore', when: is2017, ours: 'rule.ours.look' },
    { key: 'rule.explore' },
  ),
  topic(
    'actions',
    'vortex',
    { key: 'rule.vortex.off', when: hasRule('noVortex'), claims: { vortex: ['never'] } },
    { key: 'rule.vortex.malls', when: hasRule('twoMalls'), claims: { vortex: ['between malls'] } },
    { key: 'rule.vortex.anywhere', claims: { vortex: ['anywhere'] } },
  ),
  topic('actions', 'escalator', { key: 'rule.escalator' }),
];

const MALL = [
  topic('mall', 'passage', { key: 'rule.passage' }),
  topic('mall', 'malls', { key: 'rule.malls', when: hasRule('twoMalls') }),
  topic('mall', 'gatherings', { key: 'rule.gatherings', when: hasRule('noGatherings') }),
  topic('mall', 'dwarf', { key: 'rule.dwarf', when: hasRule('dwarfPassages') }),
  topic('mall', 'ball', { key: 'rule.ball', when: hasRule('crystalBall'), ours: 'rule.ours.ball' }),
];

const HOURGLASS = [
  topic(
    'hourglass',
    'sand',
    { key: 'rule.sand.none', when: houseRule('noClock') },
    {
      key: 'rule.sand.other',
      when: ({ seconds }) => seconds !== STANDARD_SECONDS,
      values: ({ seconds }) => ({ time: minutesText(seconds) }),
    },
    { key: 'rule.sand.three', when: anyOf(isPocketEdition, isPolishEdition), ours: 'rule.ours.sand' },
    { key: 'rule.sand.three' },
  ),
  topic('hourglass', 'turn', { key: 'rule.turn.still', when: houseRule('noClock') }, { key: 'rule.turn' }),
  topic(
    'hourglass',
    'passing',
    { key: 'rule.passing.shuffle', when: isAlone, claims: { passing: ['shuffle'] } },
    {
      key: 'rule.passing.lead',
      when: hasRule('passTiles', 'leader'),
      claims: { passing: ['left'] },
      ours: 'rule.ours.lead',
    },
    { key: 'rule.passing.left', when: hasRule('passTiles'), claims: { passing: ['left'] } },
  ),
  topic(
    'hourglass',
    'cameras',
    { key: 'rule.cameras.all', when: allOf(hasRule('cameras'), houseRule('watchedUsed')) },
    { key: 'rule.cameras.unused', when: hasRule('cameras'), ours: 'rule.ours.cameras' },
  ),
  topic(
    'hourglass',
    'walls',
    {
      key: 'rule.walls.before',
      when: allOf(hasRule('movingWalls'), facts => edition(facts).movingWalls === 'before the theft'),
      claims: { walls: ['before the theft'] },
      ours: 'rule.ours.walls',
    },
    {
      key: 'rule.walls.always',
      when: hasRule('movingWalls'),
      claims: { walls: ['always'] },
      ours: 'rule.ours.walls',
    },
  ),
];

const THEFT = [
  topic(
    'theft',
    'items',
    {
      key: 'rule.items.otherAutomatic',
      when: allOf(hasRule('wrongHands'), isAutomatic),
      claims: { item: ['other'], theft: ['automatic'] },
    },
    {
      key: 'rule.items.otherCalled',
      when: hasRule('wrongHands'),
      claims: { item: ['other'], theft: ['called'] },
    },
    { key: 'rule.items.ownAutomatic', when: isAutomatic, claims: { item: ['own'], theft: ['automatic'] } },
    { key: 'rule.items.ownCalled', claims: { item: ['own'], theft: ['called'] } },
  ),
  topic(
    'theft',
    'alarm',
    { key: 'rule.alarm.plain', when: hasRule('noVortex'), claims: {} },
    { key: 'rule.alarm.vortex', claims: { vortex: ['anywhere', 'between malls'] } },
  ),
  topic(
    'theft',
    'exits',
    { key: 'rule.exits.other', when: hasRule('wrongHands'), claims: { exit: ['other'] } },
    { key: 'rule.exits.own', when: hasRule('ownExits'), claims: { exit: ['own'] } },
    { key: 'rule.exits.one', claims: { exit: ['one'] } },
  ),
  topic(
    'theft',
    'leaving',
    {
      key: 'rule.leaving.blocks',
      when: hasRule('noGatherings'),
      claims: { leaving: ['stays'], exit: ['one', 'own', 'other'] },
    },
    {
      key: 'rule.leaving.stays',
      when: hasRule('wrongHands'),
      claims: { leaving: ['stays'], exit: ['other'] },
    },
    { key: 'rule.leaving.gone', claims: { leaving: ['gone'], exit: ['one', 'own'] } },
  ),
  topic(
    'theft',
    'early',
    {
      key: 'rule.early.open',
      when: allOf(houseRule('earlyExits'), facts => edition(facts).noGear),
      claims: { early: ['open'], exit: ['one', 'own', 'other'] },
    },
    {
      key: 'rule.early.noGear',
      when: allOf(facts => edition(facts).noGear, anyOf(hasRule('ownExits'), hasRule('wrongHands'))),
      claims: { early: ['closed'], exit: ['own', 'other'] },
      ours: 'rule.ours.early',
    },
    {
      key: 'rule.early.closed',
      when: facts => edition(facts).noGear,
      claims: { early: ['closed'], exit: ['one', 'own', 'other'] },
      ours: 'rule.ours.early',
    },
    { key: 'rule.early.closed', claims: { early: ['closed'], exit: ['one', 'own', 'other'] } },
  ),
];

const nudge = (key: Key, when: RuleCondition, value: RuleSubjects['nudge']): readonly RuleSentence[] => [
  { key, when: allOf(isGroup, when, houseRule('freeNudges')), claims: { nudge: [value] } },
  {
    key,
    when: allOf(isGroup, when),
    claims: { nudge: [value] },
    ours: value === 'none' ? 'rule.ours.stare' : 'rule.ours.nudge',
  },
];

const talking = (key: Key, still: Key, more: RuleCondition, claims: Claims): readonly RuleSentence[] => [
  { key: still, when: allOf(mayTalk, more, houseRule('noClock')), claims },
  { key, when: allOf(mayTalk, more), claims },
];

const SILENCE = [
  topic(
    'silence',
    'silence',
    {
      key: 'rule.silence.freeHands',
      when: allOf(isGroup, talksFreely, hasRule('gesturesOnly')),
      claims: { talk: ['free hands'] },
    },
    { key: 'rule.silence.free', when: allOf(isGroup, talksFreely), claims: { talk: ['free'] } },
    { key: 'rule.silence.never', when: allOf(isGroup, hasRule('noTalk')), claims: { talk: ['never'] } },
    { key: 'rule.silence.play', when: isGroup, claims: { talk: ['words', 'hands'] } },
  ),
  topic(
    'silence',
    'nudge',
    ...nudge('rule.nudge.noTap', allOf(hasRule('noPawn'), taps), 'none'),
    ...nudge('rule.nudge.noPawn', hasRule('noPawn'), 'none'),
    ...nudge('rule.nudge.leaderTap', allOf(hasRule('leader'), taps), 'leader tap'),
    ...nudge('rule.nudge.leaderPawn', hasRule('leader'), 'leader pawn'),
    ...nudge('rule.nudge.tap', taps, 'tap'),
    ...nudge('rule.nudge.pawn', isGroup, 'pawn'),
  ),
  topic(
    'silence',
    'window',
    ...talking('rule.window.hands', 'rule.window.hands.still', hasRule('gesturesOnly'), { talk: ['hands'] }),
    ...talking('rule.window.words', 'rule.window.words.still', mayTalk, { talk: ['words'] }),
  ),
  topic(
    'silence',
    'elf',
    { key: 'rule.elf.mute', when: anyOf(isAlone, talksFreely, not(hasRule('elfTalk')), hasRule('noTalk')) },
    { key: 'rule.elf.hands', when: hasRule('gesturesOnly'), claims: { talk: ['hands'] } },
    { key: 'rule.elf.words', claims: { talk: ['words'] } },
  ),
  topic('silence', 'agreed', {
    key: 'rule.agreed',
    when: allOf(
      isGroup,
      not(houseRule('freeTalk')),
      facts => (facts.number ?? 99) <= edition(facts).freeTalk,
    ),
    claims: { talk: ['words'] },
  }),
  topic(
    'silence',
    'before',
    {
      key: 'rule.before.silent',
      when: allOf(isGroup, hasRule('noTalk'), houseRule('quietSetUp')),
      claims: { before: ['silent'] },
    },
    {
      key: 'rule.before.hands',
      when: allOf(isGroup, hasRule('gesturesOnly'), houseRule('quietSetUp')),
      claims: { before: ['hands'] },
    },
    {
      key: 'rule.before.words',
      when: allOf(isGroup, anyOf(hasRule('gesturesOnly'), allOf(hasRule('noTalk'), not(isPolishEdition)))),
      claims: { before: ['words'] },
      ours: 'rule.ours.before',
    },
    { key: 'rule.before.words', when: isGroup, claims: { before: ['words'] } },
  ),
];

const stackValues = ({ stack, top }: RuleFacts): Values => ({ tiles: ranges(stack), top: ranges(top) });

const DEALT_ALL: Claims = { actions: ['own tile'], dealt: ['everybody'] };

const SET_UP = [
  topic(
    'setUp',
    'stack',
    { key: 'rule.stack.up', when: hasRule('openStack'), claims: { stack: ['up'] }, values: stackValues },
    {
      key: 'rule.stack.top',
      when: ({ top }) => top.length > 0,
      claims: { stack: ['down'] },
      values: stackValues,
    },
    { key: 'rule.stack.down', claims: { stack: ['down'] }, values: stackValues },
  ),
  topic(
    'setUp',
    'side',
    { key: 'rule.side.free', when: ({ side }) => side === null, claims: { side: ['free'] } },
    { key: 'rule.side.a', when: ({ side }) => side === 'A', claims: { side: ['A'] } },
    { key: 'rule.side.b', claims: { side: ['B'] } },
  ),
  topic(
    'setUp',
    'start',
    { key: 'rule.start.malls', when: hasRule('twoMalls') },
    { key: 'rule.start.middle' },
  ),
  topic(
    'setUp',
    'deal',
    { key: 'rule.deal.pile', when: isAlone, claims: { actions: ['pile'] } },
    {
      key: 'rule.deal.led',
      when: hasRule('leader'),
      claims: { actions: ['own tile'], dealt: ['all but one'] },
    },
    { key: 'rule.deal.each', when: isPocketEdition, claims: DEALT_ALL, ours: 'rule.ours.players' },
    { key: 'rule.deal.each', claims: DEALT_ALL },
  ),
  topic('setUp', 'doubles', {
    key: 'rule.doubles',
    when: allOf(isGroup, ({ players }) => players === null || players >= 5),
  }),
];

const BOX = [
  topic('box', 'pause', { key: 'rule.pause', when: facts => edition(facts).pause }),
  topic('box', 'seven', { key: 'rule.seven', when: allOf(isPocketEdition, ({ number }) => number !== null) }),
  topic(
    'box',
    'harder',
    { key: 'rule.levels', when: ({ number }) => (number ?? 0) > LAST_INTRODUCTION },
    { key: 'rule.harder', when: allOf(isScenario(LAST_INTRODUCTION), is2017), ours: 'rule.ours.harder' },
    { key: 'rule.harder', when: isScenario(LAST_INTRODUCTION) },
  ),
  topic('box', 'book', { key: 'rule.book', when: facts => edition(facts).scoreSheet }),
];

export const TOPICS: readonly Topic[] = [
  ...PLAN,
  ...ACTIONS,
  ...MALL,
  ...HOURGLASS,
  ...THEFT,
  ...SILENCE,
  ...SET_UP,
  ...BOX,
];

/** A rule sentence with the name and the chapter of its topic. */
export interface ShownSentence extends RuleSentence {
  readonly topic: string;
  readonly chapter: Chapter;
}

/** The rule sentences that hold for these facts: at most one for each topic, in the order of `TOPICS`. */
export const sentencesFor = (facts: RuleFacts): readonly ShownSentence[] =>
  TOPICS.flatMap(({ name, chapter, sentences }) => {
    const found = sentences.find(({ when }) => when === undefined || when(facts));
    return found === undefined ? [] : [{ ...found, topic: name, chapter }];
  });
