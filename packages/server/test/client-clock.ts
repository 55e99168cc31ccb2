/** The clock of a client in tests: the real clock, or the virtual clock of its server. */
import type { Clock } from '@hush/protocol';

export type ClientClock = Clock;

export const realTime: ClientClock = {
  now: () => performance.now(),
  later: (after, then) => {
    const timer = setTimeout(then, after);
    return () => clearTimeout(timer);
  },
};
