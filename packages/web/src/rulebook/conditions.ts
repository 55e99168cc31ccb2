/** Conditions under which a rule sentence is true, put together from the facts of a game. */
import { EDITION_RULES, type EditionRules, type RuleSwitch } from '@hush/rules';
import type { RuleFacts } from './facts.ts';

export type Condition = (facts: RuleFacts) => boolean;

export const has =
  (...names: readonly RuleSwitch[]): Condition =>
  ({ rules }) =>
    names.every(name => rules.includes(name));
export const all =
  (...conditions: readonly Condition[]): Condition =>
  facts =>
    conditions.every(holds => holds(facts));
export const any =
  (...conditions: readonly Condition[]): Condition =>
  facts =>
    conditions.some(holds => holds(facts));
export const not =
  (condition: Condition): Condition =>
  facts =>
    !condition(facts);
export const house =
  (name: keyof RuleFacts['house']): Condition =>
  facts =>
    facts.house[name] === true;

export const edition = ({ edition: name }: RuleFacts): EditionRules => EDITION_RULES[name];
export const isAlone: Condition = ({ players }) => players === 1;
export const several = not(isAlone);
export const isPocket: Condition = facts => !edition(facts).solo;
export const is2017: Condition = ({ edition: name }) => name.startsWith('2017');
export const isPolish: Condition = ({ edition: name }) => name === '2021-pl';
export const taps: Condition = facts => edition(facts).nudge === 'tap';
export const isAutomatic: Condition = facts => edition(facts).theft === 'automatic';
export const numbered =
  (number: number): Condition =>
  facts =>
    facts.number === number;
/** Free talk is void where nobody may talk (SC-14d). */
export const talksFreely = all(house('freeTalk'), not(has('noTalk')));
