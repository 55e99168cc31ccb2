/**
 * Replaces the English sentences and rule ids of other packages in the page's build: the page has its own texts in the
 * reader's language and shows no ids.
 */
export const PROBLEM_SENTENCES = {};

export const ruleOfProblem = (): null => null;

export const refusalSentence = (): string => 'That is not possible now.';
