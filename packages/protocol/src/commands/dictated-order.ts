/**
 * The orders of tiles and the seed that a wish dictates. They are secret, so they are split from the wish
 * before it is logged.
 */
import type { TileNumber } from '@hush/rules';
import type { TableCommand } from './table-command.ts';
import type { TableWish } from './table-wish.ts';

/** The order of the whole stack, or of a custom scenario's first tiles. */
export interface Dictated {
  readonly stack: readonly TileNumber[] | null;
  readonly top: readonly TileNumber[] | null;
  /** The seed of every game; absent where each game has its own. */
  readonly seed?: string;
}

export const NOTHING_DICTATED: Dictated = { stack: null, top: null };

/** A custom scenario shows which tiles it has; which of them lie on top of the stack is secret. */
export function splitWish(wish: TableWish): { readonly shown: TableWish; readonly dictated: Dictated } {
  const { stack = null, seed, ...shown } = wish;
  const fixed = seed === undefined ? {} : { seed };
  if (typeof shown.scenario === 'number')
    return { shown, dictated: { ...NOTHING_DICTATED, ...fixed, stack } };
  const { top = null, ...scenario } = shown.scenario;
  const tiles = [...scenario.stack, ...(top ?? [])].sort((a, b) => a - b);
  return { shown: { ...shown, scenario: { ...scenario, stack: tiles } }, dictated: { ...fixed, stack, top } };
}

/** A command as everybody may see it, and the orders in it; null where it is not about a wish. */
export function hideOrder<C extends TableCommand>(
  command: C,
): { readonly shown: C; readonly dictated: Dictated | null } {
  if (command.type !== 'wish') return { shown: command, dictated: null };
  const { shown, dictated } = splitWish(command.wish);
  return { shown: { ...command, wish: shown }, dictated };
}

/** The wish as it was made, for setting up the game. */
export function joinWish(shown: TableWish, { stack, top }: Dictated): TableWish {
  const ordered = stack === null ? shown : { ...shown, stack };
  if (typeof shown.scenario === 'number' || top === null) return ordered;
  const rest = shown.scenario.stack.filter(tile => !top.includes(tile));
  return { ...ordered, scenario: { ...shown.scenario, stack: rest, top } };
}
