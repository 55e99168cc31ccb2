/**
 * Takes the place of the English sentences and rule ids of other packages: the page has all texts in its reader's
 * language and shows no ids.
 */
export const PROBLEM_SENTENCES = {};

export const ruleOfProblem = (): null => null;

export const refusalSentence = (): string => 'That is not possible now.';
