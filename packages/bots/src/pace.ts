/** How long a bot takes to see what is to be done and do it: the delays of recorded games, in three tempers. */
import type { Millis } from '@hush/rules';
import { DELAYS, type Mind } from './mind.ts';
import type { Step } from './step.ts';

export const TEMPERS = ['calm', 'brisk', 'lightning'] as const;
export type Temper = (typeof TEMPERS)[number];

interface Manner {
  /** Times the usual delays. */
  readonly scale: number;
  /** How much one delay differs from the next: the spread of a lognormal. */
  readonly spread: number;
  /** Between two actions of the same bot, at least. */
  readonly rest: Millis;
  /** Whether it waits for its turn among several heroes who can go on, as a table of people does. */
  readonly shares: boolean;
}

export const MANNERS: Readonly<Record<Temper, Manner>> = {
  calm: { scale: 1, spread: 1, rest: 400, shares: true },
  brisk: { scale: 0.5, spread: 0.6, rest: 250, shares: true },
  lightning: { scale: 0.1, spread: 0.2, rest: 80, shares: false },
};

/** Turning an action tile alone is a flick of the hand, not a thought (SO-2). */
const FLICK: Millis = 400;

/** One number out of [0, 1) at a time; where they come from is the caller's business. */
export type Chance = () => number;

export function delayOf(temper: Temper, mind: Mind, step: Step, chance: Chance): Millis {
  const { scale, spread, shares } = MANNERS[temper];
  const spreads = Math.min(LONGEST, Math.exp(spread * normal(chance)));
  // When the sand runs out everybody looks at the one hero who matters, and nobody takes their time.
  if (step.urgent)
    return Math.round(DELAYS.same * scale * Math.min(mind.tempo, 1.5) * Math.min(spreads, 1.5));
  const isAlone = mind.game?.solo !== null;
  const heroes = shares && !isAlone ? Math.max(1, mind.steps.length) : 1;
  const share = heroes === 1 || mind.lastWasTile ? 1 : SHARES[isSameHero(mind, step) ? 'same' : 'other'];
  // Alone one looks ahead while turning action tiles, and knows what to do when the right one comes.
  const ahead = isAlone ? 0.5 : 1;
  return Math.round(medianOf(mind, step) * share * scale * heroes * ahead * mind.tempo * spreads);
}

/** Times the median: nobody falls asleep. */
const LONGEST = 5;

/**
 * Of several heroes who could go on the quickest does, and that is more often the one who went before: with these
 * shares a table of four shows the medians that were recorded, and nearly their spread.
 */
const SHARES = { same: 0.7, other: 1.8 } as const;

function medianOf(mind: Mind, step: Step): Millis {
  if (step.key.startsWith('turn')) return FLICK;
  if (mind.lastWasTile) return DELAYS.tile;
  return isSameHero(mind, step) ? DELAYS.same : DELAYS.other;
}

const isSameHero = ({ lastHero }: Mind, { hero }: Step): boolean => hero === null || hero === lastHero;

/** A normally distributed number out of two even ones. */
function normal(chance: Chance): number {
  const u = 1 - chance();
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * chance());
}
