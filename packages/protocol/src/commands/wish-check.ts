/** What the host wishes, and the part of it that nobody may see: an order of tiles that somebody dictated. */
import { grantWish, type Problem } from '@hush/rules';
import { type Dictated, NOTHING_DICTATED } from '../logs/private-logs.ts';
import type { TableCommand } from './table-command.ts';
import type { TableWish } from './table-wish.ts';

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

/**
 * What is wrong with a wish whoever comes to play. How many that will be nobody knows yet, so it is looked at with a
 * number that the scenario and the seats allow; a tile set of one's own takes long to read and is read once.
 */
export function wishProblem(wish: TableWish): Problem | null {
  const { edition, scenario, players: seats = NUMBERS.length } = wish;
  const bare = {
    ...(edition === undefined ? {} : { edition }),
    scenario: typeof scenario === 'number' ? scenario : { ...scenario, stack: [], top: [] },
  };
  const numbers = NUMBERS.filter(players => players <= seats);
  const tried = numbers.map(players => grantWish({ ...bare, players }, 'try'));
  const [problem] = tried.flatMap(prepared => (prepared.ok ? [] : [prepared.error]));
  const possible = tried.find(prepared => prepared.ok);
  if (possible?.ok !== true) return problem ?? null;
  const prepared = grantWish({ ...wish, players: possible.value.event.setUp.players }, 'try');
  return prepared.ok ? null : prepared.error;
}

/** Usual ones first. */
const NUMBERS = [4, 2, 1, 3, 5, 6, 7, 8, 9] as const;
