/**
 * A game that continues an earlier one from one of its moments begins with that game's events (GB-4), which every client
 * already has.
 */
import type { LogEvent } from './table-state.ts';

/** Removes the events that were already sent with the earlier game. */
export function withoutReplayed(events: readonly LogEvent[]): readonly LogEvent[] {
  const end = events.findIndex(({ type }) => type === 'playedOn');
  if (end < 0) return events;
  const begin = events.findIndex(({ type }) => type === 'gameSetUp');
  return [...events.slice(0, begin + 1), ...events.slice(end)];
}
