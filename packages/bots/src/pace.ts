/** The delays of bots: fitted to recorded games of people, in three tempers. */
import type { Temper } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import { DELAYS, type Mind } from './mind.ts';
import type { Step } from './step.ts';

interface Pace {
  /** The factor by which the usual delays are multiplied. */
  readonly scale: number;
  /** The standard deviation of the logarithms of delays. */
  readonly spread: number;
  /** The least time between two actions of the same bot. */
  readonly rest: Millis;
  /** Whether a bot of this temper lets other bots act first with their heroes, as people do. */
  readonly shares: boolean;
}

export const PACES: Readonly<Record<Temper, Pace>> = {
  calm: { scale: 1, spread: 0.63, rest: 400, shares: true },
  brisk: { scale: 0.5, spread: 0.4, rest: 250, shares: true },
  lightning: { scale: 0.1, spread: 0.15, rest: 80, shares: false },
};

/** The delay of a single player who turns an action tile (SO-2b). */
const FLICK: Millis = 400;

/** A source of numbers in [0, 1), given by the caller. */
export type Chance = () => number;

/** The bot whose delay is drawn: its random numbers, and its character, which multiplies every delay. */
export interface Thinker {
  readonly chance: Chance;
  readonly character: number;
}

export function delayOf(temper: Temper, mind: Mind, step: Step, { chance, character }: Thinker): Millis {
  const { scale, spread, shares } = PACES[temper];
  // When the sand runs out, everybody watches the one hero that has to act, and reacts quickly.
  if (step.urgent) {
    const times = Math.min(URGENT, drawn(spread, 1, chance)) * Math.min(mind.tempo, SLOW_TABLE);
    return Math.round(DELAYS.same * scale * character * times);
  }
  const isAlone = mind.game?.solo !== null;
  const heroes = shares && !isAlone ? Math.max(1, mind.steps.length) : 1;
  const { share, of } = shareOf(mind, step, heroes);
  // A single player plans ahead while turning action tiles, so the delay is halved.
  const eager = (isAlone ? 0.5 : 1) * (mind.hurried ? HURRY : 1);
  const delay = medianOf(mind, step) * share * eager * character * drawn(spread, of, chance);
  return Math.round(Math.min(LONGEST, delay) * scale * mind.tempo);
}

/** The longest delay of a bot, in milliseconds. */
const LONGEST: Millis = 15_000;
/** The factor of an urgent step. It keeps a table that is usually slow nearly as fast as others. */
const URGENT = 2;
const SLOW_TABLE = 1.5;
/** The factor of a step when the sand is low and no hourglass is known. */
const HURRY = 0.6;

interface Share {
  /** The factor by which a delay is multiplied. */
  readonly share: number;
  /** The number of bots that could act and draw a delay. */
  readonly of: number;
}

/**
 * Among several heroes that could move, the one with the shortest delay moves; the hero that moved last is favoured.
 * With these factors a table of four has the recorded medians and quartiles.
 */
function shareOf(mind: Mind, step: Step, heroes: number): Share {
  if (heroes === 1 || mind.lastWasTile) return { share: 1, of: heroes };
  return isSameHero(mind, step) ? { share: 0.9, of: (heroes + 1) / 2 } : { share: 1.5, of: heroes };
}

/**
 * A delay as a multiple of its median, log-logistic, which fits the recorded quartiles. It is scaled so that the shortest of
 * several draws is distributed like a single draw: a table does not get faster when more bots can act.
 */
function drawn(spread: number, of: number, chance: Chance): number {
  const later = (1 - chance()) ** of;
  return ((1 - later) / later) ** spread;
}

function medianOf(mind: Mind, step: Step): Millis {
  if (step.key.startsWith('turn')) return FLICK;
  // The drawn tile is already in the bot's hand, so laying it takes no longer than a move of the same hero.
  if (step.key.startsWith('lay')) return DELAYS.same;
  if (mind.lastWasTile) return DELAYS.tile;
  return isSameHero(mind, step) ? DELAYS.same : DELAYS.other;
}

const isSameHero = ({ lastHero }: Mind, { hero }: Step): boolean => hero === null || hero === lastHero;
