/** Turns presses, holds and double presses into moves, in the same way for the pad, the piano keys and the arrow keys. */

import type { Clock } from '@hush/protocol';
import { type Action, type Direction, type Hero, isDirection } from '@hush/rules';
import type { TalkGuard } from './talk-guard.ts';

/** Options of a press; by default it moves the chosen hero by one square. */
export interface PressOptions {
  readonly hero?: Hero;
  readonly run?: boolean;
  /** The time of the key or pointer event; a busy page may handle the event later. */
  readonly at?: number;
}

export interface Press {
  readonly action: Action;
  readonly hero: Hero;
  readonly run: boolean;
  readonly at: number;
}

export interface Presses {
  press(action: Action, manner?: PressOptions): void;
  release(action: Action, manner?: PressOptions): void;
  releaseAll(): void;
}

export interface PressWorld {
  readonly clock: Clock;
  readonly guard: TalkGuard;
  heroFor(action: Action, wished: Hero | undefined): Hero;
  perform(press: Press): void;
  /** Moves a hero by one square, or lets it run; returns the cell to which it leads, or null. */
  step(hero: Hero, dir: Direction, run: boolean): number | null;
  canGoOn(hero: Hero, dir: Direction): boolean;
  placeOf(hero: Hero): number | null;
}

interface Slide {
  readonly key: string;
  readonly hero: Hero;
  readonly dir: Direction;
}

/** Milliseconds per square of a slide. */
export const PACE = 110;
/** Milliseconds until a press becomes a hold; a shorter press is a tap. */
const FIRST = 200;
const DOUBLE = 250;
const GUARD = 300;

export function createPresses({
  clock,
  guard,
  heroFor,
  perform,
  step,
  canGoOn,
  placeOf,
}: PressWorld): Presses {
  /** The held keys, each with the function that cancels its next square. */
  const held = new Map<string, () => void>();
  let last = { key: '', at: Number.NEGATIVE_INFINITY };

  function slideOn(way: Slide, to: number | null, after: number): void {
    if (to === null) return;
    const { key, hero, dir } = way;
    const next = (): void => {
      // A slide ends if its last move was refused or not predicted, or if another player moved the hero.
      if (placeOf(hero) !== to || !canGoOn(hero, dir)) return;
      slideOn(way, step(hero, dir, false), PACE);
    };
    held.set(key, clock.later(after, next));
  }

  function begin(key: string, press: Press): void {
    const { action, hero } = press;
    if (!isDirection(action)) {
      perform(press);
      return;
    }
    const again = last.key === key && press.at - last.at < DOUBLE;
    const run = press.run || again;
    last = { key, at: run ? Number.NEGATIVE_INFINITY : press.at };
    const to = step(hero, action, run);
    if (!run) slideOn({ key, hero, dir: action }, to, FIRST);
  }

  function release(key: string): void {
    held.get(key)?.();
    held.delete(key);
    if (guard.filling.peek() !== key) return;
    guard.fill(null);
    guard.confirms(key);
  }

  return {
    press(action, { hero: wished, run = false, at = clock.now() } = {}) {
      const hero = heroFor(action, wished);
      const key = `${action}:${hero}`;
      if (held.has(key)) return; // the browser repeats a held key
      held.set(key, () => undefined);
      if (guard.allows(key)) {
        begin(key, { action, hero, run, at });
        return;
      }
      guard.fill(key);
      const filled = (): void => {
        guard.fill(null);
        begin(key, { action, hero, run, at });
      };
      held.set(key, clock.later(GUARD, filled));
    },
    release(action, { hero } = {}) {
      const keys =
        hero === undefined
          ? [...held.keys()].filter(key => key.startsWith(`${action}:`))
          : [`${action}:${hero}`];
      for (const key of keys) release(key);
    },
    releaseAll() {
      for (const key of [...held.keys()]) release(key);
    },
  };
}
