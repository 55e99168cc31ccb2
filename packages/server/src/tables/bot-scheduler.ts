/**
 * Runs the decisions of bots one after the other and returns to the event loop in between. Otherwise many timers
 * could be due at once, and Node would run them all before it reads a single message.
 */

/** How many milliseconds bots may use in one event-loop turn; most decisions take much less. */
const SLICE = 2;

export class BotScheduler {
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  #isAwake = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Queues a decision; the returned function cancels it. */
  soon(then: () => void): () => void {
    const thought = (): void => then();
    this.#waiting.add(thought);
    this.#wake();
    return () => this.#waiting.delete(thought);
  }

  #wake(): void {
    if (this.#isAwake || this.#waiting.size === 0) return;
    this.#isAwake = true;
    setImmediate(() => this.#think());
  }

  #think(): void {
    this.#isAwake = false;
    const until = this.#now() + SLICE;
    try {
      for (const thought of this.#waiting) {
        this.#waiting.delete(thought);
        thought();
        if (this.#now() >= until) break;
      }
    } finally {
      this.#wake();
    }
  }
}
