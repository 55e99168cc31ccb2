/**
 * The positions that a joint search has reached, in flat arrays. A search reaches tens of thousands of them; a map with
 * an object for each takes several times as long, most of it for garbage and for copying the map when it grows.
 */

/** The columns of a row. */
const [HIGH, LOW, COST, PROMISE, PARENT, HOP, WIDTH] = [0, 1, 2, 3, 4, 5, 6];
const FIRST_ROOM = 2048;
const FREE = -1;
const INFINITE = 0x7f_ff_ff_ff;

/** How a position was reached. */
export interface Reached {
  /** The number of actions so far. */
  readonly cost: number;
  /** The estimated number of actions that are left. */
  readonly promise: number;
  /** The number of the position before this one. */
  readonly parent: number;
  /** The last action as a number; negative for the first position. */
  readonly hop: number;
}

/** A position is named by two numbers, `high` and `low`; in this table it has a number, in the order in which it was found. */
export class PositionTable {
  #rows = new Int32Array(FIRST_ROOM * WIDTH);
  /** A hash table with the numbers of positions; at most half of it is used. */
  #slots = new Int32Array(2 * FIRST_ROOM).fill(FREE);
  size = 0;

  /** Returns the number of a position. A new position gets the next number, and an infinite cost. */
  numberOf(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(high, low) & mask;
    for (; this.#slots[slot] !== FREE; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] ?? 0;
      if (this.high(known) === high && this.low(known) === low) return known;
    }
    const added = this.size++;
    this.#slots[slot] = added;
    this.#rows[added * WIDTH + HIGH] = high;
    this.#rows[added * WIDTH + LOW] = low;
    this.#rows[added * WIDTH + COST] = INFINITE;
    if (this.size * WIDTH === this.#rows.length) this.#grow();
    return added;
  }

  #grow(): void {
    const rows = new Int32Array(2 * this.#rows.length);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(FREE);
    const mask = this.#slots.length - 1;
    for (let position = 0; position < this.size; position++) {
      let slot = hashOf(this.high(position), this.low(position)) & mask;
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask;
      this.#slots[slot] = position;
    }
  }

  reach(position: number, { cost, promise, parent, hop }: Reached): void {
    const row = position * WIDTH;
    this.#rows[row + COST] = cost;
    this.#rows[row + PROMISE] = promise;
    this.#rows[row + PARENT] = parent;
    this.#rows[row + HOP] = hop;
  }

  high(position: number): number {
    return this.#rows[position * WIDTH + HIGH] ?? 0;
  }

  low(position: number): number {
    return this.#rows[position * WIDTH + LOW] ?? 0;
  }

  cost(position: number): number {
    return this.#rows[position * WIDTH + COST] ?? 0;
  }

  promise(position: number): number {
    return this.#rows[position * WIDTH + PROMISE] ?? 0;
  }

  parent(position: number): number {
    return this.#rows[position * WIDTH + PARENT] ?? 0;
  }

  hop(position: number): number {
    return this.#rows[position * WIDTH + HOP] ?? 0;
  }
}

/** Mixes two numbers, so that neighbouring positions lie in different parts of the table. */
function hashOf(high: number, low: number): number {
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e_37_79_b1), 0x85_eb_ca_6b);
  return mixed ^ (mixed >>> 15);
}
