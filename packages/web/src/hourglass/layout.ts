/** The box on the table in numbers: which tiles, for how many. The rules' own data say it all; here it is only told. */
import { playersAllowed, SCENARIOS, type Scenario } from '@hush/rules';
import type { OwnBox } from './stored.ts';

export const scenarioIn = ({ scenario }: OwnBox): Scenario =>
  SCENARIOS[scenario - 1] ?? (SCENARIOS[0] as Scenario);

/** `2–14, 16`: runs of numbers in a row. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Another scenario: what does not fit it goes. */
export function boxWithScenario({ players }: OwnBox, number: number): OwnBox {
  const { least, most } = playersAllowed(SCENARIOS[number - 1]?.rules ?? []);
  return { scenario: number, players: Math.min(most, Math.max(least, players)) };
}
