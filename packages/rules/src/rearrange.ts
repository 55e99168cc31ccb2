/** Moving walls (SC-11): which laid tiles may leave the mall so that everything else stays reachable. */
import { editionOf, type Game, isStartTile, startTiles } from './game.ts';
import { type Board, laidTiles, liftTile, reachableCells } from './mall.ts';
import { HEROES, type TileNumber, tileOf } from './vocabulary.ts';

/** Whether turning the hourglass rearranges the mall now; editions differ on the time after the theft. */
export const wallsMove = (game: Game): boolean =>
  game.rules.movingWalls && (editionOf(game).movingWalls === 'always' || !game.theft);

/** The tiles that may be picked next. A first pick that leaves no second is none. */
export function removableTiles(game: Game): readonly TileNumber[] {
  if (game.discards === 0) return [];
  const fits = picksOf(game, game);
  if (game.discards === 1) return fits;
  return fits.filter(tile => picksOf(game, { setUp: game.setUp, mall: liftTile(game, tile) }).length > 0);
}

/** The tiles that could leave this board by themselves; heroes, markers and drawn places are the game's. */
function picksOf(game: Game, board: Board): readonly TileNumber[] {
  const widths = game.rules.dwarfPassages ? [false, true] : [false];
  const before = widths.map(small => reachableCells(board, startTiles(game), small));
  const staysWhole = (tile: TileNumber): boolean => {
    const without = { setUp: board.setUp, mall: liftTile(board, tile) };
    return widths.every((small, i) => {
      const gone = [...(before[i] ?? [])].filter(cell => tileOf(cell) === tile).length;
      return reachableCells(without, startTiles(game), small).size === (before[i]?.size ?? 0) - gone;
    });
  };
  return laidTiles(board)
    .map(laid => laid.tile)
    .filter(tile => isLoose(game, tile) && staysWhole(tile));
}

/** No hero and no marker on it, no start tile, and it bears no place of the drawn tile (EX-3). */
function isLoose(game: Game, tile: TileNumber): boolean {
  if (isStartTile(game, tile)) return false;
  const bears = [...HEROES.map(hero => game.heroes[hero]), ...game.outOfOrder, ...(game.drawn?.places ?? [])];
  return !bears.some(cell => cell !== null && tileOf(cell) === tile);
}

export const isRemovable = (game: Game, tile: TileNumber): boolean => removableTiles(game).includes(tile);
