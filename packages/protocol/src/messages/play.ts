/** Commands to the game and the table around it, and what became of them. */
import * as v from 'valibot';
import { playCommand } from '../commands/play-command.ts';
import { tableCommand } from '../commands/table-command.ts';
import { wholeNumber } from '../input/schema.ts';
import type { PlayRefusal } from '../state/refusals.ts';
import type { Member } from '../state/table-state.ts';

const n = wholeNumber(1);

export const doCommand = v.strictObject({ t: v.literal('do'), n, c: playCommand });
export const manageTable = v.strictObject({ t: v.literal('table'), n, c: tableCommand });

/** An entry of the log: its events, and that command `n` of member `m` caused it. */
export interface NewsMessage {
  readonly t: 'news';
  readonly v: number;
  readonly e: readonly unknown[];
  readonly m?: Member;
  readonly n?: number;
  /** How many names there were at a start; for servers. */
  readonly p?: number;
}

/** A refused command; `n` is 0 for requests without a number. */
export interface NoMessage {
  readonly t: 'no';
  readonly n: number;
  readonly why: PlayRefusal;
  readonly first?: Member;
  readonly say?: string;
}
