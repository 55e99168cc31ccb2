/**
 * The table of docs/RULES.md, section 10, typed by hand for the tests. It imports no value of the rules, so a wrong row in
 * `SCENARIOS` differs from it.
 */
import type { RuleSwitch, TileNumber } from '../src/index.ts';

export type TypedScenario = readonly [
  number: number,
  name: string,
  last: TileNumber,
  side: string,
  rules: readonly RuleSwitch[],
];

/** The rules that scenarios 2-6 add and every later scenario keeps. */
export const ALWAYS_KEPT = [
  'ownExits',
  'passTiles',
  'dwarfPassages',
  'elfTalk',
  'crystalBall',
  'cameras',
] as const;

/** All scenarios in the order of their numbers. The tests of the scenarios and the naive generator read this table. */
export const TYPED_SCENARIOS: readonly TypedScenario[] = [
  [1, 'First visit', 9, 'A', []],
  [2, 'Four doors', 12, 'A', ['ownExits']],
  [3, 'Pass it on', 12, 'A', ['ownExits', 'passTiles']],
  [4, 'Small and keen', 14, 'A', ['ownExits', 'passTiles', 'dwarfPassages', 'elfTalk']],
  [5, 'Second sight', 15, 'B', ['ownExits', 'passTiles', 'dwarfPassages', 'elfTalk', 'crystalBall']],
  [6, 'Lights out', 17, 'B', ALWAYS_KEPT],
  [7, 'All eyes', 19, 'B', ALWAYS_KEPT],
  [8, 'Open book', 12, 'A', [...ALWAYS_KEPT, 'openStack']],
  [9, 'Follow the leader', 12, 'A', [...ALWAYS_KEPT, 'leader']],
  [10, 'Wrong hands', 12, 'A', [...ALWAYS_KEPT, 'wrongHands']],
  [11, 'Moving walls', 12, 'A', [...ALWAYS_KEPT, 'movingWalls']],
  [12, 'Hands only', 12, 'A', [...ALWAYS_KEPT, 'gesturesOnly']],
  [13, 'Two worlds', 12, 'A', [...ALWAYS_KEPT, 'twoMalls', 'openStack']],
  [14, 'Not a word', 12, 'A', [...ALWAYS_KEPT, 'noTalk']],
  [15, 'Those eyes', 12, 'A', [...ALWAYS_KEPT, 'noTalk', 'noPawn']],
  [16, 'Vortex out of order', 12, 'A', [...ALWAYS_KEPT, 'noVortex']],
  [17, 'No gatherings', 12, 'A', [...ALWAYS_KEPT, 'noGatherings']],
];
