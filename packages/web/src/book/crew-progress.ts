/** The progress of this device's crew, shown on the campaign map. */
import type { BookLine } from '@hush/protocol';
import {
  type CampaignProgress,
  crewProgress,
  mergedProgress,
  NO_PROGRESS,
  skip,
  withSkip,
} from '../model/progress.ts';
import { type Book, changeCrew, readBook } from './crew-api.ts';
import { ownCrews } from './known-crews.ts';

const winOfLine = ({ scenario, level, turned, timeLeft, deviations }: BookLine): CampaignProgress => ({
  ...NO_PROGRESS,
  won: { [`${scenario}/${level}`]: { turned, left: timeLeft, differs: deviations.length > 0 } },
});

/** Custom scenarios are not on the path, so they do not count. */
export const progressOf = ({ lines, skipped = [] }: Pick<Book, 'lines' | 'skipped'>): CampaignProgress => ({
  ...lines
    .filter(({ scenario }) => scenario !== null)
    .map(winOfLine)
    .reduce(mergedProgress, NO_PROGRESS),
  skipped,
});

/**
 * Loads the progress of the writable crew used last. A crew whose book this device may only read does not count. If the
 * book cannot be read, the shown progress stays as it is.
 */
export async function loadCrewProgress(): Promise<void> {
  const [crew] = ownCrews();
  if (crew === undefined) {
    crewProgress.value = null;
    return;
  }
  const book = await readBook(crew.id, null);
  if (book.ok) crewProgress.value = progressOf(book.value);
}

/**
 * Skips a scenario for this device and for the writable crew used last; without a network the crew does not learn of the
 * skip.
 */
export async function skipTogether(scenario: number, skipped: boolean): Promise<void> {
  skip(scenario, skipped);
  const [crew] = ownCrews();
  if (crew === undefined || crew.secret === null) return;
  const before = crewProgress.peek();
  if (before !== null) crewProgress.value = withSkip(before, scenario, skipped);
  await changeCrew(crew.id, crew.secret, { skip: { scenario, skipped } });
}
