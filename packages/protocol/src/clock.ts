/** Time as an argument: code that waits or measures gets a clock, so that tests can pass a virtual one. */
import type { Millis } from '@hush/rules';

export interface Clock {
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Calls `then` once, after so many milliseconds; the returned function cancels it. */
  later(after: Millis, then: () => void): () => void;
}
