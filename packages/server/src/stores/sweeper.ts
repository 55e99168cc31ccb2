/**
 * Runs a sweep in the background: first soon after the start, then every six hours; two sweeps never run at the same
 * time.
 */

import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { Log } from '../runtime/log.ts';

const AGAIN: Millis = 6 * 60 * 60_000;

export class Sweeper {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #sweep: () => Promise<void>;
  #cancel: () => void;
  #isStopped = false;

  constructor(
    { clock, log }: { readonly clock: Clock; readonly log: Log },
    first: Millis,
    sweep: () => Promise<void>,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#sweep = sweep;
    this.#cancel = clock.later(first, () => void this.#run());
  }

  /** Starts no further sweep; a running one ends by itself. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #run(): Promise<void> {
    try {
      await this.#sweep();
    } catch (error) {
      this.#log.error({ err: error }, 'sweep broken by a bug');
    }
    if (!this.#isStopped) this.#cancel = this.#clock.later(AGAIN, () => void this.#run());
  }
}
