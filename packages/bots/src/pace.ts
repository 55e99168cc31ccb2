/** How long a bot takes to see what is to be done and do it: the delays of recorded games, in three tempers. */
import type { Millis } from '@hush/rules';
import { DELAYS, type Mind } from './mind.ts';
import type { Step } from './step.ts';

export const TEMPERS = ['calm', 'brisk', 'lightning'] as const;
export type Temper = (typeof TEMPERS)[number];

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

/** Turning an action tile alone is a flick of the hand, not a thought (SO-2). */
const FLICK: Millis = 400;

/** One number out of [0, 1) at a time; where they come from is the caller's business. */
export type Chance = () => number;

export function delayOf(temper: Temper, mind: Mind, step: Step, chance: Chance): Millis {
  const { scale, spread, shares } = MANNERS[temper];
  // When the sand runs out everybody looks at the one hero who matters, and nobody takes their time.
  if (step.urgent) {
    const longer = Math.min(URGENT, drawn(spread, 1, chance));
    return Math.round(DELAYS.same * scale * Math.min(mind.tempo, URGENT) * longer);
  }
  const isAlone = mind.game?.solo !== null;
  const heroes = shares && !isAlone ? Math.max(1, mind.steps.length) : 1;
  const share = heroes === 1 || mind.lastWasTile ? 1 : SHARES[isSameHero(mind, step) ? 'same' : 'other'];
  // Alone one looks ahead while turning action tiles, and knows what to do when the right one comes.
  const eager = (isAlone ? 0.5 : 1) * (mind.hurried ? HURRY : 1);
  const times = share * scale * eager * mind.tempo * drawn(spread, heroes, chance);
  return Math.round(medianOf(mind, step) * times);
}

/** Times the median: nobody falls asleep, and least of all when it is urgent. */
const LONGEST = 8;
const URGENT = 1.5;
/** The sand is low, and everybody looks for an hourglass. */
const HURRY = 0.6;

/**
 * Of several heroes who could go on the quickest does, and is it the one who went before, then sooner: with these
 * shares a table of four shows the medians that were recorded.
 */
const SHARES = { same: 0.85, other: 1.5 } as const;

/**
 * A delay, times its median: log-logistic, which has the quartiles that were recorded. It is drawn such that the
 * quickest of so many who draw, and not each of them, takes what one alone would: as many as can act at once, a table
 * acts as fast as one table.
 */
function drawn(spread: number, of: number, chance: Chance): number {
  const later = (1 - chance()) ** of;
  return Math.min(LONGEST, ((1 - later) / later) ** spread);
}

function medianOf(mind: Mind, step: Step): Millis {
  if (step.key.startsWith('turn')) return FLICK;
  // Who has drawn a tile holds it in the hand.
  if (step.key.startsWith('lay')) return DELAYS.same;
  if (mind.lastWasTile) return DELAYS.tile;
  return isSameHero(mind, step) ? DELAYS.same : DELAYS.other;
}

const isSameHero = ({ lastHero }: Mind, { hero }: Step): boolean => hero === null || hero === lastHero;
