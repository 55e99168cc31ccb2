/** A scenario's rules in sentences of our own, by the switches that the rules know. */
import { type RuleSwitch, SCENARIOS } from '@hush/rules';
import { say } from '../i18n/say.ts';

/** What stands in for a rule while it is not in force: before each hero has an exit, all have one (RULES 10). */
export type RuleName = RuleSwitch | 'oneExit';

/** The rules that are worth a sentence, in the order in which they were added. */
export const ruleTexts = (rules: readonly RuleSwitch[]): readonly RuleName[] =>
  rules.includes('ownExits') || rules.includes('wrongHands') ? rules : ['oneExit', ...rules];

export const ruleText = (rule: RuleName): string => say(`rulebook.rule.${rule}`);

/** What a scenario has that the one before it had not; a challenge is compared with the last of the introduction. */
export function newRules(number: number | null): readonly RuleName[] {
  const scenario = SCENARIOS.find(one => one.number === number);
  if (scenario === undefined) return [];
  const before = SCENARIOS.find(one => one.number === Math.min((number ?? 0) - 1, 7));
  return ruleTexts(scenario.rules).filter(rule => !before || !ruleTexts(before.rules).includes(rule));
}
