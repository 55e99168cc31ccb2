/**
 * How much one table may store (PR-34), so that nobody fills a disk and every table opens quickly: its log is read
 * from the beginning, ten microseconds an entry. Years of ordinary play stay below the quota; a table that reaches it
 * is told so when the next game is to begin, not in the middle of one.
 */

import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';

/** How much has been written at a table. */
export interface Quota {
  /** Entries in all. */
  readonly version: number;
  readonly characters: number;
  /** Entries since the last game began. */
  readonly inGame: number;
}

/** From this many entries on no new game begins, nobody new sits down and no setting changes. */
export const MOST_ENTRIES = 250_000;
export const MOST_CHARACTERS = 32 * 1024 * 1024;
/** The most entries of one game: nine people who act once a second for an hour write fewer. */
export const MOST_IN_GAME = 50_000;
/** Names that were ever chosen here, those that were changed included. */
export const MOST_NAMES = 10_000;

/**
 * The highest number of a command, counted from the last one that happened: years of commands without a break. A table
 * can hold a quarter of a million such jumps and still stay within safe integers.
 */
export const MOST_AHEAD = 1_000_000_000;

/** These commands are possible once for each member, and they free a seat or end a disturbance. */
const ALWAYS: ReadonlySet<TableCommand['type']> = new Set(['abandon', 'kick', 'leave']);

export const isOverQuota = ({ version, characters }: Quota): boolean =>
  version >= MOST_ENTRIES || characters >= MOST_CHARACTERS;

export const mayManage = (wear: Quota, { type }: TableCommand): boolean =>
  ALWAYS.has(type) || !isOverQuota(wear);

/**
 * A game that has begun may go on beyond the table's quota up to a quota of its own; after that only `resume` is
 * accepted, so that the sand can run out and end the game.
 */
export const mayPlay = ({ inGame }: Quota, { type }: Pick<PlayCommand, 'type'>): boolean =>
  type === 'resume' || inGame < MOST_IN_GAME;

/** Over this, nothing is appended: a new window of a member can only watch. */
export const isOverHardQuota = ({ version }: Pick<Quota, 'version'>): boolean =>
  version >= MOST_ENTRIES + MOST_IN_GAME;
