/**
 * The camera's arithmetic, without a browser. It looks at a point of the world (pixels at zoom 1) and puts it into the
 * middle of what the panels leave free.
 */
import type { Rectangle } from './layout.ts';
import type { BoardPoint, Insets } from './scene.ts';

export interface Camera extends BoardPoint {
  readonly zoom: number;
}

export interface CameraView {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const NEAREST = 2.4;
const FARTHEST = 0.16;
/** Nothing is ever shown larger than this unasked. */
const COMFORT = 1.15;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** What the panels leave free. A window too small for its panels counts whole. */
export function freeBox({ width, height, insets }: CameraView): Rectangle {
  const wide = width - insets.left - insets.right >= 80;
  const tall = height - insets.top - insets.bottom >= 80;
  return {
    left: wide ? insets.left : 0,
    right: wide ? width - insets.right : width,
    top: tall ? insets.top : 0,
    bottom: tall ? height - insets.bottom : height,
  };
}

export const middleOf = ({ left, right, top, bottom }: Rectangle): BoardPoint => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

export function toScreen(camera: Camera, view: CameraView, at: BoardPoint): BoardPoint {
  const middle = middleOf(freeBox(view));
  return { x: (at.x - camera.x) * camera.zoom + middle.x, y: (at.y - camera.y) * camera.zoom + middle.y };
}

export function toWorld(camera: Camera, view: CameraView, at: BoardPoint): BoardPoint {
  const middle = middleOf(freeBox(view));
  return { x: (at.x - middle.x) / camera.zoom + camera.x, y: (at.y - middle.y) / camera.zoom + camera.y };
}

/** As the world layer's style wants it: its origin is the top left corner. */
export function transformOf(camera: Camera, view: CameraView): string {
  const { x, y } = toScreen(camera, view, { x: 0, y: 0 });
  return `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) scale(${camera.zoom.toFixed(4)})`;
}

/** The whole box in view, with some air around it. */
export function fitted(box: Rectangle, view: CameraView, air = 40): Camera {
  const free = freeBox(view);
  const zoom = Math.min(
    (free.right - free.left) / (box.right - box.left + 2 * air),
    (free.bottom - free.top) / (box.bottom - box.top + 2 * air),
  );
  return { ...middleOf(box), zoom: clamp(zoom, FARTHEST, COMFORT) };
}

/**
 * As much of the box as can be read: where everything at once would be too small, as near as `least`, around `focus`
 * but without looking past the box's edges.
 */
export function framed(box: Rectangle, view: CameraView, least: number, focus: BoardPoint): Camera {
  const whole = fitted(box, view);
  if (whole.zoom >= least) return whole;
  const free = freeBox(view);
  const half = { x: (free.right - free.left) / 2 / least, y: (free.bottom - free.top) / 2 / least };
  return {
    x: within(focus.x, box.left + half.x - 40, box.right - half.x + 40),
    y: within(focus.y, box.top + half.y - 40, box.bottom - half.y + 40),
    zoom: least,
  };
}

const within = (value: number, low: number, high: number): number =>
  low > high ? (low + high) / 2 : clamp(value, low, high);

/** Zooms so that the point under the fingers stays there. */
export function zoomedAt(camera: Camera, view: CameraView, factor: number, at: BoardPoint): Camera {
  const zoom = clamp(camera.zoom * factor, FARTHEST, NEAREST);
  const fixed = toWorld(camera, view, at);
  const middle = middleOf(freeBox(view));
  return { x: fixed.x - (at.x - middle.x) / zoom, y: fixed.y - (at.y - middle.y) / zoom, zoom };
}

/** The world moves with the finger. */
export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.zoom,
  y: camera.y - dy / camera.zoom,
});

/** The mall is never lost: some of it stays in view. */
export const kept = (camera: Camera, box: Rectangle): Camera => ({
  ...camera,
  x: clamp(camera.x, box.left, box.right),
  y: clamp(camera.y, box.top, box.bottom),
});

/** How near the edge of what is free something may come before a camera that follows goes along. */
const RIM = 0.16;
/** So much nearer must all of them have come before it goes nearer, too. */
const NEARER = 1.6;

/**
 * The camera that has this box in view again, or null where it is in view already: it moves seldom and far rather than
 * with every step. `closer`: it may come nearer, too, where there is much less to see than before.
 */
export function keepingInView(
  camera: Camera,
  view: CameraView,
  box: Rectangle,
  closer: boolean,
): Camera | null {
  const free = freeBox(view);
  const air = { x: (free.right - free.left) * RIM, y: (free.bottom - free.top) * RIM };
  const fit = Math.min(
    (free.right - free.left - 2 * air.x) / (box.right - box.left),
    (free.bottom - free.top - 2 * air.y) / (box.bottom - box.top),
  );
  const best = Math.max(FARTHEST, closer ? Math.min(fit, COMFORT) : Math.min(fit, camera.zoom));
  const from = toScreen(camera, view, { x: box.left, y: box.top });
  const to = toScreen(camera, view, { x: box.right, y: box.bottom });
  const seen =
    from.x > free.left + air.x - 1 &&
    to.x < free.right - air.x + 1 &&
    from.y > free.top + air.y - 1 &&
    to.y < free.bottom - air.y + 1; // a pixel for what rounding takes
  if (seen && best < camera.zoom * NEARER) return null;
  return { ...middleOf(box), zoom: best > camera.zoom && best < camera.zoom * NEARER ? camera.zoom : best };
}

/** On the way from one camera to another; zooming feels even when its logarithm is. */
export const between = (from: Camera, to: Camera, t: number): Camera => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
  zoom: from.zoom * (to.zoom / from.zoom) ** t,
});

export const eased = (t: number): number => 1 - (1 - t) ** 3;

export interface OffScreen extends BoardPoint {
  /** Degrees clockwise from north. */
  readonly angle: number;
}

/** Where a pointer to something out of view stands, or null if it is in view. */
export function offScreen(camera: Camera, view: CameraView, at: BoardPoint, rim = 30): OffScreen | null {
  const free = freeBox(view);
  const { x, y } = toScreen(camera, view, at);
  const seen = x > free.left && x < free.right && y > free.top && y < free.bottom;
  if (seen) return null;
  const middle = middleOf(free);
  return {
    x: clamp(x, free.left + rim, free.right - rim),
    y: clamp(y, free.top + rim, free.bottom - rim),
    angle: (Math.atan2(x - middle.x, middle.y - y) * 180) / Math.PI,
  };
}

/** Pointers to heroes who are away in the same direction stand beside each other, along their edge to its middle. */
export function apart(pointers: readonly OffScreen[], view: CameraView): readonly OffScreen[] {
  const free = freeBox(view);
  const placed: OffScreen[] = [];
  for (const pointer of pointers) {
    const step = alongEdge(pointer, free);
    let at = pointer;
    while (placed.some(other => Math.hypot(other.x - at.x, other.y - at.y) < ROOM - 1))
      at = { ...at, x: at.x + step.x, y: at.y + step.y };
    placed.push(at);
  }
  return placed;
}

const ROOM = 52;

function alongEdge({ x, y }: BoardPoint, free: Rectangle): BoardPoint {
  const middle = middleOf(free);
  const upright = Math.min(x - free.left, free.right - x) <= Math.min(y - free.top, free.bottom - y);
  return upright ? { x: 0, y: y > middle.y ? -ROOM : ROOM } : { x: x > middle.x ? -ROOM : ROOM, y: 0 };
}
