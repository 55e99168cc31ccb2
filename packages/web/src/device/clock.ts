/** The browser's clock as the protocol's `Clock`. */
import type { Clock } from '@hush/protocol';

export const browserClock: Clock = {
  now: () => performance.now(),
  later(after, then) {
    const timer = setTimeout(then, after);
    return () => clearTimeout(timer);
  },
};
