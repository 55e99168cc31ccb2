/** A part of a tile, drawn as the board draws it, for pictures beside sentences. */
import { deckOf, type Feature, type Hero, type Tile } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { CELL_SIZE, EDGE_SQUARES } from '../board/layout.ts';
import { MARGIN, type TileLook, tileAddress } from '../board/tile-picture.ts';

const tiles: readonly Tile[] = Object.values(deckOf({ tiles: null, side: 'A' })).flatMap(tile => tile ?? []);

export interface TilePlace {
  readonly tile: Tile;
  /** The middle of the part, in squares from the tile's corner. */
  readonly x: number;
  readonly y: number;
}

const middleOf = (tile: Tile, square: number): TilePlace => ({
  tile,
  x: (square & 3) + 0.5,
  y: (square >> 2) + 0.5,
});

const looks = (feature: Feature | null, type: Feature['type'], hero?: Hero): boolean =>
  feature?.type === type && (hero === undefined || ('hero' in feature && feature.hero === hero));

/** The tile and the square of the nth feature of this kind. */
export function findFeature(type: Feature['type'], hero?: Hero, nth = 0): TilePlace | undefined {
  const found = tiles.flatMap(tile => {
    const square = tile.features.findIndex(feature => looks(feature, type, hero));
    return square < 0 ? [] : [middleOf(tile, square)];
  });
  return found[nth];
}

/** The middle of the northern, eastern, southern or western edge of a square. */
const atEdge = ({ tile, x, y }: TilePlace, side: number, far = 0.5): TilePlace => {
  const [dx = 0, dy = 0] = [
    [0, -far],
    [far, 0],
    [0, far],
    [-far, 0],
  ][side] ?? [0, 0];
  return { tile, x: x + dx, y: y + dy };
};

/** An orange wall with a gap. */
export function findPassage(): TilePlace | undefined {
  for (const tile of tiles) {
    const edge = tile.edges.indexOf('orange');
    if (edge >= 0) return atEdge(middleOf(tile, edge >> 2), edge & 3);
  }
  return undefined;
}

/** The square at a northern door of this colour; it is free, and so is the square south of it. */
export function findDoor(hero: Hero): TilePlace | undefined {
  const [square = 0] = EDGE_SQUARES;
  const isFree = (tile: Tile, at: number): boolean => tile.features[at] === null && !tile.solid[at];
  const found = tiles.find(
    tile => tile.openings[0] === hero && isFree(tile, square) && isFree(tile, square + 4),
  );
  return found === undefined ? undefined : middleOf(found, square);
}

/**
 * A tile with a northern door, and the tile that was laid there; its corner lies one square east and four squares north
 * (BD-2b).
 */
const joinedPair = (): readonly [Tile, Tile] | undefined => {
  const south = tiles.find(tile => tile.number > 1 && tile.openings[0] !== null);
  const north = tiles.find(tile => tile !== south && tile.number > 1);
  return south === undefined || north === undefined ? undefined : [south, north];
};

/** The middle between the two ends of the shortest escalator. */
export function findEscalator(): TilePlace | undefined {
  const found = tiles.flatMap(tile =>
    tile.escalators.flatMap((end, own) => {
      if (end <= own) return [];
      const [from, to] = [middleOf(tile, own), middleOf(tile, end)];
      const length = Math.hypot(from.x - to.x, from.y - to.y);
      return [{ tile, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, length }];
    }),
  );
  return found.sort((a, b) => a.length - b.length)[0];
}

export interface TileMood {
  readonly alarm?: boolean;
  readonly noVortex?: boolean;
  readonly muted?: boolean;
  /** Whether every opening is joined with another tile; otherwise openings of a hero's colour are drawn as doors. */
  readonly joined?: boolean;
  readonly outOfOrder?: readonly number[];
}

function lookOf(drawing: Tile, mood: TileMood): TileLook {
  const { alarm = false, noVortex = false, muted = false, joined = false, outOfOrder = [] } = mood;
  return {
    drawing,
    turn: 0,
    faces: drawing.openings.map(opening => {
      if (opening === null) return 'wall';
      return joined || opening === 'arrow' ? 'open' : 'door';
    }),
    lamps: [true, true, true, true],
    outOfOrder,
    mood: {
      alarm,
      noVortex,
      shows: { balls: true, cameras: true, passages: true, loudspeakers: !muted },
    },
  };
}

const SIZE = 4 * CELL_SIZE + 2 * MARGIN;

const TileImage = ({
  drawing,
  mood,
  x = 0,
  y = 0,
}: {
  readonly drawing: Tile;
  readonly mood: TileMood;
  readonly x?: number;
  readonly y?: number;
}): JSX.Element => (
  <image
    href={tileAddress(lookOf(drawing, mood))}
    x={x * CELL_SIZE - MARGIN}
    y={y * CELL_SIZE - MARGIN}
    width={SIZE}
    height={SIZE}
  />
);

/** Two tiles with an open passage between them; the passage is at (2.5, 0) squares from the corner of the southern tile. */
export function PassageWindow({ children }: { readonly children: ComponentChildren }): JSX.Element | null {
  const pair = joinedPair();
  if (pair === undefined) return null;
  const [south, north] = pair;
  return (
    <svg
      class="window"
      viewBox={`${1.4 * CELL_SIZE} ${-1.1 * CELL_SIZE} ${2.2 * CELL_SIZE} ${2.2 * CELL_SIZE}`}
      aria-hidden="true"
    >
      <TileImage drawing={south} mood={{ joined: true }} />
      <TileImage drawing={north} mood={{ joined: true }} x={1} y={-4} />
      {children}
    </svg>
  );
}

/** A view of a place, `width` squares wide; `children` are drawn over it. */
export function TileWindow({
  at,
  wide = 2.4,
  mood = {},
  children,
}: {
  readonly at: TilePlace | undefined;
  readonly wide?: number;
  readonly mood?: TileMood;
  readonly children?: ComponentChildren;
}): JSX.Element | null {
  if (at === undefined) return null;
  const half = (wide * CELL_SIZE) / 2;
  // Keeps the view inside the tile, because nothing is drawn beyond its rim.
  const inside = (middle: number): number =>
    Math.min(4 * CELL_SIZE + 16 - half, Math.max(half - 16, middle * CELL_SIZE)) - half;
  const [left, top] = [inside(at.x), inside(at.y)];
  return (
    <svg class="window" viewBox={`${left} ${top} ${2 * half} ${2 * half}`} aria-hidden="true">
      <TileImage drawing={at.tile} mood={mood} />
      {children}
    </svg>
  );
}
