/**
 * While nobody is connected to a table, its sand rests after a timeout, and no more moments are stored (PR-13c). The sand
 * runs again when a member is back, or shortly after a spectator has come, so that members can come first.
 */
import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { Crowd } from '../presence/crowd.ts';

/**
 * How long a table without connections keeps its sand running: the players lose a minute of sand, so leaving gains no
 * time to think.
 */
const REST_AFTER: Millis = 60_000;
/** How long members have to reconnect after a restart or a rest: as long as the longest backoff of our own clients. */
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

  /** Called when the table was opened: members have a grace period to reconnect before the sand runs. */
  expectMembers(): void {
    this.#arm('resume', RETURN_GRACE);
  }

  /** Called after a connection came or went, and when the sand runs again. */
  look(): void {
    if (this.#crowd.clients > 0) this.#arm('resume', RETURN_GRACE);
    else this.#arm('rest', REST_AFTER);
  }

  /** Sets a timer; if it is set already, it is not postponed. */
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
