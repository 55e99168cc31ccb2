/** What the crew of this device has won, laid over the campaign. */
import type { BookLine } from '@hush/protocol';
import { type CampaignProgress, crewProgress, NOTHING, skip, together, withSkip } from '../model/progress.ts';
import { type Book, changeCrew, readBook } from './crew-api.ts';
import { ownCrews } from './known-crews.ts';

const featOf = ({ scenario, level, turned, timeLeft, deviations }: BookLine): CampaignProgress => ({
  ...NOTHING,
  won: { [`${scenario}/${level}`]: { turned, left: timeLeft, differs: deviations.length > 0 } },
});

/** Own scenarios are no part of the path. */
export const progressOf = ({ lines, skipped = [] }: Pick<Book, 'lines' | 'skipped'>): CampaignProgress => ({
  ...lines
    .filter(({ scenario }) => scenario !== null)
    .map(featOf)
    .reduce(together, NOTHING),
  skipped,
});

/** Of the own crew that was used last: what strangers have won is nobody's path here. What cannot be read right now stays as it was. */
export async function layCrewProgress(): Promise<void> {
  const [crew] = ownCrews();
  if (crew === undefined) {
    crewProgress.value = null;
    return;
  }
  const book = await readBook(crew.id, null);
  if (book.ok) crewProgress.value = progressOf(book.value);
}

/** Skipping is for this device and for the own crew that was used last; without a network it is for this visit alone. */
export async function skipTogether(scenario: number, skipped: boolean): Promise<void> {
  skip(scenario, skipped);
  const [crew] = ownCrews();
  if (crew === undefined || crew.secret === null) return;
  const before = crewProgress.peek();
  if (before !== null) crewProgress.value = withSkip(before, scenario, skipped);
  await changeCrew(crew.id, crew.secret, { skip: { scenario, skipped } });
}
