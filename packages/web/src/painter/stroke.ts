/**
 * One stroke of a finger, a pen or a mouse: what it has painted so far, and what the next point adds. The first place
 * decides whether the stroke paints or erases. Pure functions: the easel stores the stroke, the page draws it.
 */
import type { Drawing } from '@hush/rules';
import {
  type Brush,
  hasEscalator,
  hintFor,
  isPainted,
  joinSquares,
  type PaintHint,
  type PaintPlace,
  paintAt,
  type Tool,
} from './painting.ts';
import { type PaintPoint, placeAt, placeKey, pointsBetween } from './places.ts';

export interface PaintStroke {
  readonly brush: Brush;
  readonly last: PaintPoint;
  /** Whether the stroke paints or erases; null before it has touched a place. */
  readonly on: boolean | null;
  /** The places that the stroke has painted; each place is painted only once in a stroke. */
  readonly done: readonly string[];
  /** The square where an escalator begins. */
  readonly from: number | null;
}

export interface StrokeResult {
  readonly stroke: PaintStroke;
  readonly tile: Drawing;
  readonly hint: PaintHint | null;
}

/** Tools that paint everything along the path of the finger; all other tools paint once. */
const ALONG: readonly Tool[] = ['wall', 'passage', 'shop', 'rubOut'];

export function beginStroke(tile: Drawing, brush: Brush, point: PaintPoint): StrokeResult {
  const place = placeAt(point, brush.tool);
  const from = brush.tool === 'escalator' && place?.type === 'square' ? place.square : null;
  const stroke: PaintStroke = { brush, last: point, on: null, done: [], from };
  return brush.tool === 'escalator'
    ? { stroke, tile, hint: null }
    : touch({ stroke, tile, hint: null }, place);
}

export function moveStroke(stroke: PaintStroke, tile: Drawing, point: PaintPoint): StrokeResult {
  const start: StrokeResult = { stroke: { ...stroke, last: point }, tile, hint: null };
  if (!ALONG.includes(stroke.brush.tool)) return start;
  return pointsBetween(stroke.last, point).reduce(
    (result, next) => touch(result, placeAt(next, stroke.brush.tool)),
    start,
  );
}

function touch({ stroke, tile, hint }: StrokeResult, place: PaintPlace | null): StrokeResult {
  if (place === null || stroke.done.includes(placeKey(place))) return { stroke, tile, hint };
  const why = hintFor(tile, place, stroke.brush);
  if (why !== null) return { stroke, tile, hint: why };
  const on = stroke.on ?? !isPainted(tile, place, stroke.brush);
  const next = { ...stroke, on, done: [...stroke.done, placeKey(place)] };
  return { stroke: next, tile: paintAt(tile, place, stroke.brush, on), hint };
}

/**
 * The result of a drag with the escalator tool: a tile, or the first end of an escalator whose second end is still
 * missing.
 */
export interface EscalatorResult {
  readonly tile: Drawing;
  readonly pending: number | null;
  readonly hint: PaintHint | null;
}

/**
 * Ends a stroke of the escalator tool. An escalator joins two squares, by one drag or by two presses; a press on an
 * escalator removes it.
 */
export function endEscalator(
  tile: Drawing,
  from: number | null,
  to: number | null,
  pending: number | null,
): EscalatorResult {
  if (from === null || to === null) return { tile, pending: null, hint: 'drag' };
  if (from !== to) return { tile: joinSquares(tile, from, to), pending: null, hint: null };
  if (pending === from) return { tile, pending: null, hint: null };
  if (pending !== null) return { tile: joinSquares(tile, pending, to), pending: null, hint: null };
  if (!hasEscalator(tile, from)) return { tile, pending: from, hint: 'drag' };
  const brush: Brush = { tool: 'escalator', hero: 'barbarian' };
  return { tile: paintAt(tile, { type: 'square', square: from }, brush, false), pending: null, hint: null };
}
