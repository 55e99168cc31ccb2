/**
 * Chat: broadcasts words and gestures that were allowed, limits how often a member may talk, and answers a repeated
 * command without repeating words that were taken back. All of it is in memory only.
 */

import type { Millis } from '@hush/rules';
import { LazyMap } from '../lazy-map.ts';
import type { TableLog } from '../logs/table-log.ts';
import type { Member, TableState } from '../state/table-state.ts';
import { isSilent, type TalkCommand } from '../state/talk.ts';
import { rateOf, TokenBucket } from '../token-bucket.ts';
import type { Crowd } from './crowd.ts';

/** Words or a gesture as they are broadcast. */
export interface TalkFrame {
  readonly member: Member;
  readonly n: number;
  readonly talk: TalkCommand['type'];
  readonly frame: string;
  /** The words that it takes back, and the answer when their command is sent again. */
  readonly unsaid: { readonly author: Member; readonly said: number; readonly frame: string } | null;
}

/** The limit of chat: a burst, then one line in this many milliseconds. */
export const TALK_BURST = 6;
export const TALK_APART: Millis = 700;
const TALK_RATE = rateOf(TALK_BURST, TALK_APART);

/** As many as there are remembered answers: an older answer is not repeated. */
const KEPT_WORDS = 32;

/**
 * In silence, acts that everybody sees and that can be repeated could carry a message: pausing, locking, muting, being
 * ready, sitting down. Each member may do one of them in so long, as with stare and nudge (CM-2k).
 */
export const VISIBLE_ACT_APART: Millis = 3_000;
/** Newcomers have no member number yet, so they share one limit. */
const NEWCOMERS: Member = 0;
/** Not limited: these commands happen once, or end the silence. */
const ALWAYS: ReadonlySet<string> = new Set(['abandon', 'kick', 'leave', 'resume']);

/** Not limited either, because whoever removes somebody locks at once. No code can be sent with it: unlocking is limited. */
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
  /** Taking words back has a limit of its own, so that it works right after the limit of chat was reached. */
  readonly takingBack: TokenBucket;
  /** The command numbers with which the member said words, the last ones. */
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

  /** Whether a member may say one thing, or take one back, after `waiting` others of that kind in the same draft. */
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

  /** The same command judged again, because its draft could not be written, is the same act. */
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

  /** `next` is the number that the newcomer would get. */
  allowsNewcomer(table: TableState, next: Member): boolean {
    return this.allowsVisibleAct(table, { member: NEWCOMERS, n: next, command: { type: 'join' } });
  }

  broadcast({ member, n, talk, frame, unsaid }: TalkFrame): void {
    this.#log.remember(member, n, frame);
    this.#bucket(member, talk).spend();
    if (talk === 'say' || talk === 'phrase') this.#keepNumber(member, n);
    // An unsay replaces the stored answer to words only, so nobody can change the answer to another command.
    if (unsaid !== null && this.#talkers.get(unsaid.author)?.words.includes(unsaid.said))
      this.#log.remember(unsaid.author, unsaid.said, unsaid.frame);
    this.#crowd.broadcastFrame(frame);
  }

  #keepNumber(member: Member, n: number): void {
    const talker = this.#talker(member);
    talker.words = [...talker.words, n].slice(-KEPT_WORDS);
  }
}
