/**
 * The virtual clock of all tests: time passes only when a test says so, and timers fire in order. It starts far from zero,
 * like the clock of a server that has run for days: this exposes code that treats 0 as "never" or counts from zero.
 */

interface Happening {
  readonly at: number;
  readonly order: number;
  act: (() => void) | null;
}

const comesFirst = (a: Happening, b: Happening): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

/** More timers than any test needs; reaching this number means that a timer restarts itself for ever. */
const MOST = 200_000;

/** How many promise turns are awaited after each timer: enough for the longest promise chain in our code. */
const TURNS = 14;

/** The first reading of the clock in milliseconds: eleven days. */
export const START = 1_000_000_000;

/** Waits until all work is done that needs only promises and no timer. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 60; i++) await undefined;
}

export class VirtualTime {
  now = START;
  happened = 0;
  #order = 0;
  readonly #heap: Happening[] = [];
  /** Milliseconds since the clock was made. */
  get passed(): number {
    return this.now - START;
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#heap.filter(({ act }) => act !== null).length;
  }

  readonly later = (after: number, then: () => void): (() => void) => {
    const happening: Happening = { at: this.now + Math.max(0, after), order: this.#order++, act: then };
    this.#push(happening);
    return () => {
      happening.act = null;
    };
  };

  /** Lets time pass: fires all timers that are due, and waits for promises after each of them. */
  async pass(millis: number): Promise<void> {
    const end = this.now + millis;
    while (this.#happenUntil(end)) for (let i = 0; i < TURNS; i++) await undefined;
    this.now = end;
  }

  /** Lets time pass for code without promises. */
  passAtOnce(millis: number): void {
    const end = this.now + millis;
    while (this.#happenUntil(end));
    this.now = end;
  }

  /** Lets time pass as for a suspended process: all timers that were due meanwhile fire late, at the end. */
  jump(millis: number): void {
    this.now += millis;
    const late = this.#heap.filter(({ at }) => at <= this.now).sort((a, b) => (comesFirst(a, b) ? -1 : 1));
    for (const happening of late) {
      const { act } = happening;
      happening.act = null;
      act?.();
    }
  }

  /** Fires the next timer; returns false if none is due before `end`. */
  #happenUntil(end: number): boolean {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      if (next.act === null) continue;
      this.now = next.at;
      if (++this.happened > MOST) throw new Error(`no end at ${this.now}: ${next.act}`);
      const { act } = next;
      next.act = null;
      act();
      return true;
    }
    return false;
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
