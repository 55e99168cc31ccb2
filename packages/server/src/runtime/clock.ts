/** The server's clock. Everything that waits or measures uses it, so that tests can replace it. */
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';

export interface ServerClock extends Clock {
  /** The day, as days since 1970-01-01. Only sweeps use it, to find things that nobody has used for long. */
  today(): number;
}

const DAY: Millis = 86_400_000;

export const systemClock: ServerClock = {
  now: () => performance.now(),
  later: (after, then) => {
    // `unref`: timers must not keep the process alive; the listening socket and the journal do that.
    const timer = setTimeout(then, after).unref();
    return () => clearTimeout(timer);
  },
  today: () => Math.floor(Date.now() / DAY),
};
