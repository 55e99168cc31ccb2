/**
 * The hourglass (HG-1b, HG-1c, HG-2a, HG-5a). It does not start again when it is turned: if r is left, turning leaves
 * capacity - r. It is a value without a clock of its own; callers pass the time `at`.
 */
import type { Millis } from './vocabulary.ts';

export interface Hourglass {
  readonly capacity: Millis;
  /** How much sand was in the upper bulb at the time `since`. */
  readonly left: Millis;
  readonly since: Millis;
}

export const fullHourglass = (capacity: Millis, at: Millis): Hourglass => ({
  capacity,
  left: capacity,
  since: at,
});

export const leftAt = (glass: Hourglass, at: Millis): Millis => Math.max(0, glass.left - (at - glass.since));

export const runsOutAt = (glass: Hourglass): Millis => glass.since + glass.left;

export const turnHourglass = (glass: Hourglass, at: Millis): Hourglass => ({
  capacity: glass.capacity,
  left: glass.capacity - leftAt(glass, at), // HG-1c
  since: at,
});
