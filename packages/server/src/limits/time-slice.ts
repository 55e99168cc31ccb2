/** Long work beside running games: a few milliseconds of it, then everybody else, then more. */
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
