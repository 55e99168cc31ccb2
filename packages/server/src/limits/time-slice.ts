/** Runs long work in slices of a few milliseconds, so that games can continue in between. */
import { setImmediate } from 'node:timers/promises';
import type { Millis, Steps } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const SLICE: Millis = 4;

export async function timeSliced<T>(steps: Steps<T>, clock: ServerClock): Promise<T> {
  for (;;) {
    const end = clock.now() + SLICE;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (clock.now() < end);
    await setImmediate();
  }
}
