/**
 * Hourglasses that several phones share: the newest press of each, in memory only. The code is enough to use one. The
 * phones keep the time themselves, so nothing is lost when the server restarts.
 */
import { afterAWhile, isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const HOUR: Millis = 3_600_000;

export interface HourglassLimits {
  readonly glasses: number;
  /** Open long polls of one hourglass. */
  readonly waiting: number;
  /** An hourglass is deleted when nobody has asked for it for so long. */
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
  /** The time at which it had that much sand left. */
  at: number;
  asked: number;
  readonly waiting: Set<() => void>;
}

export type Put = 'kept' | 'older' | 'full';

export class Hourglasses {
  readonly #clock: ServerClock;
  readonly #limits: HourglassLimits;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: ServerClock, limits: HourglassLimits = LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  has(code: string): boolean {
    return this.#entries.has(code);
  }

  /** Its state now. */
  look(code: string): SharedHourglass | undefined {
    const entry = this.#touch(code);
    return entry === undefined ? undefined : afterAWhile(entry.glass, this.#clock.now() - entry.at);
  }

  put(code: string, glass: SharedHourglass): Put {
    const known = this.#touch(code);
    const now = this.#clock.now();
    if (known === undefined) {
      this.#forgetOld();
      if (this.#entries.size >= this.#limits.glasses) return 'full';
      this.#entries.set(code, { glass, at: now, asked: now, waiting: new Set() });
      return 'kept';
    }
    if (!isNewer(glass, known.glass)) return 'older';
    known.glass = glass;
    known.at = now;
    for (const wake of [...known.waiting]) wake();
    return 'kept';
  }

  /**
   * A long poll: resolves when the hourglass differs from `tag`, or after a while; undefined where too many wait. `gone`
   * gets the function to call when the client hangs up.
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

  #forgetOld(): void {
    const oldest = this.#clock.now() - this.#limits.forgottenAfter;
    for (const [code, { asked }] of this.#entries) {
      if (asked > oldest) return;
      this.#entries.delete(code);
    }
  }
}
