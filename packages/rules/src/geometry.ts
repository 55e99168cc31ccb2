/**
 * Squares of a tile, quarter turns and the lattice on which tiles lie (BD-1d, BD-2b).
 *
 * A tile has sixteen squares, numbered row by row; sides and turns count clockwise from north. The four
 * slots are four-fold symmetric, so neighbours lie on the lattice with basis (4,1) and (1,-4). Each lattice
 * point owns 16 of 17 cells of the plane: the seventeenth is the hole in which a lantern hangs.
 */
import { DIRECTIONS, type Direction } from './vocabulary.ts';

export const EAST = 1;
export const SOUTH = 2;
export const WEST = 3;
/** A side of a tile or a heading, 0-3 clockwise from north. */
export type Quarter = number;

export const quarterOf = (direction: Direction): Quarter => DIRECTIONS.indexOf(direction);
export const opposite = (quarter: Quarter): Quarter => (quarter + 2) & 3;

/**
 * By side, the square that touches the slot in the rim (BD-2b): north column 2, east row 2, south column 1, west row
 * 1.
 */
export const SLOTS: readonly number[] = [2, 11, 13, 4];

/** By side, the offset from a tile's top-left cell to its neighbour's. */
export const LATTICE: readonly Point[] = [
  [1, -4],
  [4, 1],
  [-1, 4],
  [-4, -1],
];

/** By heading, the offset of one step. */
const STEPS: readonly Point[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/**
 * A point of the plane that holds one cell: x grows east, y south, and [0,0] is the top-left cell of the start tile.
 */
export type Point = readonly [x: number, y: number];

/** Returns the square next to `square` in direction `heading`, in the same tile; undefined outside the tile. */
export function neighbourSquare(square: number, heading: Quarter): number | undefined {
  const [dx, dy] = STEPS[heading] ?? [0, 0];
  const x = (square & 3) + dx;
  const y = (square >> 2) + dy;
  return x < 0 || x > 3 || y < 0 || y > 3 ? undefined : y * 4 + x;
}

/** The place to which a square moves when its tile is turned clockwise. */
export function turnSquare(square: number, turns: Quarter): number {
  let x = square & 3;
  let y = square >> 2;
  for (let i = 0; i < (turns & 3); i++) [x, y] = [3 - y, x];
  return y * 4 + x;
}

/**
 * Returns the square at a point of the plane, and the top-left cell of its tile on the lattice; undefined in a hole
 * between tiles.
 */
export function latticeAt([x, y]: Point): { readonly corner: Point; readonly square: number } | undefined {
  const residue = mod17(x - 4 * y); // points that are the same square of a tile have the same number
  const square = SQUARE_BY_RESIDUE[residue];
  if (square === undefined) return undefined;
  return { corner: [x - (square & 3), y - (square >> 2)], square };
}

const mod17 = (n: number): number => ((n % 17) + 17) % 17;

const SQUARE_BY_RESIDUE: readonly (number | undefined)[] = Array.from({ length: 17 }, (_, residue) =>
  Array.from({ length: 16 }, (_, square) => square).find(
    square => mod17((square & 3) - 4 * (square >> 2)) === residue,
  ),
);
