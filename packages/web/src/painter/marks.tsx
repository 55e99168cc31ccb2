/** Marks over the picture of the tile while somebody paints it. Units are pixels of the drawing. */
import type { Drawing } from '@hush/rules';
import type { JSX } from 'preact';
import { CELL_SIZE, EDGE_SQUARES } from '../board/layout.ts';
import type { Easel } from './easel.ts';
import type { TileFault } from './faults.ts';
import { ALL_SQUARES, type Brush, hintFor, isPainted, isShop, type PaintPlace } from './painting.ts';
import { ALL_PLACES, placeMiddle } from './places.ts';

const centre = (square: number): readonly [number, number] => [
  ((square & 3) + 0.5) * CELL_SIZE,
  ((square >> 2) + 0.5) * CELL_SIZE,
];

const isOpenEdge = (tile: Drawing, place: PaintPlace): boolean =>
  place.type === 'edge' &&
  tile.edges[place.square * 4 + place.heading] === 'open' &&
  !isShop(tile, place.square);

/** A line along an inner edge or a side of the tile. */
function lineAt(place: PaintPlace, short: number): string {
  const { x, y } = placeMiddle(place);
  const half = CELL_SIZE / 2 - short;
  const upright = place.type === 'edge' ? place.heading === 1 : place.type === 'side' && place.side % 2 === 1;
  return upright
    ? `M${x * CELL_SIZE} ${y * CELL_SIZE - half}v${2 * half}`
    : `M${x * CELL_SIZE - half} ${y * CELL_SIZE}h${2 * half}`;
}

/** Dashed lines where a wall can be painted, and with the door tool where a door can be. */
export function SlotLines({ tile, brush }: { readonly tile: Drawing; readonly brush: Brush }): JSX.Element {
  const edges = ALL_PLACES.filter(place => isOpenEdge(tile, place)).map(place => lineAt(place, 8));
  const sides = EDGE_SQUARES.map((_, side): PaintPlace => ({ type: 'side', side }))
    .filter(place => brush.tool === 'door' && hintFor(tile, place, brush) === null)
    .map(place => lineAt(place, 4));
  return (
    <>
      <path class="slot-lines" d={edges.join('')} />
      <path class="slot-lines door-slots" d={sides.join('')} />
    </>
  );
}

export const FaultRings = ({ faults }: { readonly faults: readonly TileFault[] }): JSX.Element => (
  <>
    {ALL_SQUARES.map(square => {
      const here = faults.filter(fault => fault.square === square);
      if (here.length === 0) return null;
      const [x, y] = centre(square);
      const weight = here.some(fault => fault.weight === 'breaks') ? 'breaks' : 'tip';
      return (
        <g key={square} class={`fault-ring ${weight}`}>
          <rect x={x - 27} y={y - 27} width={54} height={54} rx={13} />
          <circle cx={x + 22} cy={y - 22} r={8} />
          <path d={`M${x + 22} ${y - 26}v4.5M${x + 22} ${y - 18.2}v.2`} />
        </g>
      );
    })}
  </>
);

export function PendingMark({ square }: { readonly square: number | null }): JSX.Element | null {
  if (square === null) return null;
  const [x, y] = centre(square);
  return <rect class="pending-mark" x={x - 25} y={y - 25} width={50} height={50} rx={12} />;
}

/** The escalator that is being drawn, from its first square to the finger. */
export function EscalatorLine({ easel }: { readonly easel: Easel }): JSX.Element | null {
  const from = easel.from.value;
  const target = easel.target.value;
  if (from === null || target === null) return null;
  const [x, y] = centre(from);
  return <path class="wire" d={`M${x} ${y}L${target.x * CELL_SIZE} ${target.y * CELL_SIZE}`} />;
}

/** The place under the pointer, with what a press would paint or erase. */
export function AimMark({
  easel,
  tile,
}: {
  readonly easel: Easel;
  readonly tile: Drawing;
}): JSX.Element | null {
  const place = easel.aim.value;
  const brush = easel.brush.value;
  if (place === null || hintFor(tile, place, brush) !== null) return null;
  const gone = brush.tool === 'rubOut' || isPainted(tile, place, brush) ? 'gone' : '';
  if (place.type === 'square') {
    const [x, y] = centre(place.square);
    return <rect class={`aim ${gone}`} x={x - 26} y={y - 26} width={52} height={52} rx={12} />;
  }
  const d = lineAt(place, 4);
  return (
    <g class={`aim-wall ${gone} ${brush.tool === 'door' ? brush.hero : ''}`}>
      <path class="halo" d={d} />
      <path d={d} />
    </g>
  );
}
