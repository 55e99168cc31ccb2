/** Checks whether a game can be set up as the host wishes. */
import { grantWish, type Problem } from '@hush/rules';
import type { TableWish } from './table-wish.ts';

/**
 * Returns the problem of a wish, or null. Nobody has sat down yet, so the check tries a number of players that the
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

/** Numbers of players to try, the most usual first. */
const NUMBERS = [4, 2, 1, 3, 5, 6, 7, 8, 9] as const;
