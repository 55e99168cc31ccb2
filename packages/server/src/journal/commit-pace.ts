/**
 * Decides when the next group commit begins. A commit costs both threads and the disk about as much for eight writes as for
 * one, so under light load writes wait for each other; under heavy load a commit begins as soon as the last one has ended,
 * because enough writes arrive meanwhile (ADR 23, ADR 24).
 */
import type { Millis } from '@hush/rules';

/** The shortest time between the starts of two commits under light load. A single write never waits. */
const BEAT: Millis = 10;
/** If this many writes are waiting, the next commit begins at once. */
const ENOUGH_WRITES = 32;
/** The load is heavy when this many writes were committed within about the last `WINDOW` milliseconds: 3,200 a second. */
const HEAVY = 160;
const WINDOW: Millis = 50;

export class CommitPace {
  #begunAt = Number.NEGATIVE_INFINITY;
  /** A decaying count of recent writes: the older they are, the less they count. */
  #recent = 0;

  /**
   * For how long the waiting writes, `writes` of them, should wait for more. Called only while no commit is in
   * progress.
   */
  wait(writes: number, now: Millis): Millis {
    if (writes >= ENOUGH_WRITES || this.#recentAt(now) >= HEAVY) return 0;
    return Math.max(0, this.#begunAt + BEAT - now);
  }

  /** Called when a commit begins. */
  begun(writes: number, now: Millis): void {
    this.#recent = this.#recentAt(now) + writes;
    this.#begunAt = now;
  }

  #recentAt(now: Millis): number {
    return this.#recent * Math.exp((this.#begunAt - now) / WINDOW);
  }
}
