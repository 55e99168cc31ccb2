/**
 * What is wrong with a scenario, a book or a game from outside, as a page can say it in every language: a code with values beside
 * the English sentence. The values say where, too: `field`, `line` and `column`, the number of a `game`.
 */
import {
  type CheckProblem,
  err,
  fieldOf,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
  type ProblemValues,
  type Result,
} from '@hush/rules';

/** What the protocol finds itself; the rules have codes of their own. */
const FOUND_HERE = [
  'no-json',
  'no-setup-line',
  'no-names-line',
  'table-decides',
  'not-own',
  'unseen-name',
  'long-name',
  'want-players',
  'want-about',
  'want-code',
  'want-least',
  'want-most',
  'want-more',
  'makes-no-sense',
  'future',
  'record-text',
  'record-false',
  'record-lost',
  'record-bookless',
  'score-differs',
] as const;

export type ObjectionCode = ProblemCode | (typeof FOUND_HERE)[number];
export const OBJECTION_CODES: readonly ObjectionCode[] = [...PROBLEM_CODES, ...FOUND_HERE];

export interface Objection {
  readonly code: ObjectionCode;
  /** The id of the rule that is broken; null where only the form is wrong. */
  readonly rule: string | null;
  readonly values: ProblemValues;
  /** The whole in one English sentence. */
  readonly say: string;
}

export const objection = (code: ObjectionCode, values: ProblemValues, say: string): Objection => ({
  code,
  rule: null,
  values,
  say,
});

export const objectTo = <T>(code: ObjectionCode, values: ProblemValues, say: string): Result<T, Objection> =>
  err(objection(code, values, say));

export const ofProblem = ({ code, rule, values, why }: Problem): Objection => ({
  code,
  rule,
  values,
  say: why,
});

/** A value of the wrong form, by the name of its field. */
export const ofFlaw = (flaw: CheckProblem, say: string): Objection => ({
  ...ofProblem(flaw.problem),
  values: { ...flaw.problem.values, ...(flaw.path.length === 0 ? {} : { field: fieldOf(flaw) }) },
  say,
});

/** The same in a larger thing: in a game of a book, in a line of a script. */
export const within = (found: Objection, where: ProblemValues, say: string): Objection => ({
  ...found,
  values: { ...found.values, ...where },
  say,
});
