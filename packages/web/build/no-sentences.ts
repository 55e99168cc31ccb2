/** Takes the place of the English sentences of other packages: the page has all texts in its reader's language. */
export const PROBLEM_SENTENCES = {};

export const refusalSentence = (): string => 'That is not possible now.';
