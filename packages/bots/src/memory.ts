/** What one bot remembers from one look at the game to the next. */

import type { Temper } from '@hush/protocol';
import type { Game, Millis } from '@hush/rules';
import { EMPTY_MIND, type Mind } from './mind.ts';

/** When a bot plans to take a step of its own. */
export interface Intent {
  readonly at: Millis;
  /** The moment since which the step has been possible. */
  readonly since: Millis;
  readonly urgent: boolean;
  readonly heroes: Game['heroes'];
  readonly mall: Game['mall'];
}

export interface Memory {
  readonly temper: Temper;
  readonly mind: Mind;
  /** The planned times of the bot's own steps, by step key. */
  readonly ready: ReadonlyMap<string, Intent>;
  readonly actedAt: Millis;
  /** The step for which a bot waits for a person, since when it waits, and when a bot last asked for the step. */
  readonly waiting: { readonly key: string; readonly since: Millis } | null;
  readonly askedAt: Millis;
}

export const newMemory = (temper: Temper): Memory => ({
  temper,
  mind: EMPTY_MIND,
  ready: new Map(),
  actedAt: Number.NEGATIVE_INFINITY,
  waiting: null,
  askedAt: Number.NEGATIVE_INFINITY,
});
