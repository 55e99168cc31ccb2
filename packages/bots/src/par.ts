/**
 * Par of a finished game: the fewest actions with which its stack could have been won, and the number of actions that
 * the players used. It needs only the log, because the seed is revealed at the end.
 */
import { beginGame, evolve, type GameEvent, sha256 } from '@hush/rules';
import type { Chance } from './pace.ts';
import { secretBehind } from './revealed-game.ts';
import { solve } from './solver.ts';

export interface Par {
  /** The actions that the players used. */
  readonly actions: number;
  /** Par is null if the solver found no way to win. */
  readonly par: number | null;
  /** Whether no plan has fewer actions; otherwise par is the best known number. */
  readonly certified: boolean;
}

/** Attempts of the solver; they take about a second together. */
const TRIES = 6;

/**
 * Returns null for an unfinished game. Random choices derive from the game's seed, so that every page shows the same
 * par.
 */
export function parOf(log: readonly GameEvent[]): Par | null {
  const [first] = log;
  const end = log.at(-1);
  if (first?.type !== 'gameSetUp' || end?.type !== 'seedRevealed') return null;
  const game = evolve(beginGame(first), { type: 'gameStarted', at: 0 });
  const secret = secretBehind(first.setUp, log, end.seed);
  const solution = solve(game, secret, { tries: TRIES, chance: chanceOf(end.seed) });
  const actions = actionsIn(log);
  const won = log.some(({ type }) => type === 'gameWon');
  const ways = [...(solution.winnable === 'yes' ? [solution.actions] : []), ...(won ? [actions] : [])];
  return {
    actions,
    par: ways.length === 0 ? null : Math.min(...ways), // the solver may miss the shortest plan: if players needed fewer actions, their number is par
    certified: solution.winnable === 'yes' && solution.certified,
  };
}

/** Numbers in [0, 1), the same for the same seed. */
export function chanceOf(seed: string): Chance {
  let drawn = 0;
  return () => Number.parseInt(sha256(`par:${drawn++}:${seed}`).slice(0, 8), 16) / 0x100000000;
}

/** Counts actions as the solver does: exploring and laying count as one action if the tile had only one place. */
function actionsIn(log: readonly GameEvent[]): number {
  let [count, isChoosing] = [0, false];
  for (const event of log) {
    if (event.type === 'tileDrawn') isChoosing = event.places.length > 1;
    if (event.type === 'heroMoved' || event.type === 'tileDrawn' || (event.type === 'tileLaid' && isChoosing))
      count++;
  }
  return count;
}
