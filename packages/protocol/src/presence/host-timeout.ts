/** An absent host loses the role after a while, but only when a member is here to take over. */
import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { Member } from '../state/table-state.ts';
import type { Crowd } from './crowd.ts';

const GRACE: Millis = 30_000;

export class HostTimeout {
  readonly #clock: Pick<Clock, 'later'>;
  readonly #crowd: Crowd;
  readonly #onTimeout: () => void;
  #cancel: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'later'>, crowd: Crowd, onTimeout: () => void) {
    this.#clock = clock;
    this.#crowd = crowd;
    this.#onTimeout = onTimeout;
  }

  /** Called after people came or went, or another member became host. */
  look(host: Member | null): void {
    const isAbsent = host !== null && !this.#crowd.has(host) && this.#crowd.here().length > 0;
    if (!isAbsent) {
      this.stop();
      return;
    }
    this.#cancel ??= this.#clock.later(GRACE, () => {
      this.#cancel = null;
      this.#onTimeout();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
