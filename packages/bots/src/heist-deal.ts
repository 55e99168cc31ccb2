/**
 * The deal of a heist is the first proven seed of a source. Proven means that the solver knows a plan that wins, and
 * that four calm bots, who see only what is face up, win with the sand running.
 */
import {
  atOnce,
  beginGame,
  evolve,
  laidTiles,
  prepareGame,
  type Steps,
  sha256,
  type TileNumber,
  type Wish,
} from '@hush/rules';
import { playContest } from './arena.ts';
import { chanceOf } from './par.ts';
import { solve } from './solver.ts';

/** Scenarios for every number of people from one to eight, without preparations and without a leader. */
const SCENARIOS_OF_DAY = [1, 2, 3, 4, 5, 6, 8, 10, 16] as const;
/** How often the solver tries to find a better par. */
const TRIES = 6;
const CREW = 4;
/** Nearly every seed is proven; this many seeds in a row without a proof mean a bug. */
const MOST_ATTEMPTS = 200;

export interface ProvenDeal {
  readonly attempt: number;
  readonly seed: string;
  readonly scenario: number;
  readonly tiles: number;
  readonly par: number;
  readonly certified: boolean;
}

const scenarioOf = (seed: string): number =>
  SCENARIOS_OF_DAY[
    Number.parseInt(sha256(`hush heist scenario:${seed}`).slice(0, 8), 16) % SCENARIOS_OF_DAY.length
  ] ?? 1;

/** Yields after each attempt and each half of its proof, so that a server can do other work in between. */
export function* findingDeal(seedOf: (attempt: number) => string): Steps<ProvenDeal> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seed = seedOf(attempt);
    const scenario = scenarioOf(seed);
    yield;
    if (!playContest({ wish: { scenario, players: CREW }, seed, tempers: ['calm'] }).won) continue;
    yield;
    const proof = solutionOf({ scenario, players: CREW }, seed);
    if (proof !== null) return { attempt, seed, scenario, ...proof };
  }
  throw new Error(`none of ${MOST_ATTEMPTS} seeds can be won`);
}

function solutionOf(wish: Wish, seed: string): Pick<ProvenDeal, 'tiles' | 'par' | 'certified'> | null {
  const prepared = prepareGame(wish, seed);
  if (!prepared.ok) throw new Error(prepared.error);
  const { event, secret } = prepared.value;
  const game = evolve(beginGame(event), { type: 'gameStarted', at: 0 });
  const solution = solve(game, secret, { tries: TRIES, chance: chanceOf(seed) });
  if (solution.winnable !== 'yes') return null;
  const all: readonly TileNumber[] = [...laidTiles(game).map(({ tile }) => tile), ...event.setUp.stack];
  return { tiles: all.length, par: solution.actions, certified: solution.certified };
}

export const dealOf = (seedOf: (attempt: number) => string): ProvenDeal => atOnce(findingDeal(seedOf));
