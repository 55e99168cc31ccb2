/** Tiles as the board draws them: one tile, and a small mall with a tile in it. */
import type { Tile } from '@hush/rules';
import type { JSX } from 'preact';
import { CELL_SIZE, facesOf, placeBeyond, type TileSide } from '../board/layout.ts';
import type { SceneTile } from '../board/scene.ts';
import { MARGIN, tileAddress } from '../board/tile-picture.ts';

const SIDE = 240;
const LAMPS = [true, true, true, true];
const MOOD = {
  alarm: false,
  noVortex: false,
  shows: { balls: true, cameras: true, passages: true, loudspeakers: true },
};

/** The sides of a tile that lies alone: every opening is drawn as a door. */
const doorsOf = ({ openings }: Tile): readonly TileSide[] =>
  openings.map(opening => (opening === null ? 'wall' : 'door'));

interface Look {
  readonly tile: Tile;
  readonly turn?: number;
  readonly faces?: readonly TileSide[];
}

/** The picture of a tile inside an SVG whose origin is the tile's corner. */
export const TileImage = ({ tile, turn = 0, faces = doorsOf(tile) }: Look): JSX.Element => (
  <image
    href={tileAddress({ drawing: tile, turn, faces, lamps: LAMPS, outOfOrder: [], mood: MOOD })}
    x={-MARGIN}
    y={-MARGIN}
    width={SIDE + 2 * MARGIN}
    height={SIDE + 2 * MARGIN}
  />
);

export function TilePicture({ tile }: { readonly tile: Tile }): JSX.Element {
  const [from, size] = [-12, SIDE + 24];
  return (
    <svg class="tile-picture" viewBox={`${from} ${from} ${size} ${size}`} aria-hidden="true">
      <TileImage tile={tile} />
    </svg>
  );
}

/** The squares of a start tile's doors, clockwise from north; tile 1 lies at the origin. */
const DOORS = [
  { x: 2, y: 0 },
  { x: 3, y: 2 },
  { x: 1, y: 3 },
  { x: 0, y: 1 },
];

/** A start tile with up to four tiles at its doors, in the order east, north, west, south. */
export function smallMall(start: Tile, others: readonly Tile[]): readonly SceneTile[] {
  const sides = [1, 0, 3, 2].slice(0, others.length);
  const laid = (drawing: Tile, at: { x: number; y: number; turn: number }, joined: readonly number[]) => ({
    number: drawing.number,
    drawing,
    ...at,
    joined: [0, 1, 2, 3].map(side => joined.includes(side)),
    outOfOrder: [],
    removable: false,
  });
  const first = laid(start, { x: 0, y: 0, turn: 0 }, sides);
  return [
    first,
    ...others.flatMap((tile, i) => {
      const place = placeBeyond([first], DOORS[sides[i] ?? 0] ?? { x: 0, y: 0 });
      return place === undefined ? [] : [laid(tile, place, [2])];
    }),
  ];
}

export function MallPicture({ tiles }: { readonly tiles: readonly SceneTile[] }): JSX.Element {
  const xs = tiles.flatMap(({ x }) => [x, x + 4]);
  const ys = tiles.flatMap(({ y }) => [y, y + 4]);
  const [left, top] = [Math.min(...xs) * CELL_SIZE - 30, Math.min(...ys) * CELL_SIZE - 30];
  const width = Math.max(...xs) * CELL_SIZE + 30 - left;
  const height = Math.max(...ys) * CELL_SIZE + 30 - top;
  return (
    <svg class="mall-picture" viewBox={`${left} ${top} ${width} ${height}`} aria-hidden="true">
      {tiles.map(tile => (
        <g key={tile.number} transform={`translate(${tile.x * CELL_SIZE} ${tile.y * CELL_SIZE})`}>
          <TileImage tile={tile.drawing} turn={tile.turn} faces={facesOf(tile, tiles)} />
        </g>
      ))}
    </svg>
  );
}
