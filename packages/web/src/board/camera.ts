/**
 * The arithmetic of the camera, without a browser. The camera shows a point of the world (in pixels at zoom 1) in the
 * middle of the area that no panel covers.
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
/**
 * The highest zoom that the camera chooses by itself in windows up to 900 pixels high; in higher windows it grows with
 * the height.
 */
const LARGEST_FIT = 1.15;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The area that no panel covers. If panels leave less than 80 pixels, they are ignored. */
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

/** The CSS transform of the world layer, whose origin is its top left corner. */
export function transformOf(camera: Camera, view: CameraView): string {
  const { x, y } = toScreen(camera, view, { x: 0, y: 0 });
  return `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) scale(${camera.zoom.toFixed(4)})`;
}

/** The camera that shows the whole box with a margin around it. */
export function fittedCamera(box: Rectangle, view: CameraView, air = 40): Camera {
  const free = freeBox(view);
  const zoom = Math.min(
    (free.right - free.left) / (box.right - box.left + 2 * air),
    (free.bottom - free.top) / (box.bottom - box.top + 2 * air),
  );
  return { ...middleOf(box), zoom: clamp(zoom, FARTHEST, LARGEST_FIT * Math.max(1, view.height / 900)) };
}

/**
 * The camera that shows as much of the box as is large enough to read. If the whole box needs a zoom below `least`, it
 * shows the part around `focus` at zoom `least`, without going beyond the edges of the box.
 */
export function framedCamera(box: Rectangle, view: CameraView, least: number, focus: BoardPoint): Camera {
  const whole = fittedCamera(box, view);
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

/** Zooms around a point, which stays at the same place of the screen. */
export function zoomedAt(camera: Camera, view: CameraView, factor: number, at: BoardPoint): Camera {
  const zoom = clamp(camera.zoom * factor, FARTHEST, NEAREST);
  const fixed = toWorld(camera, view, at);
  const middle = middleOf(freeBox(view));
  return { x: fixed.x - (at.x - middle.x) / zoom, y: fixed.y - (at.y - middle.y) / zoom, zoom };
}

/** Moves the world along with the finger. */
export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.zoom,
  y: camera.y - dy / camera.zoom,
});

/** Limits the camera, so that a part of the mall always stays in view. */
export const cameraWithin = (camera: Camera, box: Rectangle): Camera => ({
  ...camera,
  x: clamp(camera.x, box.left, box.right),
  y: clamp(camera.y, box.top, box.bottom),
});

/** A margin inside the free area, as a share of its size: when a hero enters it, the camera follows. */
const RIM = 0.16;
/** The camera zooms in only if the better zoom is this many times the current one. */
const NEARER = 1.6;

/**
 * Returns the camera that brings this box back into view, or null if it is in view. The camera moves rarely and far, not
 * with every step. With `closer` it may also zoom in when there is much less to show.
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
  const best = Math.max(FARTHEST, closer ? Math.min(fit, LARGEST_FIT) : Math.min(fit, camera.zoom));
  const from = toScreen(camera, view, { x: box.left, y: box.top });
  const to = toScreen(camera, view, { x: box.right, y: box.bottom });
  const seen =
    from.x > free.left + air.x - 1 &&
    to.x < free.right - air.x + 1 &&
    from.y > free.top + air.y - 1 &&
    to.y < free.bottom - air.y + 1; // one pixel is allowed for rounding
  if (seen && best < camera.zoom * NEARER) return null;
  return { ...middleOf(box), zoom: best > camera.zoom && best < camera.zoom * NEARER ? camera.zoom : best };
}

/** Interpolates between two cameras. The zoom is interpolated by its logarithm, which looks even. */
export const cameraBetween = (from: Camera, to: Camera, t: number): Camera => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
  zoom: from.zoom * (to.zoom / from.zoom) ** t,
});

export const eased = (t: number): number => 1 - (1 - t) ** 3;

export interface OffScreen extends BoardPoint {
  /** The direction of the pointer in degrees, clockwise from north. */
  readonly angle: number;
}

/** Where the pointer to a hero out of view is drawn; null if the hero is in view. */
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

/** Spreads pointers that would overlap: they are moved along their edge towards its middle. */
export function spreadPointers(pointers: readonly OffScreen[], view: CameraView): readonly OffScreen[] {
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
