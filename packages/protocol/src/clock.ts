/** The clock as an argument: code that waits or measures time receives a clock, so that tests can pass a virtual one. */
import type { Millis } from '@hush/rules';

export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `then` once, after this many milliseconds; the returned function cancels the timer. */
  later(after: Millis, then: () => void): () => void;
}
