/** Tests of drafts of scenarios: the effect of each press, and the problems reported while building (SC-C). */
import { readSheet, sheetProblem } from '@hush/protocol';
import { RULE_SWITCHES, SCENARIOS, STANDARD_TILES } from '@hush/rules';
import { expect, test } from 'vitest';
import { draftFindings, isPlayable } from '../../src/workshop/check.ts';
import {
  draftFrom,
  draftOf,
  draftPlaceOf,
  EMPTY_DRAFT,
  movedUp,
  pressTile,
  type ScenarioDraft,
  sheetOfDraft,
  withAllTiles,
  withRule,
} from '../../src/workshop/draft.ts';

const GOOD: ScenarioDraft = { ...EMPTY_DRAFT, name: 'Ours', stack: [2, 3, 4, 5, 6, 7, 8, 9] };
const found = (draft: ScenarioDraft): readonly string[] =>
  draftFindings(draft).map(({ rule, what }) => `${rule} ${what}`);

test('pressing a tile cycles through left out, shuffled in, on top, and left out again', () => {
  const once = pressTile(EMPTY_DRAFT, 5);
  const twice = pressTile(once, 5);
  const steps = [EMPTY_DRAFT, once, twice, pressTile(twice, 5)];
  expect(steps.map(step => draftPlaceOf(step, 5))).toEqual(['out', 'in', 'top', 'out']);
});

test('tiles on top have an order that can be changed', () => {
  const draft = [5, 5, 7, 7, 9, 9].reduce(pressTile, EMPTY_DRAFT);
  expect(draft.top).toEqual([5, 7, 9]);
  expect(movedUp(draft, 9).top).toEqual([5, 9, 7]);
  expect(movedUp(draft, 5)).toBe(draft);
});

test('SC-Ca a tile set alone makes a scenario that can be played at once', () => {
  const numbers = Array.from({ length: 24 }, (_, i) => i + 1);
  const tiles = { ...EMPTY_DRAFT, tiles: STANDARD_TILES };
  const all = withAllTiles(tiles, numbers, 'My tiles');
  expect(isPlayable(all, draftFindings(all))).toBe(true);
  expect([all.name, all.stack.length]).toEqual(['My tiles', 23]);
  const [, second] = SCENARIOS;
  expect(second && draftFrom(all, second).tiles).toBe(STANDARD_TILES);
  const two = withAllTiles({ ...tiles, name: 'Ours', rules: ['twoMalls'] }, numbers, '-');
  expect([two.name, two.stack.includes(3)]).toEqual(['Ours', false]);
});

test('rules are stored in the order of the book, in whatever order they were switched on', () => {
  const draft = withRule(withRule(EMPTY_DRAFT, 'noVortex', true), 'ownExits', true);
  expect(draft.rules).toEqual(['ownExits', 'noVortex']);
  expect(withRule(draft, 'ownExits', false).rules).toEqual(['noVortex']);
});

test.each(SCENARIOS.map(scenario => [scenario.number, scenario] as const))(
  'SC-Ca a draft made from scenario %i can be played and, according to the solver, won',
  (_, scenario) => {
    const draft = { ...draftFrom(GOOD, scenario), name: 'Ours', players: 4 };
    expect(draftFindings(draft).filter(({ weight }) => weight !== 'note')).toEqual([]);
  },
);

test('a draft that is written as a sheet is read back as the same draft', () => {
  const draft: ScenarioDraft = {
    ...GOOD,
    text: 'x',
    top: [12],
    side: 'B',
    hourglass: 240,
    edition: '2021-pl',
    tiles: STANDARD_TILES,
    parent: 'BCDFGHJK',
    rules: ['ownExits', 'cameras'],
  };
  const sheet = sheetOfDraft(draft);
  expect(readSheet(JSON.parse(JSON.stringify(sheet)))).toEqual({ ok: true, value: sheet });
  expect(draftOf(sheet)).toEqual(draft);
});

test.each<readonly [string, Partial<ScenarioDraft>, string]>([
  ['no name', { name: ' ' }, 'GB-2 name'],
  ['too little sand', { hourglass: 5 }, 'HG-1 sand'],
  ['a leader without followers', { players: 2, rules: ['leader'] }, 'SC-9n players'],
  ['a tile that is not in the set', { stack: [2, 40] }, 'CO-1 missing'],
  ['tile 3 in a scenario of two malls', { rules: ['twoMalls'] }, 'SC-13 three'],
  ['more text than the server takes', { tiles: `${STANDARD_TILES}\n${'# x\n'.repeat(17_000)}` }, 'CO-1 size'],
  [
    'pocket alone, which the rules say themselves',
    { players: 1, edition: 'pocket-fr' },
    'RULES 11 edition-solo',
  ],
])('SU-1f the problem of a scenario that cannot be played names its rule: %s', (_, part, expected) => {
  const draft = { ...GOOD, ...part };
  expect(found(draft)).toContain(expected);
  expect(isPlayable(draft, draftFindings(draft))).toBe(false);
});

test.each<readonly [string, Partial<ScenarioDraft>, readonly string[]]>([
  ['no item', { stack: [10, 11, 12] }, ['TH-1 item', 'TH-1 item', 'TH-1 item', 'TH-1 item']],
  ['no exit of one’s own', { rules: ['ownExits'] }, ['SC-2 exit', 'SC-2 exit', 'SC-2 exit']],
  ['one exit that nobody leaves', { rules: ['noGatherings'] }, ['SC-17 shared']],
])('TH-6b a scenario that can never be won is reported, and may still be played: %s', (_, part, expected) => {
  const draft = { ...GOOD, ...part };
  expect(
    draftFindings(draft)
      .filter(({ weight }) => weight === 'hopeless')
      .map(({ rule, what }) => `${rule} ${what}`),
  ).toEqual(expect.arrayContaining([...expected]));
  expect(isPlayable(draft, draftFindings(draft))).toBe(true);
});

test('SC-Lg a feature whose rule is switched off is reported', () => {
  expect(found({ ...GOOD, stack: [...GOOD.stack, 15] })).toEqual(['SC-L idle']);
  expect(found({ ...GOOD, stack: [...GOOD.stack, 15], rules: ['crystalBall'] })).toEqual([]);
});

test('a tile set that cannot be read makes the draft unplayable, and the problem is reported for the set', () => {
  const draft = { ...GOOD, tiles: 'tile 1A' };
  expect(draftFindings(draft)).toEqual([]);
  expect(isPlayable(draft, [])).toBe(false);
});

test('the page never calls a scenario playable that the server would refuse', () => {
  for (const rule of RULE_SWITCHES)
    for (const players of [1, 2, 3, 8, 9])
      for (const stack of [[], [2], [2, 3, 15]]) {
        const draft = { ...GOOD, rules: [rule], players, stack };
        if (isPlayable(draft, draftFindings(draft))) expect(sheetProblem(sheetOfDraft(draft))).toBe(null);
      }
});
