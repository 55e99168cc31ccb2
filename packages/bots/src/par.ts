/**
 * Par of a game that is over: with how few actions its very stack could have been won, beside what happened. It takes
 * the log alone, because the seed is revealed at the end.
 */
import {
  beginGame,
  evolve,
  type GameEvent,
  type Secret,
  type SetUp,
  sha256,
  type TileNumber,
} from '@hush/rules';
import type { Chance } from './pace.ts';
import { solve } from './solver.ts';

export interface Par {
  /** What the players did. */
  readonly actions: number;
  /** Null where no way to win was found. */
  readonly par: number | null;
  /** No plan has fewer actions; otherwise it is the best that is known. */
  readonly certified: boolean;
}

/** Attempts: the plain one and some whims, a second or so altogether. */
const TRIES = 6;

/** Null for a log that is not over. The whims come from its seed, so that everybody at the table reads the same. */
export function parOf(log: readonly GameEvent[]): Par | null {
  const [first] = log;
  const end = log.at(-1);
  if (first?.type !== 'gameSetUp' || end?.type !== 'seedRevealed') return null;
  const game = evolve(beginGame(first), { type: 'gameStarted', at: 0 });
  const secret = secretBehind(first.setUp, log, end.seed);
  const solution = solve(game, secret, { tries: TRIES, chance: chanceFrom(end.seed) });
  const actions = actionsIn(log);
  const won = log.some(({ type }) => type === 'gameWon');
  const ways = [...(solution.winnable === 'yes' ? [solution.actions] : []), ...(won ? [actions] : [])];
  return {
    actions,
    par: ways.length === 0 ? null : Math.min(...ways), // who did better than the solver has set the mark
    certified: solution.winnable === 'yes' && solution.certified,
  };
}

/** From 0 to 1, always the same for the same seed. */
function chanceFrom(seed: string): Chance {
  let drawn = 0;
  return () => Number.parseInt(sha256(`par:${drawn++}:${seed}`).slice(0, 8), 16) / 0x100000000;
}

/** An order that somebody dictated is known as far as it was drawn; nobody ever sees the rest. */
function secretBehind(setUp: SetUp, log: readonly GameEvent[], seed: string): Secret {
  if (!setUp.chosen.includes('stack')) return { seed, stack: null, pile: null };
  const drawn = log.flatMap(event => (event.type === 'tileDrawn' ? [event.tile] : []));
  const stack: readonly TileNumber[] = [...new Set([...drawn, ...setUp.stack])].slice(0, setUp.stack.length);
  return { seed, stack, pile: null };
}

/** As the solver counts: a tile that could only lie in one place was explored and laid in one go. */
function actionsIn(log: readonly GameEvent[]): number {
  let [count, isChoosing] = [0, false];
  for (const event of log) {
    if (event.type === 'tileDrawn') isChoosing = event.places.length > 1;
    if (event.type === 'heroMoved' || event.type === 'tileDrawn' || (event.type === 'tileLaid' && isChoosing))
      count++;
  }
  return count;
}
