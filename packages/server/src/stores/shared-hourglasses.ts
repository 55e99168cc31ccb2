/**
 * Hourglasses that several phones share: the newest press of each, in memory only. Everybody who knows the code may use the
 * hourglass. The phones keep the time themselves, so nothing is lost when the server restarts. In a cluster one node has the
 * hourglass, and the others ask it.
 */
import { afterMillis, isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const HOUR: Millis = 3_600_000;

export interface HourglassLimits {
  readonly glasses: number;
  /** The most open long polls of one hourglass. */
  readonly waiting: number;
  /** An hourglass that nobody has requested for this long is deleted. */
  readonly forgottenAfter: Millis;
  /** How long a long poll stays open: shorter than the timeouts of proxies. */
  readonly patience: Millis;
}

const LIMITS: HourglassLimits = {
  glasses: 5_000,
  waiting: 12,
  forgottenAfter: 12 * HOUR,
  patience: 10_000,
};

interface Entry {
  glass: SharedHourglass;
  /** The clock's time at which the hourglass had the stored amount of sand. */
  at: number;
  asked: number;
  readonly waiting: Set<() => void>;
}

/** A request about an hourglass: its state, its state when it differs from `after`, or a press. */
export type GlassQuestion =
  | { readonly ask: 'look' }
  | { readonly ask: 'news'; readonly after: string }
  | { readonly ask: 'put'; readonly glass: SharedHourglass };

/** The hourglass, or why there is none. */
export type GlassAnswer = { readonly glass: SharedHourglass } | { readonly problem: GlassProblem };
export type GlassProblem = 'unknown' | 'too-many' | 'jump' | 'unavailable';

/** A function that receives the function to call when the asking client disconnects. */
export type OnGone = (hangUp: () => void) => void;

/** How routes reach hourglasses: those of this server, or of its whole cluster. */
export interface GlassAccess {
  ask(code: string, question: GlassQuestion, gone: OnGone): Promise<GlassAnswer>;
}

export type PressOutcome = 'kept' | 'older' | 'jump';

/**
 * The most by which the number of a press may exceed the last one: more presses than a phone makes while it is
 * offline. A higher number would win over all other presses for ever.
 */
const MOST_PRESSES = 1_000;

export class Hourglasses implements GlassAccess {
  readonly #clock: ServerClock;
  readonly #limits: HourglassLimits;
  /** The hourglasses, the least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: ServerClock, limits: HourglassLimits = LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  has(code: string): boolean {
    return this.#entries.has(code);
  }

  async ask(code: string, question: GlassQuestion, gone: OnGone): Promise<GlassAnswer> {
    if (question.ask === 'put') {
      if (this.put(code, question.glass) === 'jump') return { problem: 'jump' };
      return { glass: this.look(code) ?? question.glass };
    }
    if (!this.has(code)) return { problem: 'unknown' };
    const glass = question.ask === 'look' ? this.look(code) : await this.news(code, question.after, gone);
    return glass === undefined ? { problem: 'too-many' } : { glass };
  }

  /** The current state of an hourglass. */
  look(code: string): SharedHourglass | undefined {
    const entry = this.#touch(code);
    return entry === undefined ? undefined : afterMillis(entry.glass, this.#clock.now() - entry.at);
  }

  put(code: string, glass: SharedHourglass): PressOutcome {
    const known = this.#touch(code);
    const now = this.#clock.now();
    if (known === undefined) {
      this.#makeRoom();
      this.#entries.set(code, { glass, at: now, asked: now, waiting: new Set() });
      return 'kept';
    }
    if (glass.n > known.glass.n + MOST_PRESSES) return 'jump';
    if (!isNewer(glass, known.glass)) return 'older';
    known.glass = glass;
    known.at = now;
    for (const wake of [...known.waiting]) wake();
    return 'kept';
  }

  /**
   * Answers a long poll: resolves when the hourglass differs from `tag`, or after a while; undefined if too many poll.
   * `gone` gets the function to call when the client disconnects.
   */
  async news(code: string, tag: string, gone: OnGone): Promise<SharedHourglass | undefined> {
    const entry = this.#touch(code);
    if (entry === undefined || tagOf(entry.glass) !== tag) return this.look(code);
    if (entry.waiting.size >= this.#limits.waiting) return undefined;
    await new Promise<void>(resolve => {
      const wake = (): void => {
        entry.waiting.delete(wake);
        cancel();
        resolve();
      };
      const cancel = this.#clock.later(this.#limits.patience, wake);
      entry.waiting.add(wake);
      gone(wake);
    });
    return this.look(code);
  }

  #touch(code: string): Entry | undefined {
    const entry = this.#entries.get(code);
    if (entry === undefined) return undefined;
    entry.asked = this.#clock.now();
    this.#entries.delete(code);
    this.#entries.set(code, entry);
    return entry;
  }

  /** Deletes hourglasses that nobody has requested for long, and, if that is not enough, the least recently used ones. */
  #makeRoom(): void {
    const oldest = this.#clock.now() - this.#limits.forgottenAfter;
    for (const [code, { asked, waiting }] of this.#entries) {
      if (asked > oldest && this.#entries.size < this.#limits.glasses) return;
      this.#entries.delete(code);
      for (const wake of [...waiting]) wake();
    }
  }
}

const MOST_USERS = 32;
const MOST_USED = 5_000;

/** Addresses that have used an hourglass: they know its code, so their requests are no guesses. */
export class GlassUsers {
  readonly #users = new Map<string, Set<string>>();

  has(code: string, address: string): boolean {
    return this.#users.get(code)?.has(address) ?? false;
  }

  add(code: string, address: string): void {
    const users = this.#users.get(code) ?? new Set<string>();
    this.#users.delete(code);
    this.#users.set(code, users);
    users.delete(address);
    users.add(address);
    dropOldest(users, MOST_USERS);
    dropOldest(this.#users, MOST_USED);
  }

  forget(code: string): void {
    this.#users.delete(code);
  }
}

function dropOldest<K>(
  kept: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean },
  most: number,
): void {
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
