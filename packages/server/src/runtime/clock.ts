/** Time as the server has it. Everything that waits or measures asks this, so that tests can bring a clock of their own. */
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';

export interface ServerClock extends Clock {
  /** Days since 1970; only to know what has been abandoned. */
  today(): number;
}

const DAY: Millis = 86_400_000;

export const systemClock: ServerClock = {
  now: () => performance.now(),
  later: (after, then) => {
    // What keeps the process alive is that it listens and has its journal open, never a timer.
    const timer = setTimeout(then, after).unref();
    return () => clearTimeout(timer);
  },
  today: () => Math.floor(Date.now() / DAY),
};
