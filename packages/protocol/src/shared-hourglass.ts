/**
 * One hourglass on several phones (TM-1i): the messages that phones exchange through the server. A message says how
 * much sand is left at the moment of sending, not what time it is, so the clocks of the phones need not agree. Each
 * phone keeps the newest press that it has received, so all phones agree without a central authority.
 */
import { err, type Millis, ok, type Result } from '@hush/rules';

export const SHARED_HOURGLASS_STATES = ['ready', 'running', 'paused'] as const;

export interface SharedHourglass {
  /** The number of the press; it increases with every press of a button on any phone. */
  readonly n: number;
  /** The id of the phone that pressed; it decides between two presses with the same number. */
  readonly by: string;
  /** The number of the message about this press; a later message estimates the travel time better. */
  readonly attempt: number;
  readonly state: (typeof SHARED_HOURGLASS_STATES)[number];
  readonly capacity: Millis;
  readonly left: Millis;
  readonly turned: number;
}

/** A text by which two messages about the same press are recognised. */
export const tagOf = ({ n, by, attempt }: SharedHourglass): string => `${n}.${by}.${attempt}`;

/** Whether one press is newer than another; all phones order presses in the same way. */
export function isNewer(one: SharedHourglass, than: SharedHourglass): boolean {
  if (one.n !== than.n) return one.n > than.n;
  return one.by === than.by ? one.attempt > than.attempt : one.by > than.by;
}

/** The hourglass after this much time has passed. */
export const afterMillis = (glass: SharedHourglass, millis: Millis): SharedHourglass =>
  glass.state === 'running' ? { ...glass, left: Math.max(0, glass.left - millis) } : glass;

const WHOLE: Readonly<Record<string, readonly [least: number, most: number]>> = {
  n: [1, 1_000_000_000],
  attempt: [0, 9],
  capacity: [1_000, 3_600_000],
  left: [0, 3_600_000],
  turned: [0, 9_999],
};
const FIELDS: readonly string[] = [...Object.keys(WHOLE), 'by', 'state'];

/** Reads an hourglass from outside; otherwise says in a sentence what is wrong. */
export function readSharedHourglass(value: unknown): Result<SharedHourglass, string> {
  if (typeof value !== 'object' || value === null) return err('An hourglass is an object.');
  const fields = value as Readonly<Record<string, unknown>>;
  const strange = Object.keys(fields).find(name => !FIELDS.includes(name));
  if (strange !== undefined) return err(`An hourglass has no field ${JSON.stringify(strange.slice(0, 40))}.`);
  for (const [name, [least, most]] of Object.entries(WHOLE)) {
    const number = fields[name];
    if (!Number.isSafeInteger(number) || Number(number) < least || Number(number) > most)
      return err(`"${name}" must be a whole number from ${least} to ${most}.`);
  }
  if (typeof fields['by'] !== 'string' || !/^[\w-]{4,16}$/.test(fields['by']))
    return err('"by" must be 4 to 16 letters and digits.');
  if (!SHARED_HOURGLASS_STATES.some(state => state === fields['state']))
    return err(`"state" must be one of ${SHARED_HOURGLASS_STATES.join(', ')}.`);
  return Number(fields['left']) > Number(fields['capacity'])
    ? err('An hourglass cannot have more sand left than it holds.')
    : ok(value as SharedHourglass);
}
