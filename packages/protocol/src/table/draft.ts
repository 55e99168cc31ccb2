/** What is asked of a table, and the draft that it becomes: entries to be written together, and answers. */
import type { Millis } from '@hush/rules';
import type { HouseDecision } from '../bots/bot-host.ts';
import type { JournalError, NamedProfile } from '../logs/private-logs.ts';
import type { Entry } from '../messages/entry.ts';
import type { PlayCommand } from '../messages/messages.ts';
import type { TalkFrame } from '../presence/chat.ts';
import type { Client, Hello } from '../presence/crowd.ts';
import type { PlayRefusal } from '../state/play.ts';
import type { Member, TableCommand, TableState } from '../state/table-state.ts';

/** A command with its number: a resent one happens once. */
export interface Numbered {
  readonly line: Client;
  readonly member: Member;
  readonly n: number;
}

export type Playing = Numbered & { readonly type: 'do'; readonly command: PlayCommand };
export type Managing = Numbered & { readonly type: 'table'; readonly command: TableCommand };

export interface Join {
  readonly type: 'join';
  readonly line: Client;
  readonly face: NamedProfile;
  readonly token: string;
}

export interface Rename {
  readonly type: 'rename';
  readonly line: Client;
  readonly member: Member;
  readonly face: NamedProfile;
}

export type NewJob =
  | Playing
  | Managing
  | Join
  | Rename
  /** Somebody with a secret that is not known here; perhaps it is known elsewhere. */
  | { readonly type: 'knock'; readonly line: Client; readonly greeting: Hello }
  /** A new window of a member: its numbers begin here, and what older windows ask from now on is stale. */
  | { readonly type: 'fence'; readonly line: Client; readonly member: Member; readonly greeting: Hello }
  | { readonly type: 'time' }
  | { readonly type: 'lost'; readonly member: Member }
  | { readonly type: 'heir' }
  | { readonly type: 'house'; readonly decide: HouseDecision };

/** What is asked, and the moment of sand at which it came. */
export type Job = NewJob & { readonly came: Millis };

/** What is said once the draft is durable. */
export type DraftAnswer =
  /** Told to whoever asked, and again when it is asked again. */
  | (Numbered & { readonly type: 'answered'; readonly frame: string })
  /** Words and gestures: told to all, never kept. */
  | (Numbered & TalkFrame & { readonly type: 'relayed' })
  | { readonly type: 'seated'; readonly line: Client; readonly member: Member; readonly token: string }
  | { readonly type: 'renamed' }
  | { readonly type: 'knocked'; readonly line: Client; readonly greeting: Hello }
  | (Numbered & { readonly type: 'fenced'; readonly greeting: Hello });

export type Item = Written | DraftAnswer;

export interface Written {
  readonly type: 'entry';
  readonly entry: Entry;
  readonly text: string;
  /** The table with it. */
  readonly after: TableState;
}

export interface Draft {
  readonly items: readonly Item[];
  /** How many of the jobs are in it; the rest would not have fitted. */
  readonly judged: number;
  readonly verdicts: readonly JudgedCommand[];
}

/** At once, where nothing has to be learnt or kept on the way; or what kept the vault from taking part. */
export type Judgement = Draft | JournalError | Promise<Draft | JournalError>;

/** What was asked and what became of it, for whoever counts. */
export interface JudgedCommand {
  readonly command: PlayCommand['type'] | TableCommand['type'];
  readonly result: PlayRefusal | 'accepted';
}
