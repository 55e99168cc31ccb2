/** One rate limit for each member. The map is created with the first member, because most tables of strangers never have one. */

import type { Member } from '../state/table-state.ts';
import { type Rate, TokenBucket } from '../token-bucket.ts';

export class MemberLimits {
  readonly #rate: Rate;
  readonly #now: () => number;
  #buckets: Map<Member, TokenBucket> | null = null;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Returns false if this member has sent too many requests. */
  take(member: Member): boolean {
    this.#buckets ??= new Map();
    const bucket = this.#buckets.get(member) ?? new TokenBucket(this.#rate, this.#now);
    this.#buckets.set(member, bucket);
    return bucket.take();
  }

  clear(): void {
    this.#buckets = null;
  }
}
