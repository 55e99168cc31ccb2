/** Conditions for rule sentences, put together from the facts of a game. */
import { EDITION_RULES, type EditionRules, type RuleSwitch } from '@hush/rules';
import type { RuleFacts } from './facts.ts';

export type RuleCondition = (facts: RuleFacts) => boolean;

export const hasRule =
  (...names: readonly RuleSwitch[]): RuleCondition =>
  ({ rules }) =>
    names.every(name => rules.includes(name));
export const allOf =
  (...conditions: readonly RuleCondition[]): RuleCondition =>
  facts =>
    conditions.every(holds => holds(facts));
export const anyOf =
  (...conditions: readonly RuleCondition[]): RuleCondition =>
  facts =>
    conditions.some(holds => holds(facts));
export const not =
  (condition: RuleCondition): RuleCondition =>
  facts =>
    !condition(facts);
export const houseRule =
  (name: keyof RuleFacts['house']): RuleCondition =>
  facts =>
    facts.house[name] === true;

export const edition = ({ edition: name }: RuleFacts): EditionRules => EDITION_RULES[name];
export const isAlone: RuleCondition = ({ players }) => players === 1;
export const isGroup = not(isAlone);
export const isPocketEdition: RuleCondition = facts => !edition(facts).solo;
export const is2017: RuleCondition = ({ edition: name }) => name.startsWith('2017');
export const isPolishEdition: RuleCondition = ({ edition: name }) => name === '2021-pl';
export const taps: RuleCondition = facts => edition(facts).nudge === 'tap';
export const isAutomatic: RuleCondition = facts => edition(facts).theft === 'automatic';
export const isScenario =
  (number: number): RuleCondition =>
  facts =>
    facts.number === number;
/** Whether talk is free during the whole game; scenarios that forbid talk overrule that house rule (SC-14d). */
export const talksFreely = allOf(houseRule('freeTalk'), not(hasRule('noTalk')));
/** Whether turning the hourglass opens a talk window. */
export const mayTalk = allOf(isGroup, not(talksFreely), not(hasRule('noTalk')));
