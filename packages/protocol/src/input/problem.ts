/**
 * Problems with input: with a scenario, a book, a game or a message from outside. The shape is that of the rules: a code with values, so
 * that a page can say it in every language, and one English sentence. The values also say where: `field`, `line` and `column`, the
 * number of a `game`.
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

/** The codes of the protocol itself; the rules have their own. */
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

/** A value of the wrong form, by the name of its field. */
export const problemAt = (found: CheckProblem, why: string): InputProblem => ({
  ...found.problem,
  values: { ...found.problem.values, ...(found.path.length === 0 ? {} : { field: fieldOf(found) }) },
  why,
});

/** The same problem in a larger thing: in a game of a book, in a line of a script. */
export const problemWithin = (found: InputProblem, where: ProblemValues, why: string): InputProblem => ({
  ...found,
  values: { ...found.values, ...where },
  why,
});
