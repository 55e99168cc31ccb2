/**
 * What a benchmark reports. A file packages/<name>/bench/<what>.bench.ts exports
 * `async function bench(): Promise<readonly Row[]>`; `npm run bench` runs each file in a process of its own.
 */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Where the median lies nineteen times in twenty, and how many rounds were measured. */
  readonly spread?: readonly [number, number];
  readonly rounds?: number;
  /** The bound from the design, judged against `value`: of a ratio (`x`) or a size, never of a time or a rate. */
  readonly budget?: `>= ${number}` | `<= ${number}`;
  /** A verdict of the benchmark's own, for what one bound cannot say. */
  readonly ok?: boolean;
}
