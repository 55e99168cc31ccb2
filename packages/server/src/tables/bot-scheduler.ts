/**
 * Bots think one after the other, and between any two thoughts whoever is waiting at a table of people gets their turn:
 * many timers may be due at once, and Node would run them all before it looks at a single message.
 */

/** So long one may think on before the others are heard; most thoughts are much shorter. */
const SLICE = 2;

export class BotScheduler {
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  #isAwake = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** When its turn comes; the answer cancels it. */
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
