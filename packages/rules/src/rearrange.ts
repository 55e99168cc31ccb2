/**
 * Moving walls (SC-11): which laid tiles may leave the mall so that everything else stays reachable. Asked on every
 * turn of the hourglass and for every pair of tiles, so it walks from room to room and not from cell to cell.
 */
import { editionOf, type Game, isStartTile, startTiles } from './game.ts';
import { corridorCells, laidTiles, type MallBoard, nextCells } from './mall.ts';
import { type Cell, HEROES, type TileNumber, tileOf } from './vocabulary.ts';

/** Whether turning the hourglass rearranges the mall now; editions differ on the time after the theft. */
export const wallsMove = (game: Game): boolean =>
  game.rules.movingWalls && (editionOf(game).movingWalls === 'always' || !game.theft);

/** The tiles that may be picked next. A first pick that leaves no second is none. */
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

/** No hero and no marker on it, no start tile, and it bears no place of the drawn tile (EX-3i). */
function isLoose(game: Game, tile: TileNumber): boolean {
  if (isStartTile(game, tile)) return false;
  const bears = [...HEROES.map(hero => game.heroes[hero]), ...game.outOfOrder, ...(game.drawn?.places ?? [])];
  return !bears.some(cell => cell !== null && tileOf(cell) === tile);
}

// Rooms.

/** The rooms next to each room. A room is what hangs together within one tile; its first cell stands for it. */
type Rooms = ReadonlyMap<Cell, ReadonlySet<Cell>>;

interface FloorPlan {
  readonly rooms: Rooms;
  /** Those of the start tiles. */
  readonly starts: readonly Cell[];
  /** What can be reached from there on foot and by escalator while every tile lies. */
  readonly reachable: readonly Cell[];
}

/** For ordinary heroes and, where orange walls have passages, for the dwarf. */
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

/** Whether all that was reachable, and whose tile remains, still is. */
function nothingIsCutOff({ rooms, starts, reachable }: FloorPlan, gone: readonly TileNumber[]): boolean {
  const still = reached(rooms, starts, gone);
  return reachable.every(room => gone.includes(tileOf(room)) || still.has(room));
}
