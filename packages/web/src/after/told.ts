/**
 * The story and the awards of a finished game, made from its record. The module is loaded after the end of a
 * game, because it needs the parser of records.
 */
import { parseRecord } from '@hush/rules';
import { type Story, storyOf } from '../model/story.ts';
import { type Award, awardsOf } from './awards.ts';
import { deedsOf } from './deeds.ts';

export interface GameSummary {
  readonly story: Story | null;
  readonly awards: readonly Award[];
}

const NOTHING_TOLD: GameSummary = { story: null, awards: [] };

/** Returns an empty summary if the record cannot be read. */
export function gameSummaryOf(record: string, players: number): GameSummary {
  const events = parseRecord(record);
  if (!events.ok) return NOTHING_TOLD;
  const deeds = deedsOf(events.value);
  return { story: storyOf(events.value, players), awards: deeds === null ? [] : awardsOf(deeds) };
}
