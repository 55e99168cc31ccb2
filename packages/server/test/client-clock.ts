/** Time as a client has it. Tests give clients the real one or the virtual one of their server. */
import type { Clock } from '../src/index.ts';

export type ClientClock = Pick<Clock, 'now' | 'later'>;

export const realTime: ClientClock = {
  now: () => performance.now(),
  later: (after, then) => {
    const timer = setTimeout(then, after);
    return () => clearTimeout(timer);
  },
};
