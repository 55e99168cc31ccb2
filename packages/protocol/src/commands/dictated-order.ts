/**
 * The order of tiles and the seed that a wish may prescribe. Both are secret, so they are removed from the wish before it is
 * logged.
 */
import type { TileNumber } from '@hush/rules';
import type { TableCommand } from './table-command.ts';
import type { TableWish } from './table-wish.ts';

/** The prescribed order of the whole stack, or of the first tiles of a custom scenario. */
export interface PrescribedOrder {
  readonly stack: readonly TileNumber[] | null;
  readonly top: readonly TileNumber[] | null;
  /** The prescribed seed of every game; absent if each game has its own seed. */
  readonly seed?: string;
}

export const NOTHING_DICTATED: PrescribedOrder = { stack: null, top: null };

/**
 * Splits a wish into the public part and the secret part. The tiles of a custom scenario are public; their order on
 * top of the stack is secret.
 */
export function splitWish(wish: TableWish): {
  readonly shown: TableWish;
  readonly dictated: PrescribedOrder;
} {
  const { stack = null, seed, ...shown } = wish;
  const fixed = seed === undefined ? {} : { seed };
  if (typeof shown.scenario === 'number')
    return { shown, dictated: { ...NOTHING_DICTATED, ...fixed, stack } };
  const { top = null, ...scenario } = shown.scenario;
  const tiles = [...scenario.stack, ...(top ?? [])].sort((a, b) => a - b);
  return { shown: { ...shown, scenario: { ...scenario, stack: tiles } }, dictated: { ...fixed, stack, top } };
}

/**
 * Splits a command into the command without its secret order, and that order; the order is null if the command
 * contains no wish.
 */
export function hideOrder<C extends TableCommand>(
  command: C,
): { readonly shown: C; readonly dictated: PrescribedOrder | null } {
  if (command.type !== 'wish') return { shown: command, dictated: null };
  const { shown, dictated } = splitWish(command.wish);
  return { shown: { ...command, wish: shown }, dictated };
}

/** Joins the public and the secret part again, to set up the game. */
export function joinWish(shown: TableWish, { stack, top }: PrescribedOrder): TableWish {
  const ordered = stack === null ? shown : { ...shown, stack };
  if (typeof shown.scenario === 'number' || top === null) return ordered;
  const rest = shown.scenario.stack.filter(tile => !top.includes(tile));
  return { ...ordered, scenario: { ...shown.scenario, stack: rest, top } };
}
