/**
 * Time that continues while the device sleeps (TM-2a). A browser has two clocks, and neither is enough alone:
 * `performance.now()` never jumps, but on many devices stands still in sleep; `Date.now()` continues in sleep, but jumps
 * when somebody, or the network, sets it. So this time follows `performance.now()` and compares it with `Date.now()`. If
 * `Date.now()` has advanced more, the device has slept, and the time is put forward by the difference. If it has advanced
 * less, somebody has set the clock back, and the time does not change. A clock that is set forward looks like sleep, but
 * that hardly happens within three minutes.
 */
import type { Millis } from '@hush/rules';

export interface Clocks {
  /** The reading of `performance.now()`. */
  readonly steady: Millis;
  /** The reading of `Date.now()`. */
  readonly wall: Millis;
}

export interface TrueTime {
  /** The difference between wall time and the steady clock. */
  readonly shift: Millis;
  /** By how much the wall clock was ahead of the steady clock when they were last compared. */
  readonly distance: Millis;
}

/**
 * Differences between the clocks below this are ignored: the clocks are read one after the other, and the network
 * corrects one of them slightly.
 */
const TOLERANCE: Millis = 50;

/** This time begins at the wall clock's time, so that times stored before the page was closed remain valid. */
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
