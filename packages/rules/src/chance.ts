/**
 * Random numbers that derive from a seed: the same seed and purpose always give the same shuffle, so nothing that is
 * face down needs to be stored, and everybody can check each draw when the seed is revealed at the end.
 */
import { sha256, sha256Words } from './sha256.ts';

/** The commitment that is published at the start; it proves later that the seed was not exchanged. */
export const commitTo = (seed: string): string => sha256(`hush:${seed}`);

/** A fair permutation (Fisher-Yates); the same seed and purpose always give the same one. */
export function shuffle<T>(seed: string, purpose: string, list: readonly T[]): readonly T[] {
  const result = [...list];
  const next = stream(seed, purpose);
  for (let i = result.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    const [a, b] = [result[i], result[j]];
    if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
  }
  return result;
}

/** An endless stream of 32-bit words. */
function stream(seed: string, purpose: string): () => number {
  let block = 0;
  let words: number[] = [];
  return () => {
    if (words.length === 0) words = [...sha256Words(`hush:${purpose}:${block++}:${seed}`)];
    return words.pop() ?? 0;
  };
}

/**
 * A number below `n`, each with the same probability. Words above the last whole multiple of `n` are discarded,
 * because they would make small numbers more likely.
 */
function below(n: number, next: () => number): number {
  const limit = Math.floor(0x100000000 / n) * n;
  let word = next();
  while (word >= limit) word = next();
  return word % n;
}
