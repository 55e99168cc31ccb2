/** Runs jobs one after the other, and refuses new jobs when too many wait. */

export class SerialQueue {
  readonly #most: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a job and returns its result; null if too many jobs are waiting. */
  take<T>(work: () => Promise<T>): Promise<T> | null {
    if (this.#waiting >= this.#most) return null;
    this.#waiting++;
    const mine = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = mine.catch(() => undefined); // the caller gets the error; the next job runs all the same
    return mine;
  }
}
