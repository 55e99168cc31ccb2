/** Time as a client has it. Tests give clients the real one or the virtual one of their server. */
import type { Clock } from '@hush/protocol';

export type ClientClock = Clock;

export const realTime: ClientClock = {
  now: () => performance.now(),
  later: (after, then) => {
    const timer = setTimeout(then, after);
    return () => clearTimeout(timer);
  },
};
