/** Checks whether a game can be set up as the host wishes. */
import { grantWish, type Problem } from '@hush/rules';
import type { TableWish } from './table-wish.ts';

/**
 * The problem of a wish for every number of players. Nobody has sat down yet, so it is checked with a number that the
 * scenario and the seats allow. A custom tile set takes long to parse, so it is parsed once.
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

/** The usual numbers of players come first. */
const NUMBERS = [4, 2, 1, 3, 5, 6, 7, 8, 9] as const;
