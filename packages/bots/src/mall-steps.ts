/** Steps that change the mall and move no hero: exploring, laying the drawn tile, discarding, calling the theft. */
import {
  type Cell,
  doorAt,
  editionOf,
  explorations,
  type Feature,
  type Game,
  type Hero,
  isTheftPossible,
  removableTiles,
  stackSize,
  type TileNumber,
  workingCameras,
} from '@hush/rules';
import type { Duty } from './duty.ts';
import { featuresOf, mallGraphOf, tilesToCome } from './mall-graph.ts';
import { activeHeroes, type Outlook } from './outlook.ts';
import { boardStep, type Step } from './step.ts';
import { isPlacing, placingsOf } from './two-malls.ts';
import { distancesOnEmptyBoard, UNREACHABLE, vortexUse } from './walk.ts';

/** The steps in the order of their priority; while tiles must be removed, no other step is possible (SC-11l). */
export function mallSteps(outlook: Outlook, duty: Duty | null): readonly Step[] {
  const { game } = outlook;
  if (game.discards > 0) return discarding(game);
  return [...laying(game), ...stealing(game), ...(mayBringCamera(outlook, duty) ? [] : exploring(outlook))];
}

/**
 * Whether an explored tile may bring a camera: a second active camera must not block an hourglass beside which a hero
 * waits (SC-6c).
 */
const mayBringCamera = ({ game }: Outlook, duty: Duty | null): boolean =>
  duty?.waits === true &&
  workingCameras(game).length === 1 &&
  tilesToCome(game).some(tile => featuresOf(game, tile).some(({ type }) => type === 'camera'));

function discarding(game: Game): readonly Step[] {
  const tile = tileToDiscard(game);
  if (tile === null) return [];
  return [boardStep(`discard ${tile} ${game.discards}`, null, seat => ({ type: 'discard', seat, tile }))];
}

const stealing = (game: Game): readonly Step[] =>
  editionOf(game).theft === 'called' && isTheftPossible(game)
    ? [boardStep('steal', null, seat => ({ type: 'steal', seat }))]
    : [];

function laying(game: Game): readonly Step[] {
  const door = game.drawn === null ? null : placeFor(game, game.drawn.tile, game.drawn.places);
  if (door === null) return [];
  return [boardStep(`lay ${game.drawn?.tile} ${door}`, 'explore', seat => ({ type: 'lay', seat, door }))];
}

function exploring({ game, phase }: Outlook): readonly Step[] {
  if (phase !== 'explore' || game.drawn !== null || stackSize(game) === 0) return [];
  const { places } = explorations(game);
  if (places.length === 0 || !suitsTheMalls(game, places)) return [];
  return [boardStep(`explore ${stackSize(game)}`, 'explore', seat => ({ type: 'explore', seat }))];
}

/**
 * Whether the drawn tile is laid in this mall: a tile for the other mall waits if a hero can still reach a door there
 * (SC-13e).
 */
function suitsTheMalls(game: Game, places: readonly Cell[]): boolean {
  const placings = placingsOf(game, game.stack.next);
  if (placings === null) return true;
  const { doors } = mallGraphOf(game);
  const fitting = doors.filter(door => isFitting(game, placings, door.cell));
  return (
    fitting.some(({ cell }) => places.includes(cell)) ||
    !fitting.some(door => canReach(game, door.hero, door.cell))
  );
}

const isFitting = (game: Game, placings: readonly Cell[] | null, cell: Cell): boolean =>
  doorAt(game, cell) !== null && isPlacing(placings, cell);

function canReach(game: Game, hero: Hero, cell: Cell): boolean {
  const here = game.heroes[hero];
  if (here === null || game.out[hero]) return false;
  return (
    (distancesOnEmptyBoard(mallGraphOf(game), hero, cell, vortexUse(game))[here] ?? UNREACHABLE) < UNREACHABLE
  );
}

// The place where the drawn tile is laid.

function placeFor(game: Game, tile: TileNumber, places: readonly Cell[]): Cell | null {
  const placings = placingsOf(game, tile);
  const fitting = places.filter(cell => isFitting(game, placings, cell));
  const own = (fitting.length > 0 ? fitting : places).filter(cell => game.drawn?.own.includes(cell));
  // A tile at a door where its own hero stands costs nothing; at any other door it uses up the crystal ball (SC-5i,
  // SC-5o).
  const candidates = own.length > 0 ? own : fitting.length > 0 ? fitting : places;
  const features = featuresOf(game, tile);
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of candidates) {
    const cost = costOfPlace(game, features, cell);
    if (cost < least) [best, least] = [cell, cost];
  }
  return best;
}

/** Prefers places near the heroes that need the tile's features, otherwise places near all heroes. */
function costOfPlace(game: Game, features: readonly Feature[], place: Cell): number {
  const floor = mallGraphOf(game);
  const near = (hero: Hero, from: Cell | null, vortex = vortexUse(game)): number =>
    from === null ? 0 : Math.min(50, distancesOnEmptyBoard(floor, hero, place, vortex)[from] ?? UNREACHABLE);
  const heroes = activeHeroes(game);
  const all = heroes.reduce((sum, hero) => sum + near(hero, game.heroes[hero]), 0) / 4;
  return features.reduce((sum, feature) => {
    if (feature.type === 'item' && !game.theft)
      return sum + 2 * near(feature.hero, game.heroes[feature.hero]);
    if (feature.type !== 'exit') return sum;
    const from = floor.items[feature.hero][0] ?? game.heroes[feature.hero];
    return sum + 2 * near(feature.hero, from, 'none');
  }, all);
}

// The tile that is removed.

function tileToDiscard(game: Game): TileNumber | null {
  let best: TileNumber | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const tile of removableTiles(game)) {
    const worth = worthOf(game, tile);
    if (worth < least) [best, least] = [tile, worth];
  }
  return best;
}

/** The cost of removing a laid tile: features that are needed to win count most, then those that save time. */
function worthOf(game: Game, tile: TileNumber): number {
  const doors = mallGraphOf(game).doors.filter(door => door.cell >> 4 === tile).length;
  return featuresOf(game, tile).reduce((sum, feature) => sum + worthOfFeature(game, feature), doors);
}

function worthOfFeature(game: Game, { type }: Feature): number {
  switch (type) {
    case 'item':
      return game.theft ? 0 : 100;
    case 'exit':
      return 100;
    case 'hourglass':
      return 30;
    case 'ball':
      return 5;
    case 'vortex':
      return game.theft ? 0 : 3;
    case 'camera':
      return -10;
  }
}
