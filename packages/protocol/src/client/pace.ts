/**
 * How fast a client may speak: a server ends a connection that says more than 40 messages at once or 20 a second
 * (PR-15). Ours stay below, because signs of life count as well.
 */
import type { Millis } from '@hush/rules';

const BURST = 30;
const APART: Millis = 1000 / 16;

export class Pace {
  readonly #now: () => number;
  /** When all that was said will be forgotten. */
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A new connection, of which nothing is known yet. */
  begin(): void {
    this.#until = this.#now();
  }

  /** So long until something may be said, in whole milliseconds: less might never pass. `kept` words stay free for others. */
  wait(kept = 0): Millis {
    return Math.max(0, Math.ceil(this.#until - this.#now() - (BURST - kept - 1) * APART));
  }

  spend(): void {
    this.#until = Math.max(this.#until, this.#now()) + APART;
  }
}
