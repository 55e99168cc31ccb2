/** Selections from the table of sentences: what is new in a scenario, and what an edition has that others do not have. */
import { EDITION_RULES, EDITIONS, SCENARIOS } from '@hush/rules';
import { say } from '../i18n/say.ts';
import { LAST_INTRODUCTION, type RuleFacts } from './facts.ts';
import { type RuleSentence, type ShownSentence, sentencesFor } from './sentences.ts';

export const sentenceText = ({ key, values }: RuleSentence, facts: RuleFacts): string =>
  say(key, values?.(facts) ?? {});

/** Topics to which no scenario adds a rule; their sentences change only because they mention another rule. */
const NEVER_NEW = ['alarm', 'side', 'deal'];

/** Whether a sentence is a rule that a scenario can add; sentences about the usual stack and hints are not. */
const isRule = ({ key, topic, chapter }: ShownSentence): boolean =>
  !NEVER_NEW.includes(topic) && chapter !== 'box' && key !== 'rule.stack.down';

/**
 * The sentences that the scenario before this one does not have; a challenge is compared with the last scenario of the
 * introduction.
 */
export function newSentences(facts: RuleFacts): readonly ShownSentence[] {
  if (facts.number === null || facts.number === 1) return [];
  const before = SCENARIOS[Math.min(facts.number - 1, LAST_INTRODUCTION) - 1];
  if (before === undefined) return [];
  const { number, rules, top } = before;
  const earlier = sentencesFor({ ...facts, number, rules, top }).map(({ key }) => key);
  return sentencesFor(facts).filter(sentence => isRule(sentence) && !earlier.includes(sentence.key));
}

/** The sentences that this edition shows about a game and another edition would not show (RULES 11). */
export function editionSentences(facts: RuleFacts): readonly ShownSentence[] {
  const others = EDITIONS.filter(edition => (facts.number ?? 0) <= EDITION_RULES[edition].scenarios).map(
    edition => sentencesFor({ ...facts, edition }).map(({ key }) => key),
  );
  return sentencesFor(facts).filter(({ key }) => others.some(keys => !keys.includes(key)));
}
