/** A game that plays on from a moment of an earlier one begins with the events of that one (GB-4). A page has been told them. */
import type { LogEvent } from './table-state.ts';

/** The events without those that an earlier game has told before: nobody is told them twice. */
export function withoutReplayed(events: readonly LogEvent[]): readonly LogEvent[] {
  const end = events.findIndex(({ type }) => type === 'playedOn');
  if (end < 0) return events;
  const begin = events.findIndex(({ type }) => type === 'gameSetUp');
  return [...events.slice(0, begin + 1), ...events.slice(end)];
}
