/** Time as an argument: whatever waits or measures is given a clock, so that tests can bring a virtual one. */
import type { Millis } from '@hush/rules';

export interface Clock {
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Calls `then` once, after so many milliseconds; the returned function cancels it. */
  later(after: Millis, then: () => void): () => void;
}
