/**
 * Notices work that takes too long, with one timer for all of it: nearly everything is done long before, and setting
 * and clearing a timer each time would cost more than most of the work.
 */

import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';

/** A piece of work that is under way. */
export interface Begun {
  readonly at: number;
}

export class Deadline {
  readonly #world: Clock;
  readonly #most: Millis;
  readonly #lost: () => void;
  /** What is under way, the oldest first. */
  readonly #begun = new Set<Begun>();
  #cancel: (() => void) | null = null;

  /** `lost` is called once for each piece of work that takes longer. */
  constructor(world: Clock, most: Millis, lost: () => void) {
    this.#world = world;
    this.#most = most;
    this.#lost = lost;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    const begun = this.begin();
    try {
      return await work;
    } finally {
      this.end(begun);
    }
  }

  /** Some work begins; whoever begins it says when it ends. */
  begin(): Begun {
    const begun = { at: this.#world.now() };
    this.#begun.add(begun);
    if (this.#cancel === null) this.#arm(this.#most);
    return begun;
  }

  end(begun: Begun): void {
    this.#begun.delete(begun);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#begun.clear();
  }

  #arm(wait: Millis): void {
    this.#cancel = this.#world.later(wait, () => this.#look());
  }

  #look(): void {
    this.#cancel = null;
    const now = this.#world.now();
    for (const begun of this.#begun) {
      const left = begun.at + this.#most - now;
      if (left > 0) {
        this.#arm(Math.max(1, left));
        return;
      }
      this.#begun.delete(begun);
      this.#lost();
    }
  }
}
