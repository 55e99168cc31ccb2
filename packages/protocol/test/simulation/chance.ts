/** Reproducible random numbers: one seed decides everything that happens in a simulation. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    // Mixes the seed, so that neighbouring seeds do not give similar numbers at the beginning.
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    this.next();
  }

  /** A random number from 0 (included) to 1 (excluded), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** A waiting time with an exponential distribution, capped. */
  wait(mean: number): number {
    return Math.min(mean * 6, -mean * Math.log(1 - this.next()));
  }
}
