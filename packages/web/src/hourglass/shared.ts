/**
 * The hourglass of this phone and the one that all phones share: what is told, and what becomes of it when something is
 * heard. Times here are this phone's own; what travels is only how much sand is left.
 */
import { isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import { type Companion, companionLeft, companionTurned, type Millis } from '@hush/rules';

/** An hourglass with the press that made it what it is. */
export interface Pressed {
  readonly companion: Companion;
  readonly n: number;
  readonly by: string;
  readonly attempt: number;
  /** How far off it may be, because nobody knows how long a message took each way. Nothing for an own press. */
  readonly doubt: Millis;
}

/** The next press, on this phone. */
export const pressedHere = (before: Pressed, companion: Companion, device: string): Pressed => ({
  companion,
  n: before.n + 1,
  by: device,
  attempt: 0,
  doubt: 0,
});

/** As it is when it arrives, if it travels so long. */
export function toldAt({ companion, n, by, attempt }: Pressed, now: Millis, travel: Millis): SharedHourglass {
  const glass = companion.type === 'ready' ? companion : companion.glass;
  return {
    n,
    by,
    attempt,
    state: companion.type,
    capacity: glass.capacity,
    left: Math.round(companionLeft(companion, now + travel)),
    turned: companionTurned(companion),
  };
}

/** When a question was sent, and when the answer was there. */
export interface Journey {
  readonly sent: Millis;
  readonly arrived: Millis;
  /** The server may have thought for a while: then nobody knows when it spoke. */
  readonly waited: boolean;
}

/** An answer that took longer says nothing about the time, but everything about who pressed. */
const ANY_TIME: Millis = 60_000;

function companionFrom({ state, capacity, left, turned }: SharedHourglass, since: Millis): Companion {
  if (state === 'ready') return { type: 'ready', capacity };
  return { type: state, glass: { capacity, left, since }, turned };
}

/** What this phone shows after it has heard: the newer press, or the same one with a better idea of the time. */
export function mergePress(
  mine: Pressed,
  heard: SharedHourglass,
  { sent, arrived, waited }: Journey,
): Pressed {
  const doubt = waited ? ANY_TIME : arrived - sent;
  const same = tagOf(heard) === tagOf(toldAt(mine, arrived, 0));
  if (same ? doubt >= mine.doubt : isNewer(toldAt(mine, arrived, 0), heard)) return mine;
  // An answer that did not wait was spoken half way between.
  const spoken = waited ? arrived : (sent + arrived) / 2;
  return { companion: companionFrom(heard, spoken), n: heard.n, by: heard.by, attempt: heard.attempt, doubt };
}

/** Whether the others must be told. */
export const mustTell = (mine: Pressed, heard: SharedHourglass): boolean =>
  isNewer(toldAt(mine, 0, 0), heard);

/** A telling that travelled this much longer or shorter than was thought was told at a wrong time: once more. */
const WRONG: Millis = 150;
const MOST_ATTEMPTS = 5;

export const worthRepeating = ({ by, attempt, companion }: Pressed, device: string, error: Millis): boolean =>
  by === device && companion.type === 'running' && Math.abs(error) > WRONG && attempt < MOST_ATTEMPTS;
