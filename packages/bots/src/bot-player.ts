/**
 * The bots of one table, played by one conductor with one mind for all of them: it looks after everything that happens
 * and when a bot wants to look again, and asks for one thing at a time. It knows no table of ours, only what it needs
 * of one, and begins anew from the game alone: after a restart nothing is missing but a thought.
 */
import type { BotTable, BotView } from '@hush/protocol';
import type { Game, Millis, Seat } from '@hush/rules';
import { botTurn } from './bot.ts';
import { type Memory, newMemory } from './memory.ts';
import { EMPTY_MIND, type Mind } from './mind.ts';
import type { Chance } from './pace.ts';

/** First everybody is told what has happened, and only then somebody thinks about it. */
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

  constructor(table: BotTable, chance: Chance) {
    this.#table = table;
    this.#chance = chance;
  }

  /** Something has changed. */
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

  /** Everybody looks; the first who acts changes the game, and then all look again. */
  #goRound(): void {
    const view = this.#table.view();
    if (view === null) return;
    this.#meet(view);
    let next = Number.POSITIVE_INFINITY;
    for (const { seat } of view.bots) {
      const wants = this.#turn(view, seat);
      if (wants === 'acts') return;
      next = Math.min(next, wants);
    }
    if (next < Number.POSITIVE_INFINITY) this.#lookIn(Math.max(SOON, next - view.at));
  }

  /** Another game is another matter; whoever sits down later learns what the others think. */
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

  #turn({ game, at, humans, ...view }: BotView, seat: Seat): Millis | 'acts' {
    const memory = this.#memories.get(seat);
    if (memory === undefined) return Number.POSITIVE_INFINITY;
    const look = { at, chance: this.#chance, humans, bots: view.bots.map(bot => bot.seat) };
    const turn = botTurn(game, seat, { ...memory, mind: this.#mind }, look);
    this.#mind = turn.memory.mind;
    this.#memories.set(seat, turn.memory);
    if (turn.command === undefined || !('seat' in turn.command))
      return turn.lookAgainAt ?? Number.POSITIVE_INFINITY;
    this.#table.act(turn.command);
    return 'acts';
  }
}
