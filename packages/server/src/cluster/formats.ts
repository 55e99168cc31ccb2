/**
 * Format negotiation between different builds in one cluster. Packets between nodes, log messages and moments carry
 * the number of their format. A build reads a range of formats and writes the highest format that every live node
 * reads, so a new format is first used when the last node with an old build has stopped.
 */

export interface FormatRange {
  readonly oldest: number;
  readonly newest: number;
}

/** The formats that this build reads. Format 1 has no compacted logs. */
export const FORMATS: FormatRange = { oldest: 1, newest: 2 };

/** The first format in which a log can be compacted. */
export const COMPACTING = 2;

export const isReadable = (format: number, { oldest, newest }: FormatRange): boolean =>
  format >= oldest && format <= newest;

/** The highest format that all of these builds read. */
export const commonFormat = (ranges: readonly FormatRange[]): number =>
  Math.min(...ranges.map(({ newest }) => newest));
