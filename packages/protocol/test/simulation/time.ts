/** Virtual time: passes only from one thing that happens to the next, in an order that a seed decides. */

interface Happening {
  readonly at: number;
  readonly order: number;
  act: (() => void) | null;
}

const comesFirst = (a: Happening, b: Happening): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

/** More than any story needs: something calls itself for ever. */
const MOST = 200_000;

/** Turns that promises get after something has happened: enough for the longest chain of ours. */
const TURNS = 14;

export class VirtualTime {
  now = 0;
  happened = 0;
  #order = 0;
  readonly #heap: Happening[] = [];

  later(after: number, then: () => void): () => void {
    const happening: Happening = { at: this.now + Math.max(0, after), order: this.#order++, act: then };
    this.#push(happening);
    return () => {
      happening.act = null;
    };
  }

  /** Lets everything happen until then. */
  async pass(millis: number): Promise<void> {
    const end = this.now + millis;
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      if (next.act === null) continue;
      this.now = next.at;
      if (++this.happened > MOST) throw new Error(`no end at ${this.now}: ${next.act}`);
      next.act();
      for (let i = 0; i < TURNS; i++) await undefined;
    }
    this.now = end;
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let i = heap.push(happening) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || comesFirst(above, happening)) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = happening;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      const [left, right] = [heap[2 * i + 1], heap[2 * i + 2]];
      const isRight = right !== undefined && left !== undefined && comesFirst(right, left);
      const child = isRight ? right : left;
      if (child === undefined || comesFirst(last, child)) break;
      heap[i] = child;
      i = 2 * i + (isRight ? 2 : 1);
    }
    heap[i] = last;
  }
}
