/**
 * The sand of a finished game, compared with the sand that was still needed according to the solver. The needed sand
 * lasts to the next hourglass or to the end, and is never less than the whole rest of the game minus what all unused
 * hourglasses can give.
 */
import { decide, evolve, type Game, isOutOfOrder, type Millis, type Secret, sandLeft } from '@hush/rules';
import { featuresOf, mallGraphOf, tilesToCome } from './mall-graph.ts';
import { activeHeroes } from './outlook.ts';
import { type Rehearsal, rehearse, withAllActions } from './rehearsal.ts';
import type { RevealedGame } from './revealed-game.ts';
import { distancesOnEmptyBoard, UNREACHABLE, vortexUse } from './walk.ts';

/** The sand in the upper bulb at a moment; two points at the same moment mean that the hourglass was turned. */
export interface SandPoint {
  readonly at: Millis;
  readonly left: Millis;
}

/** How much sand a position needs, according to the solver. */
export interface NeedPoint {
  readonly at: Millis;
  /** The number of events before this moment. */
  readonly events: number;
  /** How much sand was needed at this table's pace; null if the solver found no way to win. */
  readonly need: Millis | null;
}

export interface SandCurve {
  readonly sand: readonly SandPoint[];
  readonly needs: readonly NeedPoint[];
  /** How long the table took for one action. */
  readonly pace: Millis;
}

/** The number of moments of a game at which the solver is asked. */
const MOMENTS = 40;
/** The least and the most time per action that is assumed for a table. */
const QUICKEST: Millis = 1000;
const SLOWEST: Millis = 3500;

export const sandOf = ({ log, games }: RevealedGame): readonly SandPoint[] => {
  const points: SandPoint[] = [];
  for (const [i, event] of log.entries()) {
    const before = games[i - 1];
    const game = games[i];
    if (game === undefined || before === undefined) continue;
    const { at } = event;
    if (event.type === 'gameStarted') points.push({ at, left: game.hourglass.left });
    if (event.type === 'hourglassTurned')
      points.push({ at, left: sandLeft(before, at) }, { at, left: sandLeft(game, at) });
    if (event.type === 'gameWon' || event.type === 'gameLost')
      points.push({ at, left: sandLeft({ ...before, at }, at) });
  }
  return points;
};

export function paceOf({ log, games }: RevealedGame): Millis {
  const actions = log.filter(({ type }) => type === 'heroMoved' || type === 'tileDrawn').length;
  const end = games.at(-1)?.at ?? 0;
  return Math.min(SLOWEST, Math.max(QUICKEST, Math.round(end / Math.max(1, actions))));
}

/** The numbers of events after which the solver is asked, evenly spread over the time of the game. */
export function momentsOf({ log, games }: RevealedGame): readonly number[] {
  const end = games.at(-1)?.at ?? 0;
  const every = end / MOMENTS;
  const found: number[] = [];
  let next = 0;
  for (const [i, game] of games.entries()) {
    const isWhole = (log[i + 1]?.at ?? end) > (log[i]?.at ?? 0); // true if the next event of the game has a later time
    if (game.status !== 'playing' || game.at < next || !isWhole) continue;
    found.push(i);
    next = game.at + every;
  }
  return found;
}

/** Returns the sand needed from a position on; null if the solver finds no way to win. */
export function needOf(game: Game, secret: Secret, pace: Millis): Millis | null {
  const rehearsal = rehearse(game, secret, { exact: false });
  if (!rehearsal.won) return null;
  const total = rehearsal.actions * pace;
  const toGlass = actionsToGlass(game, secret, rehearsal) * pace;
  return Math.min(total, Math.max(toGlass, total - unusedGlasses(game) * game.hourglass.capacity));
}

/** The fewest actions until an hourglass is turned, according to the solver's plan. */
function actionsToGlass(game: Game, secret: Secret, { commands }: Rehearsal): number {
  let best = nearestGlass(game);
  let now = game;
  for (const [i, command] of commands.entries()) {
    if (i + 1 >= best) break;
    // One seat owns every action, as in the solver, which changes no distance.
    const verdict = decide(withAllActions(now), command, { at: now.at, secret });
    if (!verdict.ok) break;
    const { mall } = now;
    now = verdict.value.reduce(evolve, withAllActions(now));
    if (now.mall !== mall) best = Math.min(best, i + 1 + nearestGlass(now));
  }
  return best;
}

/** The number of actions that the nearest hero needs to an unused hourglass. */
function nearestGlass(game: Game): number {
  const floor = mallGraphOf(game);
  const unused = floor.hourglasses.filter(cell => !isOutOfOrder(game, cell));
  const ways = unused.flatMap(cell =>
    activeHeroes(game).map(
      hero => distancesOnEmptyBoard(floor, hero, cell, vortexUse(game))[game.heroes[hero] ?? 0],
    ),
  );
  return Math.min(UNREACHABLE, ...ways.map(way => way ?? UNREACHABLE));
}

const unusedGlasses = (game: Game): number =>
  mallGraphOf(game).hourglasses.filter(cell => !isOutOfOrder(game, cell)).length +
  tilesToCome(game)
    .flatMap(tile => featuresOf(game, tile))
    .filter(({ type }) => type === 'hourglass').length;
