/**
 * Nobody is connected to a table: after a while its sand rests, and no more moments are stored (PR-13c). It runs again when a
 * member is back, or a little after somebody else has come, so that members can come first.
 */
import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { Crowd } from '../presence/crowd.ts';

/** Long enough that nobody gains time to think by leaving: a minute of sand is lost with it. */
const REST_AFTER: Millis = 60_000;
/** After a restart or a rest, members have this long to come back: the longest wait of our own clients. */
export const RETURN_GRACE: Millis = 5_000;

/** The callbacks to the table. */
interface RestTasks {
  rest(): void;
  resume(): void;
}

export class RestTimeout {
  readonly #clock: Clock;
  readonly #crowd: Crowd;
  readonly #tasks: RestTasks;
  #next: { readonly task: keyof RestTasks; readonly cancel: () => void } | null = null;

  constructor(clock: Clock, crowd: Crowd, tasks: RestTasks) {
    this.#clock = clock;
    this.#crowd = crowd;
    this.#tasks = tasks;
  }

  /** The table was opened: whoever comes within the grace decides when the sand runs. */
  expectMembers(): void {
    this.#arm('resume', RETURN_GRACE);
  }

  /** Called after somebody came or went, and when the sand runs again. */
  look(): void {
    if (this.#crowd.clients > 0) this.#arm('resume', RETURN_GRACE);
    else this.#arm('rest', REST_AFTER);
  }

  /** A timer that is already set is not postponed. */
  #arm(task: keyof RestTasks, after: Millis): void {
    if (this.#next?.task === task) return;
    this.stop();
    const cancel = this.#clock.later(after, () => {
      this.#next = null;
      this.#tasks[task]();
    });
    this.#next = { task, cancel };
  }

  stop(): void {
    this.#next?.cancel();
    this.#next = null;
  }
}
