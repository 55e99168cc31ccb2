/**
 * Decides whether the calendar can be trusted: a clock that is wrong by months must not delete everything. A server records
 * every day on which it runs. A gap means that it was off or that the clock has jumped; the server cannot know which. Then
 * nothing is deleted until the server has run for a day and the clock has advanced normally.
 */
import type { Millis } from '@hush/rules';
import type { ServerClock } from '../runtime/clock.ts';

const DAY: Millis = 86_400_000;
/** The longest gap that is accepted, in days. */
const MOST_AWAY = 7;

export class ClockCheck {
  readonly #clock: ServerClock;
  /** When the gap was noticed: by the monotonic clock, and which day it was. */
  #noticed: { readonly at: number; readonly day: number } | null = null;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Returns the number of missing days, if nothing may be deleted because of them; otherwise 0. */
  gap(noted: Iterable<number>, oldest: number): number {
    const today = this.#clock.today();
    const gap = longestGap(noted, oldest, today);
    if (gap <= MOST_AWAY) {
      this.#noticed = null;
      return 0;
    }
    const noticed = this.#noticed ?? { at: this.#clock.now(), day: today };
    const days = (this.#clock.now() - noticed.at) / DAY;
    const isSteady = Math.abs(today - noticed.day - days) <= 1;
    this.#noticed = isSteady ? noticed : { at: this.#clock.now(), day: today };
    return isSteady && days >= 1 ? 0 : gap;
  }
}

/** The longest gap between two recorded days, today included; days before `oldest` do not matter. */
function longestGap(noted: Iterable<number>, oldest: number, today: number): number {
  const days = [...new Set(noted)].filter(day => day < today).sort((a, b) => a - b);
  let longest = 0;
  for (const [i, day] of days.entries()) {
    const next = days[i + 1] ?? today;
    if (next >= oldest) longest = Math.max(longest, next - day);
  }
  return longest;
}
