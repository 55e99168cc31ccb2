/** The codes with which a table refuses a request. The rules define the refusals of the game. */
import type { Refusal } from '@hush/rules';

export const TABLE_REFUSALS = {
  full: 'Every seat at this table is taken.',
  locked: 'This table is locked: no new players can join.',
  removed: 'The host has asked you to leave this table: you can watch, but not sit down again.',
  'removed-nearby': 'The host has asked somebody at your address to leave: nobody new sits down from there.',
  'not-seated': 'You are watching: take a seat first.',
  'not-host': 'Only the host can do that.',
  'no-such-member': 'That player is not at this table.',
  'game-running': 'A game is running.',
  'no-game': 'No game has started.',
  'bad-setup': 'This game cannot be set up.',
  'moved-on': 'Somebody else moved that hero first.',
  stale: 'That came too late.',
  'no-programs': 'The host has not allowed programs at this table.',
  'name-refused': 'This server does not accept that name: please choose another one.',
  muted: 'The host has muted you.',
  'worn-out': "So much has happened here that this table can't save any more: open a new one.",
  'not-yet': 'This server is being updated: try that again in a few minutes.',
} as const satisfies Readonly<Record<string, string>>;
export type TableRefusal = keyof typeof TABLE_REFUSALS;

/** All refusals of a command, by the game or by the table. */
export type PlayRefusal = Refusal | TableRefusal;
