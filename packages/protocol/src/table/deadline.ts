/**
 * Reports work that takes too long, with one timer for all pieces of work. Nearly all work ends long before its deadline, so
 * a timer for each piece would cost more than most of the work.
 */
import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';

/** A piece of work whose time is measured. */
export interface Watch {
  readonly since: number;
}

export class Deadline {
  readonly #clock: Clock;
  readonly #most: Millis;
  readonly #onMissed: () => void;
  /** The pieces of work in progress, the oldest first. */
  readonly #watches = new Set<Watch>();
  #cancel: (() => void) | null = null;

  /** `onMissed` is called once for each piece of work that takes longer than `most`. */
  constructor(clock: Clock, most: Millis, onMissed: () => void) {
    this.#clock = clock;
    this.#most = most;
    this.#onMissed = onMissed;
  }

  begin(): Watch {
    const watch = { since: this.#clock.now() };
    this.#watches.add(watch);
    if (this.#cancel === null) this.#arm(this.#most);
    return watch;
  }

  end(watch: Watch): void {
    this.#watches.delete(watch);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#watches.clear();
  }

  #arm(wait: Millis): void {
    this.#cancel = this.#clock.later(wait, () => this.#look());
  }

  #look(): void {
    this.#cancel = null;
    const now = this.#clock.now();
    for (const watch of this.#watches) {
      const left = watch.since + this.#most - now;
      if (left > 0) {
        this.#arm(Math.max(1, left));
        return;
      }
      this.#watches.delete(watch);
      this.#onMissed();
    }
  }
}
