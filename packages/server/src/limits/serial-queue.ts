/** Work that is done one piece after the other, however many ask at once; too many are turned away. */

export class SerialQueue {
  readonly #most: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** What the work answers when its turn has come and gone; null where too many are waiting. */
  take<T>(work: () => Promise<T>): Promise<T> | null {
    if (this.#waiting >= this.#most) return null;
    this.#waiting++;
    const mine = this.#last.then(work).finally(() => {
      this.#waiting--;
    });
    this.#last = mine.catch(() => undefined); // whoever asked hears of it
    return mine;
  }
}
