/**
 * Adds events to the game's log that say which seats bots have played, so that the book can mark a score that bots helped
 * to win (GB-1i).
 */
import type { Millis } from '@hush/rules';
import { isProgram, temperOf } from '../state/bot-seats.ts';
import { evolveTable } from '../state/evolve-table.ts';
import { isPlaying, type LogEvent, type TableState } from '../state/table-state.ts';

/** The only events after which a bot can play a seat that it did not play before. */
const SEATING: readonly LogEvent['type'][] = ['memberJoined', 'gameSetUp', 'botSatIn', 'programSeated'];

/** Returns the events, followed by a `botSat` event for each seat that a bot plays from now on. */
export function withBotMarks(
  table: TableState,
  events: readonly LogEvent[],
  now: () => Millis,
): readonly LogEvent[] {
  if (!events.some(({ type }) => SEATING.includes(type))) return events;
  const after = events.reduce(evolveTable, table);
  const { game } = after;
  if (game === null || !isPlaying(after)) return events;
  const at = game.status === 'playing' ? Math.max(game.at, now()) : game.at;
  const marks = after.seats.flatMap((member, seat) =>
    (temperOf(after, member) !== null || isProgram(after, member)) &&
    seat < game.setUp.players &&
    !game.bots.includes(seat)
      ? [{ type: 'botSat', at, seat } as const]
      : [],
  );
  return marks.length === 0 ? events : [...events, ...marks];
}
