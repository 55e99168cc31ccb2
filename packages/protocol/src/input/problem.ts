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
import type * as v from 'valibot';

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
export const within = (found: InputProblem, where: ProblemValues, why: string): InputProblem => ({
  ...found,
  values: { ...found.values, ...where },
  why,
});

// Issues of the schema library: its words are for programmers and are never passed on.

const LONGEST_FIELD = 40;

/** What is wrong with a value, behind its name; for issues without words of ours in the schema. */
const WANTED: Readonly<Record<string, string>> = {
  number: 'must be a number',
  finite: 'must be a number',
  safe_integer: 'must be a whole number',
  string: 'must be a text',
  boolean: 'must be true or false',
  literal: 'makes no sense here',
};

export function issueText(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'min_value') return `must be at least ${issue.requirement}`;
  if (issue.type === 'max_value') return `must be at most ${issue.requirement}`;
  if (issue.type !== 'strict_object' && issue.type !== 'loose_object')
    return WANTED[issue.type] ?? 'makes no sense here';
  if (issue.expected === 'never') return `has no field ${lastFieldIn(issue)}`;
  return issue.expected === 'Object' ? 'must be an object' : 'is missing';
}

/** One sentence about an issue; `what` names the whole input. Nothing of the input is repeated but the name of a field. */
export function issueSentence(issue: v.BaseIssue<unknown>, what: string): string {
  if (issue.type === 'raw_transform') return issue.message; // a whole sentence of ours
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const owner = issue.expected === 'never' ? names.slice(0, -1) : names;
  const subject = owner.length === 0 ? what : `"${owner.join('.')}"`;
  return `${subject} ${issue.message}.`;
}

/** The one name that somebody else made up. */
function lastFieldIn({ path }: v.BaseIssue<unknown>): string {
  const name = String(path?.at(-1)?.key);
  return JSON.stringify(name.length > LONGEST_FIELD ? `${name.slice(0, LONGEST_FIELD)}…` : name);
}

const ISSUE_CODES: Readonly<Record<string, InputProblemCode>> = {
  number: 'want-number',
  finite: 'want-number',
  safe_integer: 'want-whole',
  string: 'want-any-text',
  boolean: 'want-yesno',
  array: 'want-list',
  min_length: 'want-more',
  max_length: 'want-fewer',
  min_value: 'want-least',
  max_value: 'want-most',
};

export function issueProblem(issue: v.BaseIssue<unknown>, what: string): InputProblem {
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const { code, values, inner } = codeFor(issue);
  const owner = inner ? names.slice(0, -1) : names;
  const field: ProblemValues = owner.length === 0 ? {} : { field: owner.join('.') };
  return { code, rule: null, values: { ...field, ...values }, why: issueSentence(issue, what) };
}

interface IssueCode {
  readonly code: InputProblemCode;
  readonly values: ProblemValues;
  /** Whether the last name is the one that is wrong, not the owner of something wrong. */
  readonly inner: boolean;
}

function codeFor(issue: v.BaseIssue<unknown>): IssueCode {
  const { type, requirement, path } = issue;
  const last = String(path?.at(-1)?.key ?? '').slice(0, LONGEST_FIELD);
  const coded = (code: InputProblemCode, values: ProblemValues = {}, inner = false): IssueCode => ({
    code,
    values,
    inner,
  });
  // Schemas of ours put the code of a problem where the library puts what it expected.
  const own = INPUT_PROBLEM_CODES.find(code => type === 'raw_transform' && code === issue.expected);
  if (own !== undefined) return coded(own);
  if (type === 'strict_object' || type === 'loose_object') {
    if (issue.expected === 'never') return coded('strange', { strange: last }, true);
    return issue.expected === 'Object' ? coded('want-object') : coded('lacking', { lacking: last }, true);
  }
  if (type === 'max_length' && typeof issue.received === 'string' && typeof issue.input === 'string')
    return coded('want-text', { most: Number(requirement) });
  const most = typeof requirement === 'number' ? { most: requirement } : {};
  return coded(ISSUE_CODES[type] ?? 'makes-no-sense', most);
}
