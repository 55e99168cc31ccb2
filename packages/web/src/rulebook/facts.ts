/** The facts on which rule sentences depend. A screen that shows rules passes these facts and nothing else. */
import {
  atLevel,
  type Edition,
  type HouseRules,
  isSideFree,
  type RuleSwitch,
  type Scenario,
  SECOND_START,
  type Side,
  type TileNumber,
} from '@hush/rules';

export interface RuleFacts {
  /** The number of the scenario; null for a custom scenario. */
  readonly number: number | null;
  readonly rules: readonly RuleSwitch[];
  readonly edition: Edition;
  readonly house: Readonly<Partial<HouseRules>>;
  /** The number of players; null if it is not known, and then the sentences are in the plural. */
  readonly players: number | null;
  /** The side of tile 1; null if the players choose it (SU-1c). */
  readonly side: Side | null;
  /** The tiles that are shuffled, and those that lie on top of them. */
  readonly stack: readonly TileNumber[];
  readonly top: readonly TileNumber[];
  /** How many seconds the hourglass holds. */
  readonly seconds: number;
}

export const STANDARD_SECONDS = 180;

/** The last scenario of the introduction. */
export const LAST_INTRODUCTION = 7;

export const printedSide = (number: number | null, side: Side): Side | null =>
  number !== null && isSideFree({ number }) ? null : side;

/** The facts of a printed scenario. */
export function factsOfScenario(
  scenario: Scenario,
  edition: Edition,
  { players = null, level }: { readonly players?: number | null; readonly level?: number | undefined } = {},
): RuleFacts {
  const { stack } = level === undefined ? scenario : atLevel(scenario, level);
  const { number, rules, top, side } = scenario;
  return {
    number,
    rules,
    edition,
    house: {},
    players,
    side: printedSide(number, side),
    stack: stack.filter(tile => !(rules.includes('twoMalls') && tile === SECOND_START)), // SC-13c
    top,
    seconds: STANDARD_SECONDS,
  };
}

/** Numbers as text, with runs shortened: `2–14, 16`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Seconds as minutes and seconds: `4:05`. */
export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
