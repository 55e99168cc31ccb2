/**
 * Merges this phone's hourglass with the shared one: what is sent, and what a received state changes. Times here are this
 * phone's own; messages carry only how much sand is left.
 */
import { isNewer, type SharedHourglass, tagOf } from '@hush/protocol';
import { type Companion, companionLeft, companionTurned, type Millis } from '@hush/rules';

/** An hourglass with its last press. */
export interface PressedHourglass {
  readonly companion: Companion;
  readonly n: number;
  readonly by: string;
  readonly attempt: number;
  /**
   * By how much the time may be wrong, because the travel time of a message is not known exactly; zero for a press on
   * this phone.
   */
  readonly doubt: Millis;
}

/** Returns the state after a press on this phone. */
export const pressedHere = (
  before: PressedHourglass,
  companion: Companion,
  device: string,
): PressedHourglass => ({
  companion,
  n: before.n + 1,
  by: device,
  attempt: 0,
  doubt: 0,
});

/** The state after a message that took this long to arrive. */
export function pressMessageAt(
  { companion, n, by, attempt }: PressedHourglass,
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

/** When a request was sent, and when its answer arrived. */
export interface RoundTrip {
  readonly sent: Millis;
  readonly arrived: Millis;
  /** Whether the server may have waited with its answer: then the time of the answer is unknown. */
  readonly waited: boolean;
}

/** If an answer took longer than this, only its press is used, not its time. */
const ANY_TIME: Millis = 60_000;

function companionFrom({ state, capacity, left, turned }: SharedHourglass, since: Millis): Companion {
  if (state === 'ready') return { type: 'ready', capacity };
  return { type: state, glass: { capacity, left, since }, turned };
}

/** The state after merging: the newer press, or for the same press the more exact time. */
export function mergePress(
  mine: PressedHourglass,
  heard: SharedHourglass,
  { sent, arrived, waited }: RoundTrip,
): PressedHourglass {
  const doubt = waited ? ANY_TIME : arrived - sent;
  const same = tagOf(heard) === tagOf(pressMessageAt(mine, arrived, 0));
  if (same ? doubt >= mine.doubt : isNewer(pressMessageAt(mine, arrived, 0), heard)) return mine;
  // An answer without waiting was made halfway between request and arrival.
  const spoken = waited ? arrived : (sent + arrived) / 2;
  return { companion: companionFrom(heard, spoken), n: heard.n, by: heard.by, attempt: heard.attempt, doubt };
}

/** Whether this phone's press must be sent to the others. */
export const hasNewerPress = (mine: PressedHourglass, heard: SharedHourglass): boolean =>
  isNewer(pressMessageAt(mine, 0, 0), heard);

/** If the travel time of a write differed by this much from the estimate, the time in it was wrong, so it is sent again. */
const WRONG: Millis = 150;
const MOST_ATTEMPTS = 5;

export const mustRepeat = (
  { by, attempt, companion }: PressedHourglass,
  device: string,
  error: Millis,
): boolean =>
  by === device && companion.type === 'running' && Math.abs(error) > WRONG && attempt < MOST_ATTEMPTS;
