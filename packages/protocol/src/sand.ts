/**
 * Game time of one table on the authority's monotonic clock. It runs while the game is played, stands while it is
 * paused, and is frozen while the journal cannot commit: an outage never eats the players' sand.
 */
import type { Millis } from '@hush/rules';

export class SandClock {
  readonly #now: () => number;
  #at: Millis = 0;
  /** The clock's reading at which game time was `#at`; null while it stands. */
  #since: number | null = null;
  #frozen = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whole milliseconds of sand; never less than what was committed. */
  at(): Millis {
    if (this.#since === null) return this.#at;
    return this.#at + Math.max(0, Math.floor(this.#now() - this.#since));
  }

  get runs(): boolean {
    return this.#since !== null;
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  /** Follows the game after a committed event: `playing` lets it run, anything else stops it at `at`. */
  follow(playing: boolean, at: Millis): void {
    if (playing && !this.#frozen) {
      if (this.#since === null) this.#run(at);
      return;
    }
    this.#at = playing ? Math.max(this.#at, at) : at;
    this.#since = null;
  }

  /** From recovery: not earlier than the last event, not earlier than the last checkpoint. */
  restore(at: Millis): void {
    this.#at = at;
    this.#since = null;
  }

  /** Back to the moment at which nothing could be committed any more. */
  freeze(at: Millis): void {
    if (this.#frozen) return;
    this.#at = at;
    this.#since = null;
    this.#frozen = true;
  }

  thaw(playing: boolean): void {
    this.#frozen = false;
    if (playing) this.#run(this.#at);
  }

  #run(at: Millis): void {
    this.#at = at;
    this.#since = this.#now();
  }
}
