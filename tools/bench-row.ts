/**
 * The result of a benchmark. A file packages/<name>/bench/<what>.bench.ts exports `async function bench():
 * Promise<readonly Row[]>`; `npm run bench` runs each file in a separate process.
 */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The 95 % confidence interval of the median, and how many rounds were measured. */
  readonly spread?: readonly [number, number];
  readonly rounds?: number;
  /** A bound for `value`: for a ratio (`x`) or a size, never for a time or a rate. */
  readonly budget?: `>= ${number}` | `<= ${number}`;
  /** A verdict that the benchmark computes itself, if one bound is not enough. */
  readonly ok?: boolean;
}
