/** Why a table refuses a request, by code. The rules have the refusals of the game. */
import { REFUSALS, type Refusal } from '@hush/rules';

export const TABLE_REFUSALS = {
  full: 'Every seat at this table is taken.',
  locked: 'This table is locked: nobody new may sit down.',
  'not-seated': 'You are watching: take a seat first.',
  'not-host': 'Only the host may do that.',
  'no-such-member': 'That player is not at this table.',
  'game-running': 'A game is running.',
  'no-game': 'No game has begun.',
  'bad-setup': 'This game cannot be set up.',
  'moved-on': 'Somebody else moved that hero first.',
  stale: 'That was answered long ago.',
  muted: 'The host has muted you.',
  'worn-out': 'So much has happened at this table that no more can be written down: open a new one.',
} as const satisfies Readonly<Record<string, string>>;
export type TableRefusal = keyof typeof TABLE_REFUSALS;

/** Why a command is refused, by the game or by the table around it. */
export type PlayRefusal = Refusal | TableRefusal;

/** The sentence for the code of a refusal; a newer server may know codes that we do not. */
export function refusalSentence(why: string): string {
  // Put together here, so that a page which never asks does not carry them.
  const sentences: Readonly<Record<string, string>> = { ...REFUSALS, ...TABLE_REFUSALS };
  return Object.hasOwn(sentences, why) ? (sentences[why] ?? '') : 'That is not possible now.';
}
