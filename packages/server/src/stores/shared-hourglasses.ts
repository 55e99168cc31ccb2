/**
 * Hourglasses that several phones share: the newest press of each, in memory only. Everybody who knows the code may use the
 * hourglass. The phones keep the time themselves, so nothing is lost when the server restarts.
 */
import { afterMillis, isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const HOUR: Millis = 3_600_000;

export interface HourglassLimits {
  readonly glasses: number;
  /** The most open long polls of one hourglass. */
  readonly waiting: number;
  /** An hourglass is deleted when nobody has requested it for this long. */
  readonly forgottenAfter: Millis;
  /** How long a long poll stays open; shorter than the timeouts of proxies. */
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
  /** The time at which the hourglass had that much sand left. */
  at: number;
  asked: number;
  readonly waiting: Set<() => void>;
  /** Addresses that have used the hourglass: they know its code, so their requests are no guesses. */
  readonly users: Set<string>;
}

export type PressOutcome = 'kept' | 'older' | 'jump';

/**
 * The largest step of the press number, more than a phone makes while it is offline; a higher number would override all
 * others for ever.
 */
const MOST_PRESSES = 1_000;
const MOST_USERS = 32;

export class Hourglasses {
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

  /** Whether somebody at this address has used the hourglass before. */
  isUsedBy(code: string, address: string): boolean {
    return this.#entries.get(code)?.users.has(address) ?? false;
  }

  usedBy(code: string, address: string): void {
    const users = this.#entries.get(code)?.users;
    if (users === undefined) return;
    users.delete(address);
    users.add(address);
    const [oldest] = users;
    if (users.size > MOST_USERS && oldest !== undefined) users.delete(oldest);
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
      this.#entries.set(code, { glass, at: now, asked: now, waiting: new Set(), users: new Set() });
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
   * A long poll: resolves when the hourglass differs from `tag`, or after a while; undefined if too many poll. `gone` gets
   * the function to call when the client disconnects.
   */
  async news(
    code: string,
    tag: string,
    gone: (hangUp: () => void) => void,
  ): Promise<SharedHourglass | undefined> {
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
