/** Makes the codes of new tables. */
import { randomInt } from 'node:crypto';
import { randomCode } from '@hush/protocol';

const MOST_TRIES = 1_000;

/** Makes a code; in a cluster one that this server owns, so that the table is opened where its players are connected. */
export function newTableCode(owns: (code: string) => boolean = () => true): string {
  let code = randomCode('table', randomInt);
  for (let i = 0; i < MOST_TRIES && !owns(code); i++) code = randomCode('table', randomInt);
  return code;
}
