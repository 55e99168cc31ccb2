/** Parts of schemas that both the table's messages and the requests about crews use. */
import { err, ok, type Result } from '@hush/rules';
import * as v from 'valibot';
import { CODE_LETTERS, isCode } from '../codes.ts';
import { issueSentence, issueText } from './issue.ts';
import type { InputProblem } from './problem.ts';
import { cleanName } from './text.ts';

/** The type that a schema accepts, deeply readonly. */
export type FromSchema<S extends v.GenericSchema> = DeepReadonly<v.InferOutput<S>>;
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

export const oneWordOf = <const W extends readonly string[]>(words: W) =>
  v.picklist(words, `must be one of ${words.join(', ')}`);

/** A whole number within bounds, both included. */
export const wholeNumber = (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** A schema of a text that `clean` changes into a harmless one or refuses. */
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

/** The schema of a displayed name: invisible characters are removed. */
export const nameSchema = cleanedBy(cleanName);

export const tableCode = v.pipe(
  v.string(),
  v.toUpperCase(), // people type codes in any case, with spaces and dashes
  v.check(text => isCode('table', text), `must be eight of the characters ${CODE_LETTERS}`),
);

/**
 * A union of object schemas, chosen by the value of one field. The library's own `variant` tries one schema after the
 * other, which takes longer than all other steps of reading a message.
 */
export function variantOf<K extends string, S extends Shape<K>>(key: K, shapes: readonly S[]): OneOf<S> {
  const byKind = new Map<unknown, S>(shapes.map(shape => [shape.entries[key].literal, shape]));
  // The schema that is used for an unknown value of the field; its issue lists the known values.
  const unknown = v.looseObject({ [key]: oneWordOf(shapes.map(shape => shape.entries[key].literal)) });
  const schema = v.lazy(input => byKind.get(kindOf(input, key)) ?? (unknown as unknown as S));
  return { ...schema, shapes };
}

/** A union of schemas; `shapes` lets tests look at each of them. */
type OneOf<S extends v.GenericSchema> = v.LazySchema<S> & { readonly shapes: readonly S[] };

type Shape<K extends string> = v.GenericSchema & {
  readonly entries: Readonly<Record<K, v.LiteralSchema<string, undefined>>>;
};

const kindOf = (input: unknown, key: string): unknown =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined;

const NOT_JSON = Symbol('not JSON');

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Reads a value with a schema; otherwise returns a sentence about the first error. `what` names the whole input. */
export function readAs<S extends v.GenericSchema>(
  schema: S,
  json: unknown,
  what: string,
): Result<FromSchema<S>, string> {
  if (json === NOT_JSON) return err(`${what} must be JSON.`);
  const parsed = v.safeParse(schema, json, { abortEarly: true, message: issueText });
  return parsed.success ? ok(parsed.output as FromSchema<S>) : err(issueSentence(parsed.issues[0], what));
}
