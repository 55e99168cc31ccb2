/**
 * Chat: broadcasts allowed texts and gestures, limits how often a member may talk, and answers a repeated command without
 * repeating a deleted text. Everything is in memory only.
 */

import type { Millis } from '@hush/rules';
import { LazyMap } from '../lazy-map.ts';
import type { TableLog } from '../logs/table-log.ts';
import type { Member, TableState } from '../state/table-state.ts';
import { isSilent, type TalkCommand } from '../state/talk.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';
import type { Crowd } from './crowd.ts';

/** A chat text or a gesture as it is broadcast. */
export interface TalkFrame {
  readonly member: Member;
  readonly n: number;
  readonly talk: TalkCommand['type'];
  readonly frame: string;
  /**
   * The number of the text that an unsay deletes, and the answer to a repetition of the command that said the text.
   */
  readonly unsaid: { readonly author: Member; readonly said: number; readonly frame: string } | null;
}

/** The rate limit of chat: this number of messages at once, then one in each interval. */
export const TALK_BURST = 6;
export const TALK_APART: Millis = 700;
const TALK_RATE = rateOf(TALK_BURST, TALK_APART);

/** The number of answers that are remembered for each member; older answers are not repeated. */
const KEPT_WORDS = 32;

/**
 * During silence, visible acts that can be repeated could carry a message: pausing, locking, muting, pressing ready, sitting
 * down. Each member may do one such act per interval, as with stare and nudge (CM-2k).
 */
export const VISIBLE_ACT_APART: Millis = 3_000;
/** The limit's key for newcomers: they have no member number yet, so they share one limit. */
const NEWCOMERS: Member = 0;
/** Commands without a limit, because each of them happens once or ends the silence. */
const ALWAYS: ReadonlySet<string> = new Set(['abandon', 'kick', 'leave', 'resume']);

/**
 * Whether a command locks an open table. Locking has no limit, because a host who removes somebody locks at once;
 * only unlocking is limited, so nobody can send signs with both.
 */
const locksOpenTable = ({ locked }: TableState, command: NumberedCommand['command']): boolean =>
  command.type === 'lock' && command.locked === true && !locked;

interface NumberedCommand {
  readonly member: Member;
  readonly n: number;
  readonly command: { readonly type: string; readonly locked?: boolean };
}

interface VisibleAct {
  readonly n: number;
  readonly at: number;
}

/** The remembered data of one member. */
interface Talker {
  readonly talk: TokenBucket;
  /** Deleting texts has a limit of its own, so that a member can delete a text right after reaching the limit of chat. */
  readonly takingBack: TokenBucket;
  /** The numbers of the commands with which the member last said something. */
  words: readonly number[];
  visibleAct: VisibleAct | null;
}

export class Chat {
  readonly #now: () => number;
  readonly #log: TableLog;
  readonly #crowd: Crowd;
  readonly #talkers = new LazyMap<Member, Talker>();

  constructor(now: () => number, log: TableLog, crowd: Crowd) {
    this.#now = now;
    this.#log = log;
    this.#crowd = crowd;
  }

  /**
   * Whether a member may say or delete one more text. `waiting` is the number of commands of that kind that the same
   * draft already has.
   */
  allows(member: Member, talk: TalkCommand['type'], waiting: number): boolean {
    return this.#bucket(member, talk).left() >= waiting + 1;
  }

  #bucket(member: Member, talk: TalkCommand['type']): TokenBucket {
    const { talk: talking, takingBack } = this.#talker(member);
    return talk === 'unsay' ? takingBack : talking;
  }

  #talker(member: Member): Talker {
    const talker = this.#talkers.get(member) ?? {
      talk: new TokenBucket(TALK_RATE, this.#now),
      takingBack: new TokenBucket(TALK_RATE, this.#now),
      words: [],
      visibleAct: null,
    };
    this.#talkers.set(member, talker);
    return talker;
  }

  /**
   * Whether a member may do a visible act now. A command that is judged again, because its draft could not be
   * written, counts as the same act.
   */
  allowsVisibleAct(table: TableState, { member, n, command }: NumberedCommand): boolean {
    if (!isSilent(table) || ALWAYS.has(command.type) || locksOpenTable(table, command)) return true;
    const now = this.#now();
    const talker = this.#talker(member);
    const last = talker.visibleAct;
    if (last?.n === n) return true;
    if (last !== null && now - last.at < VISIBLE_ACT_APART) return false;
    talker.visibleAct = { n, at: now };
    return true;
  }

  /** Whether a newcomer may sit down now; `next` is the member number that the newcomer would get. */
  allowsNewcomer(table: TableState, next: Member): boolean {
    return this.allowsVisibleAct(table, { member: NEWCOMERS, n: next, command: { type: 'join' } });
  }

  broadcast({ member, n, talk, frame, unsaid }: TalkFrame): void {
    this.#log.remember(member, n, frame);
    this.#bucket(member, talk).spend();
    if (talk === 'say' || talk === 'phrase') this.#keepNumber(member, n);
    // An unsay replaces only the stored answer to a chat text, so nobody can change the answer to another command.
    if (unsaid !== null && this.#talkers.get(unsaid.author)?.words.includes(unsaid.said))
      this.#log.remember(unsaid.author, unsaid.said, unsaid.frame);
    this.#crowd.broadcastFrame(frame);
  }

  #keepNumber(member: Member, n: number): void {
    const talker = this.#talker(member);
    talker.words = [...talker.words, n].slice(-KEPT_WORDS);
  }
}
