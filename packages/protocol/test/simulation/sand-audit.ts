/**
 * The bounds of the hourglass at any moment of a simulation. Upper bound: sand runs while a game is played, an
 * authority is up and its disk accepts writes. Lower bound: the sand that the authorities reported as run, less a
 * second for every crash and every freeze.
 */
import { runsOutAt } from '@hush/rules';
import type { TableState } from '../../src/index.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { VirtualDisk } from './disk.ts';
import type { SimNode } from './node.ts';

/** A crash or an outage gives back at most this much sand. */
const MOST_LOST = 1_000;
/** The sand that may run before an outage is noticed. */
const NOTICED_AFTER = 900;
const ROUNDING = 10;
/** The longest time that a slow disk and a retry need to write an entry. */
const LATE = 1_000;

/** After a start the sand waits for returning players, but at most this long. */
const RETURN = 6_000;

interface Judge {
  readonly version: number;
  readonly state: TableState;
  fail(what: string): void;
}

export class SandAudit {
  readonly #audit: Judge;
  readonly #time: VirtualTime;
  readonly #disk: VirtualDisk;
  readonly #isAlone: boolean;
  readonly nodes = new Set<SimNode>();
  openedAt = 0;
  #settledAt = 0;
  #most = 0;
  #least = 0;
  #ran = false;
  #wasTroubled = false;
  #ranAt = 0;

  constructor(audit: Judge, time: VirtualTime, disk: VirtualDisk, isAlone: boolean) {
    this.#audit = audit;
    this.#time = time;
    this.#disk = disk;
    this.#isAlone = isAlone;
  }

  get #isPlaying(): boolean {
    return this.#audit.state.game?.status === 'playing';
  }

  /** Called at every check: adds the time since the last one to the bounds. */
  settle(): void {
    const passed = this.#time.now - this.#settledAt;
    this.#settledAt = this.#time.now;
    const { troubled } = this.#disk;
    if (this.#isPlaying && this.nodes.size > 0 && !this.#wasTroubled) this.#most += passed;
    if (troubled && !this.#wasTroubled) this.#most += NOTICED_AFTER;
    this.#wasTroubled = troubled;
    const runs = this.#runs();
    if (this.#ran && runs) this.#least += passed;
    this.#ran = runs;
  }

  /** Whether all running authorities report that the sand runs. */
  #runs(): boolean {
    if (!this.#isPlaying || this.nodes.size === 0) return false;
    for (const { table, isDraining } of this.nodes) if (isDraining || !table?.sand.runs) return false;
    return true;
  }

  /** Called after a crash, or a freeze that goes back to the last durable moment. */
  lose(): void {
    this.#least -= MOST_LOST;
    this.#ran = false;
  }

  /** Called after an entry became durable. */
  follow(before: TableState, after: TableState): void {
    const { game } = after;
    if (game === null) return;
    if (game.setUp !== before.game?.setUp || before.game.status === 'setup') {
      this.#most = game.at + (this.#wasTroubled ? NOTICED_AFTER : 0);
      this.#least = game.at;
      return;
    }
    if (game.at > this.#most + ROUNDING + this.#slack())
      this.#audit.fail(`something happened at ${game.at}, but only ${this.#most.toFixed(0)} can have run`);
    if (game.status !== 'playing') this.#least = Math.min(this.#least, game.at);
  }

  /** How much sand the bounds must allow for the clocks of two authorities, which differ by the age of a checkpoint. */
  #slack(): number {
    return this.#isAlone ? 0 : MOST_LOST;
  }

  check(): void {
    this.settle();
    const { game, games } = this.#audit.state;
    if (game === null || !this.#isPlaying) {
      this.#ranAt = this.#time.now;
      return;
    }
    for (const { table, isDraining } of this.nodes) {
      if (table === null || isDraining || table.version !== this.#audit.version) continue;
      if (table.state.games === games) this.#compare(table.sand, runsOutAt(game.hourglass));
    }
  }

  #compare({ at, runs }: { at: number; runs: boolean }, end: number): void {
    const well = this.#disk.wellFor;
    const unnoticed = well < 2 * MOST_LOST ? NOTICED_AFTER : 0;
    if (at > this.#most + ROUNDING + unnoticed + this.#slack())
      this.#audit.fail(`the sand is at ${at}, but only ${this.#most.toFixed(0)} can have run`);
    if (this.#isAlone && at < this.#least - ROUNDING)
      this.#audit.fail(`the sand is at ${at}, but ${this.#least.toFixed(0)} have run`);
    if (runs && well > 2 * MOST_LOST && at > end + LATE + this.#slack())
      this.#audit.fail(`the game should have ended at ${end}, it is ${at}`);
    if (runs || well < RETURN) this.#ranAt = this.#time.now;
    const stands = this.#time.now - Math.max(this.#ranAt, this.openedAt);
    if (stands > RETURN) this.#audit.fail(`the sand stands at ${at} for no reason`);
  }
}
