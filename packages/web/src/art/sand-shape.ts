/**
 * The shape of the sand in an hourglass, computed by volume. Each bulb is a solid of revolution. Above the neck the
 * sand sinks into a bowl; below it, the sand forms a heap at its angle of repose. The two volumes always add up to
 * the whole.
 */

/** Measures of the glass in the picture, which is 150 wide and 213 high. */
export const GLASS_SHAPE = { middle: 75, top: 34, neck: 106, bottom: 179 } as const;

const HALF = 46;
const THROAT = 4.5;
/** The share of a bulb that all of the sand fills. */
const FILL = 0.86;
const REPOSE = 0.52;
/** How steeply the surface of the upper sand rises towards the glass. */
const BOWL = 13 / HALF ** 2;
const SLICES = 72;
const HEIGHT = GLASS_SHAPE.neck - GLASS_SHAPE.top;
const SLICE = HEIGHT / SLICES;

const cubic = (t: number, [a, b, c, d]: readonly [number, number, number, number]): number => {
  const u = 1 - t;
  return a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t;
};

/** The radius of a bulb by distance from the neck; the same curve as the drawn glass. */
const RADII: readonly number[] = Array.from({ length: SLICES + 1 }, (_, i) => {
  const wanted = HEIGHT - i * SLICE;
  let [low, high] = [0, 1];
  for (let k = 0; k < 24; k++) {
    const t = (low + high) / 2;
    if (cubic(t, [0, HEIGHT - 26, HEIGHT - 20, HEIGHT]) < wanted) low = t;
    else high = t;
  }
  return cubic(low, [HALF, HALF, 7, THROAT]);
});

const radius = (slice: number): number => RADII[slice] ?? THROAT;

/** The sand in a slice of a bulb, as outer and inner radius; slices are counted from the neck. */
type Slice = (slice: number) => readonly [outer: number, inner: number];

const volume = (slices: Slice): number => {
  let sum = 0;
  for (let i = 0; i < SLICES; i++) {
    const [outer, inner] = slices(i + 0.5);
    sum += Math.max(0, outer * outer - inner * inner);
  }
  return sum * SLICE;
};

const between = (slice: number): number => (radius(Math.floor(slice)) + radius(Math.ceil(slice))) / 2;

const WHOLE = volume(slice => [between(slice), 0]) * FILL;

/** The radius of the surface at this height above its lowest point. */
const bowl = (above: number): number => Math.sqrt(Math.max(0, above) / BOWL);

/** The sand above the neck: full discs up to `low`, then rings between the surface and the glass. */
const upper =
  (low: number): Slice =>
  slice => [between(slice), bowl(slice * SLICE - low)];

/** The sand below the neck: a heap whose tip is `tip` away from the neck. */
const lower =
  (tip: number): Slice =>
  slice => [Math.min(between(slice), Math.max(0, slice * SLICE - tip) / REPOSE), 0];

/** The height at which a bulb holds this volume; `rising` if a greater height means more sand. */
function solve(shape: (height: number) => Slice, wanted: number, rising: boolean): number {
  let [low, high] = [-HALF * 1.2, HEIGHT + HALF];
  for (let k = 0; k < 26; k++) {
    const middle = (low + high) / 2;
    if (volume(shape(middle)) < wanted === rising) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export interface SandShape {
  /**
   * The distance from the neck to the lowest point of the upper sand's surface; negative if that point is inside the
   * neck.
   */
  readonly low: number;
  /** Distance from the neck to the tip of the heap below. */
  readonly tip: number;
}

/** The shape of the sand; `part` is the share above the neck, from 0 to 1. */
export const sandAt = (part: number): SandShape => ({
  low: solve(upper, WHOLE * part, true),
  tip: solve(lower, WHOLE * (1 - part), false),
});

/** The share of the sand in each bulb; a test checks that they add up. */
export const sandShares = ({ low, tip }: SandShape): readonly [above: number, below: number] => [
  volume(upper(low)) / WHOLE,
  volume(lower(tip)) / WHOLE,
];

const point = (x: number, y: number): string => `${(GLASS_SHAPE.middle + x).toFixed(1)} ${y.toFixed(1)}`;

/** A closed path from the coordinates of its right edge, mirrored at the middle. */
const mirrored = (edge: readonly (readonly [x: number, y: number])[]): string =>
  edge.length === 0
    ? ''
    : `M${[...edge, ...edge.map(([x, y]) => [-x, y] as const).reverse()].map(([x, y]) => point(x, y)).join('L')}Z`;

/** The sand above the neck as an SVG path. */
export function upperPath({ low }: SandShape): string {
  const edge: (readonly [number, number])[] = [];
  for (let i = 0; i <= SLICES && bowl(i * SLICE - low) <= radius(i); i++)
    edge.push([radius(i), GLASS_SHAPE.neck - i * SLICE]);
  const [rim = 0] = edge.at(-1) ?? [];
  if (edge.length < 2) return '';
  for (let part = 7; part >= 0; part--) {
    const x = (rim * part) / 8;
    edge.push([x, GLASS_SHAPE.neck - Math.max(0, low + x * x * BOWL)]);
  }
  return mirrored(edge);
}

/** The sand below the neck as an SVG path. */
export function lowerPath({ tip }: SandShape): string {
  const edge: (readonly [number, number])[] = [];
  for (let i = 0; i <= SLICES; i++) {
    const width = Math.min(radius(i), Math.max(0, i * SLICE - tip) / REPOSE);
    if (width > 0) edge.push([width, GLASS_SHAPE.neck + i * SLICE]);
  }
  return mirrored(edge.length === 0 ? [] : [[0, GLASS_SHAPE.neck + Math.max(0, tip)], ...edge]);
}
