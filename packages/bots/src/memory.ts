/** What one bot remembers from one look to the next. */

import type { Temper } from '@hush/protocol';
import type { Game, Millis } from '@hush/rules';
import { EMPTY_MIND, type Mind } from './mind.ts';

/** When a bot will do a step of its own, as things stood when it last thought about it. */
export interface Intent {
  readonly at: Millis;
  /** Since when it could have been done. */
  readonly since: Millis;
  readonly urgent: boolean;
  readonly heroes: Game['heroes'];
  readonly mall: Game['mall'];
}

export interface Memory {
  readonly temper: Temper;
  readonly mind: Mind;
  /** When each of the steps that are its own will be done, by key. */
  readonly ready: ReadonlyMap<string, Intent>;
  readonly actedAt: Millis;
  /** The step that waits for a human, since when, and when somebody was last asked. */
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
