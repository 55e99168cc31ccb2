/**
 * Who has the floor: words and gestures that were allowed go out to everybody from here, nobody floods the others, and
 * what was taken back is not said again to anybody. All of it is in memory only.
 */
import type { Millis } from '@hush/rules';
import type { Crowd } from './crowd.ts';
import type { History } from './history.ts';
import type { Member } from './lobby.ts';

/** Words or a gesture as they go out. */
export interface Utterance {
  readonly member: Member;
  readonly n: number;
  readonly frame: string;
  /** What it takes back, and what is answered if that is asked for once more. */
  readonly unsaid: { readonly author: Member; readonly said: number; readonly frame: string } | null;
}

/** So many at once, then one in so many milliseconds: more than anybody reads, less than a flood. */
export const TALK_BURST = 6;
export const TALK_APART: Millis = 700;

export class Floor {
  readonly #now: () => number;
  readonly #history: History;
  readonly #crowd: Crowd;
  /** When all that a member said will be forgotten. */
  readonly #until = new Map<Member, number>();

  constructor(now: () => number, history: History, crowd: Crowd) {
    this.#now = now;
    this.#history = history;
    this.#crowd = crowd;
  }

  /** Whether a member may say one more thing, after so many that are not out yet. */
  allows(member: Member, more: number): boolean {
    const until = (this.#until.get(member) ?? 0) + more * TALK_APART;
    return until - this.#now() <= (TALK_BURST - 1) * TALK_APART;
  }

  tell({ member, n, frame, unsaid }: Utterance): void {
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
