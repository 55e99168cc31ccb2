/**
 * Jobs: every request that may change a table, as data. The loop of `table.ts` takes them in order, and the judge decides
 * them.
 */
import type { Millis } from '@hush/rules';
import type { BotMove } from '../bots/bot-host.ts';
import type { StandInJob } from '../bots/stand-ins.ts';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import type { NamedProfile } from '../logs/private-logs.ts';
import type { LoggedEntry } from '../logs/table-log.ts';
import type { Client, Hello } from '../presence/crowd.ts';
import type { Member } from '../state/table-state.ts';

/** A command with its number, by which a repeated command is recognised. */
export interface Numbered {
  readonly client: Client;
  readonly member: Member;
  readonly n: number;
}

/** A job with a command to the game. */
export type PlayJob = Numbered & { readonly type: 'do'; readonly command: PlayCommand };

/** A job with a command to the table around the game. */
export type ManageJob = Numbered & { readonly type: 'manage'; readonly command: TableCommand };

export interface JoinJob {
  readonly type: 'join';
  readonly client: Client;
  readonly profile: NamedProfile;
  readonly token: string;
  readonly program?: boolean | undefined;
}

export interface RenameJob {
  readonly type: 'rename';
  readonly client: Client;
  readonly member: Member;
  readonly profile: Omit<NamedProfile, 'key'>;
}

/** The hello of a connection that cannot be greeted at once: its token is unknown, or its window begins an epoch. */
export interface HelloJob {
  readonly type: 'hello';
  readonly client: Client;
  readonly hello: Hello;
}

export type Job =
  | PlayJob
  | ManageJob
  | JoinJob
  | RenameJob
  | HelloJob
  /** This job says that the sand has run out. */
  | { readonly type: 'time-up' }
  /** This job says that the host has been away for too long. */
  | { readonly type: 'host-lost' }
  /** This job says that a member's connection has just been lost. */
  | { readonly type: 'member-lost'; readonly member: Member }
  | BotMove
  | StandInJob;

/** A job, and the game time at which it arrived. */
export interface QueuedJob {
  readonly job: Job;
  readonly came: Millis;
}

/** The jobs whose commands are not in these entries; an entry shows that its command was accepted. */
export function unanswered(queue: QueuedJob[], entries: readonly LoggedEntry[]): QueuedJob[] {
  const happened = new Set(
    entries.flatMap(({ entry: { cause } }) => (cause === null ? [] : [`${cause.member} ${cause.n}`])),
  );
  if (happened.size === 0) return queue;
  return queue.filter(({ job }) => !('n' in job) || !happened.has(`${job.member} ${job.n}`));
}
