/**
 * Turns issues of the schema library into our own sentences and problems, because the library's messages are written
 * for programmers. This code is apart from problem.ts, because pages import problem.ts and not this file.
 */
import type { ProblemValues } from '@hush/rules';
import type * as v from 'valibot';
import { INPUT_PROBLEM_CODES, type InputProblem, type InputProblemCode } from './problem.ts';

const LONGEST_FIELD = 40;

/** Says what is wrong with a value, for issues without a message in the schema. The text follows the name of the field. */
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

/** One sentence about an issue; `what` names the whole input. Of the input it repeats only a field name. */
export function issueSentence(issue: v.BaseIssue<unknown>, what: string): string {
  if (issue.type === 'raw_transform') return issue.message; // the message is already a whole sentence of ours
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const owner = issue.expected === 'never' ? names.slice(0, -1) : names;
  const subject = owner.length === 0 ? what : `"${owner.join('.')}"`;
  return `${subject} ${issue.message}.`;
}

/** The last field name in the path to the issue, shortened because the sender may have chosen it. */
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
  /** Whether the field itself is wrong; false if a value inside it is wrong. */
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
  // In issues of our own schemas `expected` holds the code of the problem; in those of Valibot it holds the expected type.
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
