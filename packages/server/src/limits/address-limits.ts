/** How often one address may do something: a token bucket for each address, in bounded memory. */
import { type Rate, TokenBucket } from '@hush/protocol';
import type { Millis } from '@hush/rules';

const MOST_KEYS = 50_000;

/** One token bucket per address; the least recently used are dropped first. */
export class AddressLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  take(key: string): boolean {
    return this.#bucket(key).take();
  }

  has(key: string): boolean {
    return this.#bucket(key).left() >= 1;
  }

  isFull(key: string): boolean {
    return this.#bucket(key).isFull();
  }

  wait(key: string): Millis {
    return this.#bucket(key).wait();
  }

  #bucket(key: string): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#rate, this.#now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_KEYS && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}

const GLOBAL_FACTOR = 100;

/**
 * Limits guesses of codes and tokens. One address may be wrong a few times a minute. When all addresses together are wrong
 * too often, only addresses without recent mistakes may try: many addresses then guess hardly faster than few, and honest
 * people still get in.
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
