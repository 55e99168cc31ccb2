/** What the crew of this device has won, laid over the campaign. */
import type { BookLine } from '@hush/protocol';
import { crewProgress, NOTHING, type Progress, skip, together, withSkip } from '../campaign/progress.ts';
import { crews, type KnownCrew, loseCrew } from './crews.ts';
import { type Book, changeCrew, readBook } from './library.ts';

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
  if (book.ok) crewProgress.value = { ...progressOf(book.value.lines), skipped: skippedBy(crew, book.value) };
}

/** What a member cannot take up again is not laid over anybody's own path. */
const skippedBy = ({ secret }: KnownCrew, { skipped = [] }: Book): readonly number[] =>
  secret === null ? [] : skipped;

/** Skipping is for this device and for the crew that was used last; without a network it is for this device alone. */
export async function skipTogether(scenario: number, skipped: boolean): Promise<void> {
  skip(scenario, skipped);
  const [crew] = crews.value;
  if (crew === undefined || crew.secret === null) return;
  crewProgress.value = withSkip(crewProgress.peek(), scenario, skipped);
  await changeCrew(crew.id, crew.secret, { skip: { scenario, skipped } });
}
