/**
 * The layout of tiles, without a browser: how a tile is rotated, what its sides face, where the holes between tiles
 * are, and where a drawn tile would lie. Units are cells of the plane; a cell is `CELL_SIZE` pixels.
 */
import type { BoardPoint, ChoiceMark, SceneTile } from './scene.ts';

export const CELL_SIZE = 60;
export const TILE_CELLS = 4;

export const TILE_EDGES: readonly number[] = [0, 1, 2, 3];
/** For each side, the square at its opening. Turning a tile by quarters maps these squares onto each other (BD-2b). */
export const EDGE_SQUARES: readonly number[] = [2, 11, 13, 4];
/** The offset from a tile's corner to its neighbour's corner, by side. */
const BEYOND: readonly BoardPoint[] = [
  { x: 1, y: -4 },
  { x: 4, y: 1 },
  { x: -1, y: 4 },
  { x: -4, y: -1 },
];
/** The four holes around a tile, as offsets from its corner; up to three other tiles share each hole. */
const HOLES: readonly BoardPoint[] = [
  { x: 0, y: -1 },
  { x: 4, y: 0 },
  { x: 3, y: 4 },
  { x: -1, y: 3 },
];
const STEPS: readonly BoardPoint[] = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
];

/**
 * What a side of a tile faces: a wall, an open way, a door to an unexplored place, or an opening that another tile's wall
 * shuts (BD-4c, BD-4e).
 */
export type TileSide = 'wall' | 'open' | 'door' | 'shut';

const NOWHERE: BoardPoint = { x: 0, y: 0 };
const plus = (a: BoardPoint, b: BoardPoint | undefined = NOWHERE): BoardPoint => ({
  x: a.x + b.x,
  y: a.y + b.y,
});
export const samePoint = (a: BoardPoint, b: BoardPoint): boolean => a.x === b.x && a.y === b.y;
export const pointKey = ({ x, y }: BoardPoint): string => `${x},${y}`;

/** Where a square is after its tile was turned clockwise. */
export function turnedSquare(square: number, turns: number): number {
  let [x, y] = [square & 3, square >> 2];
  for (let i = 0; i < (turns & 3); i++) [x, y] = [3 - y, x];
  return y * 4 + x;
}

/** The square of the tile's own drawing that is at this place of the laid tile. */
export const ownSquare = (seen: number, turn: number): number => turnedSquare(seen, 4 - (turn & 3));

/** Returns the next square in a direction, or undefined beyond the rim. */
export function nextSquare(square: number, heading: number): number | undefined {
  const { x, y } = plus({ x: square & 3, y: square >> 2 }, STEPS[heading & 3]);
  return x < 0 || x > 3 || y < 0 || y > 3 ? undefined : y * 4 + x;
}

const coversCell = (tile: BoardPoint, cell: BoardPoint): boolean =>
  cell.x >= tile.x && cell.x < tile.x + TILE_CELLS && cell.y >= tile.y && cell.y < tile.y + TILE_CELLS;

const tileUnder = (tiles: readonly SceneTile[], cell: BoardPoint): SceneTile | undefined =>
  tiles.find(tile => coversCell(tile, cell));

/** What each side of a laid tile faces, clockwise from north. */
export const facesOf = (tile: SceneTile, tiles: readonly SceneTile[]): readonly TileSide[] =>
  TILE_EDGES.map(side => {
    const own = (side - tile.turn) & 3;
    if ((tile.drawing.openings[own] ?? null) === null) return 'wall';
    if (tile.joined[own]) return 'open';
    return tiles.some(other => samePoint(other, plus(tile, BEYOND[side]))) ? 'shut' : 'door';
  });

/** The places of lanterns: every hole around the start tile, and other holes where two tiles meet. */
export function lanternsOf(tiles: readonly SceneTile[]): readonly BoardPoint[] {
  const holes = new Map<string, { readonly at: BoardPoint; weight: number }>();
  for (const tile of tiles)
    for (const offset of HOLES) {
      const at = plus(tile, offset);
      const hole = holes.get(pointKey(at)) ?? { at, weight: 0 };
      hole.weight += tile.number === 1 ? 2 : 1;
      holes.set(pointKey(at), hole);
    }
  return [...holes.values()].filter(({ weight }) => weight >= 2).map(({ at }) => at);
}

/** For each of the four holes around a tile, clockwise from the north-west, whether it has a lantern. */
export const lanternFlagsOf = (tile: BoardPoint, lanterns: ReadonlySet<string>): readonly boolean[] =>
  HOLES.map(offset => lanterns.has(pointKey(plus(tile, offset))));

/** The centres of the holes, in pixels from the tile's corner. */
export const HOLE_CENTRES: readonly BoardPoint[] = HOLES.map(({ x, y }) => ({
  x: (x + 0.5) * CELL_SIZE,
  y: (y + 0.5) * CELL_SIZE,
}));

const SQUARES: readonly number[] = Array.from({ length: 16 }, (_, square) => square);

/** Whether a square of a tile has a symbol: a feature, an end of an escalator, or a way to another tile. */
const hasSymbol = ({ drawing, joined }: SceneTile, square: number): boolean =>
  (drawing.features[square] ?? null) !== null ||
  (drawing.escalators[square] ?? -1) >= 0 ||
  EDGE_SQUARES.some(
    (edge, side) => edge === square && (drawing.openings[side] ?? null) !== null && !joined[side],
  );

/** The cells with a symbol, by `pointKey`; hints are drawn so that they do not cover it. */
export const symbolsOn = (tiles: readonly SceneTile[]): ReadonlySet<string> =>
  new Set(
    tiles.flatMap(tile =>
      SQUARES.filter(square => hasSymbol(tile, ownSquare(square, tile.turn))).map(square =>
        pointKey(plus(tile, { x: square & 3, y: square >> 2 })),
      ),
    ),
  );

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The bounding box, in pixels, of things that are this many cells wide. */
export const boundsOf = (things: readonly BoardPoint[], size: number): Rectangle =>
  pixels({
    left: Math.min(...things.map(({ x }) => x)),
    top: Math.min(...things.map(({ y }) => y)),
    right: Math.max(...things.map(({ x }) => x + size)),
    bottom: Math.max(...things.map(({ y }) => y + size)),
  });

export interface LayoutPlace extends BoardPoint {
  readonly turn: number;
}

/** Where a tile laid at this door would lie: its arrow continues the door (EX-2b). */
export function placeBeyond(tiles: readonly SceneTile[], door: BoardPoint): LayoutPlace | undefined {
  const tile = tileUnder(tiles, door);
  if (tile === undefined) return undefined;
  const side = EDGE_SQUARES.indexOf((door.y - tile.y) * 4 + door.x - tile.x);
  return side < 0 ? undefined : { ...plus(tile, BEYOND[side]), turn: side };
}

/** The area of a mark, in pixels. */
export function areaOf(mark: ChoiceMark, tiles: readonly SceneTile[]): Rectangle {
  const { x, y } = mark.at;
  const place = mark.kind === 'lay' ? placeBeyond(tiles, mark.at) : undefined;
  if (place !== undefined)
    return pixels({ left: place.x, top: place.y, right: place.x + 4, bottom: place.y + 4 });
  if (mark.kind === 'discard')
    return pixels({ left: x - 1.5, top: y - 1.5, right: x + 2.5, bottom: y + 2.5 });
  return pixels({ left: x, top: y, right: x + 1, bottom: y + 1 });
}

const pixels = ({ left, top, right, bottom }: Rectangle): Rectangle => ({
  left: left * CELL_SIZE,
  top: top * CELL_SIZE,
  right: right * CELL_SIZE,
  bottom: bottom * CELL_SIZE,
});

export const grownBox = ({ left, top, right, bottom }: Rectangle, air: number): Rectangle => ({
  left: left - air,
  top: top - air,
  right: right + air,
  bottom: bottom + air,
});

/** The middle of a cell, in pixels. */
export const centreOf = ({ x, y }: BoardPoint): BoardPoint => ({
  x: (x + 0.5) * CELL_SIZE,
  y: (y + 0.5) * CELL_SIZE,
});

/** The direction of the last step of a path, in degrees clockwise from north. */
export function headingInto(path: readonly BoardPoint[], from: BoardPoint | undefined): number {
  const to = path.at(-1);
  const before = path.at(-2) ?? from;
  if (to === undefined || before === undefined) return 0;
  return (Math.atan2(to.x - before.x, before.y - to.y) * 180) / Math.PI;
}
