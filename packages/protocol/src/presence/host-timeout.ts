/** An absent host loses the role after a timeout, but only if another member is connected and can take over. */
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

  /** Called after a member connected or disconnected, or after the host changed. */
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
