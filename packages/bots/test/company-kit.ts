/** A table on virtual time with bots in some seats; the test makes the moves of the people. */
import type { BotGaze, Temper } from '@hush/protocol';
import {
  beginGame,
  type Command,
  decide,
  evolve,
  type Game,
  type Millis,
  prepareGame,
  type Seat,
  type Secret,
  type Wish,
} from '@hush/rules';
import { botTurn, type Memory, newMemory } from '../src/index.ts';
import type { Mind } from '../src/mind.ts';
import { EMPTY_MIND } from '../src/mind.ts';
import { dice } from './dice.ts';

export function begun(wish: Wish, seed = 'manners'): { readonly game: Game; readonly secret: Secret } {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  return { game: evolve(beginGame(event), { type: 'gameStarted', at: 0 }), secret };
}

export const chanceOf = (seed: number): (() => number) => {
  const below = dice(seed);
  return () => below(1_000_000) / 1_000_000;
};

/** A table with bots in some seats; the test makes the moves of the people. */
export class Table {
  game: Game;
  at: Millis = 0;
  readonly secret: Secret;
  readonly humans: readonly Seat[];
  readonly done: { readonly at: Millis; readonly command: Command }[] = [];
  /** Where a bot looked, and at which time. */
  readonly gazes: { readonly at: Millis; readonly gaze: BotGaze }[] = [];
  /** The seats of people who are away. */
  away: readonly Seat[] = [];
  readonly #memories: Map<Seat, Memory>;
  readonly #chance = chanceOf(5);

  /** Makes the seat of a person vacant. */
  vacate(seat: Seat): void {
    this.#memories.delete(seat);
  }

  constructor(wish: Wish, humans: readonly Seat[], temper: Temper = 'brisk', seed = 'manners') {
    const { game, secret } = begun(wish, seed);
    this.game = game;
    this.secret = secret;
    this.humans = humans;
    const seats = Array.from({ length: game.setUp.players }, (_, seat) => seat);
    this.#memories = new Map(
      seats.filter(seat => !humans.includes(seat)).map(seat => [seat, newMemory(temper)]),
    );
  }

  do(command: Command): void {
    const verdict = decide(this.game, command, { at: this.at, secret: this.secret });
    if (!verdict.ok) throw new Error(`${verdict.error}: ${JSON.stringify(command)}`);
    this.game = verdict.value.reduce(evolve, this.game);
    this.done.push({ at: this.at, command });
  }

  /** Time passes in small steps; the bots are asked at every step. */
  wait(ms: Millis): void {
    for (const end = this.at + ms; this.at < end && this.game.status === 'playing'; this.at += 50) {
      for (const [seat, memory] of this.#memories) {
        const turn = botTurn(this.game, seat, memory, {
          at: this.at,
          chance: this.#chance,
          humans: this.humans,
          bots: [...this.#memories.keys()],
          away: this.away,
        });
        if (turn.gaze) this.gazes.push({ at: this.at, gaze: turn.gaze });
        this.#memories.set(seat, turn.memory);
        if (turn.command !== undefined) this.do(turn.command);
      }
    }
  }

  /** The shared mind of all bots. */
  get mind(): Mind {
    return [...this.#memories.values()][0]?.mind ?? EMPTY_MIND;
  }

  get bots(): readonly Seat[] {
    return [...this.#memories.keys()];
  }

  since(at: Millis): readonly Command[] {
    return this.done.filter(each => each.at >= at).map(({ command }) => command);
  }
}

export const FOUR: Wish = {
  scenario: 2,
  players: 4,
  actionTiles: [['north'], ['south', 'explore'], ['west', 'vortex'], ['east', 'escalator']],
};
