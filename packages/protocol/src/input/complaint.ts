/**
 * What is wrong with something from outside, in one sentence of ours: the library that finds it has words for
 * programmers, and they are never passed on. Nothing that was said is repeated, but for the name of a field.
 */
import type { ProblemValues } from '@hush/rules';
import type * as v from 'valibot';
import { type Objection, type ObjectionCode, objection } from './problem.ts';

const LONGEST_NAME = 40;

/** Behind the name of a value; for whatever has no words of its own where it is described. */
const WANTED: Readonly<Record<string, string>> = {
  number: 'must be a number',
  finite: 'must be a number',
  safe_integer: 'must be a whole number',
  string: 'must be a text',
  boolean: 'must be true or false',
  literal: 'makes no sense here',
};

/** What is wrong with a value, to be put behind its name. */
export function wordsFor(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'min_value') return `must be at least ${issue.requirement}`;
  if (issue.type === 'max_value') return `must be at most ${issue.requirement}`;
  if (issue.type !== 'strict_object' && issue.type !== 'loose_object')
    return WANTED[issue.type] ?? 'makes no sense here';
  if (issue.expected === 'never') return `has no field ${lastNameIn(issue)}`;
  return issue.expected === 'Object' ? 'must be an object' : 'is missing';
}

/** The sentence for the first thing that is wrong. `what` is the name of the whole. */
export function sentenceFor(issue: v.BaseIssue<unknown>, what: string): string {
  if (issue.type === 'raw_transform') return issue.message; // a whole sentence already, and ours
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const owner = issue.expected === 'never' ? names.slice(0, -1) : names;
  const subject = owner.length === 0 ? what : `"${owner.join('.')}"`;
  return `${subject} ${issue.message}.`;
}

/** The one name that somebody else made up. */
function lastNameIn({ path }: v.BaseIssue<unknown>): string {
  const name = String(path?.at(-1)?.key);
  return JSON.stringify(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
}

const CODES: Readonly<Record<string, ObjectionCode>> = {
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

/** The same with a code, for pages. */
export function objectionFor(issue: v.BaseIssue<unknown>, what: string): Objection {
  const names = (issue.path ?? []).map(({ key }) => String(key));
  const { code, values, inner } = codeFor(issue);
  const owner = inner ? names.slice(0, -1) : names;
  const field: ProblemValues = owner.length === 0 ? {} : { field: owner.join('.') };
  return objection(code, { ...field, ...values }, sentenceFor(issue, what));
}

interface Coded {
  readonly code: ObjectionCode;
  readonly values: ProblemValues;
  /** Whether the last name is the one that is wrong, not the owner of something wrong. */
  readonly inner: boolean;
}

function codeFor(issue: v.BaseIssue<unknown>): Coded {
  const { type, requirement, path } = issue;
  const last = String(path?.at(-1)?.key ?? '').slice(0, LONGEST_NAME);
  const coded = (code: ObjectionCode, values: ProblemValues = {}, inner = false): Coded => ({
    code,
    values,
    inner,
  });
  if (type === 'raw_transform') return coded(issue.message.includes('at most') ? 'long-name' : 'unseen-name');
  if (type === 'strict_object' || type === 'loose_object') {
    if (issue.expected === 'never') return coded('strange', { strange: last }, true);
    return issue.expected === 'Object' ? coded('want-object') : coded('lacking', { lacking: last }, true);
  }
  if (type === 'max_length' && typeof issue.received === 'string' && typeof issue.input === 'string')
    return coded('want-text', { most: Number(requirement) });
  const most = typeof requirement === 'number' ? { most: requirement } : {};
  return coded(CODES[type] ?? 'makes-no-sense', most);
}
