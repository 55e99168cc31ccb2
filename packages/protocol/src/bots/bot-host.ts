/**
 * Where the bots of one table are at home: sees to it that somebody plays them, that one of them sits in for a member
 * who is away, and that it gives the seat back. What a bot does goes through the judge like everybody's commands, but
 * counts only if nothing has happened since it looked: so two authorities with the same bots never act twice.
 */
import type { Command, DecideContext, Game, Millis, Seat } from '@hush/rules';
import type { TableLog } from '../logs/table-log.ts';
import type { Entry } from '../messages/entry.ts';
import type { PlayCommand, SandReading } from '../messages/messages.ts';
import type { Crowd } from '../presence/crowd.ts';
import { isBot, mayStandIn, standsIn, type Temper, temperOf } from '../state/bot-seats.ts';
import { play } from '../state/play.ts';
import { mayPlay } from '../state/quota.ts';
import {
  evolveTable,
  isPlaying,
  type LogEvent,
  type Member,
  personsOf,
  type TableState,
} from '../state/table-state.ts';
import { ConnectedElsewhere } from './elsewhere.ts';

/** What a bot sees, and who is one. */
export interface BotView {
  readonly game: Game;
  readonly at: Millis;
  readonly bots: readonly { readonly seat: Seat; readonly temper: Temper }[];
  /** The seats of people, here or not. */
  readonly humans: readonly Seat[];
}

/** A table as whoever plays its bots sees it. */
export interface BotTable {
  /** Null while nothing is to be done: no sand runs, no person is here, a command is on its way, or the game holds no more. */
  view(): BotView | null;
  act(command: Command & { readonly seat: Seat }): void;
  later(after: Millis, then: () => void): () => void;
}

/** Plays the bots of one table. */
export interface BotPlayers {
  /** Something has changed. */
  look(): void;
  stop(): void;
}

/** Decided by the table itself, of its state at the version at which its turn comes. */
export type HouseDecision = (
  table: TableState,
  circumstances: DecideContext,
  version: number,
) => readonly LogEvent[];

/** What this house needs from outside. */
interface Street {
  now(): number;
  later(after: Millis, then: () => void): () => void;
  /** Without it bots only sit there. */
  crew?(table: BotTable): BotPlayers;
}

/** What the table does for its bots. */
interface Landlord {
  sand(): SandReading;
  push(decide: HouseDecision): void;
}

/** So long somebody may be away before a bot sits in; a pause that the table has agreed on comes earlier (HG-8). */
const GRACE: Millis = 5_000;
/** Who hears the bots act from elsewhere leaves it to them until they have been silent for so long. */
const STAND_BACK: Millis = 6_000;

export class BotHost {
  readonly #street: Street;
  readonly #history: TableLog;
  readonly #crowd: Crowd;
  readonly #landlord: Landlord;
  #crew: BotPlayers | null = null;
  #isActing = false;
  /** What our own bots did last, to tell it from what they did elsewhere. */
  #done: readonly LogEvent[] | null = null;
  #othersActUntil = Number.NEGATIVE_INFINITY;
  readonly #absentSince = new Map<Member, number>();
  readonly #whereabouts: ConnectedElsewhere;
  #cancel: (() => void) | null = null;
  /** When that look is due. */
  #looksAt = 0;

  constructor(street: Street, history: TableLog, crowd: Crowd, landlord: Landlord) {
    this.#street = street;
    this.#history = history;
    this.#crowd = crowd;
    this.#landlord = landlord;
    this.#whereabouts = new ConnectedElsewhere(() => street.now());
  }

  get #table(): TableState {
    return this.#history.state;
  }

  /** After people came or went, after something became durable, and after the sand was held or let go. */
  look(): void {
    this.#whereabouts.look(this.#crowd.here());
    this.#watchAbsent();
    this.#giveBack();
    const { bots = [], standIns = [] } = this.#table;
    if (this.#crew === null && bots.length + standIns.length > 0) this.#hire();
    this.#crew?.look();
  }

  #hire(): void {
    this.#crew =
      this.#street.crew?.({
        view: () => this.#view(),
        act: command => this.#act(command),
        later: (after, then) => this.#street.later(after, then),
      }) ?? null;
  }

  stop(): void {
    this.#crew?.stop();
    this.#crew = null;
    this.#cancel?.();
    this.#cancel = null;
  }

  // Playing.

  #view(): BotView | null {
    const { game, seats } = this.#table;
    const { at, runs } = this.#landlord.sand();
    if (game?.status !== 'playing' || !runs || this.#isActing || this.#isLeftToOthers()) return null;
    if (!this.#isAttended() || this.#isWorn()) return null;
    const tempers = seats.map(member => temperOf(this.#table, member));
    const bots = tempers.flatMap((temper, seat) => (temper === null ? [] : [{ seat, temper }]));
    const humans = seats.flatMap((member, seat) =>
      member !== null && (tempers[seat] ?? null) === null ? [seat] : [],
    );
    return bots.length === 0 ? null : { game, at, bots, humans };
  }

  /** For nobody bots do not play. */
  #isAttended(): boolean {
    return this.#crowd.here().length > 0;
  }

  /** This game holds no more (PR-34). What a bot does is judged at the version at which it looked, so looking is enough. */
  #isWorn(): boolean {
    return !mayPlay(this.#history, { type: 'move' });
  }

  #isLeftToOthers(): boolean {
    return this.#street.now() < this.#othersActUntil;
  }

  #act({ seat, ...command }: Command & { readonly seat: Seat }): void {
    const seen = this.#history.version;
    const member = this.#table.seats[seat] ?? null;
    this.#isActing = true;
    this.#landlord.push((table, circumstances, version) => {
      this.#isActing = false;
      if (member === null || version !== seen) return this.#nothing();
      const verdict = play(table, member, command as PlayCommand, circumstances);
      if (!verdict.ok) return this.#nothing();
      this.#done = verdict.value;
      return verdict.value;
    });
  }

  /** The bot was too late, and looks again. */
  #nothing(): readonly LogEvent[] {
    this.#street.later(1, () => this.#crew?.look());
    return [];
  }

  /** An entry is durable. What nobody asked for and a bot did, and none of ours, was done by a crew elsewhere. */
  hear(entry: Entry): void {
    this.#whereabouts.hear(entry, mayStandIn(this.#table));
    const { events, cause } = entry;
    const [first] = events;
    if (cause !== null || events === this.#done || first === undefined || !('seat' in first)) return;
    const member =
      first.type === 'memberJoined' || first.seat === null ? null : this.#table.seats[first.seat];
    if (temperOf(this.#table, member ?? null) === null || first.type === 'botSat') return;
    this.#othersActUntil = this.#street.now() + STAND_BACK;
    this.#street.later(STAND_BACK, () => this.#crew?.look());
  }

  // Sitting in.

  #watchAbsent(): void {
    const absent = this.#absent();
    for (const member of this.#absentSince.keys())
      if (!absent.includes(member)) this.#absentSince.delete(member);
    for (const member of absent)
      if (!this.#absentSince.has(member)) this.#absentSince.set(member, this.#street.now());
    const due = this.#nextLook(absent);
    if (due === null || (this.#cancel !== null && due >= this.#looksAt)) return;
    this.#cancel?.();
    this.#looksAt = due;
    this.#cancel = this.#street.later(Math.max(1, due - this.#street.now()), () => {
      this.#cancel = null;
      this.#sitIn();
      this.#watchAbsent();
    });
  }

  /** When a bot sits in for the first of these, or when somebody who may be elsewhere is worth another look. */
  #nextLook(absent: readonly Member[]): number | null {
    const doubt = this.#whereabouts.nextDoubt(this.#unseen());
    const due = absent.length === 0 ? null : Math.min(...this.#absentSince.values()) + GRACE;
    return due === null || doubt === null ? (due ?? doubt) : Math.min(due, doubt);
  }

  #sitIn(): void {
    const now = this.#street.now();
    for (const [member, since] of this.#absentSince) {
      if (now - since < GRACE) continue;
      this.#absentSince.delete(member);
      this.#landlord.push(table =>
        mayBeStoodInFor(table, member) && !this.#crowd.has(member) && !this.#isWorn()
          ? [{ type: 'botSatIn', member }]
          : [],
      );
    }
  }

  /** Nobody here has a line to them, and a bot might sit in. */
  #unseen(): readonly Member[] {
    if (!isPlaying(this.#table) || !mayStandIn(this.#table) || this.#isWorn()) return [];
    if (!this.#isAnyoneThere()) return [];
    return personsOf(this.#table).filter(
      member => mayBeStoodInFor(this.#table, member) && !this.#crowd.has(member),
    );
  }

  /** A member may be at another authority, which then sees to the seat itself. */
  #absent(): readonly Member[] {
    return this.#unseen().filter(member => !this.#whereabouts.isElsewhere(member));
  }

  /** Somebody is left to play for, here or elsewhere. */
  #isAnyoneThere(): boolean {
    return this.#isAttended() || personsOf(this.#table).some(member => this.#whereabouts.isElsewhere(member));
  }

  /** To whoever is back, and to everybody where bots may sit in no longer. */
  #giveBack(): void {
    for (const member of this.#table.standIns ?? []) {
      if (!this.#crowd.has(member) && mayStandIn(this.#table)) continue;
      this.#landlord.push(table => (standsIn(table, member) ? [{ type: 'botStoodUp', member }] : []));
    }
  }
}

const mayBeStoodInFor = (table: TableState, member: Member): boolean =>
  table.game?.status === 'playing' &&
  mayStandIn(table) &&
  table.seats.includes(member) &&
  !isBot(table, member) &&
  !standsIn(table, member);

const SEATING: readonly LogEvent['type'][] = ['memberJoined', 'gameSetUp', 'botSatIn'];

/** The same events, and those that mark in the game which seats bots play from here on (GB-1). */
export function withBotMarks(
  table: TableState,
  events: readonly LogEvent[],
  now: () => Millis,
): readonly LogEvent[] {
  if (!events.some(({ type }) => SEATING.includes(type))) return events;
  const after = events.reduce(evolveTable, table);
  const { game } = after;
  if (game === null || !isPlaying(after)) return events;
  const at = game.status === 'playing' ? Math.max(game.at, now()) : game.at;
  const marks = after.seats.flatMap((member, seat) =>
    temperOf(after, member) !== null && seat < game.setUp.players && !game.bots.includes(seat)
      ? [{ type: 'botSat', at, seat } as const]
      : [],
  );
  return marks.length === 0 ? events : [...events, ...marks];
}
