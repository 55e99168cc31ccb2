/**
 * Time that continues while the device sleeps (TM-2a). A browser has two clocks, and neither is enough alone: `performance.now()` never
 * jumps, but on many devices stands still in sleep; `Date.now()` continues in sleep, but jumps when somebody, or the network, sets it.
 * So the steady clock counts, and its distance to the wall clock is watched. When the wall clock has run ahead, the device has slept,
 * and the steady time is put forward by as much. When the wall clock has fallen behind, somebody has set it back, and the sand does not
 * change. A wall clock that is set forward cannot be told from sleep, but that hardly happens within three minutes.
 */
import type { Millis } from '@hush/rules';

export interface Clocks {
  /** `performance.now()`. */
  readonly steady: Millis;
  /** `Date.now()`. */
  readonly wall: Millis;
}

export interface TrueTime {
  /** The difference between wall time and the steady clock. */
  readonly shift: Millis;
  /** How far the wall clock was ahead of the steady one when they were last compared. */
  readonly distance: Millis;
}

/** Clocks that are read one after the other, and corrected slightly by the network, differ by less than this. */
const TOLERANCE: Millis = 50;

/** The time begins at wall time, so that moments stored before the page was closed remain valid. */
export const startTime = ({ steady, wall }: Clocks): TrueTime => ({
  shift: wall - steady,
  distance: wall - steady,
});

export function watchTime(time: TrueTime, { steady, wall }: Clocks): TrueTime {
  const distance = wall - steady;
  const slept = distance - time.distance;
  if (Math.abs(slept) <= TOLERANCE) return time;
  return { shift: time.shift + Math.max(0, slept), distance };
}

export const timeAt = ({ shift }: TrueTime, { steady }: Clocks): Millis => steady + shift;
