/**
 * Checks on values from outside: wishes, logs, scores. A check returns null, or what is wrong and where. It repairs
 * nothing and guesses nothing. Each check also has its JSON Schema for other programs, so that both are written in
 * one place.
 */
import { type Problem, type ProblemValues, problem } from './problem.ts';
import type { ProblemCode } from './problem-rules.ts';

export interface CheckProblem {
  readonly problem: Problem;
  /** The way to the value: names of fields, and positions in lists counted from 1, from the outside in. */
  readonly path: readonly (string | number)[];
}

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Check {
  (value: unknown): CheckProblem | null;
  /**
   * A JSON schema of the accepted values, for other programs. JSON Schema counts lengths in characters, and our
   * checks count UTF-16 units.
   */
  readonly schema: JsonSchema;
}

const checkBy = (schema: JsonSchema, problemOf: (value: unknown) => CheckProblem | null): Check =>
  Object.assign((value: unknown) => problemOf(value), { schema });

const flaw = (code: ProblemCode, values: ProblemValues = {}): CheckProblem => ({
  problem: problem(code, values),
  path: [],
});

const inside = (place: string | number, { problem: found, path }: CheckProblem): CheckProblem => ({
  problem: found,
  path: [place, ...path],
});

const LONGEST_QUOTE = 80;

interface Wanted {
  readonly code: ProblemCode;
  readonly values?: ProblemValues;
  readonly schema: JsonSchema;
}

export const checkIf = (good: (value: unknown) => boolean, { code, values = {}, schema }: Wanted): Check =>
  checkBy(schema, value => (good(value) ? null : flaw(code, values)));

export const text = (longest: number): Check =>
  checkIf(value => typeof value === 'string' && value.length > 0 && value.length <= longest, {
    code: 'want-text',
    values: { most: longest },
    schema: { type: 'string', minLength: 1, maxLength: longest },
  });
export const integer: Check = checkIf(value => Number.isSafeInteger(value), {
  code: 'want-whole',
  schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
});
export const integerUpTo = (most: number): Check =>
  checkIf(value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most, {
    code: 'want-upto',
    values: { most },
    schema: { type: 'integer', minimum: 0, maximum: most },
  });
export const number: Check = checkIf(value => typeof value === 'number' && Number.isFinite(value), {
  code: 'want-number',
  schema: { type: 'number' },
});
export const yesOrNo: Check = checkIf(value => typeof value === 'boolean', {
  code: 'want-yesno',
  schema: { type: 'boolean' },
});
export const oneOf = (words: readonly string[]): Check =>
  checkIf(value => typeof value === 'string' && words.includes(value), {
    code: 'want-one',
    values: { words: words.join(', ') },
    schema: { enum: words },
  });

export const orNull = (check: Check): Check =>
  checkBy({ anyOf: [check.schema, { type: 'null' }] }, value => (value === null ? null : check(value)));

/** Applies the first check to a value for which `isFirst` is true, and the second to any other value. */
export const either = (isFirst: (value: unknown) => boolean, first: Check, other: Check): Check =>
  checkBy({ anyOf: [first.schema, other.schema] }, value => (isFirst(value) ? first : other)(value));

export const listOf = (check: Check, most: number): Check =>
  checkBy({ type: 'array', items: check.schema, maxItems: most }, value => {
    if (!Array.isArray(value)) return flaw('want-list');
    if (value.length > most) return flaw('want-fewer', { most });
    for (const [i, entry] of value.entries()) {
      const found = check(entry);
      if (found !== null) return inside(i + 1, found);
    }
    return null;
  });

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Fields = Readonly<Record<string, Check>>;

/** An object with known fields only; those in `required` must be present. */
export const record = (fields: Fields, required: readonly string[] = []): Check =>
  checkBy(recordSchema(fields, required), value => {
    if (!isRecord(value)) return flaw('want-object');
    const unknown = Object.keys(value).find(key => !Object.hasOwn(fields, key));
    if (unknown !== undefined) return flaw('strange', { strange: unknown.slice(0, LONGEST_QUOTE) });
    const missing = required.find(key => value[key] === undefined);
    if (missing !== undefined) return flaw('lacking', { lacking: missing });
    for (const [key, entry] of Object.entries(value)) {
      const found = fields[key]?.(entry) ?? null;
      if (found !== null) return inside(key, found);
    }
    return null;
  });

const recordSchema = (fields: Fields, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])),
  required,
  additionalProperties: false,
});

/** An object in which every known field is present. */
export const completeRecord = (fields: Fields): Check => record(fields, Object.keys(fields));

/** A problem as a sentence about the checked value. */
export const sentence = (subject: string, { problem: { why }, path }: CheckProblem): string => {
  const places = path.map(place => (typeof place === 'number' ? ` entry ${place}` : `: "${place}"`));
  return `${subject}${places.join('')} ${why}.`;
};

/** The path to the wrong value, for people: scenario.stack.3. */
export const fieldOf = ({ path }: CheckProblem): string => path.join('.');

/** Returns the value of a JSON text; undefined, which is never the value of a JSON text, if the text is invalid. */
export function fromJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
