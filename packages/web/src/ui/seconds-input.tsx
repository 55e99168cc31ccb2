/** The usual capacities of hourglasses in seconds, and an input for another one. */
import type { JSX } from 'preact';

export const USUAL_CAPACITIES = [180, 240, 420] as const;

export const isUsual = (seconds: number): boolean => USUAL_CAPACITIES.some(known => known === seconds);

const FEWEST_SECONDS = 10;
const MOST_SECONDS = 3600;

/** The typed number, rounded and limited to the allowed range. */
const secondsOf = (typed: number): number =>
  Math.min(MOST_SECONDS, Math.max(FEWEST_SECONDS, Math.round(typed) || USUAL_CAPACITIES[0]));

export const SecondsInput = ({
  id,
  seconds,
  onSeconds,
}: {
  readonly id: string;
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
}): JSX.Element => (
  <input
    id={id}
    type="number"
    min={FEWEST_SECONDS}
    max={MOST_SECONDS}
    value={seconds}
    onChange={({ currentTarget }) => onSeconds(secondsOf(currentTarget.valueAsNumber))}
  />
);
