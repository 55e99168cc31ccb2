/**
 * Checks on values from outside: wishes, logs, scores. A check returns what is wrong and where, as the predicate of a
 * sentence about the value, or null. Nothing is repaired and nothing is guessed.
 */
import { type Problem, type ProblemCode, type ProblemValues, problem } from './problem.ts';

export interface CheckProblem {
  readonly problem: Problem;
  /** Names of fields and numbers of entries, counted from 1, from the outside in. */
  readonly path: readonly (string | number)[];
}

export type Check = (value: unknown) => CheckProblem | null;

const flaw = (code: ProblemCode, values: ProblemValues = {}): CheckProblem => ({
  problem: problem(code, values),
  path: [],
});

const inside = (place: string | number, { problem: found, path }: CheckProblem): CheckProblem => ({
  problem: found,
  path: [place, ...path],
});

const LONGEST_QUOTE = 80;

export const is =
  (good: (value: unknown) => boolean, wanted: ProblemCode, values: ProblemValues = {}): Check =>
  value =>
    good(value) ? null : flaw(wanted, values);

export const text = (longest: number): Check =>
  is(value => typeof value === 'string' && value.length > 0 && value.length <= longest, 'want-text', {
    most: longest,
  });
export const integer: Check = is(value => Number.isSafeInteger(value), 'want-whole');
export const integerUpTo = (most: number): Check =>
  is(
    value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most,
    'want-upto',
    { most },
  );
export const number: Check = is(value => typeof value === 'number' && Number.isFinite(value), 'want-number');
export const yesOrNo: Check = is(value => typeof value === 'boolean', 'want-yesno');
export const oneOf = (words: readonly string[]): Check =>
  is(value => typeof value === 'string' && words.includes(value), 'want-one', {
    words: words.join(', '),
  });

export const orNull =
  (check: Check): Check =>
  value =>
    value === null ? null : check(value);

export const listOf =
  (check: Check, most: number): Check =>
  value => {
    if (!Array.isArray(value)) return flaw('want-list');
    if (value.length > most) return flaw('want-fewer', { most });
    for (const [i, entry] of value.entries()) {
      const found = check(entry);
      if (found !== null) return inside(i + 1, found);
    }
    return null;
  };

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with known fields only; those in `required` must be present. */
export const record =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  value => {
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
  };

/** An object in which every known field is present. */
export const whole = (fields: Readonly<Record<string, Check>>): Check => record(fields, Object.keys(fields));

/** A problem as a sentence about the checked value. */
export const sentence = (subject: string, { problem: { why }, path }: CheckProblem): string => {
  const places = path.map(place => (typeof place === 'number' ? ` entry ${place}` : `: "${place}"`));
  return `${subject}${places.join('')} ${why}.`;
};

/** The path to the wrong value, for people: scenario.stack.3. */
export const fieldOf = ({ path }: CheckProblem): string => path.join('.');

/** The value of a JSON text; undefined, which is never the value of a JSON text, where it is invalid. */
export function fromJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
