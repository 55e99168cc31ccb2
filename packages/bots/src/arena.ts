/**
 * Plays a whole game among bots on virtual time with the real rules: for tests, for `hush simulate` and for tuning. The
 * clock jumps to the earliest moment at which a bot wants to look again.
 */
import type { Temper } from '@hush/protocol';
import {
  beginGame,
  type Command,
  decide,
  due,
  evolve,
  type Game,
  type GameEvent,
  HEROES,
  type Hero,
  isOver,
  type LossReason,
  type Millis,
  prepareGame,
  type Refusal,
  type Seat,
  type Secret,
  sandEnd,
  type Wish,
} from '@hush/rules';
import { botTurn } from './bot.ts';
import { type Memory, newMemory } from './memory.ts';
import type { Chance } from './pace.ts';

export interface Contest {
  readonly wish: Wish;
  /** Shuffles, action tiles and the bots' delays all derive from this seed. */
  readonly seed: string;
  /** The tempers by seat; a shorter list is repeated. */
  readonly tempers: readonly Temper[];
}

export interface ContestReport {
  readonly won: boolean;
  readonly reason: LossReason | null;
  /** The time on the game's clock when the game ended. */
  readonly time: Millis;
  /** Moves, rides, vortices, explorations and layings. */
  readonly actions: number;
  readonly turned: number;
  /** How often an action came from another seat than the action before it. */
  readonly handOvers: number;
  /** Moves that took a hero back to an earlier cell, with nothing achieved in between. */
  readonly undone: number;
  readonly refused: readonly { readonly command: Command; readonly why: Refusal }[];
  /** True if the bots stopped acting until the sand ran out, or if the game did not end. */
  readonly stuck: boolean;
  readonly tiles: number;
}

/** More actions than any game needs; a longer game means that bots move in circles. */
const MOST_COMMANDS = 6000;

export const playContest = (contest: Contest, watch?: (event: GameEvent) => void): ContestReport =>
  matchOf(contest, watch).play();

/** A game after an action, and what the action caused. */
export interface ContestStep {
  readonly game: Game;
  readonly events: readonly GameEvent[];
}

/** `playContest` as a generator for spectators: it yields before the first action and after each one. */
export const watchContest = (contest: Contest): Generator<ContestStep, void> => matchOf(contest).steps();

function matchOf({ wish, seed, tempers }: Contest, watch?: (event: GameEvent) => void): Match {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  const seats = Array.from(
    { length: event.setUp.players },
    (_, seat) => tempers[seat % tempers.length] ?? 'calm',
  );
  return new Match(evolve(beginGame(event), { type: 'gameStarted', at: 0 }), secret, seats, {
    ...(watch === undefined ? {} : { watch }),
  });
}

/** Bots continue from a position to the end; the only randomness is in their delays. */
export function playOnFrom(
  game: Game,
  secret: Secret,
  tempers: readonly Temper[],
  seed: string,
): ContestReport {
  const seats = Array.from(
    { length: game.setUp.players },
    (_, seat) => tempers[seat % tempers.length] ?? 'calm',
  );
  return new Match({ ...game, status: 'playing' }, secret, seats, { seed }).play();
}

/**
 * In a game without a clock, bots that wait for each other would never stop: after ten hours of game time they count
 * as stuck.
 */
const LONGEST: Millis = 36_000_000;

interface MatchOptions {
  readonly watch?: (event: GameEvent) => void;
  /** The bots' delays derive from this seed; by default it is the seed of the game. */
  readonly seed?: string;
}

/** A game in progress with its bots. */
class Match {
  #game: Game;
  #at: Millis;
  #wakes: (Millis | null)[];
  readonly #memories: Memory[];
  readonly #secret: Secret;
  readonly #chance: Chance;
  readonly #watch: ((event: GameEvent) => void) | undefined;
  readonly #tally = new Tally();
  readonly #refused: { readonly command: Command; readonly why: Refusal }[] = [];
  #commands = 0;
  #stuck = false;
  /** The events that the last action caused. */
  #latest: readonly GameEvent[] = [];

  constructor(
    game: Game,
    secret: Secret,
    tempers: readonly Temper[],
    { watch, seed = secret.seed }: MatchOptions,
  ) {
    this.#game = game;
    this.#at = game.at;
    this.#secret = secret;
    this.#memories = tempers.map(newMemory);
    this.#wakes = tempers.map(() => game.at);
    this.#chance = chanceFrom(seed);
    this.#watch = watch;
  }

  *steps(): Generator<ContestStep, void> {
    yield { game: this.#game, events: [] };
    while (!isOver(this.#game)) {
      if (this.#someoneActs()) yield { game: this.#game, events: this.#latest };
      else this.#wait();
      this.#stuck ||= this.#commands > MOST_COMMANDS;
      if (this.#stuck) break;
    }
  }

  play(): ContestReport {
    for (const _ of this.steps());
    const { status, reason, at, turned, mall } = this.#game;
    return {
      won: status === 'won',
      reason,
      time: at,
      ...this.#tally.counts(),
      turned,
      refused: this.#refused,
      stuck: this.#stuck,
      tiles: Object.keys(mall).length,
    };
  }

  /**
   * Asks every bot whose time has come. After the first action of a bot the game has changed, so all bots are asked
   * again.
   */
  #someoneActs(): boolean {
    const count = this.#memories.length;
    for (let i = 0; i < count; i++) {
      const seat = (this.#commands + i) % count;
      if ((this.#wakes[seat] ?? Number.POSITIVE_INFINITY) > this.#at) continue;
      const memory = this.#memories[seat];
      if (memory === undefined) continue;
      const turn = botTurn(this.#game, seat, memory, { at: this.#at, chance: this.#chance });
      this.#memories[seat] = turn.memory;
      this.#wakes[seat] = turn.lookAgainAt;
      if (turn.command !== undefined && this.#carryOut(turn.command)) return true;
    }
    return false;
  }

  #carryOut(command: Command): boolean {
    this.#commands++;
    const verdict = decide(this.#game, command, { at: this.#at, secret: this.#secret });
    if (!verdict.ok) {
      this.#refused.push({ command, why: verdict.error });
      return false;
    }
    this.#latest = verdict.value;
    this.#apply(verdict.value);
    this.#wakes = this.#wakes.map(() => this.#at);
    return true;
  }

  #apply(events: readonly GameEvent[]): void {
    for (const event of events) {
      this.#tally.note(this.#game, event);
      this.#game = evolve(this.#game, event);
      this.#watch?.(event);
    }
  }

  #wait(): void {
    const end = Math.min(sandEnd(this.#game), LONGEST);
    const next = Math.min(...this.#wakes.map(wake => wake ?? end), end);
    this.#at = Math.max(this.#at + 1, next);
    if (this.#at >= LONGEST) this.#stuck = true;
    else if (this.#at >= end) this.#apply(due(this.#game, { at: end, secret: this.#secret }));
  }
}

/** Counts the actions, hand-overs and undone moves of a game. */
class Tally {
  #actions = 0;
  #handOvers = 0;
  #undone = 0;
  #last: Seat | null = null;
  readonly #cameFrom = new Map<Hero, number>();

  note(game: Game, event: GameEvent): void {
    if (event.type === 'heroMoved') {
      this.#act(event.seat);
      if (this.#cameFrom.get(event.hero) === event.to) this.#undone++;
      this.#cameFrom.set(event.hero, game.heroes[event.hero] ?? -1);
    } else if (event.type === 'tileDrawn' || event.type === 'tileLaid') this.#act(event.seat);
    if (ACHIEVEMENTS.includes(event.type)) for (const hero of HEROES) this.#cameFrom.delete(hero);
  }

  #act(seat: Seat): void {
    this.#actions++;
    if (this.#last !== null && this.#last !== seat) this.#handOvers++;
    this.#last = seat;
  }

  counts(): { readonly actions: number; readonly handOvers: number; readonly undone: number } {
    return { actions: this.#actions, handOvers: this.#handOvers, undone: this.#undone };
  }
}

/** After one of these events, moving back does not count as undone. */
const ACHIEVEMENTS: readonly string[] = [
  'tileLaid',
  'hourglassTurned',
  'cameraSwitchedOff',
  'theftHappened',
  'tileDiscarded',
];

/** A pseudo-random generator of numbers in [0, 1) from a seed word; the same on every machine. */
function chanceFrom(seed: string): Chance {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
