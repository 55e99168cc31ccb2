/**
 * Checks on values that come from outside: wishes, logs, scores. A check answers what is wrong, to be put behind the
 * name of the value, or null. Nothing is repaired and nothing is guessed.
 */
export type Check = (value: unknown) => string | null;

const LONGEST_QUOTE = 80;

export const is =
  (good: (value: unknown) => boolean, wanted: string): Check =>
  value =>
    good(value) ? null : `must be ${wanted}`;

export const text = (longest: number): Check =>
  is(
    value => typeof value === 'string' && value.length > 0 && value.length <= longest,
    `a text of 1 to ${longest} characters`,
  );
export const integer: Check = is(value => Number.isSafeInteger(value), 'a whole number');
export const integerUpTo = (most: number): Check =>
  is(
    value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most,
    `a whole number from 0 to ${most}`,
  );
export const number: Check = is(value => typeof value === 'number' && Number.isFinite(value), 'a number');
export const yesOrNo: Check = is(value => typeof value === 'boolean', 'true or false');
export const oneOf = (words: readonly string[]): Check =>
  is(value => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`);

export const orNull =
  (check: Check): Check =>
  value =>
    value === null ? null : check(value);

export const listOf =
  (check: Check, most: number): Check =>
  value => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length > most) return `must have at most ${most} entries`;
    const bad = value.findIndex(entry => check(entry) !== null);
    return bad < 0 ? null : `entry ${bad + 1} ${check(value[bad])}`;
  };

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record with known fields only; those in `required` must be there. */
export const record =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  value => {
    if (!isRecord(value)) return 'must be an object';
    const unknown = Object.keys(value).find(key => !Object.hasOwn(fields, key));
    if (unknown !== undefined) return `has no field "${unknown.slice(0, LONGEST_QUOTE)}"`;
    const missing = required.find(key => value[key] === undefined);
    if (missing !== undefined) return `needs "${missing}"`;
    for (const [key, entry] of Object.entries(value)) {
      const problem = fields[key]?.(entry) ?? null;
      if (problem !== null) return `: "${key}" ${problem}`;
    }
    return null;
  };

/** A record in which every known field is there. */
export const whole = (fields: Readonly<Record<string, Check>>): Check => record(fields, Object.keys(fields));

/** A complaint as a sentence about what was looked at. */
export const sentence = (subject: string, problem: string): string =>
  `${subject} ${problem}.`.replaceAll(' : ', ': ');

/** The value of a JSON text; undefined, which no JSON text stands for, where it is none. */
export function fromJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
