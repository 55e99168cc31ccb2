/** An absent host hands over after a while, but only once somebody is here to take over. */

import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { Member } from '../state/table-state.ts';
import type { Crowd } from './crowd.ts';

const GRACE: Millis = 30_000;

export class HostWatch {
  readonly #world: Pick<Clock, 'later'>;
  readonly #crowd: Crowd;
  readonly #handOver: () => void;
  #cancel: (() => void) | null = null;

  constructor(world: Pick<Clock, 'later'>, crowd: Crowd, handOver: () => void) {
    this.#world = world;
    this.#crowd = crowd;
    this.#handOver = handOver;
  }

  /** After people came or went, or another became host. */
  look(host: Member | null): void {
    const absent = host !== null && !this.#crowd.has(host) && this.#crowd.here().length > 0;
    if (!absent) {
      this.stop();
      return;
    }
    this.#cancel ??= this.#world.later(GRACE, () => {
      this.#cancel = null;
      this.#handOver();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
