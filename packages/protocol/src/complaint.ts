/**
 * What is wrong with something from outside, in one sentence of ours: the library that finds it has words for
 * programmers, and they are never passed on. Nothing that was said is repeated, but for the name of a field.
 */
import type * as v from 'valibot';

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
