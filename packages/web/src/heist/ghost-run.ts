/**
 * The run of another crew on the same deal. A ghost stands on the tile and square on which its hero stood at the same
 * moment of the sand, wherever that tile lies in this mall. While the tile is not laid here, the ghost is hidden.
 */
import {
  type ByHero,
  beginGame,
  type Cell,
  evolve,
  type Game,
  type GameEvent,
  HEROES,
  type Hero,
  type Millis,
  tileOf,
} from '@hush/rules';
import { planePoint } from '../model/scene-of.ts';

/** Where the heroes of a run stood: each change with its moment. */
export type GhostRun = readonly { readonly at: Millis; readonly heroes: ByHero<Cell | null> }[];

export function runOf(events: readonly GameEvent[]): GhostRun {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') return [];
  let game = beginGame(first);
  const run = [{ at: 0, heroes: game.heroes }];
  for (const event of rest) {
    const before = game.heroes;
    game = evolve(game, event);
    if (game.heroes !== before) run.push({ at: event.at, heroes: game.heroes });
  }
  return run;
}

/** Where each visible ghost is in the plane of this mall at this moment. */
export function ghostsAt(
  run: GhostRun,
  game: Game,
  at: Millis,
): readonly { readonly hero: Hero; readonly x: number; readonly y: number }[] {
  const now = run.findLast(one => one.at <= at)?.heroes;
  if (now === undefined) return [];
  return HEROES.flatMap(hero => {
    const cell = now[hero];
    if (cell === null || game.mall[tileOf(cell)] === undefined) return [];
    return [{ hero, ...planePoint(game, cell) }];
  });
}
