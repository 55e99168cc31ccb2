/** Makes the wish that deals a recorded game again. */
import { type GameEvent, SCENARIOS } from '@hush/rules';
import type { TableWish } from '../commands/table-wish.ts';

/**
 * Returns null if the game cannot be dealt again: it is not over, a part of the deal was prescribed, or it is an own
 * scenario.
 */
export function wishBehind(events: readonly GameEvent[]): TableWish | null {
  const [first] = events;
  const last = events.at(-1);
  if (first?.type !== 'gameSetUp' || last?.type !== 'seedRevealed') return null;
  const { edition, scenario, side, hourglass, house, stack, chosen } = first.setUp;
  const printed = SCENARIOS.find(({ number }) => number === scenario);
  if (printed === undefined || scenario === null || chosen.length > 0) return null;
  const wish: TableWish = { edition, scenario, side, hourglass: hourglass / 1000, house, seed: last.seed };
  const level = Math.max(...stack);
  return level === Math.max(...printed.stack, ...printed.top) ? wish : { ...wish, level };
}
