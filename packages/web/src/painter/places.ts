/**
 * Finds the place under a finger, and the next place for an arrow key. Points are in squares from the tile's top
 * left corner, so they do not depend on the size or the position of the picture.
 */
import { EDGE_SQUARES } from '../board/layout.ts';
import { ALL_SQUARES, type PaintPlace, type Tool } from './painting.ts';

export interface PaintPoint {
  readonly x: number;
  readonly y: number;
}

/** How far from a wall a finger may be to choose it, in squares. */
const REACH = 0.34;
/** Within this distance of a corner no wall is chosen, because several walls meet there. */
const POST = 0.16;
/** How far outside of the tile a finger may be to choose a door, in squares. */
const OUTSIDE = 0.6;

const squareUnder = ({ x, y }: PaintPoint): number | null =>
  x < 0 || y < 0 || x >= 4 || y >= 4 ? null : Math.floor(y) * 4 + Math.floor(x);

/** Returns the place that a tool would paint at a point; null if there is none. */
export function placeAt(point: PaintPoint, tool: Tool): PaintPlace | null {
  if (tool === 'door') return sideAt(point, OUTSIDE);
  if (tool === 'wall' || tool === 'passage') return edgeAtPoint(point, REACH) ?? sideAt(point, REACH, REACH);
  if (tool === 'rubOut') return edgeAtPoint(point, POST) ?? sideAt(point, OUTSIDE, POST) ?? onSquare(point);
  return onSquare(point);
}

function onSquare(point: PaintPoint): PaintPlace | null {
  const square = squareUnder(point);
  return square === null ? null : { type: 'square', square };
}

/** The inner edge next to a point. */
function edgeAtPoint({ x, y }: PaintPoint, reach: number): PaintPlace | null {
  const [column, row] = [Math.round(x), Math.round(y)];
  const [dx, dy] = [Math.abs(x - column), Math.abs(y - row)];
  if (x < 0 || y < 0 || x >= 4 || y >= 4 || (dx < POST && dy < POST)) return null;
  if (dx <= dy && dx < reach && column > 0 && column < 4)
    return { type: 'edge', square: Math.floor(y) * 4 + column - 1, heading: 1 };
  if (dy < dx && dy < reach && row > 0 && row < 4)
    return { type: 'edge', square: (row - 1) * 4 + Math.floor(x), heading: 2 };
  return null;
}

/** For each side, how far a point is inside of the tile. */
const depths = ({ x, y }: PaintPoint): readonly number[] => [y, 4 - x, 4 - y, x];

/** The slot of the side at a point, which may be a little outside of the tile, or up to `inside` squares inside of it. */
function sideAt(point: PaintPoint, outside: number, inside = 1): PaintPlace | null {
  const along = [point.x, point.y, point.x, point.y];
  const side = EDGE_SQUARES.findIndex((square, i) => {
    const at = i % 2 === 0 ? square & 3 : square >> 2;
    const deep = depths(point)[i] ?? 0;
    const way = along[i] ?? 0;
    return deep > -outside && deep < inside && way >= at && way < at + 1;
  });
  return side < 0 ? null : { type: 'side', side };
}

/** Points between two positions of a finger, so close to each other that a quick stroke leaves no wall out. */
export function pointsBetween(from: PaintPoint, to: PaintPoint): readonly PaintPoint[] {
  const steps = Math.min(200, Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.12)));
  return Array.from({ length: steps }, (_, i) => ({
    x: from.x + ((to.x - from.x) * (i + 1)) / steps,
    y: from.y + ((to.y - from.y) * (i + 1)) / steps,
  }));
}

export const placeKey = (place: PaintPlace): string =>
  place.type === 'side'
    ? `side ${place.side}`
    : `${place.type} ${place.square}${place.type === 'edge' ? ` ${place.heading}` : ''}`;

/** Every place of a tile: squares, inner edges, slots. */
export const ALL_PLACES: readonly PaintPlace[] = [
  ...ALL_SQUARES.map((square): PaintPlace => ({ type: 'square', square })),
  ...ALL_SQUARES.flatMap((square): readonly PaintPlace[] => [
    ...((square & 3) < 3 ? [{ type: 'edge', square, heading: 1 } as const] : []),
    ...(square < 12 ? [{ type: 'edge', square, heading: 2 } as const] : []),
  ]),
  ...EDGE_SQUARES.map((_, side): PaintPlace => ({ type: 'side', side })),
];

/** The middle of a place, in squares. */
export function placeMiddle(place: PaintPlace): PaintPoint {
  if (place.type === 'side') {
    const square = EDGE_SQUARES[place.side] ?? 0;
    const [x, y] = [(square & 3) + 0.5, (square >> 2) + 0.5];
    const [dx = 0, dy = 0] =
      [
        [0, -0.5],
        [0.5, 0],
        [0, 0.5],
        [-0.5, 0],
      ][place.side] ?? [];
    return { x: x + dx, y: y + dy };
  }
  const [x, y] = [(place.square & 3) + 0.5, (place.square >> 2) + 0.5];
  if (place.type === 'square') return { x, y };
  return place.heading === 1 ? { x: x + 0.5, y } : { x, y: y + 0.5 };
}

const ARROWS: Readonly<Record<string, PaintPoint>> = {
  ArrowUp: { x: 0, y: -0.5 },
  ArrowRight: { x: 0.5, y: 0 },
  ArrowDown: { x: 0, y: 0.5 },
  ArrowLeft: { x: -0.5, y: 0 },
};

const PLACES_BY_MIDDLE = new Map(ALL_PLACES.map(place => [pointName(placeMiddle(place)), place]));
function pointName({ x, y }: PaintPoint): string {
  return `${x},${y}`;
}

/**
 * Returns the next place in the direction of an arrow key, from squares to walls and back. Null at the rim of the tile
 * and for other keys.
 */
export function placeBeside(place: PaintPlace, key: string): PaintPlace | null {
  const step = ARROWS[key];
  if (step === undefined) return null;
  const from = placeMiddle(place);
  for (const n of [1, 2]) {
    const found = PLACES_BY_MIDDLE.get(pointName({ x: from.x + n * step.x, y: from.y + n * step.y }));
    if (found !== undefined) return found;
  }
  return null;
}
