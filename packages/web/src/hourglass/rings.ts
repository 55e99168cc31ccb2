/** When the page rings: half a minute before the end, and at the end. */
import type { Millis } from '@hush/rules';

export const RINGS = ['soon', 'over'] as const;
export type Ring = (typeof RINGS)[number];

export const WARNING_TIME: Millis = 30_000;
const LEFT_AT: Readonly<Record<Ring, Millis>> = { soon: WARNING_TIME, over: 0 };

/** The sound that has become due between two amounts of sand; after a long sleep only the most important one. */
export function rungBetween(before: Millis, now: Millis): Ring | null {
  const passed = RINGS.filter(ring => before > LEFT_AT[ring] && now <= LEFT_AT[ring]);
  return passed.at(-1) ?? null;
}

/** For each sound that is still to come, in how many milliseconds it is due. */
export const dueIn = (left: Millis): readonly (readonly [Ring, Millis])[] =>
  RINGS.filter(ring => left > LEFT_AT[ring]).map(ring => [ring, left - LEFT_AT[ring]] as const);

/** The remaining seconds at which a screen reader announces the time. */
const SPOKEN = [120, 60, 30, 10] as const;

export const spokenBetween = (before: Millis, now: Millis): number | null =>
  SPOKEN.find(seconds => before > seconds * 1000 && now <= seconds * 1000) ?? null;

/** The time as digits, such as '1:47', rounded up; with tenths of a second in the last half minute. */
export function digitsOf(left: Millis): { readonly big: string; readonly small: string } {
  if (left <= 0 || left > WARNING_TIME) {
    const seconds = Math.ceil(Math.max(0, left) / 1000);
    return { big: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`, small: '' };
  }
  const tenths = Math.ceil(left / 100);
  return { big: `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}`, small: `.${tenths % 10}` };
}
