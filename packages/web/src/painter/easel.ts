/**
 * The easel of the tile painter: the chosen tool, the current stroke, and what the page shows of it. The first pointer
 * that touches the tile paints; others are ignored until it is lifted. An interrupted stroke keeps what it has painted.
 */
import type { Drawing } from '@hush/rules';
import { type Signal, signal } from '@preact/signals';
import { type Brush, hintFor, isPainted, type PaintHint, type PaintPlace, paintAt } from './painting.ts';
import { type PaintPoint, placeAt } from './places.ts';
import { beginStroke, endEscalator, moveStroke, type PaintStroke, type StrokeResult } from './stroke.ts';

/** Where the painted tile is stored. */
export interface EaselHost {
  tile(): Drawing;
  /** Stores a tile. With `isNew` a new step for undo begins; otherwise the change belongs to the last step. */
  write(tile: Drawing, options: { readonly isNew: boolean }): void;
}

export class Easel {
  readonly brush: Signal<Brush>;
  /** The place that a press would paint now. */
  readonly aim: Signal<PaintPlace | null> = signal(null);
  /** The square of an escalator's first end, while its second end is missing. */
  readonly pending: Signal<number | null> = signal(null);
  /** The square where the escalator that is being painted begins. */
  readonly from: Signal<number | null> = signal(null);
  /** The point that the stroke has reached. */
  readonly target: Signal<PaintPoint | null> = signal(null);
  readonly hint: Signal<PaintHint | null> = signal(null);
  /** The place that the keyboard painted last. */
  readonly pressed: Signal<PaintPlace | null> = signal(null);
  readonly #host: EaselHost;
  #owner: number | null = null;
  #stroke: PaintStroke | null = null;
  #isNew = true;

  constructor(host: EaselHost, first: Brush) {
    this.#host = host;
    this.brush = signal(first);
  }

  /** Chooses another tool; an escalator without its second end is dropped. */
  take(brush: Brush): void {
    this.brush.value = brush;
    this.pending.value = null;
    this.hint.value = null;
  }

  down(pointer: number, point: PaintPoint): void {
    if (this.#owner !== null) return;
    this.#owner = pointer;
    this.#isNew = true;
    this.hint.value = null;
    this.pressed.value = null;
    this.#go(beginStroke(this.#host.tile(), this.brush.peek(), point));
    this.aim.value = null;
  }

  move(pointer: number, point: PaintPoint): void {
    if (this.#owner === null) this.aim.value = placeAt(point, this.brush.peek().tool);
    if (this.#owner !== pointer || this.#stroke === null) return;
    if (this.#stroke.from !== null) this.target.value = point;
    this.#go(moveStroke(this.#stroke, this.#host.tile(), point));
  }

  up(pointer: number, point: PaintPoint): void {
    if (this.#owner !== pointer || this.#stroke === null) return;
    const { brush, from } = this.#stroke;
    this.#go(moveStroke(this.#stroke, this.#host.tile(), point));
    if (brush.tool === 'escalator') this.#ride(from, squareOf(placeAt(point, 'escalator')));
    this.#end();
  }

  /**
   * Ends the stroke of this pointer early: because of another program, a turned phone, or a lost pointer.
   * Without a pointer it ends any stroke.
   */
  cancel(pointer?: number): void {
    if (pointer === undefined || this.#owner === pointer) this.#end();
  }

  /** Paints with the keyboard. */
  press(place: PaintPlace): void {
    const tile = this.#host.tile();
    const brush = keyBrush(this.brush.peek(), place);
    this.#isNew = true;
    this.pressed.value = place;
    this.hint.value = hintFor(tile, place, brush);
    if (this.hint.peek() !== null) return;
    if (brush.tool === 'escalator') this.#ride(squareOf(place), squareOf(place));
    else this.#write(paintAt(tile, place, brush, !isPainted(tile, place, brush)));
  }

  #go({ stroke, tile, hint }: StrokeResult): void {
    this.#stroke = stroke;
    this.from.value = stroke.from;
    if (hint !== null) this.hint.value = hint;
    this.#write(tile);
  }

  #write(tile: Drawing): void {
    if (tile === this.#host.tile()) return;
    this.#host.write(tile, { isNew: this.#isNew });
    this.#isNew = false;
  }

  #ride(from: number | null, to: number | null): void {
    const result = endEscalator(this.#host.tile(), from, to, this.pending.peek());
    this.pending.value = result.pending;
    this.hint.value = result.hint;
    this.#write(result.tile);
  }

  #end(): void {
    this.#owner = null;
    this.#stroke = null;
    this.from.value = null;
    this.target.value = null;
    this.aim.value = null;
  }
}

/**
 * The tool for a press of the keyboard: at a wall or a door it changes that wall or door, even if a tool for squares is
 * chosen.
 */
function keyBrush(brush: Brush, place: PaintPlace): Brush {
  const { tool } = brush;
  if (place.type === 'edge' && tool !== 'passage' && tool !== 'rubOut') return { ...brush, tool: 'wall' };
  if (place.type === 'side' && tool !== 'wall' && tool !== 'rubOut') return { ...brush, tool: 'door' };
  return brush;
}

const squareOf = (place: PaintPlace | null): number | null =>
  place?.type === 'square' ? place.square : null;
