/** A token bucket: server, table and client use it for every rate limit. */
import type { Millis } from '@hush/rules';

export interface Rate {
  /** How many tokens a full bucket has. */
  readonly burst: number;
  /** How many tokens are added in a second. */
  readonly perSecond: number;
}

/** A rate that allows `burst` at once, then one every `apart` milliseconds. */
export const rateOf = (burst: number, apart: Millis): Rate => ({ burst, perSecond: 1000 / apart });

/** A tolerance, so that rounding errors never cost a whole token. */
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

  /**
   * The number of tokens now. A rate that the caller gives replaces the usual one for the whole time since the last
   * call.
   */
  left({ burst, perSecond }: Rate = this.#rate): number {
    const now = this.#now();
    this.#spent = Math.max(0, this.#spent - ((now - (this.#at ?? now)) / 1000) * perSecond);
    this.#at = now;
    return burst - this.#spent + ROUNDING;
  }

  /** Spends tokens; returns false and spends none if there are too few. */
  take(tokens = 1, rate: Rate = this.#rate): boolean {
    if (this.left(rate) < tokens) return false;
    this.#spent += tokens;
    return true;
  }

  /** Spends a token even if the bucket is empty. */
  spend(): void {
    this.left();
    this.#spent++;
  }

  /** Whether the bucket is full. */
  isFull(): boolean {
    return this.left() >= this.#rate.burst;
  }

  /** How long until the bucket has this many tokens, in whole milliseconds, rounded up. */
  wait(tokens = 1): Millis {
    return Math.max(0, Math.ceil(((tokens - this.left()) / this.#rate.perSecond) * 1000));
  }
}
