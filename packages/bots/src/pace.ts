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
  calm: { scale: 1, spread: 0.9, rest: 400, shares: true },
  brisk: { scale: 0.5, spread: 0.6, rest: 250, shares: true },
  lightning: { scale: 0.1, spread: 0.2, rest: 80, shares: false },
};

/** Turning an action tile alone is a flick of the hand, not a thought (SO-2). */
const FLICK: Millis = 400;

/** One number out of [0, 1) at a time; where they come from is the caller's business. */
export type Chance = () => number;

export function delayOf(temper: Temper, mind: Mind, step: Step, chance: Chance): Millis {
  const { scale, spread, shares } = MANNERS[temper];
  const heroes = shares ? Math.max(1, mind.steps.length) : 1;
  const hurry = step.urgent ? 0.5 : 1; // what is urgent is seen sooner
  const median = medianOf(mind, step) * scale * heroes * hurry * mind.tempo;
  const longest = 5; // medians: nobody falls asleep
  return Math.round(median * Math.min(longest, Math.exp(spread * normal(chance))));
}

function medianOf(mind: Mind, step: Step): Millis {
  if (step.key.startsWith('turn')) return FLICK;
  if (mind.lastWasTile) return DELAYS.tile;
  return step.hero === null || step.hero === mind.lastHero ? DELAYS.same : DELAYS.other;
}

/** A normally distributed number out of two even ones. */
function normal(chance: Chance): number {
  const u = 1 - chance();
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * chance());
}
