/** Why not, in one kind sentence: every code of the rules and of the table has one in every language. */
import type { TableRefusal } from '@hush/protocol';
import type { Refusal } from '@hush/rules';
import { say } from './catalogs.ts';

type Code = Refusal | TableRefusal;

export function refusalText(why: string): string {
  const key = `refusals.${why as Code}` as const;
  const text = say(key);
  return text === key ? say('refusals.malformed') : text; // a newer server may know more
}
