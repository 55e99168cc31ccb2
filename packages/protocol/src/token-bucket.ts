/** Rate limits: every limit of server, table and client is a token bucket. */
import type { Millis } from '@hush/rules';

export interface Rate {
  /** The size of the burst after a rest. */
  readonly burst: number;
  /** The rate in the long run. */
  readonly perSecond: number;
}

/** `burst` at once, then one every so many milliseconds. */
export const rateOf = (burst: number, apart: Millis): Rate => ({ burst, perSecond: 1000 / apart });

/** Fractions of a token that are lost by rounding must not cost a whole one. */
const ROUNDING = 1e-9;

export class TokenBucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #spent = 0;
  #at: number | null = null;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** How many tokens are there now. Another rate than the usual one counts for the time since the last question, too. */
  left({ burst, perSecond }: Rate = this.#rate): number {
    const now = this.#now();
    this.#spent = Math.max(0, this.#spent - ((now - (this.#at ?? now)) / 1000) * perSecond);
    this.#at = now;
    return burst - this.#spent + ROUNDING;
  }

  /** Spends tokens that are there; false where there are too few, and then none is spent. */
  take(tokens = 1, rate: Rate = this.#rate): boolean {
    if (this.left(rate) < tokens) return false;
    this.#spent += tokens;
    return true;
  }

  /** Spends a token even where there is none. */
  spend(): void {
    this.left();
    this.#spent++;
  }

  /** Whether the bucket is full. */
  isFull(): boolean {
    return this.left() >= this.#rate.burst;
  }

  /** How long until so many tokens are there, in whole milliseconds: less might never pass. */
  wait(tokens = 1): Millis {
    return Math.max(0, Math.ceil(((tokens - this.left()) / this.#rate.perSecond) * 1000));
  }
}
