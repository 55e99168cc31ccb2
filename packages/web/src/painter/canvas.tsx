/**
 * The canvas of the tile painter: the tile as the board draws it, dashed slots for walls, the place under the pointer,
 * rings around faults, and for keyboards and screen readers a button over every place.
 */
import { compileTile, type Drawing } from '@hush/rules';
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { CELL_SIZE } from '../board/layout.ts';
import { say } from '../i18n/catalogs.ts';
import type { Easel } from './easel.ts';
import type { TileFault } from './faults.ts';
import { AimMark, EscalatorLine, FaultRings, PendingMark, SlotLines } from './marks.tsx';
import type { PaintPlace } from './painting.ts';
import { placeName } from './place-names.ts';
import { ALL_PLACES, type PaintPoint, placeBeside, placeKey, placeMiddle } from './places.ts';
import { TileImage } from './tile-card.tsx';

/** The margin around the tile, in pixels of the drawing. */
const AIR = 34;
const SIZE = 4 * CELL_SIZE;

interface Props {
  readonly easel: Easel;
  readonly tile: Drawing;
  readonly faults: readonly TileFault[];
}

export function PaintCanvas({ easel, tile, faults }: Props): JSX.Element {
  const compiled = useMemo(() => compileTile(tile), [tile]);
  // When a phone is turned, the picture moves under the finger, so the stroke ends and keeps what it has painted.
  useEffect(() => {
    const stop = (): void => easel.cancel();
    addEventListener('resize', stop);
    return () => removeEventListener('resize', stop);
  }, [easel]);
  const { brush, pending } = easel;
  return (
    <fieldset
      class={`easel tool-${brush.value.tool}`}
      aria-label={say('painter.canvas')}
      {...pointerHandlers(easel)}
    >
      <svg viewBox={`${-AIR} ${-AIR} ${SIZE + 2 * AIR} ${SIZE + 2 * AIR}`} aria-hidden="true">
        <TileImage tile={compiled} />
        <SlotLines tile={tile} brush={brush.value} />
        <FaultRings faults={faults} />
        <PendingMark square={pending.value} />
        <EscalatorLine easel={easel} />
        <AimMark easel={easel} tile={tile} />
      </svg>
      <Spots easel={easel} tile={tile} />
    </fieldset>
  );
}

type Pointer = TargetedPointerEvent<HTMLFieldSetElement>;

/** The point of the tile under a pointer, in squares. The box is measured each time, because the page may have moved. */
function pointOf({ currentTarget, clientX, clientY }: Pointer): PaintPoint {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const at = (from: number, length: number): number => ((from / length) * (SIZE + 2 * AIR) - AIR) / CELL_SIZE;
  return { x: at(clientX - left, width), y: at(clientY - top, height) };
}

const pointerHandlers = (easel: Easel) => ({
  onPointerDown: (event: Pointer): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    easel.down(event.pointerId, pointOf(event));
  },
  onPointerMove: (event: Pointer): void => easel.move(event.pointerId, pointOf(event)),
  onPointerUp: (event: Pointer): void => easel.up(event.pointerId, pointOf(event)),
  onPointerCancel: (event: Pointer): void => easel.cancel(event.pointerId),
  onLostPointerCapture: (event: Pointer): void => easel.cancel(event.pointerId),
  onPointerLeave: (): void => {
    easel.aim.value = null;
  },
  onContextMenu: (event: Event): void => event.preventDefault(),
  onDragStart: (event: Event): void => event.preventDefault(),
});

const FIRST: PaintPlace = { type: 'square', square: 0 };

/** The buttons over all places. The Tab key reaches one of them; arrow keys go from squares to walls and back. */
function Spots({ easel, tile }: Omit<Props, 'faults'>): JSX.Element {
  const [focus, setFocus] = useState(placeKey(FIRST));
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>, place: PaintPlace): void => {
    const next = placeBeside(place, event.key);
    if (next === null) return;
    event.preventDefault();
    const group = event.currentTarget.parentElement;
    group?.querySelector<HTMLButtonElement>(`[data-place="${placeKey(next)}"]`)?.focus();
  };
  return (
    <>
      {ALL_PLACES.map(place => {
        const key = placeKey(place);
        return (
          <button
            key={key}
            type="button"
            class={`spot ${place.type} ${place.type === 'edge' && place.heading === 1 ? 'upright' : ''}`}
            data-place={key}
            tabIndex={focus === key ? 0 : -1}
            style={spotStyle(place)}
            aria-label={placeName(tile, place)}
            onFocus={() => setFocus(key)}
            onKeyDown={event => onKeyDown(event, place)}
            // Pointers paint by pointer events; a click without a pointer comes from a keyboard or a screen reader.
            onClick={({ detail }) => {
              if (detail === 0) easel.press(place);
            }}
          />
        );
      })}
    </>
  );
}

const spotStyle = (place: PaintPlace): { readonly left: string; readonly top: string } => {
  const { x, y } = placeMiddle(place);
  const at = (n: number): string => `${((n * CELL_SIZE + AIR) / (SIZE + 2 * AIR)) * 100}%`;
  return { left: at(x), top: at(y) };
};
