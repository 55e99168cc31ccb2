/**
 * The scenarios as data (RULES 10). A scenario is a stack, a side of tile 1 and a list of rule switches;
 * players' own scenarios (SC-Ca) have the same form. A new scenario is a new row.
 */
import type { Side, TileNumber } from './vocabulary.ts';

/** Every rule that a scenario may switch on; the id beside it explains the rule. */
export const RULE_SWITCHES = [
  'ownExits', // SC-2
  'passTiles', // SC-3
  'dwarfPassages', // SC-4a
  'elfTalk', // SC-4b
  'crystalBall', // SC-5
  'cameras', // SC-6
  'openStack', // SC-8
  'leader', // SC-9
  'wrongHands', // SC-10
  'movingWalls', // SC-11
  'gesturesOnly', // SC-12
  'twoMalls', // SC-13
  'noTalk', // SC-14
  'noPawn', // SC-15
  'noVortex', // SC-16
  'noGatherings', // SC-17
] as const;
export type RuleSwitch = (typeof RULE_SWITCHES)[number];
export type Rules = Readonly<Record<RuleSwitch, boolean>>;

export interface Scenario {
  /** The scenario's number, from 1; null for players' own scenarios. */
  readonly number: number | null;
  readonly name: string;
  /** The tiles that are shuffled under `top`, face down. */
  readonly stack: readonly TileNumber[];
  /** The tiles on top of the stack in this order, the first uppermost (SU-1e). */
  readonly top: readonly TileNumber[];
  readonly side: Side;
  readonly rules: readonly RuleSwitch[];
  /** The levels that players can choose (SC-Le); an empty list if the stack is fixed. */
  readonly levels: readonly number[];
}

/** The levels: the highest tile number in the stack (SC-La). */
export const LEVELS: readonly number[] = [12, 14, 15, 17, 19, 21, 24];

/** Scenario 13's second mall begins with this tile, which is removed from the stack (SC-13c). */
export const SECOND_START: TileNumber = 3;

const upTo = (highest: TileNumber): readonly TileNumber[] =>
  Array.from({ length: highest - 1 }, (_, i) => i + 2);

const scenario = (
  number: number,
  name: string,
  stack: readonly TileNumber[],
  more: Partial<Scenario>,
): Scenario => ({ number, name, stack, top: [], side: 'A', rules: [], levels: [], ...more });

/** The rules that scenarios 2 to 6 add one by one and that every later scenario keeps. */
const PERMANENT: readonly RuleSwitch[] = [
  'ownExits',
  'passTiles',
  'dwarfPassages',
  'elfTalk',
  'crystalBall',
  'cameras',
];
const permanentUpTo = (last: RuleSwitch): readonly RuleSwitch[] =>
  PERMANENT.slice(0, PERMANENT.indexOf(last) + 1);

const challenge = (number: number, name: string, ...adds: readonly RuleSwitch[]): Scenario =>
  scenario(number, name, upTo(12), { rules: [...PERMANENT, ...adds], levels: LEVELS });

export const SCENARIOS: readonly Scenario[] = [
  scenario(1, 'First visit', upTo(9), {}),
  scenario(2, 'Four doors', upTo(12), { rules: permanentUpTo('ownExits') }),
  scenario(3, 'Pass it on', upTo(12), { rules: permanentUpTo('passTiles') }),
  scenario(4, 'Small and keen', upTo(14), { rules: permanentUpTo('elfTalk') }),
  scenario(5, 'Second sight', upTo(14), { top: [15], side: 'B', rules: permanentUpTo('crystalBall') }),
  scenario(6, 'Lights out', upTo(17), { side: 'B', rules: PERMANENT }),
  scenario(7, 'All eyes', upTo(19), {
    side: 'B',
    rules: PERMANENT,
    levels: LEVELS.filter(level => level >= 19),
  }),
  challenge(8, 'Open book', 'openStack'),
  challenge(9, 'Follow the leader', 'leader'),
  challenge(10, 'Wrong hands', 'wrongHands'),
  challenge(11, 'Moving walls', 'movingWalls'),
  challenge(12, 'Hands only', 'gesturesOnly'),
  challenge(13, 'Two worlds', 'twoMalls', 'openStack'),
  challenge(14, 'Not a word', 'noTalk'),
  challenge(15, 'Those eyes', 'noTalk', 'noPawn'),
  challenge(16, 'Vortex out of order', 'noVortex'),
  challenge(17, 'No gatherings', 'noGatherings'),
];

export const scenarioNumber = (number: number): Scenario | undefined =>
  SCENARIOS.find(scenario => scenario.number === number);

/** Whether players may choose the side of tile 1: the book prints it for scenarios 1 to 7 only (SU-1c, SU-1d). */
export const isSideFree = ({ number }: Pick<Scenario, 'number'>): boolean => number === null || number > 7;

/** The same scenario with more or fewer tiles (SC-La); its tiles on top of the stack stay there. */
export const atLevel = (scenario: Scenario, level: number): Scenario => ({
  ...scenario,
  stack: upTo(level).filter(tile => !scenario.top.includes(tile)),
});

export const rulesOf = (switches: readonly RuleSwitch[]): Rules => {
  const rules = {} as Record<RuleSwitch, boolean>;
  for (const name of RULE_SWITCHES) rules[name] = switches.includes(name);
  return rules;
};

/** How many players may play: nine need a leader, and a leader needs at least two others (SC-9a, SC-9e, SC-9n). */
export function playersAllowed(rules: readonly RuleSwitch[]): {
  readonly least: number;
  readonly most: number;
} {
  return rules.includes('leader') ? { least: 3, most: 9 } : { least: 1, most: 8 };
}
