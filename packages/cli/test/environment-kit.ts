/** Games played by the rules alone, with the random numbers of python/examples/fingerprint.py. */
import { createHash } from 'node:crypto';
import {
  beginGame,
  type DecideContext,
  decide,
  due,
  evolve,
  type Game,
  type GameEvent,
  prepareGame,
  type Secret,
  sandLeft,
} from '@hush/rules';
import { commandOfAction, maskOf, observationOf } from '../src/referee-actions.ts';

class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((this.#state * most) / 0x1_0000_0000);
  }
}

/** The numbers in a mask, in ascending order. */
function legalIn(mask: string): readonly number[] {
  const numbers: number[] = [];
  for (let i = 0; i < mask.length; i++) {
    const digit = Number.parseInt(mask[mask.length - 1 - i] ?? '0', 16);
    for (let bit = 0; bit < 4; bit++) if ((digit >> bit) & 1) numbers.push(i * 4 + bit);
  }
  return numbers;
}

export class EnvironmentGame {
  game: Game;
  readonly #secret: Secret;
  #at = 0;

  constructor(scenario: number, players: number, seed: number) {
    const prepared = prepareGame({ scenario, players }, String(seed));
    if (!prepared.ok) throw new Error(prepared.error);
    this.#secret = prepared.value.secret;
    this.game = evolve(beginGame(prepared.value.event), { type: 'gameStarted', at: 0 });
  }

  get isPlaying(): boolean {
    return this.game.status === 'playing';
  }

  get moment(): DecideContext {
    return { at: this.#at, secret: this.#secret };
  }

  get masks(): readonly string[] {
    return this.game.actionTiles.map((_, seat) => maskOf(this.game, seat));
  }

  #take(events: readonly GameEvent[]): void {
    this.game = events.reduce(evolve, this.game);
  }

  step(actions: readonly number[], tick: number): void {
    if (this.isPlaying) this.#at += tick;
    this.#take(due(this.game, this.moment));
    for (const [seat, action] of actions.entries()) {
      const command = commandOfAction(this.game, seat, action);
      const verdict = command === null ? null : decide(this.game, command, this.moment);
      if (verdict?.ok === true) this.#take(verdict.value);
    }
  }

  actionsBy(dice: Dice): readonly number[] {
    return this.masks.map(mask => {
      const legal = legalIn(mask);
      return legal[dice.below(legal.length)] ?? 0;
    });
  }

  stepByChance(dice = new Dice(this.#at + 7)): void {
    this.step(this.actionsBy(dice), 200);
  }

  get seen(): string {
    const left = sandLeft(this.game, this.isPlaying ? this.#at : this.game.at);
    const masks = this.masks.map(mask => BigInt(`0x${mask}`)).join();
    return `${masks}|${observationOf(this.game, left).join()}\n`;
  }
}

/** The hash that python/examples/fingerprint.py must print after the same number of steps. */
export function fingerprint(steps: number, games = 30): string {
  const hash = createHash('sha256');
  const dice = new Dice(1);
  let seeds = 0;
  const all = Array.from({ length: games }, () => new EnvironmentGame(7, 4, seeds++));
  for (let done = 0; done < steps; ) {
    const actions = all.map(game => game.actionsBy(dice));
    for (const [i, game] of all.entries()) game.step(actions[i] ?? [], 200);
    for (const [i, game] of all.entries()) {
      done++;
      hash.update(game.seen);
      if (!game.isPlaying) all[i] = new EnvironmentGame(7, 4, seeds++);
    }
  }
  return hash.digest('hex');
}
