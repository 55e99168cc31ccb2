/**
 * One turn of the event loop after the other: first everything that has arrived is read, then all of it is judged, then
 * what came of it is written. The same work many times in a row finds its code and data at hand; going the whole way
 * with each message costs a third more.
 */

/** Something to be written. */
interface Waiting {
  flush(): void;
}

export class LoopTurn {
  #waiting: Waiting[] = [];
  #heard: { readonly all: Promise<void>; readonly settle: () => void } | null = null;
  #isUnderWay = false;
  readonly #judge = (): void => {
    const heard = this.#heard;
    this.#heard = null;
    heard?.settle();
  };
  readonly #write = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#isUnderWay = false;
    for (const each of waiting) each.flush();
    if (this.#heard !== null) this.#begin();
  };

  /** When all that has arrived in this turn has been read. */
  heard(): Promise<void> {
    this.#begin();
    this.#heard ??= promised();
    return this.#heard.all;
  }

  add(waiting: Waiting): void {
    this.#begin();
    this.#waiting.push(waiting);
  }

  /** Between the two everything is done that waits for nothing but the first. */
  #begin(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    setImmediate(this.#judge);
    setImmediate(this.#write);
  }
}

function promised(): { readonly all: Promise<void>; readonly settle: () => void } {
  let settle = (): void => undefined;
  const all = new Promise<void>(resolve => {
    settle = resolve;
  });
  return { all, settle };
}
