/**
 * Runs the bots of one table: shows the game to the bots and turns their decisions into jobs. A bot's move is a job like
 * a person's command, but it is accepted only if nothing has happened since the bot looked. So several authorities that
 * run the same bots never make the same move twice (PR-22).
 */

import type { Cell, Command, Game, Hero, Millis, Seat } from '@hush/rules';
import type { Clock } from '../clock.ts';
import type { PlayCommand } from '../commands/play-command.ts';
import type { Temper } from '../commands/tempers.ts';
import { LazyMap } from '../lazy-map.ts';
import type { Entry } from '../messages/entry.ts';
import type { SandReading } from '../messages/parts.ts';
import { temperOf } from '../state/bot-seats.ts';
import { quotaAllowsPlay } from '../state/quota.ts';
import type { Member, TableState } from '../state/table-state.ts';
import { type StandInJob, StandIns, type StandInWorld } from './stand-ins.ts';

/** The game as a bot sees it, and the seats that bots play. */
export interface BotView {
  readonly game: Game;
  readonly at: Millis;
  readonly bots: readonly { readonly seat: Seat; readonly temper: Temper }[];
  /** The seats of people, whether connected or not. */
  readonly humans: readonly Seat[];
  /** The seats of people whom no bot should nudge: they are not connected, or did not react to three nudges. */
  readonly away: readonly Seat[];
}

/** Where a bot looks: the thing it waits for, and the seat that should act. */
export interface BotGaze {
  readonly seat: Seat;
  readonly to: Seat;
  readonly hero: Hero | null;
  readonly cell: Cell | null;
}

/** The table as the code that plays its bots sees it. */
export interface BotTable extends Pick<Clock, 'later'> {
  /**
   * The game; null while bots cannot act: no sand runs, no person is connected, a command is pending, or the quota is
   * used up.
   */
  view(): BotView | null;
  act(command: Command & { readonly seat: Seat }): void;
  /** Shows everybody where the bots look; null while the bots wait for nobody. */
  gaze(at: BotGaze | null): void;
}

/** Plays the bots of one table. */
export interface BotPlayers {
  /** Called after every change of the table. */
  look(): void;
  stop(): void;
}

/** A bot's move. It is dropped unless the table's version is still `seen` when it is judged. */
export interface BotMove {
  readonly type: 'bot-move';
  readonly seat: Seat;
  readonly command: PlayCommand;
  readonly seen: number;
}

export interface BotWorld extends StandInWorld {
  sand(): SandReading;
  /** Returns null on a server that plays no bots: then bots keep their seats but never act. */
  hire(table: BotTable): BotPlayers | null;
  ask(job: BotMove | StandInJob): void;
}

/** Where an entry comes from: this authority wrote it (`own`), or read it from the journal (`read`). */
export type EntryOrigin = 'own' | 'read';

/** After this many unanswered nudges a person counts as away. */
const MOST_NUDGES = 3;

/** For this long our bots do nothing after another authority's bots have acted. */
const STAND_BACK: Millis = 6_000;

export class BotHost {
  readonly #world: BotWorld;
  readonly #standIns: StandIns;
  #players: BotPlayers | null = null;
  #isActing = false;
  #othersActUntil = Number.NEGATIVE_INFINITY;
  /** How many nudges each person got from bots since that person last did something. */
  readonly #nudges = new LazyMap<Member, number>();
  #gaze: BotGaze | null = null;

  constructor(world: BotWorld) {
    this.#world = world;
    this.#standIns = new StandIns(world);
  }

  get #table(): TableState {
    return this.#world.log.state;
  }

  /** Called after people came or went, after something became durable, and after the sand was frozen or thawed. */
  look(): void {
    this.#standIns.look();
    const { bots = [], standIns = [] } = this.#table;
    if (this.#players === null && bots.length + standIns.length > 0) this.#hire();
    this.#players?.look();
  }

  #hire(): void {
    this.#players = this.#world.hire({
      view: () => this.#view(),
      act: command => this.#act(command),
      gaze: at => this.#look(at),
      later: (after, then) => this.#world.clock.later(after, then),
    });
  }

  stop(): void {
    this.#players?.stop();
    this.#players = null;
    this.#standIns.stop();
  }

  #view(): BotView | null {
    const { log, crowd, clock, sand } = this.#world;
    const { game, seats } = this.#table;
    const { at, runs } = sand();
    if (game?.status !== 'playing' || !runs || this.#isActing || clock.now() < this.#othersActUntil)
      return null;
    // Bots pause while no person is connected, and when the game has used up its quota (PR-34).
    if (crowd.here().length === 0 || !quotaAllowsPlay(log, { type: 'move' })) return null;
    const tempers = seats.map(member => temperOf(this.#table, member));
    const bots = tempers.flatMap((temper, seat) => (temper === null ? [] : [{ seat, temper }]));
    const humans = seats.flatMap((member, seat) =>
      member !== null && (tempers[seat] ?? null) === null ? [seat] : [],
    );
    if (bots.length === 0) return null;
    return { game, at, bots, humans, away: humans.filter(seat => this.#isAway(seats[seat] ?? null)) };
  }

  #isAway(member: Member | null): boolean {
    if (member === null || this.#standIns.isAbsent(member)) return true;
    return (this.#nudges.get(member) ?? 0) >= MOST_NUDGES;
  }

  /** Tells everybody where the bots look (PR-12f). */
  #look(at: BotGaze | null): void {
    this.#gaze = at;
    const { seats } = this.#table;
    const [from, to] = at === null ? [null, null] : [seats[at.seat] ?? null, seats[at.to] ?? null];
    const { crowd } = this.#world;
    if (at === null || from === null || to === null) crowd.gazeAt(null);
    else
      crowd.gazeAt({
        from,
        to: at.to,
        asked: this.#nudges.get(to) ?? 0,
        ...(at.hero === null ? {} : { hero: at.hero }),
        ...(at.cell === null ? {} : { cell: at.cell }),
      });
  }

  /** Counts the nudges of bots for each person, and starts at zero again when that person acts. */
  #count({ events, cause }: Entry): void {
    if (cause !== null) this.#nudges.delete(cause.member);
    for (const event of events) {
      if (
        cause !== null ||
        (event.type !== 'pawnMoved' && event.type !== 'tapped' && event.type !== 'stared')
      )
        continue;
      const member = this.#table.seats[event.to] ?? null;
      if (member !== null) this.#nudges.set(member, (this.#nudges.get(member) ?? 0) + 1);
    }
    if (this.#gaze !== null) this.#look(this.#table.game?.status === 'playing' ? this.#gaze : null);
  }

  #act({ seat, ...command }: Command & { readonly seat: Seat }): void {
    this.#isActing = true;
    // Removes the seat from a command of the rules, because the command of a member has no seat.
    const move = { seat, command: command as PlayCommand, seen: this.#world.log.version };
    this.#world.ask({ type: 'bot-move', ...move });
  }

  /**
   * Called when the last move of a bot was judged (and is durable, if accepted). A bot whose move came too late looks
   * again.
   */
  moved({ isAccepted }: { readonly isAccepted: boolean }): void {
    this.#isActing = false;
    if (!isAccepted) this.#lookIn(1);
  }

  #lookIn(wait: Millis): void {
    this.#world.clock.later(wait, () => this.#players?.look());
  }

  /**
   * Called for every durable entry. An entry of another authority that names no command and acts for a bot's seat is a
   * move of that authority's bots.
   */
  hear(entry: Entry, origin: EntryOrigin): void {
    this.#standIns.hear(entry);
    this.#count(entry);
    const [first] = entry.events;
    if (origin === 'own' || entry.cause !== null || first === undefined || !('seat' in first)) return;
    if (first.type === 'memberJoined' || first.type === 'botSat' || first.seat === null) return;
    if (temperOf(this.#table, this.#table.seats[first.seat] ?? null) === null) return;
    this.#othersActUntil = this.#world.clock.now() + STAND_BACK;
    this.#lookIn(STAND_BACK);
  }
}
