/**
 * Moving walls (SC-11): which laid tiles may be removed so that everything else remains reachable. The search runs on
 * every turn of the hourglass and for every pair of tiles, so for speed it goes through rooms instead of cells.
 */
import { editionOf, type Game, isStartTile, startTiles } from './game.ts';
import { corridorCells, laidTiles, type MallBoard, nextCells } from './mall.ts';
import { type Cell, HEROES, type TileNumber, tileOf } from './vocabulary.ts';

/** Whether turning the hourglass moves walls now; after the theft this depends on the edition. */
export const wallsMove = (game: Game): boolean =>
  game.rules.movingWalls && (editionOf(game).movingWalls === 'always' || !game.theft);

/** The tiles that may be picked next; a first pick must leave a possible second one. */
export function removableTiles(game: Game): readonly TileNumber[] {
  if (game.discards === 0) return [];
  const plans = floorPlans(game);
  const staysWhole = (...gone: readonly TileNumber[]): boolean =>
    plans.every(plan => nothingIsCutOff(plan, gone));
  const loose = laidTiles(game)
    .map(({ tile }) => tile)
    .filter(tile => isLoose(game, tile));
  const fits = loose.filter(tile => staysWhole(tile));
  if (game.discards === 1) return fits;
  return fits.filter(first => loose.some(second => second !== first && staysWhole(first, second)));
}

export const isRemovable = (game: Game, tile: TileNumber): boolean => removableTiles(game).includes(tile);

/**
 * Whether a tile may be removed: it is no start tile, no hero or marker is on it, and the drawn tile has no place at
 * it (EX-3i).
 */
function isLoose(game: Game, tile: TileNumber): boolean {
  if (isStartTile(game, tile)) return false;
  const bears = [...HEROES.map(hero => game.heroes[hero]), ...game.outOfOrder, ...(game.drawn?.places ?? [])];
  return !bears.some(cell => cell !== null && tileOf(cell) === tile);
}

// Functions about rooms, which are connected parts of a tile.

/** For each room, the rooms beside it. A room is a connected part of one tile and is identified by its first cell. */
type Rooms = ReadonlyMap<Cell, ReadonlySet<Cell>>;

interface FloorPlan {
  readonly rooms: Rooms;
  /** The rooms on start tiles. */
  readonly starts: readonly Cell[];
  /** The rooms that can be reached from the start tiles on foot and by escalator if no tile is removed. */
  readonly reachable: readonly Cell[];
}

/** One plan for ordinary heroes, and one for the dwarf if orange walls have passages. */
function floorPlans(game: Game): readonly FloorPlan[] {
  return (game.rules.dwarfPassages ? [false, true] : [false]).map(small => {
    const rooms = roomsOf(game, small);
    const starts = [...rooms.keys()].filter(room => startTiles(game).includes(tileOf(room)));
    return { rooms, starts, reachable: [...reached(rooms, starts, [])] };
  });
}

function roomsOf(board: MallBoard, small: boolean): Rooms {
  const roomOf = new Map<Cell, Cell>();
  for (const cell of laidTiles(board).flatMap(({ tile }) => corridorCells(board, tile)))
    if (!roomOf.has(cell)) for (const inside of roomFrom(board, cell, small)) roomOf.set(inside, cell);
  const rooms = new Map([...roomOf.values()].map(room => [room, new Set<Cell>()]));
  for (const [cell, room] of roomOf)
    for (const next of nextCells(board, cell, small)) rooms.get(room)?.add(roomOf.get(next) ?? room);
  return rooms;
}

function roomFrom(board: MallBoard, first: Cell, small: boolean): ReadonlySet<Cell> {
  const room = new Set([first]);
  for (const cell of room)
    for (const next of nextCells(board, cell, small)) if (tileOf(next) === tileOf(first)) room.add(next);
  return room;
}

function reached(rooms: Rooms, starts: readonly Cell[], gone: readonly TileNumber[]): ReadonlySet<Cell> {
  const seen = new Set(starts);
  for (const room of seen)
    for (const next of rooms.get(room) ?? []) if (!gone.includes(tileOf(next))) seen.add(next);
  return seen;
}

/** Whether every room that was reachable is still reachable, except those of the removed tiles. */
function nothingIsCutOff({ rooms, starts, reachable }: FloorPlan, gone: readonly TileNumber[]): boolean {
  const still = reached(rooms, starts, gone);
  return reachable.every(room => gone.includes(tileOf(room)) || still.has(room));
}
