/** What the host wishes, and the part of it that nobody may see: an order of tiles that somebody dictated. */
import type { TableCommand, TableWish } from './lobby.ts';
import { type Dictated, NOTHING_DICTATED } from './vault.ts';

export interface Split<T> {
  readonly shown: T;
  readonly dictated: Dictated;
}

/** An own scenario shows which tiles it has; which of them lie uppermost is its secret. */
export function splitWish(wish: TableWish): Split<TableWish> {
  const { stack = null, ...shown } = wish;
  if (typeof shown.scenario === 'number') return { shown, dictated: { ...NOTHING_DICTATED, stack } };
  const { top = null, ...scenario } = shown.scenario;
  const tiles = [...scenario.stack, ...(top ?? [])].sort((a, b) => a - b);
  return { shown: { ...shown, scenario: { ...scenario, stack: tiles } }, dictated: { stack, top } };
}

/** A command as everybody may see it; null where nothing about the order was said. */
export function hideOrder<C extends TableCommand>(
  command: C,
): { readonly shown: C; readonly dictated: Dictated | null } {
  if (command.type !== 'wish') return { shown: command, dictated: null };
  const { shown, dictated } = splitWish(command.wish);
  return { shown: { ...command, wish: shown }, dictated };
}

/** The wish as it was made. */
export function joinWish(shown: TableWish, { stack, top }: Dictated): TableWish {
  const ordered = stack === null ? shown : { ...shown, stack };
  if (typeof shown.scenario === 'number' || top === null) return ordered;
  const rest = shown.scenario.stack.filter(tile => !top.includes(tile));
  return { ...ordered, scenario: { ...shown.scenario, stack: rest, top } };
}
