/** Schemas that the messages of a table and the requests about crews have in common. */
import type { Result } from '@hush/rules';
import * as v from 'valibot';
import { CODE_LETTERS, isCode } from '../codes.ts';
import type { InputProblem } from './problem.ts';
import { cleanName } from './text.ts';

export const oneWordOf = <const W extends readonly string[]>(words: W) =>
  v.picklist(words, `must be one of ${words.join(', ')}`);

/** A whole number within bounds, both included. */
export const wholeNumber = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** A text that a function of ours makes harmless or refuses. */
export const cleanedBy = (clean: (text: string) => Result<string, InputProblem>) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = clean(dataset.value);
      if (result.ok) return result.value;
      addIssue({ message: result.error.why, expected: result.error.code });
      return NEVER;
    }),
  );

/** A name as people see it: characters that cannot be seen are taken out. */
export const name = cleanedBy(cleanName);

export const tableCode = v.pipe(
  v.string(),
  v.toUpperCase(), // people type it as they like
  v.check(text => isCode('table', text), `must be eight of the characters ${CODE_LETTERS}`),
);
