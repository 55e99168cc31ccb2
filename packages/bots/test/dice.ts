/** Pseudo-random numbers that are the same in every run. */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return n => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x100000000) * n);
  };
}
