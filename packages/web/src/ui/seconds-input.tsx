/** How many seconds an hourglass of one's own holds. */
import type { JSX } from 'preact';
import { FEWEST_SECONDS, MOST_SECONDS, secondsOf } from './glasses.ts';

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
