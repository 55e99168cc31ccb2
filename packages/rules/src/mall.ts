/**
 * The laid tiles: where they lie, how they join, where a step leads (BD-2b, BD-4d, BD-5a, EX-2b). Plain JSON that grows
 * by one record per tile. Each tile stores its joined neighbours, so a step costs only a few array reads.
 */
import { type DeckChoice, deckOf } from './deck.ts';
import { LATTICE, latticeAt, opposite, type Point, type Quarter, SLOTS, turnSquare } from './geometry.ts';
import { type Feature, NOWHERE, QUARTERS, SQUARES, type Tile } from './tiles.ts';
import { type Cell, cellOf, type Hero, isCell, squareOf, type TileNumber, tileOf } from './vocabulary.ts';

/** Scenario 13 has a second mall, which never joins the first (SC-13e). */
export type MallNumber = 0 | 1;

export interface LaidTile {
  readonly tile: TileNumber;
  /** The tile's top-left cell in the plane. */
  readonly x: number;
  readonly y: number;
  /** How often the tile is turned clockwise by a quarter. */
  readonly turn: Quarter;
  readonly mall: MallNumber;
  /** For each side of the tile's own drawing the tile that is joined there, or 0. */
  readonly joined: readonly TileNumber[];
}

export type Mall = Readonly<Record<TileNumber, LaidTile>>;

export interface MallBoard {
  readonly setUp: DeckChoice;
  readonly mall: Mall;
}

export const tileNumbered = (board: MallBoard, tile: TileNumber): Tile | undefined =>
  deckOf(board.setUp)[tile];
export const laidTiles = (board: MallBoard): readonly LaidTile[] => Object.values(board.mall);

export const featureAt = (board: MallBoard, cell: Cell): Feature | null =>
  deckOf(board.setUp)[tileOf(cell)]?.features[squareOf(cell)] ?? null;

/** A tile laid as the start of a mall. */
export const startTile = (tile: TileNumber, mall: MallNumber): LaidTile => ({
  tile,
  x: 0,
  y: 0,
  turn: 0,
  mall,
  joined: [0, 0, 0, 0],
});

/**
 * Returns the cell one step away on foot, ignoring heroes; NOWHERE at walls, rims and unexplored openings (MV-2c, BD-4e).
 */
export function stepFrom(board: MallBoard, cell: Cell, heading: Quarter, small: boolean): Cell {
  const tile = deckOf(board.setUp)[cell >> 4];
  const laid = board.mall[cell >> 4];
  if (tile === undefined || laid === undefined) return NOWHERE;
  const own = (heading - laid.turn) & 3;
  const square = cell & 15;
  const inside = (small ? tile.smallSteps : tile.steps)[square * 4 + own] ?? NOWHERE;
  if (inside !== NOWHERE) return (cell & ~15) | inside;
  return SLOTS[own] === square ? across(board, laid, own) : NOWHERE;
}

/** The cell on the other side of a joined opening. */
function across(board: MallBoard, from: LaidTile, side: Quarter): Cell {
  const next = board.mall[from.joined[side] ?? 0];
  if (next === undefined) return NOWHERE;
  const facing = (from.turn + side + 2 - next.turn) & 3;
  return cellOf(next.tile, SLOTS[facing] ?? 0);
}

/** The other end of the escalator at this cell, or NOWHERE (ES-1b). */
export function escalatorFrom(board: MallBoard, cell: Cell): Cell {
  const end = deckOf(board.setUp)[cell >> 4]?.escalators[cell & 15] ?? NOWHERE;
  return end === NOWHERE ? NOWHERE : (cell & ~15) | end;
}

// Functions about the openings of tiles.

/** Returns the hero whose exploration space this cell is; null if the cell is none (BD-3b). */
export function doorAt(board: MallBoard, cell: Cell): Hero | null {
  const opening = tileNumbered(board, tileOf(cell))?.openings[SLOTS.indexOf(squareOf(cell))];
  return opening === undefined || opening === 'arrow' ? null : opening;
}

/** Whether no tile lies beyond this door. */
export function leadsToEmptyPlace(board: MallBoard, door: Cell): boolean {
  const laid = board.mall[tileOf(door)];
  if (laid === undefined) return false;
  return tileAt(board, placeBeyond(laid, SLOTS.indexOf(squareOf(door)))) === undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly mall: MallNumber;
}

/** The place on the lattice next to one side of a tile (BD-2b). */
function placeBeyond(laid: LaidTile, side: Quarter): Place {
  const [dx, dy] = LATTICE[(side + laid.turn) & 3] ?? [0, 0];
  return { x: laid.x + dx, y: laid.y + dy, mall: laid.mall };
}

const tileAt = (board: MallBoard, { x, y, mall }: Place): LaidTile | undefined =>
  laidTiles(board).find(laid => laid.x === x && laid.y === y && laid.mall === mall);

// Functions that lay and remove tiles.

/** Lays a tile so that its arrow continues from an exploration space, which decides how the tile is turned (EX-2b). */
export function layTile(board: MallBoard, tile: TileNumber, door: Cell): Mall {
  const from = board.mall[tileOf(door)];
  if (from === undefined) throw new Error(`no tile lies at cell ${door}`);
  const side = SLOTS.indexOf(squareOf(door));
  const turn = (side + from.turn) & 3;
  return joinTile(board, { tile, ...placeBeyond(from, side), turn, joined: [0, 0, 0, 0] });
}

/** Joins a tile with every neighbour that has an opening in the shared slot (BD-4d, BD-5a). */
export function joinTile(board: MallBoard, laid: LaidTile): Mall {
  const mall: Record<TileNumber, LaidTile> = { ...board.mall, [laid.tile]: laid };
  for (const side of QUARTERS) {
    const next = tileAt(board, placeBeyond(laid, side));
    if (next === undefined) continue;
    const facing = opposite((side + laid.turn - next.turn) & 3);
    if (!hasOpening(board, laid.tile, side) || !hasOpening(board, next.tile, facing)) continue;
    mall[laid.tile] = withJoin(mall[laid.tile] ?? laid, side, next.tile);
    mall[next.tile] = withJoin(mall[next.tile] ?? next, facing, laid.tile);
  }
  return mall;
}

const hasOpening = (board: MallBoard, tile: TileNumber, side: Quarter): boolean =>
  (tileNumbered(board, tile)?.openings[side] ?? null) !== null;

const withJoin = (laid: LaidTile, side: Quarter, tile: TileNumber): LaidTile => ({
  ...laid,
  joined: laid.joined.with(side, tile),
});

/** Removes a tile; its neighbours' openings become unexplored again (SC-11q). */
export function liftTile({ mall }: MallBoard, tile: TileNumber): Mall {
  const rest: Record<TileNumber, LaidTile> = {};
  for (const laid of Object.values(mall)) {
    if (laid.tile === tile) continue;
    const touches = laid.joined.includes(tile);
    rest[laid.tile] = touches
      ? { ...laid, joined: laid.joined.map(other => (other === tile ? 0 : other)) }
      : laid;
  }
  return rest;
}

// Functions about the coordinates of cells, for other packages.

/** A cell as people name it: x grows east, y south; [x, y, 1] in the second mall. */
export type Coordinates = readonly [x: number, y: number] | readonly [x: number, y: number, mall: 1];

export function coordinatesOf(board: MallBoard, cell: Cell): Coordinates {
  const laid = board.mall[tileOf(cell)];
  if (laid === undefined) throw new Error(`cell ${cell} is not in the mall`);
  const square = turnSquare(squareOf(cell), laid.turn);
  return coordinates([laid.x + (square & 3), laid.y + (square >> 2)], laid.mall);
}

const coordinates = ([x, y]: Point, mall: MallNumber): Coordinates => (mall === 1 ? [x, y, 1] : [x, y]);

/** Returns the corridor cell at a point of the plane; undefined if there is no tile, a hole or a solid square. */
export function cellAt(board: MallBoard, [x, y, mall]: Coordinates): Cell | undefined {
  const spot = latticeAt([x, y]);
  const laid = spot && tileAt(board, { x: spot.corner[0], y: spot.corner[1], mall: mall ?? 0 });
  if (spot === undefined || laid === undefined) return undefined;
  const square = turnSquare(spot.square, (4 - laid.turn) & 3);
  return tileNumbered(board, laid.tile)?.solid[square] === false ? cellOf(laid.tile, square) : undefined;
}

/** The cells one step or one escalator ride away, ignoring heroes. */
export const nextCells = (board: MallBoard, cell: Cell, small: boolean): readonly Cell[] =>
  [...QUARTERS.map(heading => stepFrom(board, cell, heading, small)), escalatorFrom(board, cell)].filter(
    next => next !== NOWHERE,
  );

export const corridorCells = (board: MallBoard, tile: TileNumber): readonly Cell[] =>
  SQUARES.filter(square => tileNumbered(board, tile)?.solid[square] === false).map(square =>
    cellOf(tile, square),
  );

export const isCorridor = (board: MallBoard, cell: Cell): boolean =>
  isCell(cell) &&
  board.mall[tileOf(cell)] !== undefined &&
  tileNumbered(board, tileOf(cell))?.solid[squareOf(cell)] === false;
