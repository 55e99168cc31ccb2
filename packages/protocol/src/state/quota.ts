/**
 * The quota of one table (PR-34): it limits the disk space of a table and the time to open it, because a log is read from
 * its beginning, ten microseconds an entry. Years of ordinary play stay below the quota. A table over its quota refuses the
 * next game and never interrupts a running one.
 */

import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';

/** How much a table has stored. */
export interface Quota {
  /** The number of all entries. */
  readonly version: number;
  readonly characters: number;
  /** The number of entries since the last game began. */
  readonly inGame: number;
}

/** A table with this many entries starts no game, seats nobody new and changes no setting. */
export const MOST_ENTRIES = 250_000;
export const MOST_CHARACTERS = 32 * 1024 * 1024;
/** The most entries of one game; nine people who each act once a second for an hour write fewer. */
export const MOST_IN_GAME = 50_000;
/** The most names that may be chosen at a table, including names that were changed later. */
export const MOST_NAMES = 10_000;

/**
 * The most by which a command number may exceed the member's last one. A table can store a quarter of a million such
 * steps, and their sum is still a safe integer.
 */
export const MOST_AHEAD = 1_000_000_000;

/** Commands that are allowed over the quota: each is possible once per member, and frees a seat or stops a disturbance. */
const ALWAYS: ReadonlySet<TableCommand['type']> = new Set(['abandon', 'kick', 'leave']);

export const isOverQuota = ({ version, characters }: Quota): boolean =>
  version >= MOST_ENTRIES || characters >= MOST_CHARACTERS;

export const quotaAllowsManage = (wear: Quota, { type }: TableCommand): boolean =>
  ALWAYS.has(type) || !isOverQuota(wear);

/**
 * A running game may exceed the table's quota up to a quota of its own. Above that only `resume` is accepted, so that the
 * sand can run out and end the game.
 */
export const quotaAllowsPlay = ({ inGame }: Quota, { type }: Pick<PlayCommand, 'type'>): boolean =>
  type === 'resume' || inGame < MOST_IN_GAME;

/** Over the hard quota nothing is appended: a new window of a member can only watch. */
export const isOverHardQuota = ({ version }: Pick<Quota, 'version'>): boolean =>
  version >= MOST_ENTRIES + MOST_IN_GAME;
