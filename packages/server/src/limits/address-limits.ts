/** How often somebody may do something: token buckets, alone or one per address. Memory is bounded whoever asks. */
import type { Millis } from '@hush/rules';

export interface Rate {
  /** So many at once after a rest. */
  readonly burst: number;
  /** So many in the long run. */
  readonly perSecond: number;
}

export class Bucket {
  readonly #rate: Rate;
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** Whether one more is allowed; it is spent by asking. */
  take(now: number): boolean {
    if (!this.has(now)) return false;
    this.#tokens--;
    return true;
  }

  has(now: number): boolean {
    const { burst, perSecond } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    return this.#tokens >= 1;
  }

  /** Nothing was spent lately. */
  isFull(now: number): boolean {
    return this.has(now) && this.#tokens >= this.#rate.burst;
  }

  /** How long until one more is allowed. */
  wait(now: number): Millis {
    return this.has(now) ? 0 : Math.ceil(((1 - this.#tokens) / this.#rate.perSecond) * 1000);
  }
}

const MOST_KEYS = 50_000;

/** A bucket for each address, those used longest ago forgotten first. */
export class AddressLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  take(key: string): boolean {
    return this.#bucket(key).take(this.#now());
  }

  has(key: string): boolean {
    return this.#bucket(key).has(this.#now());
  }

  isFull(key: string): boolean {
    return this.#bucket(key).isFull(this.#now());
  }

  wait(key: string): Millis {
    return this.#bucket(key).wait(this.#now());
  }

  #bucket(key: string): Bucket {
    const bucket = this.#buckets.get(key) ?? new Bucket(this.#rate, this.#now());
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_KEYS && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}

const GLOBAL_FACTOR = 100;

/**
 * Wrong codes and tokens. One address may miss a few times a minute. When all together miss too often, only those
 * who have not missed lately may try, so that many addresses guess hardly faster than few and honest people still get in.
 */
export class WrongCodes {
  readonly #each: AddressLimit;
  readonly #all: AddressLimit;

  constructor(perMinute: number, now: () => number) {
    this.#each = new AddressLimit({ burst: perMinute, perSecond: perMinute / 60 }, now);
    const all = perMinute * GLOBAL_FACTOR;
    this.#all = new AddressLimit({ burst: all, perSecond: all / 60 }, now);
  }

  mayTry(address: string): boolean {
    return this.#all.has('') ? this.#each.has(address) : this.#each.isFull(address);
  }

  missed(address: string): void {
    this.#each.take(address);
    this.#all.take('');
  }

  wait(address: string): Millis {
    return Math.max(1000, this.#each.wait(address));
  }
}
