/**
 * Problems with input from outside: a scenario, a book, a game or a message. A problem has the same shape as in the rules: a
 * code with values, which a page can translate, and an English sentence. The values `field`, `line`, `column` and `game` say
 * where the problem is.
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

/** The codes of problems that the protocol finds; the rules have their own codes. */
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
  'record-played-on',
  'record-known-deal',
  'record-bookless',
  'score-differs',
] as const;

export type InputProblemCode = ProblemCode | (typeof FOUND_HERE)[number];
export const INPUT_PROBLEM_CODES: readonly InputProblemCode[] = [...PROBLEM_CODES, ...FOUND_HERE];

export type InputProblem = Problem<InputProblemCode>;

export const badInput = <T>(
  code: InputProblemCode,
  values: ProblemValues,
  why: string,
): Result<T, InputProblem> => err({ code, rule: null, values, why });

/** Makes the problem of a value whose form is wrong; `field` says where the value is. */
export const problemAt = (found: CheckProblem, why: string): InputProblem => ({
  ...found.problem,
  values: { ...found.problem.values, ...(found.path.length === 0 ? {} : { field: fieldOf(found) }) },
  why,
});

/** Adds a place to a problem that was found inside a larger input: which game of a book, or which line of a script. */
export const problemWithin = (found: InputProblem, where: ProblemValues, why: string): InputProblem => ({
  ...found,
  values: { ...found.values, ...where },
  why,
});
