/**
 * Stand-ins: seats a bot for a member who has been away for a while, and removes it when the member is back. Both are jobs,
 * so the judge decides them against the newest state (PR-23).
 */

import type { Millis } from '@hush/rules';
import type { Clock } from '../clock.ts';
import { LazyMap } from '../lazy-map.ts';
import type { TableLog } from '../logs/table-log.ts';
import type { Entry } from '../messages/entry.ts';
import type { Crowd } from '../presence/crowd.ts';
import { isBot, mayStandIn, standsIn } from '../state/bot-seats.ts';
import { quotaAllowsPlay } from '../state/quota.ts';
import { isPlaying, type LogEvent, type Member, personsOf, type TableState } from '../state/table-state.ts';
import { ConnectedElsewhere } from './elsewhere.ts';

/** The job that seats a bot for an absent member, or returns the seat to the member. */
export interface StandInJob {
  readonly type: 'sit-in' | 'stand-up';
  readonly member: Member;
}

export interface StandInWorld {
  readonly clock: Clock;
  readonly log: TableLog;
  readonly crowd: Crowd;
  ask(job: StandInJob): void;
}

/** How long a member may be away before a bot sits in. A pause after a lost connection (HG-8i) begins earlier. */
const GRACE: Millis = 5_000;

export class StandIns {
  readonly #world: StandInWorld;
  readonly #elsewhere: ConnectedElsewhere;
  readonly #absentSince = new LazyMap<Member, number>();
  #cancel: (() => void) | null = null;
  /** When the running timer fires; `#cancel` cancels that timer. */
  #looksAt = 0;

  constructor(world: StandInWorld) {
    this.#world = world;
    this.#elsewhere = new ConnectedElsewhere(() => world.clock.now());
  }

  get #table(): TableState {
    return this.#world.log.state;
  }

  /** Called after a member connected or disconnected, and after entries became durable. */
  look(): void {
    this.#elsewhere.look(this.#world.crowd.here());
    this.#watchAbsent();
    this.#giveBack();
  }

  hear(entry: Entry): void {
    this.#elsewhere.hear(entry, mayStandIn(this.#table));
  }

  /** Whether a member has no connection here and probably none elsewhere. */
  isAbsent(member: Member): boolean {
    return !this.#world.crowd.has(member) && !this.#elsewhere.isElsewhere(member);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #watchAbsent(): void {
    const { clock } = this.#world;
    const absent = this.#absent();
    for (const member of this.#absentSince.keys())
      if (!absent.includes(member)) this.#absentSince.delete(member);
    for (const member of absent)
      if (!this.#absentSince.has(member)) this.#absentSince.set(member, clock.now());
    const due = this.#nextLook(absent);
    if (due === null || (this.#cancel !== null && due >= this.#looksAt)) return;
    this.#cancel?.();
    this.#looksAt = due;
    this.#cancel = clock.later(Math.max(1, due - clock.now()), () => {
      this.#cancel = null;
      this.#sitIn();
      this.#watchAbsent();
    });
  }

  /**
   * The time at which a bot sits in for the first of these members, or at which a member stops counting as connected
   * elsewhere.
   */
  #nextLook(absent: readonly Member[]): number | null {
    const doubt = this.#elsewhere.nextDoubt(this.#unseen());
    const due = absent.length === 0 ? null : Math.min(...this.#absentSince.values()) + GRACE;
    return due === null || doubt === null ? (due ?? doubt) : Math.min(due, doubt);
  }

  #sitIn(): void {
    const now = this.#world.clock.now();
    for (const [member, since] of this.#absentSince) {
      if (now - since < GRACE) continue;
      this.#absentSince.delete(member);
      this.#world.ask({ type: 'sit-in', member });
    }
  }

  /** Members without a connection here for whom a bot could sit in. */
  #unseen(): readonly Member[] {
    const { log, crowd } = this.#world;
    if (!isPlaying(this.#table) || !mayStandIn(this.#table) || !quotaAllowsPlay(log, { type: 'move' }))
      return [];
    if (!this.#isAnyoneThere()) return [];
    return personsOf(this.#table).filter(
      member => mayBeStoodInFor(this.#table, member) && !crowd.has(member),
    );
  }

  /**
   * Members who are not connected to any authority; each authority decides about the seats of its own clients.
   */
  #absent(): readonly Member[] {
    return this.#unseen().filter(member => !this.#elsewhere.isElsewhere(member));
  }

  /** Whether a person is connected, here or elsewhere; bots play only then. */
  #isAnyoneThere(): boolean {
    const { crowd } = this.#world;
    return (
      crowd.here().length > 0 || personsOf(this.#table).some(member => this.#elsewhere.isElsewhere(member))
    );
  }

  /** Returns the seats of members who are connected here, and all seats when stand-ins are forbidden. */
  #giveBack(): void {
    const { crowd, ask } = this.#world;
    for (const member of this.#table.standIns ?? [])
      if (crowd.has(member) || !mayStandIn(this.#table)) ask({ type: 'stand-up', member });
  }
}

/** Returns the events of a stand-in job; an empty list if the job is out of date. */
export function judgeStandIn(
  table: TableState,
  { type, member }: StandInJob,
  { log, crowd }: Pick<StandInWorld, 'log' | 'crowd'>,
): readonly LogEvent[] {
  if (type === 'stand-up') return standsIn(table, member) ? [{ type: 'botStoodUp', member }] : [];
  const isDue =
    mayBeStoodInFor(table, member) && !crowd.has(member) && quotaAllowsPlay(log, { type: 'move' });
  return isDue ? [{ type: 'botSatIn', member }] : [];
}

const mayBeStoodInFor = (table: TableState, member: Member): boolean =>
  table.game?.status === 'playing' &&
  mayStandIn(table) &&
  table.seats.includes(member) &&
  !isBot(table, member) &&
  !standsIn(table, member);
