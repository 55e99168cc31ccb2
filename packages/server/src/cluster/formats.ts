/**
 * Two builds in one cluster. Packets between nodes, messages of logs and moments carry the number of their format. A build reads a range
 * of formats and writes the highest one that every live node reads, so what is new begins when the last old node is gone.
 */

export interface FormatRange {
  readonly oldest: number;
  readonly newest: number;
}

/** What this build reads. Format 1 had no compacted logs. */
export const FORMATS: FormatRange = { oldest: 1, newest: 2 };

/** The first format in which a log can be compacted. */
export const COMPACTING = 2;

export const isReadable = (format: number, { oldest, newest }: FormatRange): boolean =>
  format >= oldest && format <= newest;

/** The highest format that all of these read. */
export const commonFormat = (ranges: readonly FormatRange[]): number =>
  Math.min(...ranges.map(({ newest }) => newest));
