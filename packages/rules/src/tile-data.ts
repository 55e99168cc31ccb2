/**
 * Tiles as plain data for programs in any language: squares, walls, doors, features and escalators of each tile, in the
 * tile's own frame with the entry arrow at the bottom. docs/REFEREE.md says where the squares of a laid tile are.
 */
import { deckOf, TILE_SET_VERSION } from './deck.ts';
import { SLOTS } from './geometry.ts';
import type { Edge, Feature, Opening, Tile } from './tiles.ts';
import { DIRECTIONS, type Direction, type Side, type TileNumber } from './vocabulary.ts';

type ByDirection<T> = Readonly<Record<Direction, T>>;

export interface SquareData {
  /** What is on the square: a feature, or null for plain floor. */
  readonly feature: Feature | null;
  /** For each direction what a hero meets on the way to the next square of the same tile; at the rim always a wall. */
  readonly walls: ByDirection<Edge>;
}

export interface TileData {
  readonly tile: TileNumber;
  /** The side of tile 1, A or B; null for all other tiles. */
  readonly side: Side | null;
  readonly name: string;
  /** Sixteen squares, row by row; null for a square without floor. */
  readonly squares: readonly (SquareData | null)[];
  /** The openings of the rim by direction, each with its square; null if the rim is closed. */
  readonly openings: ByDirection<OpeningData | null>;
  /** Each escalator by the squares of its two ends. */
  readonly escalators: readonly (readonly [number, number])[];
  /** The squares where heroes begin, on the start tile. */
  readonly starts: readonly number[];
}

export interface OpeningData {
  readonly square: number;
  /** What the opening is: the entry arrow, or the door of a hero. */
  readonly kind: Opening;
}

/** The standard set: both sides of tile 1, then tiles 2 to 24. */
export function standardTileData(tileSet: number = TILE_SET_VERSION): readonly TileData[] {
  const [front, back] = [
    deckOf({ tiles: null, side: 'A', tileSet }),
    deckOf({ tiles: null, side: 'B', tileSet }),
  ];
  const tiles = [front[1], back[1], ...front.slice(2)];
  return tiles.filter(tile => tile !== undefined).map(tileData);
}

const tileData = (tile: Tile): TileData => ({
  tile: tile.number,
  side: tile.side,
  name: tile.name,
  squares: tile.solid.map((isSolid, square) => (isSolid ? null : squareData(tile, square))),
  openings: byDirection(heading => {
    const kind = tile.openings[heading] ?? null;
    return kind === null ? null : { square: SLOTS[heading] ?? 0, kind };
  }),
  escalators: tile.escalators.flatMap((end, square) => (end > square ? [[square, end] as const] : [])),
  starts: tile.starts,
});

const squareData = (tile: Tile, square: number): SquareData => ({
  feature: tile.features[square] ?? null,
  walls: byDirection(heading => tile.edges[square * 4 + heading] ?? 'wall'),
});

function byDirection<T>(of: (heading: number) => T): ByDirection<T> {
  const [north, east, south, west] = DIRECTIONS.map((_, heading) => of(heading));
  return { north, east, south, west } as ByDirection<T>;
}
