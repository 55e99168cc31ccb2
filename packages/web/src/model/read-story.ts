/** Reading a record takes the notation of the rules, which no running game needs: loaded when a game is over. */
import { parseRecord } from '@hush/rules';
import { type Story, storyOf } from './story.ts';

export function readStory(record: string, players: number): Story | null {
  const events = parseRecord(record);
  return events.ok ? storyOf(events.value, players) : null;
}
