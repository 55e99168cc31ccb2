/**
 * Recognizes gestures of fingers, pens and mice. A press that hardly moves is a tap, reported on release. A press that
 * moves pans the board, two fingers zoom, and a long press is a hold. A press that leaves the board is cancelled.
 */
import type { BoardPoint } from './scene.ts';

export interface GestureListener {
  /** A press has begun; the gesture is not known yet. */
  pressed(at: BoardPoint): void;
  /** A press was released where it began. */
  tapped(at: BoardPoint, touch: boolean): void;
  /** A long press. The listener returns true if it handled it; then no tap follows. */
  held(at: BoardPoint): boolean;
  /** The press was cancelled or became another gesture than a tap. */
  cancelled(): void;
  panned(dx: number, dy: number): void;
  pinched(factor: number, at: BoardPoint): void;
  /** Called with the point of the board under the mouse; null when the mouse has left the board. */
  hovered(at: BoardPoint | null): void;
}

const DRIFT = 10;
const LONG = 450;
/** The selector of elements that handle their own taps. */
const FOREIGN = '.board-pointer';

interface Finger {
  readonly start: BoardPoint;
  at: BoardPoint;
}

export class Gestures {
  private readonly fingers = new Map<number, Finger>();
  private readonly ended = new AbortController();
  private readonly element: HTMLElement;
  private readonly heard: GestureListener;
  private tapping = false;
  private longTimer = 0;

  constructor(element: HTMLElement, heard: GestureListener) {
    this.element = element;
    this.heard = heard;
    const { signal } = this.ended;
    element.addEventListener('pointerdown', event => this.down(event), { signal });
    element.addEventListener('pointermove', event => this.move(event), { signal });
    element.addEventListener('pointerup', event => this.up(event), { signal });
    element.addEventListener('pointercancel', event => this.lost(event), { signal });
    element.addEventListener('pointerleave', event => this.left(event), { signal });
    element.addEventListener('wheel', event => this.wheeled(event), { signal, passive: false });
    element.addEventListener('contextmenu', event => event.preventDefault(), { signal });
  }

  destroy(): void {
    clearTimeout(this.longTimer);
    this.ended.abort();
  }

  private placeOf({ clientX, clientY }: MouseEvent): BoardPoint {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  private callOff(): void {
    clearTimeout(this.longTimer);
    if (this.tapping) this.heard.cancelled();
    this.tapping = false;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(FOREIGN))) return;
    const at = this.placeOf(event);
    this.fingers.set(event.pointerId, { start: at, at });
    if (this.fingers.size > 1) {
      this.callOff();
      return;
    }
    this.tapping = true;
    this.heard.pressed(at);
    this.longTimer = window.setTimeout(() => {
      if (this.tapping && this.heard.held(at)) this.tapping = false;
    }, LONG);
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (finger === undefined) {
      if (event.pointerType === 'mouse') this.heard.hovered(this.placeOf(event));
      return;
    }
    const before = finger.at;
    finger.at = this.placeOf(event);
    if (this.fingers.size > 1) this.pinch(finger, before);
    else this.drag(event.pointerId, finger, before);
  }

  private drag(id: number, { start, at }: Finger, before: BoardPoint): void {
    if (this.tapping && Math.hypot(at.x - start.x, at.y - start.y) <= DRIFT) return;
    if (this.tapping) {
      this.callOff();
      this.element.setPointerCapture(id);
    }
    this.heard.panned(at.x - before.x, at.y - before.y);
  }

  private pinch(finger: Finger, before: BoardPoint): void {
    const other = [...this.fingers.values()].find(one => one !== finger);
    if (other === undefined) return;
    const spread = (a: BoardPoint): number => Math.max(1, Math.hypot(a.x - other.at.x, a.y - other.at.y));
    this.heard.panned((finger.at.x - before.x) / 2, (finger.at.y - before.y) / 2);
    this.heard.pinched(spread(finger.at) / spread(before), {
      x: (finger.at.x + other.at.x) / 2,
      y: (finger.at.y + other.at.y) / 2,
    });
  }

  private up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.longTimer);
    if (this.tapping) this.heard.tapped(this.placeOf(event), event.pointerType !== 'mouse');
    this.tapping = false;
  }

  private lost(event: PointerEvent): void {
    if (this.fingers.delete(event.pointerId)) this.callOff();
  }

  /** Cancels a press that leaves the board before it has become a pan. */
  private left(event: PointerEvent): void {
    if (!this.element.hasPointerCapture(event.pointerId)) this.lost(event);
    this.heard.hovered(null);
  }

  private wheeled(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    this.heard.pinched(Math.exp(-event.deltaY * lines * speed), this.placeOf(event));
  }
}
