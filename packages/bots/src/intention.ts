/** Guesses why a person moved a hero against the bots' plan: the goal that came nearer. */
import { type Cell, type Game, type Hero, isOutOfOrder, type Millis } from '@hush/rules';
import type { HeldHero } from './goals.ts';
import { mallGraphOf } from './mall-graph.ts';
import { distancesOnEmptyBoard, UNREACHABLE, vortexUse } from './walk.ts';

/** For how many milliseconds bots help with the guessed goal, or leave the hero alone if there is no guess. */
const HELP: Millis = 3000;
const LEAVE_ALONE_FOR: Millis = 2000;

export function intentionBehind(before: Game, game: Game, hero: Hero): HeldHero | null {
  const from = before.heroes[hero];
  const to = game.heroes[hero];
  if (from === null || to === null || game.out[hero]) return null;
  const floor = mallGraphOf(game);
  const away = (goal: Cell, cell: Cell): number =>
    distancesOnEmptyBoard(floor, hero, goal, vortexUse(game))[cell] ?? UNREACHABLE;
  const nearer = candidates(game, hero)
    .filter(goal => away(goal, to) < away(goal, from))
    .sort((a, b) => away(a, to) - away(b, to));
  const goals = nearer.slice(0, 1);
  return { hero, goals, from, until: game.at + (goals.length > 0 ? HELP : LEAVE_ALONE_FOR) };
}

/** Cells that may be a goal of this hero. */
function candidates(game: Game, hero: Hero): readonly Cell[] {
  const floor = mallGraphOf(game);
  const inOrder = (cell: Cell): boolean => !isOutOfOrder(game, cell);
  return [
    ...floor.doors.filter(door => door.hero === hero).map(({ cell }) => cell),
    ...(game.theft ? floor.exits[hero] : floor.items[hero]),
    ...floor.hourglasses.filter(inOrder),
    ...(hero === 'barbarian' && game.rules.cameras ? floor.cameras.filter(inOrder) : []),
    ...(hero === 'mage' && game.rules.crystalBall ? floor.balls.filter(inOrder) : []),
  ];
}
