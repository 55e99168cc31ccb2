/**
 * Bounds in time say something about a program; how long a busy machine lets it wait does not. Waiting only ever adds, so
 * the best of a few tries counts: what is too slow by itself is too slow in all of them.
 */

/** Milliseconds of the quickest try; the first that keeps the bound is enough. */
export async function bestOf(tries: number, most: number, attempt: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && best > most; i++) best = Math.min(best, await attempt());
  return best;
}
