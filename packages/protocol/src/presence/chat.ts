/**
 * Who has the floor: words and gestures that were allowed go out to everybody from here, nobody floods the others, and
 * what was taken back is not said again to anybody. All of it is in memory only.
 */
import type { Millis } from '@hush/rules';
import type { TableLog } from '../logs/table-log.ts';
import type { Member, TableState } from '../state/table-state.ts';
import { isSilent } from '../state/talk.ts';
import type { Crowd } from './crowd.ts';

/** Words or a gesture as they go out. */
export interface TalkFrame {
  readonly member: Member;
  readonly n: number;
  readonly frame: string;
  /** What it takes back, and what is answered if that is asked for once more. */
  readonly unsaid: { readonly author: Member; readonly said: number; readonly frame: string } | null;
}

/** So many at once, then one in so many milliseconds: more than anybody reads, less than a flood. */
export const TALK_BURST = 6;
export const TALK_APART: Millis = 700;

/**
 * Whatever else all can see happen and anybody can do again and again is a sign in silence: pausing, locking, muting,
 * being ready, sitting down. Each member makes one in so long, as with stare and nudge (CM-2).
 */
export const SIGN_APART: Millis = 3_000;
/** Who is about to sit down has no number yet: all of them share one door. */
const NEWCOMERS: Member = 0;
/** Never held up: they happen once, or end the silence. */
const ALWAYS: ReadonlySet<string> = new Set(['abandon', 'kick', 'leave', 'resume']);

interface Asked {
  readonly member: Member;
  readonly n: number;
  readonly command: { readonly type: string };
}

interface Sign {
  readonly n: number;
  readonly at: number;
}

export class Chat {
  readonly #now: () => number;
  readonly #history: TableLog;
  readonly #crowd: Crowd;
  /** When all that a member said will be forgotten. */
  readonly #until = new Map<Member, number>();
  readonly #signs = new Map<Member, Sign>();

  constructor(now: () => number, history: TableLog, crowd: Crowd) {
    this.#now = now;
    this.#history = history;
    this.#crowd = crowd;
  }

  /** Whether a member may say one more thing, after so many that are not out yet. */
  allows(member: Member, more: number): boolean {
    const until = (this.#until.get(member) ?? 0) + more * TALK_APART;
    return until - this.#now() <= (TALK_BURST - 1) * TALK_APART;
  }

  /** The same command judged again, because its draft could not be written, is the same sign. */
  allowsSign(table: TableState, { member, n, command }: Asked): boolean {
    if (!isSilent(table) || ALWAYS.has(command.type)) return true;
    const now = this.#now();
    const last = this.#signs.get(member);
    if (last?.n === n) return true;
    if (last !== undefined && now - last.at < SIGN_APART) return false;
    this.#signs.set(member, { n, at: now });
    return true;
  }

  /** `next` is the number that the newcomer would get. */
  allowsNewcomer(table: TableState, next: Member): boolean {
    return this.allowsSign(table, { member: NEWCOMERS, n: next, command: { type: 'join' } });
  }

  tell({ member, n, frame, unsaid }: TalkFrame): void {
    this.#history.remember(member, n, frame);
    if (unsaid === null)
      this.#until.set(member, Math.max(this.#until.get(member) ?? 0, this.#now()) + TALK_APART);
    else if (this.#isSaid(unsaid.author, unsaid.said))
      this.#history.remember(unsaid.author, unsaid.said, unsaid.frame);
    this.#crowd.tell(frame);
  }

  /** Only words are taken back: nobody may answer another's command. */
  #isSaid(author: Member, said: number): boolean {
    return this.#history.verdict(author, said)?.startsWith('{"t":"said"') ?? false;
  }
}
