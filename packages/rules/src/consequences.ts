/**
 * What entering a cell causes (MV-3): hourglass, camera, exit, items, and leaving the crystal ball. Only the cell where
 * the move ends counts; a plain cell causes nothing.
 */
import type { EventOf, GameEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { editionOf, type Game, isOutOfOrder } from './game.ts';
import { isTheftPossible } from './legal.ts';
import { featureAt } from './mall.ts';
import { removableTiles } from './rearrange.ts';
import type { Feature } from './tiles.ts';
import { HEROES, type Hero } from './vocabulary.ts';

type Moved = EventOf<'heroMoved'>;

/** A move with all its consequences. */
export function withConsequences(game: Game, moved: Moved): readonly GameEvent[] {
  const feature = featureAt(game, moved.to);
  const left = leavingTheBall(game, moved);
  const first = left === null ? [moved] : [moved, left];
  return feature === null ? first : [...first, ...arriving(first.reduce(evolve, game), moved, feature)];
}

/** After the ball has laid its first tile, it is out of order as soon as the mage leaves it (SC-5m). */
function leavingTheBall(game: Game, { hero, at }: Moved): EventOf<'ballUsed'> | null {
  if (hero !== 'mage' || game.halfUsedBall === null || game.heroes.mage !== game.halfUsedBall) return null;
  return { type: 'ballUsed', at, cell: game.halfUsedBall };
}

function arriving(game: Game, moved: Moved, feature: Feature): readonly GameEvent[] {
  switch (feature.type) {
    case 'hourglass':
      return onHourglass(game, moved);
    case 'camera':
      return onCamera(game, moved);
    case 'exit':
      return game.theft || leavesEarly(game) ? onExit(game, moved, feature.hero) : withoutGear(game, moved);
    case 'item':
      return onItem(game, moved);
    case 'vortex':
    case 'ball':
      return [];
  }
}

/**
 * Entering an hourglass space turns the hourglass once (HG-3b, HG-4a), and loses the game if the walls cannot move
 * (SC-11h).
 */
function onHourglass(game: Game, { at, to }: Moved): readonly GameEvent[] {
  if (isOutOfOrder(game, to)) return [];
  const turned = { type: 'hourglassTurned', at, cell: to } as const;
  const after = evolve(game, turned);
  const stuck = after.discards > 0 && removableTiles(after).length === 0;
  return stuck ? [turned, { type: 'gameLost', at, reason: 'rearrange' }] : [turned];
}

/** Entering a camera switches it off, if the hero is the barbarian (SC-6e, SC-6g). */
function onCamera(game: Game, { at, hero, to }: Moved): readonly GameEvent[] {
  const off = game.rules.cameras && hero === 'barbarian' && !isOutOfOrder(game, to);
  return off ? [{ type: 'cameraSwitchedOff', at, cell: to }] : [];
}

/** The house rule `earlyExits`: in editions with the loss without gear, heroes can leave before the theft (TH-3c). */
const leavesEarly = (game: Game): boolean => game.setUp.house.earlyExits === true && editionOf(game).noGear;

/** A hero leaves (TH-3a); if it is the last one, the game is won (TH-4d), or lost if nothing was stolen (TH-5a). */
function onExit(game: Game, { at, hero }: Moved, exit: Hero): readonly GameEvent[] {
  if (!mayLeaveBy(game, hero, exit)) return [];
  const left = { type: 'heroLeft', at, hero } as const;
  const everybody = HEROES.every(other => other === hero || game.out[other]);
  if (!everybody) return [left];
  return [left, game.theft ? { type: 'gameWon', at } : { type: 'gameLost', at, reason: 'no-gear' }];
}

/**
 * Whether a hero may leave by an exit: the hero's own (SC-2d), another hero's (SC-10b), or in scenario 1 only the
 * purple one (SC-1d).
 */
export function mayLeaveBy(game: Game, hero: Hero, exit: Hero): boolean {
  if (game.rules.wrongHands) return exit !== hero;
  return game.rules.ownExits ? exit === hero : exit === 'mage';
}

/** The game is lost if all four heroes stand on exits that they could use and nothing was stolen (TH-5b). */
function withoutGear(game: Game, { at }: Moved): readonly GameEvent[] {
  if (!editionOf(game).noGear) return [];
  const everybody = HEROES.every(hero => {
    const cell = game.heroes[hero];
    const feature = cell === null ? null : featureAt(game, cell);
    return feature?.type === 'exit' && mayLeaveBy(game, hero, feature.hero);
  });
  return everybody ? [{ type: 'gameLost', at, reason: 'no-gear' }] : [];
}

/** In editions with the automatic theft, the theft happens as soon as it is possible (TH-1d). */
function onItem(game: Game, { at }: Moved): readonly GameEvent[] {
  const steals = editionOf(game).theft === 'automatic' && isTheftPossible(game);
  return steals ? [{ type: 'theftHappened', at, seat: null }] : [];
}
