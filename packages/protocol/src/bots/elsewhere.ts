/**
 * Who is probably at another authority of the same table: nobody says so, but the log tells. Whoever asks for something
 * without having a line here has one elsewhere, and so has a member whose seat another authority gives back.
 */
import type { Millis } from '@hush/rules';
import type { Entry } from '../messages/entry.ts';
import type { Member } from '../state/table-state.ts';

/** So long a sign of life counts: the other authority may have died, and nobody would tell. */
const COUNTS_FOR: Millis = 60_000;
/** With every seat that turns out to have been somebody's after all, doubts last twice as long, up to this. */
const LONGEST: Millis = 16 * COUNTS_FOR;

/** What somebody asked for just before the line was lost is no sign of another one. */
const ECHO: Millis = 2_000;

interface Sign {
  readonly until: number;
  /** How long the next one will count. */
  readonly counts: Millis;
}

export class ConnectedElsewhere {
  readonly #now: () => number;
  readonly #signs = new Map<Member, Sign>();
  #here: readonly Member[] = [];
  readonly #lostAt = new Map<Member, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Who has a line here now. */
  look(here: readonly Member[]): void {
    if (here === this.#here) return;
    for (const member of this.#here) if (!here.includes(member)) this.#lostAt.set(member, this.#now());
    for (const member of here) this.#forget(member);
    this.#here = here;
  }

  /** An entry is durable, whoever wrote it; where no bot may sit in, one stands up for no one. */
  hear({ events, cause }: Entry, maySitIn: boolean): void {
    // A new window says so with an entry that is empty, wherever it opens.
    if (cause !== null && (events.length === 0 || !this.#isEcho(cause.member))) this.#note(cause.member);
    for (const event of events) {
      if (event.type === 'memberJoined' && event.bot === undefined) this.#note(event.member);
      else if (event.type === 'botStoodUp' && maySitIn) this.#note(event.member, 2);
      else if (event.type === 'botSatIn' || event.type === 'memberLeft') this.#forget(event.member);
    }
  }

  #isEcho(member: Member): boolean {
    return this.#now() - (this.#lostAt.get(member) ?? Number.NEGATIVE_INFINITY) < ECHO;
  }

  #note(member: Member, times = 1): void {
    if (this.#here.includes(member)) return;
    const counts = Math.min(LONGEST, (this.#signs.get(member)?.counts ?? COUNTS_FOR) * times);
    this.#signs.set(member, { until: this.#now() + counts, counts });
  }

  /** Here, or lost by whoever gave the seat to a bot; how long doubts last is remembered. */
  #forget(member: Member): void {
    const sign = this.#signs.get(member);
    if (sign !== undefined) this.#signs.set(member, { ...sign, until: Number.NEGATIVE_INFINITY });
  }

  isElsewhere(member: Member): boolean {
    return !this.#here.includes(member) && this.#until(member) > this.#now();
  }

  #until(member: Member): number {
    return this.#signs.get(member)?.until ?? Number.NEGATIVE_INFINITY;
  }

  /** When the first doubt about one of these ends, if there is any. */
  nextDoubt(members: readonly Member[]): number | null {
    const ends = members.filter(member => this.isElsewhere(member)).map(member => this.#until(member));
    return ends.length === 0 ? null : Math.min(...ends);
  }
}
