/**
 * Rate limits by address: a token bucket for each address, in bounded memory. An IPv6 /64 counts as one address. A network
 * of /56 or /48 contains 256 or 65,536 of them, so it has an additional bucket.
 */
import { type Rate, TokenBucket } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { widerNetworks } from './client-address.ts';

const MOST_KEYS = 50_000;

/** A /56 and a /48 count as this many addresses; providers give a whole /56 or /48 to each household. */
export interface Widths {
  readonly '/56': number;
  readonly '/48': number;
}

const USUAL_WIDTHS: Widths = { '/56': 4, '/48': 16 };

/** One token bucket for each address and each wider network; the least recently used buckets are dropped first. */
export class AddressLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #widths: Widths;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate, now: () => number, widths: Widths = USUAL_WIDTHS) {
    this.#rate = rate;
    this.#now = now;
    this.#widths = widths;
  }

  /** Spends tokens of the address and of its networks; spends none if one of them has too few. */
  take(key: string, tokens = 1): boolean {
    const buckets = this.#bucketsOf(key);
    if (!buckets.every(bucket => bucket.left() >= tokens)) return false;
    for (const bucket of buckets) bucket.take(tokens);
    return true;
  }

  has(key: string): boolean {
    return this.#bucketsOf(key).every(bucket => bucket.left() >= 1);
  }

  /** Whether neither the address nor its networks have spent tokens lately. */
  isFull(key: string): boolean {
    return this.#bucketsOf(key).every(bucket => bucket.isFull());
  }

  wait(key: string): Millis {
    return Math.max(...this.#bucketsOf(key).map(bucket => bucket.wait()));
  }

  #bucketsOf(key: string): readonly TokenBucket[] {
    const own = this.#bucket(key, 1);
    const networks = widerNetworks(key);
    if (networks === null) return [own];
    return [
      own,
      this.#bucket(networks[0], this.#widths['/56']),
      this.#bucket(networks[1], this.#widths['/48']),
    ];
  }

  #bucket(key: string, width: number): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#widened(width), this.#now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_KEYS && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }

  #widened(width: number): Rate {
    const { burst, perSecond } = this.#rate;
    return width === 1 ? this.#rate : { burst: burst * width, perSecond: perSecond * width };
  }
}

/**
 * A limit for each address and one for all together. When the common limit is used up, only addresses without recent
 * requests may still send one: so an attacker with a thousand addresses gains little, and ordinary people can still
 * connect.
 */
export class SharedLimit {
  readonly #each: AddressLimit;
  readonly #all: TokenBucket;
  readonly #share: () => number;

  /** `share` says among how many servers the common limit is divided: a request costs that number of its tokens. */
  constructor(each: AddressLimit, all: Rate, now: () => number, share: () => number = () => 1) {
    this.#each = each;
    this.#all = new TokenBucket(all, now);
    this.#share = share;
  }

  has(address: string): boolean {
    return this.#all.left() >= this.#share() ? this.#each.has(address) : this.#each.isFull(address);
  }

  take(address: string): boolean {
    if (!this.has(address)) return false;
    this.spend(address);
    return true;
  }

  spend(address: string): void {
    this.#each.take(address);
    this.#all.take(this.#share());
  }

  wait(address: string): Millis {
    return Math.max(1000, this.#each.wait(address));
  }
}

const GLOBAL_FACTOR = 100;
/**
 * For wrong codes a network counts as this many addresses: fewer than for other requests, because guessing from many
 * addresses is an attack.
 */
const GUESS_WIDTHS: Widths = { '/56': 2, '/48': 4 };

interface GuessWorld {
  now(): number;
  /** How many servers have the same codes: together they allow no more guesses than one server. */
  nodes?(): number;
}

/** Limits guesses of codes and tokens. */
export class WrongCodes {
  readonly #limit: SharedLimit;

  constructor(perMinute: number, { now, nodes }: GuessWorld) {
    const rate = { burst: perMinute, perSecond: perMinute / 60 };
    const all = { burst: perMinute * GLOBAL_FACTOR, perSecond: rate.perSecond * GLOBAL_FACTOR };
    this.#limit = new SharedLimit(new AddressLimit(rate, () => now(), GUESS_WIDTHS), all, () => now(), nodes);
  }

  mayTry(address: string): boolean {
    return this.#limit.has(address);
  }

  missed(address: string): void {
    this.#limit.spend(address);
  }

  wait(address: string): Millis {
    return this.#limit.wait(address);
  }
}
