/**
 * The hourglass of this phone and the shared one: what is sent, and how a received state is merged. Times here are this
 * phone's own; messages carry only how much sand is left.
 */
import { isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import { type Companion, companionLeft, companionTurned, type Millis } from '@hush/rules';

/** An hourglass with the press that made it what it is. */
export interface Pressed {
  readonly companion: Companion;
  readonly n: number;
  readonly by: string;
  readonly attempt: number;
  /** The error bound of the time, because the travel time of a message is unknown. Zero for a press on this phone. */
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

/** The state at arrival, after this travel time. */
export function pressMessageAt(
  { companion, n, by, attempt }: Pressed,
  now: Millis,
  travel: Millis,
): SharedHourglass {
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
  /** The server may have held the request: then the time of its answer is unknown. */
  readonly waited: boolean;
}

/** The time of a slower answer is not used, but its press is. */
const ANY_TIME: Millis = 60_000;

function companionFrom({ state, capacity, left, turned }: SharedHourglass, since: Millis): Companion {
  if (state === 'ready') return { type: 'ready', capacity };
  return { type: state, glass: { capacity, left, since }, turned };
}

/** The merged state: the newer press, or the same press with a more exact time. */
export function mergePress(
  mine: Pressed,
  heard: SharedHourglass,
  { sent, arrived, waited }: Journey,
): Pressed {
  const doubt = waited ? ANY_TIME : arrived - sent;
  const same = tagOf(heard) === tagOf(pressMessageAt(mine, arrived, 0));
  if (same ? doubt >= mine.doubt : isNewer(pressMessageAt(mine, arrived, 0), heard)) return mine;
  // An answer without waiting was made half-way between request and answer.
  const spoken = waited ? arrived : (sent + arrived) / 2;
  return { companion: companionFrom(heard, spoken), n: heard.n, by: heard.by, attempt: heard.attempt, doubt };
}

/** Whether the others must be told. */
export const mustSend = (mine: Pressed, heard: SharedHourglass): boolean =>
  isNewer(pressMessageAt(mine, 0, 0), heard);

/** A write whose travel time differed by this much from the estimate carried a wrong time, so it is sent again. */
const WRONG: Millis = 150;
const MOST_ATTEMPTS = 5;

export const mustRepeat = ({ by, attempt, companion }: Pressed, device: string, error: Millis): boolean =>
  by === device && companion.type === 'running' && Math.abs(error) > WRONG && attempt < MOST_ATTEMPTS;
