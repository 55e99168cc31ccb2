/** What the crew of this device has won, laid over the campaign. */
import type { BookLine } from '@hush/protocol';
import { crewProgress, NOTHING, type Progress, together } from '../campaign/progress.ts';
import { crews, loseCrew } from './crews.ts';
import { readBook } from './library.ts';

const featOf = ({ scenario, level, turned, timeLeft, deviations }: BookLine): Progress => ({
  ...NOTHING,
  won: { [`${scenario}/${level}`]: { turned, left: timeLeft, differs: deviations.length > 0 } },
});

/** Own scenarios are no part of the path. */
export const progressOf = (lines: readonly BookLine[]): Progress =>
  lines
    .filter(({ scenario }) => scenario !== null)
    .map(featOf)
    .reduce(together, NOTHING);

/** Of the crew that was used last; nothing changes where there is none, or its book cannot be read right now. */
export async function layCrewProgress(): Promise<void> {
  const [crew] = crews.value;
  if (crew === undefined) return;
  const book = await readBook(crew.id, null);
  // A secret cannot be had again: one answer of one server is not enough to throw it away.
  if (!book.ok && book.trouble === 'unknown' && crew.secret === null) loseCrew(crew.id);
  if (book.ok) crewProgress.value = progressOf(book.value.lines);
}
