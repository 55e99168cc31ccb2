/**
 * Plays all bots of one table with one shared mind. It asks the bots after every change and whenever a bot wants to
 * be asked again, and it sends one command at a time. It needs only a BotTable, and its state can be rebuilt from the
 * game, so a restart loses nothing.
 */
import type { BotGaze, BotTable, BotView } from '@hush/protocol';
import type { Game, Millis, Seat } from '@hush/rules';
import { botTurn } from './bot.ts';
import { type Memory, newMemory } from './memory.ts';
import { EMPTY_MIND, type Mind } from './mind.ts';
import type { Chance } from './pace.ts';

/** Milliseconds from a change to the bots' next decision, so that the change is published first. */
const SOON: Millis = 1;

export class BotPlayer {
  readonly #table: BotTable;
  readonly #chance: Chance;
  #memories = new Map<Seat, Memory>();
  #mind: Mind = EMPTY_MIND;
  #setUp: Game['setUp'] | null = null;
  #cancel: (() => void) | null = null;
  #isSoon = false;
  #stopped = false;
  /** Where the bots look now: one bot waits for a person on behalf of all bots. */
  #gaze: BotGaze | null = null;

  constructor(table: BotTable, chance: Chance) {
    this.#table = table;
    this.#chance = chance;
  }

  /** Called after every change of the table. */
  look(): void {
    if (!this.#isSoon) this.#lookIn(SOON);
    this.#isSoon = true;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #lookIn(wait: Millis): void {
    this.#cancel?.();
    if (this.#stopped) return;
    this.#cancel = this.#table.later(wait, () => {
      this.#cancel = null;
      this.#isSoon = false;
      this.#goRound();
    });
  }

  /** Asks every bot for an action. After the first action the game has changed, so all bots are asked again. */
  #goRound(): void {
    const view = this.#table.view();
    if (view === null) return;
    this.#meet(view);
    this.#gaze = null;
    let next = Number.POSITIVE_INFINITY;
    for (const { seat } of view.bots) {
      const wants = this.#turn(view, seat);
      if (wants === 'acts') return;
      next = Math.min(next, wants);
    }
    this.#table.gaze(this.#gaze);
    if (next < Number.POSITIVE_INFINITY) this.#lookIn(Math.max(SOON, next - view.at));
  }

  /** A new game starts with an empty mind; a bot that sits down later gets the mind of the other bots. */
  #meet({ game, bots }: BotView): void {
    if (game.setUp !== this.#setUp) {
      this.#setUp = game.setUp;
      this.#mind = EMPTY_MIND;
      this.#memories.clear();
    }
    const known = this.#memories;
    this.#memories = new Map(
      bots.map(({ seat, temper }) => {
        const memory = known.get(seat);
        return [seat, memory?.temper === temper ? memory : newMemory(temper)];
      }),
    );
  }

  #turn({ game, at, humans, away, ...view }: BotView, seat: Seat): Millis | 'acts' {
    const memory = this.#memories.get(seat);
    if (memory === undefined) return Number.POSITIVE_INFINITY;
    const look = { at, chance: this.#chance, humans, away, bots: view.bots.map(bot => bot.seat) };
    const turn = botTurn(game, seat, { ...memory, mind: this.#mind }, look);
    this.#mind = turn.memory.mind;
    this.#memories.set(seat, turn.memory);
    this.#gaze ??= turn.gaze ?? null;
    if (turn.command === undefined || !('seat' in turn.command))
      return turn.lookAgainAt ?? Number.POSITIVE_INFINITY;
    this.#table.act(turn.command);
    return 'acts';
  }
}
