/** How long a bot takes to see what is to be done and do it: the delays of recorded games, in three tempers. */
import type { Temper } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { DELAYS, type Mind } from './mind.ts';
import type { Step } from './step.ts';

interface Manner {
  /** Times the usual delays. */
  readonly scale: number;
  /** How much one delay differs from the next: the spread of their logarithms. */
  readonly spread: number;
  /** Between two actions of the same bot, at least. */
  readonly rest: Millis;
  /** Whether it waits for its turn among several heroes who can go on, as a table of people does. */
  readonly shares: boolean;
}

export const MANNERS: Readonly<Record<Temper, Manner>> = {
  calm: { scale: 1, spread: 0.63, rest: 400, shares: true },
  brisk: { scale: 0.5, spread: 0.4, rest: 250, shares: true },
  lightning: { scale: 0.1, spread: 0.15, rest: 80, shares: false },
};

/** Turning an action tile alone is a flick of the hand, not a thought (SO-2b). */
const FLICK: Millis = 400;

/** One number out of [0, 1) at a time; where they come from is the caller's business. */
export type Chance = () => number;

/** Who takes the delay: what they draw, and how quick they are by nature. */
export interface Thinker {
  readonly chance: Chance;
  readonly character: number;
}

export function delayOf(temper: Temper, mind: Mind, step: Step, { chance, character }: Thinker): Millis {
  const { scale, spread, shares } = MANNERS[temper];
  // When the sand runs out everybody looks at the one hero who matters, and nobody takes their time.
  if (step.urgent) {
    const times = Math.min(URGENT, drawn(spread, 1, chance)) * Math.min(mind.tempo, SLOW_TABLE);
    return Math.round(DELAYS.same * scale * character * times);
  }
  const isAlone = mind.game?.solo !== null;
  const heroes = shares && !isAlone ? Math.max(1, mind.steps.length) : 1;
  const { share, of } = shareOf(mind, step, heroes);
  // Alone one looks ahead while turning action tiles, and knows what to do when the right one comes.
  const eager = (isAlone ? 0.5 : 1) * (mind.hurried ? HURRY : 1);
  const delay = medianOf(mind, step) * share * eager * character * drawn(spread, of, chance);
  return Math.round(Math.min(LONGEST, delay) * scale * mind.tempo);
}

/** Nobody falls asleep. */
const LONGEST: Millis = 15_000;
/** Times the median, when it is urgent; and even a slow table is hardly slower then. */
const URGENT = 2;
const SLOW_TABLE = 1.5;
/** The sand is low, and everybody looks for an hourglass. */
const HURRY = 0.6;

interface Share {
  /** Times the delay. */
  readonly share: number;
  /** So many draw it. */
  readonly of: number;
}

/**
 * Of several heroes who could go on the quickest does, and is it the one who went before, then sooner and more often:
 * with these shares a table of four shows the medians and quartiles that were recorded.
 */
function shareOf(mind: Mind, step: Step, heroes: number): Share {
  if (heroes === 1 || mind.lastWasTile) return { share: 1, of: heroes };
  return isSameHero(mind, step) ? { share: 0.9, of: (heroes + 1) / 2 } : { share: 1.5, of: heroes };
}

/**
 * A delay, times its median: log-logistic, which has the quartiles that were recorded. It is drawn such that the
 * quickest of so many who draw, and not each of them, takes what one alone would: as many as can act at once, a table
 * acts as fast as one table.
 */
function drawn(spread: number, of: number, chance: Chance): number {
  const later = (1 - chance()) ** of;
  return ((1 - later) / later) ** spread;
}

function medianOf(mind: Mind, step: Step): Millis {
  if (step.key.startsWith('turn')) return FLICK;
  // Who has drawn a tile holds it in the hand.
  if (step.key.startsWith('lay')) return DELAYS.same;
  if (mind.lastWasTile) return DELAYS.tile;
  return isSameHero(mind, step) ? DELAYS.same : DELAYS.other;
}

const isSameHero = ({ lastHero }: Mind, { hero }: Step): boolean => hero === null || hero === lastHero;
