/**
 * Cuts a log after some of its events. Events that one command caused stay together, because only such a log can be
 * audited (GB-4a).
 */
import type { EventType, GameEvent } from './events.ts';

/** Events that no command causes directly: they follow from the event before them. */
const FOLLOWING: ReadonlySet<EventType> = new Set<EventType>([
  'heroLeft',
  'hourglassTurned',
  'cameraSwitchedOff',
  'ballUsed',
  'gameWon',
  'seedRevealed',
]);

/** The first events of a log, at most `most`; the events of one command are not split. */
export function firstEvents(log: readonly GameEvent[], most: number): readonly GameEvent[] {
  let end = Math.min(most, log.length);
  while (end > 0 && follows(log[end], log[end - 1])) end--;
  return log.slice(0, end);
}

function follows(event: GameEvent | undefined, before: GameEvent | undefined): boolean {
  if (event === undefined) return false;
  if (event.type === 'theftHappened') return event.seat === null;
  if (event.type === 'gameLost') return event.reason !== 'sand'; // a loss by sand has no command: time causes it
  // A tile with only one possible place is laid by the command that drew it (EX-3a).
  if (event.type === 'tileLaid') return before?.type === 'tileDrawn' && before.places.length === 1;
  return FOLLOWING.has(event.type);
}
