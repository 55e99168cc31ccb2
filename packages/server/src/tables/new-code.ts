/** Codes of new tables. */
import { randomInt } from 'node:crypto';
import { randomCode } from '@hush/protocol';

const MOST_TRIES = 1_000;

/** In a cluster a code that this server owns, so that the table is opened where its players will be. */
export function newTableCode(owns: (code: string) => boolean = () => true): string {
  let code = randomCode('table', randomInt);
  for (let i = 0; i < MOST_TRIES && !owns(code); i++) code = randomCode('table', randomInt);
  return code;
}
