/**
 * A draft: the result of a batch of jobs, in order. It holds entries, which are appended together, and answers, which
 * are given when the entries are durable. Nothing in a draft is told to anybody before that.
 */
import { due, type Hero, type Millis, runsOutAt, type Secret } from '@hush/rules';
import { withBotMarks } from '../bots/bot-marks.ts';
import type { PlayCommand } from '../commands/play-command.ts';
import type { TableCommand } from '../commands/table-command.ts';
import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog } from '../logs/table-log.ts';
import { type Cause, type Entry, encodeEntry } from '../messages/entry.ts';
import { refusalFrame } from '../messages/frame.ts';
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
  /** Game time now. */
  readonly at: () => Millis;
  readonly lobby: LobbyPlay;
  readonly debrief: SharedReplay;
}

/** The frames that are sent once the draft is durable. */
export type DraftAnswer =
  /** Sent to whoever asked, and again when the command is sent again. */
  | (Numbered & { readonly type: 'answered'; readonly frame: string })
  /** Words and gestures: broadcast, never stored. */
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

export interface DraftEntry {
  readonly type: 'entry';
  readonly entry: Entry;
  readonly text: string;
  /** The state of the table after it. */
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
  /** The entries as they are appended. */
  readonly texts: string[] = [];
  readonly commands: JudgedCommand[] = [];
  /** How many jobs are in it. */
  judged = 0;
  /** How many characters its entries have. */
  size = 0;
  #state: TableState;
  #came: Millis = 0;
  #isSandHeld = false;

  constructor(facts: Facts) {
    this.facts = facts;
    this.#state = facts.log.state;
  }

  /** The state of the table with all entries of this draft. */
  get state(): TableState {
    return this.#state;
  }

  get version(): number {
    return this.facts.log.version + this.texts.length;
  }

  /** Events that time alone causes come before the job, so that a late action never counts (HG-5b). */
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
   * The sand clock follows durable entries only: after a start, a pause or a resumption in this draft it does not know
   * the game time, which stands still until the draft is written. A job that came in time, but had to wait for the
   * journal until the sand had run out, is judged at the moment at which it came.
   */
  #now(): Millis {
    const { game } = this.#state;
    if (game === null) return 0;
    if (game.status !== 'playing' || this.#isSandHeld) return game.at;
    const now = this.facts.at();
    const isLate = now >= runsOutAt(game.hourglass);
    return Math.max(game.at, isLate ? Math.min(now, this.#came) : now);
  }

  write(events: readonly LogEvent[], cause: Cause | null, names?: number): null {
    if (events.length === 0) return null;
    const marked = withBotMarks(this.#state, events, () => this.#now());
    return this.add(names === undefined ? { events: marked, cause } : { events: marked, cause, names });
  }

  add(entry: Entry): null {
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

  /** A command that is sent again gets its first answer again and happens once. */
  isAnswered({ client, member, n }: Numbered): boolean {
    const known = this.#answerTo(member, n) ?? this.facts.log.answerTo(member, n);
    const ahead = n - this.lastN(member);
    if (known === undefined && ahead > 0 && ahead <= MOST_AHEAD) return false;
    const frame = known ?? refusalFrame(n, ahead > 0 ? 'malformed' : 'stale');
    this.answer({ type: 'answered', client, member, n, frame });
    return true;
  }

  // The log with this draft. Nearly every draft is one move, so searching backwards is cheaper than keeping maps.

  /** The number of the last command of a member that happened. */
  lastN(member: Member): number {
    for (let i = this.items.length - 1; i >= 0; i--) {
      const item = this.items[i];
      if (item?.type === 'entry' && item.entry.cause?.member === member) return item.entry.cause.n;
    }
    return this.facts.log.lastN(member);
  }

  /** Whose seat a key opened when it was taken. */
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

  /** The last answer to a command. The answer to a join, which has no number, answers nothing else. */
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
