/**
 * Estimates which members are connected to another authority (server) of the same table. No message says it, but the
 * log shows it: a member who gives commands without a connection here is connected elsewhere, and so is a member to
 * whom another authority returns a seat.
 */

import type { Millis } from '@hush/rules';
import { LazyMap } from '../lazy-map.ts';
import type { Entry } from '../messages/entry.ts';
import type { Member } from '../state/table-state.ts';

/**
 * How long a command or a new window at another authority counts as presence, because that authority may have crashed
 * without notice.
 */
const COUNTS_FOR: Millis = 60_000;
/**
 * Each time a bot must return a seat to its member, the member's next sign of presence counts twice as long, up to this
 * limit.
 */
const LONGEST: Millis = 16 * COUNTS_FOR;

/**
 * For this long after a connection was lost, a command of its member is assumed to have been sent over that
 * connection.
 */
const ECHO: Millis = 2_000;

interface Sign {
  readonly until: number;
  /** For how long the member's next sign of a connection elsewhere is believed. */
  readonly counts: Millis;
}

export class ConnectedElsewhere {
  readonly #now: () => number;
  readonly #signs = new LazyMap<Member, Sign>();
  #here: readonly Member[] = [];
  readonly #lostAt = new LazyMap<Member, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called with the members who are connected to this authority now. */
  look(here: readonly Member[]): void {
    if (here === this.#here) return;
    for (const member of this.#here) if (!here.includes(member)) this.#lostAt.set(member, this.#now());
    for (const member of here) this.#forget(member);
    this.#here = here;
  }

  /**
   * Called for every durable entry of any authority. A bot that returns a seat means that its owner is connected elsewhere,
   * unless stand-ins were just forbidden (`maySitIn`).
   */
  hear({ events, cause }: Entry, maySitIn: boolean): void {
    // An entry without events opens an epoch: a new window was opened, here or elsewhere.
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

  /**
   * Called when the member is connected here, or another authority has seated a bot for the member. Remembers for how
   * long the next sign of a connection elsewhere is believed.
   */
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

  /**
   * Returns the time at which the first of these members stops counting as connected elsewhere; null if none of them
   * counts.
   */
  nextDoubt(members: readonly Member[]): number | null {
    const ends = members.filter(member => this.isElsewhere(member)).map(member => this.#until(member));
    return ends.length === 0 ? null : Math.min(...ends);
  }
}
