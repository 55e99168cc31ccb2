/**
 * The game time of one table on the authority's monotonic clock. It runs while the game is played, stands while the game is
 * paused, and is held while the journal cannot be written, so that an outage costs the players no sand.
 */
import type { Millis } from '@hush/rules';

export class SandClock {
  readonly #now: () => number;
  #at: Millis = 0;
  /** The clock's reading at which game time was `#at`; null while game time stands still. */
  #since: number | null = null;
  #playing = false;
  #held = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The game time in whole milliseconds, never before the last durable event. */
  at(): Millis {
    if (this.#since === null) return this.#at;
    return this.#at + Math.max(0, Math.floor(this.#now() - this.#since));
  }

  get runs(): boolean {
    return this.#since !== null;
  }

  /** The clock's reading at which game time will reach a moment, if the sand keeps running. */
  readingAt(moment: Millis): number {
    return (this.#since ?? this.#now()) + moment - this.#at;
  }

  /**
   * Follows the game after every durable entry. While the game is not played, game time stands at the event's time.
   * While the game is played, an event only moves game time forward, namely if another authority whose clock was
   * ahead wrote the event.
   */
  follow(playing: boolean, at: Millis): void {
    const starts = playing && !this.#playing;
    this.#playing = playing;
    if (!playing || starts) this.#set(at);
    else if (at > this.at()) this.#set(at);
  }

  /** Holds game time at this moment until `release`, whatever happens in the game. */
  hold(at: Millis): void {
    this.#held = true;
    this.#set(at);
  }

  release(): void {
    const at = this.at();
    this.#held = false;
    this.#set(at);
  }

  #set(at: Millis): void {
    this.#at = at;
    this.#since = this.#playing && !this.#held ? this.#now() : null;
  }
}
