/**
 * A draft: the result of a batch of jobs, in order. It holds entries, which are appended together, and answers, which
 * are sent when the entries are durable. Nobody is told anything of a draft before its entries are durable.
 */
import { due, type Hero, type Millis, type Secret, sandEnd } from '@hush/rules';
import { withBotMarks } from '../bots/bot-marks.ts';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import type { JournalError } from '../journal/journal.ts';
import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog } from '../logs/table-log.ts';
import { type Cause, type Entry, encodeEntry } from '../messages/entry.ts';
import { refusalFrame } from '../messages/frame.ts';
import { isReadableBy } from '../messages/vocabularies.ts';
import type { Chat, TalkFrame } from '../presence/chat.ts';
import type { Client, Crowd, Hello } from '../presence/crowd.ts';
import type { Greeting, RefusedHello } from '../presence/handshake.ts';
import type { LobbyPlay } from '../presence/lobby-play.ts';
import type { SharedReplay } from '../presence/shared-replay.ts';
import { evolveTable } from '../state/evolve-table.ts';
import type { RefusalMore } from '../state/play.ts';
import { MOST_AHEAD } from '../state/quota.ts';
import type { PlayRefusal } from '../state/refusals.ts';
import type { LogEvent, Member, TableState } from '../state/table-state.ts';
import type { ManageJob, Numbered, PlayJob, QueuedJob } from './jobs.ts';

/** The data that the judge may read. */
export interface Facts {
  readonly log: TableLog;
  readonly privateLogs: PrivateLogs;
  readonly crowd: Crowd;
  readonly chat: Chat;
  /** The game time at this moment. */
  readonly at: () => Millis;
  /** The latest format of events that all servers of this journal can read. */
  readonly vocabulary: () => number;
  readonly lobby: LobbyPlay;
  /** Whether the operator does not want this name to be shown. */
  readonly refusesName: (name: string) => boolean;
  readonly debrief: SharedReplay;
}

/** The frames that are sent when the draft is durable. */
export type DraftAnswer =
  /** An answer to the sender; it is sent again when the command is repeated. */
  | (Numbered & { readonly type: 'answered'; readonly frame: string })
  /** Chat texts and gestures, which are broadcast and never stored. */
  | (Numbered & TalkFrame & { readonly type: 'relayed' })
  | { readonly type: 'seated'; readonly client: Client; readonly member: Member; readonly token: string }
  | { readonly type: 'renamed' }
  | {
      readonly type: 'admitted';
      readonly client: Client;
      readonly hello: Hello;
      readonly admission: Greeting | RefusedHello;
    }
  | { readonly type: 'bot-moved'; readonly isAccepted: boolean };

/** Null if the job has been judged; a promise if a private log must be read or written first. */
export type JobResult = Promise<JournalError | null> | null;

export interface DraftEntry {
  readonly type: 'entry';
  readonly entry: Entry;
  readonly text: string;
  /** The state of the table after this entry. */
  readonly after: TableState;
}

export type DraftItem = DraftEntry | DraftAnswer;

/** A command and its result, for metrics. */
export interface JudgedCommand {
  readonly command: PlayCommand['type'] | TableCommand['type'];
  readonly result: PlayRefusal | 'accepted';
}

const NO_SECRET: Secret = { seed: '', stack: null, pile: null };

export class Draft {
  readonly facts: Facts;
  readonly items: DraftItem[] = [];
  /** The encoded entries to append. */
  readonly texts: string[] = [];
  readonly commands: JudgedCommand[] = [];
  /** How many jobs of the batch are in the draft. */
  judged = 0;
  /** How many characters the entries of this draft have. */
  size = 0;
  #state: TableState;
  #came: Millis = 0;
  #isSandHeld = false;
  /** The format in which the events of the current job must be; null if they may be in any format. */
  #limit: number | null = null;
  #isWithheld = false;

  constructor(facts: Facts) {
    this.facts = facts;
    this.#state = facts.log.state;
  }

  /** The state of the table after all entries of this draft. */
  get state(): TableState {
    return this.#state;
  }

  get version(): number {
    return this.facts.log.version + this.texts.length;
  }

  /** Adds the events that time alone causes before the job, so that a late action never counts (HG-5b). */
  begin({ came }: QueuedJob): void {
    this.#came = came;
    const { game } = this.#state;
    if (game !== null) this.write(due(game, this.context()), null);
  }

  /** The context in which the rules decide a command. */
  context(): { readonly at: Millis; readonly secret: Secret } {
    const commitment = this.#state.game?.setUp.commitment ?? '';
    return { at: this.#now(), secret: this.facts.privateLogs.secretOf(commitment) ?? NO_SECRET };
  }

  /**
   * The game time for the next job. The sand clock follows durable entries only. So after a start, a pause or a
   * resumption in this draft the game time stands still until the draft is written. A job that arrived in time, but
   * waited for the journal until the sand had run out, is judged at the time of its arrival.
   */
  #now(): Millis {
    const { game } = this.#state;
    if (game === null) return 0;
    if (game.status !== 'playing' || this.#isSandHeld) return game.at;
    const now = this.facts.at();
    const isLate = now >= sandEnd(game);
    return Math.max(game.at, isLate ? Math.min(now, this.#came) : now);
  }

  write(events: readonly LogEvent[], cause: Cause | null, names?: number): null {
    if (events.length === 0) return null;
    const marked = withBotMarks(this.#state, events, () => this.#now());
    return this.add(names === undefined ? { events: marked, cause } : { events: marked, cause, names });
  }

  /**
   * Judges a job whose events other servers may be unable to read. If one of its events is too new, the draft stays
   * as before the job, and the sender gets the answer `withheld`.
   */
  tryWithin(vocabulary: number, job: () => JobResult, withheld: () => null): JobResult {
    const [items, commands, size] = [this.items.length, this.commands.length, this.size];
    const [texts, state, isSandHeld] = [this.texts.length, this.#state, this.#isSandHeld];
    this.#limit = vocabulary;
    this.#isWithheld = false;
    const check = (): null => {
      this.#limit = null;
      if (!this.#isWithheld) return null;
      this.items.length = items;
      this.commands.length = commands;
      this.texts.length = texts;
      this.size = size;
      this.#state = state;
      this.#isSandHeld = isSandHeld;
      return withheld();
    };
    const result = job();
    return result === null ? check() : result.then(problem => problem ?? check());
  }

  add(entry: Entry): null {
    const limit = this.#limit;
    if (limit !== null && !entry.events.every(event => isReadableBy(limit, event))) {
      this.#isWithheld = true;
      return null;
    }
    const text = encodeEntry(entry);
    this.#state = entry.events.reduce(evolveTable, this.#state);
    this.items.push({ type: 'entry', entry, text, after: this.#state });
    this.texts.push(text);
    this.size += text.length;
    for (const { type } of entry.events)
      if (type === 'gameStarted' || type === 'paused' || type === 'resumed') this.#isSandHeld = true;
    return null;
  }

  answer(answer: DraftAnswer): null {
    this.items.push(answer);
    return null;
  }

  refuse({ client, member, n }: Numbered, why: PlayRefusal, more: RefusalMore = {}): null {
    return this.answer({ type: 'answered', client, member, n, frame: refusalFrame(n, why, more) });
  }

  count({ command }: PlayJob | ManageJob, refusal: PlayRefusal | null): void {
    this.commands.push({ command: command.type, result: refusal ?? 'accepted' });
  }

  /** A repeated command gets its first answer again and is not executed again. */
  isAnswered({ client, member, n }: Numbered): boolean {
    const known = this.#answerTo(member, n) ?? this.facts.log.answerTo(member, n);
    const ahead = n - this.lastN(member);
    if (known === undefined && ahead > 0 && ahead <= MOST_AHEAD) return false;
    const frame = known ?? refusalFrame(n, ahead > 0 ? 'malformed' : 'stale');
    this.answer({ type: 'answered', client, member, n, frame });
    return true;
  }

  // The methods below look things up in the log and in this draft. Nearly every draft is one move, so searching it
  // backwards is cheaper than maintaining maps.

  /** The number of a member's last accepted command. */
  lastN(member: Member): number {
    for (let i = this.items.length - 1; i >= 0; i--) {
      const item = this.items[i];
      if (item?.type === 'entry' && item.entry.cause?.member === member) return item.entry.cause.n;
    }
    return this.facts.log.lastN(member);
  }

  /** The member who took a seat with this key. */
  memberWith(key: string): Member | undefined {
    const joined = this.items
      .flatMap(item => (item.type === 'entry' ? item.entry.events : []))
      .findLast(event => event.type === 'memberJoined' && event.key === key);
    return joined?.type === 'memberJoined' ? joined.member : this.facts.log.memberWith(key);
  }

  /** The epoch of a member's newest window. */
  epochOf(member: Member): number {
    const opened = this.items.findLast(
      item => item.type === 'entry' && item.entry.events.length === 0 && item.entry.cause?.member === member,
    );
    return (opened?.type === 'entry' ? opened.entry.cause?.n : undefined) ?? this.facts.log.epochOf(member);
  }

  lastMover(hero: Hero): Member | undefined {
    for (let i = this.items.length - 1; i >= 0; i--) {
      const item = this.items[i];
      const mover = item?.type === 'entry' ? moverIn(item, hero) : null;
      if (typeof mover === 'number') return mover;
    }
    return this.facts.log.lastMover(hero);
  }

  /**
   * The stored answer to a command. The answer to a join has no command number, so it is no answer to any other
   * command.
   */
  #answerTo(member: Member, n: number): string | undefined {
    for (let i = this.items.length - 1; i >= 0; i--) {
      const item = this.items[i];
      const isAnswer = item?.type === 'answered' || item?.type === 'relayed';
      if (isAnswer && item.member === member && item.n === n) return item.frame;
    }
    return undefined;
  }
}

function moverIn({ entry, after }: DraftEntry, hero: Hero): Member | null | undefined {
  const move = entry.events.findLast(event => event.type === 'heroMoved' && event.hero === hero);
  return move?.type === 'heroMoved' ? after.seats[move.seat] : null;
}
