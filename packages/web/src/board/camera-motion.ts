/**
 * Moves the camera in the page by transforming the world layer. The layer has the style `will-change` only while it
 * moves, so that the picture is sharp when it stands still.
 */
import {
  type Camera,
  type CameraView,
  cameraBetween,
  cameraWithin,
  eased,
  fittedCamera,
  framedCamera,
  NO_INSETS,
  transformOf,
} from './camera.ts';
import { CELL_SIZE, type Rectangle } from './layout.ts';
import type { BoardOptions, BoardPoint, Insets } from './scene.ts';

const REST = 150;
const EASE = 340;
const CALM_EASE = 700;
/** Returns the smallest zoom that the camera chooses by itself: 40 pixels per cell on small touch screens, otherwise 36. */
const readable = ({ width, height }: CameraView): number =>
  (Math.min(width, height) < 560 ? 40 : 36) / CELL_SIZE;

export class CameraMotion {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  view: CameraView;
  /** Whether the player has moved the camera since it was last framed automatically. */
  taken = false;
  private bounds: Rectangle = { left: 0, top: 0, right: 4 * CELL_SIZE, bottom: 4 * CELL_SIZE };
  private focus: BoardPoint = { x: 0, y: 0 };
  /** The part of the mall that is shown if the whole mall would be too small. */
  private part: Rectangle = this.bounds;
  private whole = false;
  private request = 0;
  private restTimer = 0;
  private readonly observer: ResizeObserver;
  private readonly world: HTMLElement;
  private readonly moved: () => void;
  private readonly options: Pick<BoardOptions, 'isCalm'>;

  constructor(
    element: HTMLElement,
    world: HTMLElement,
    moved: () => void,
    options: Pick<BoardOptions, 'isCalm'>,
  ) {
    this.world = world;
    this.moved = moved;
    this.options = options;
    const size = (): Pick<CameraView, 'width' | 'height'> => ({
      width: element.clientWidth,
      height: element.clientHeight,
    });
    this.view = { ...size(), insets: NO_INSETS };
    this.observer = new ResizeObserver(() => this.resized({ ...this.view, ...size() }));
    this.observer.observe(element);
  }

  /** Moves the camera by hand: at once, and the camera then stays there. */
  steer(next: (camera: Camera, view: CameraView) => Camera): void {
    this.taken = true;
    this.promote();
    this.jump(cameraWithin(next(this.camera, this.view), this.bounds));
  }

  /** Glides to this position and stays there, as if the player had moved the camera. */
  glideTo(next: Camera, ms = EASE): void {
    this.taken = true;
    this.glide(cameraWithin(next, this.bounds), ms);
  }

  /** Glides slowly to this position, to follow the heroes. */
  accompany(next: Camera): void {
    this.glideTo(next, CALM_EASE);
  }

  /** Whether the whole mall is large enough to read. */
  fitsAll(): boolean {
    return fittedCamera(this.bounds, this.view).zoom >= readable(this.view);
  }

  /** Shows the whole mall, also after a change of the window's size, until something else is framed. */
  fitAll(): void {
    this.taken = false;
    this.whole = true;
    this.glide(fittedCamera(this.bounds, this.view));
  }

  /**
   * Shows the whole mall if its squares are large enough to read, otherwise the `part` around `focus`. With `whole` it
   * always shows everything.
   */
  frame(
    focus: BoardPoint,
    part: Rectangle,
    how: { readonly instantly: boolean; readonly whole: boolean },
  ): void {
    this.focus = focus;
    this.part = part;
    this.whole = how.whole;
    this.taken = false;
    if (how.instantly) this.jump(this.home());
    else this.glide(this.home());
  }

  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }

  /** Insets that did not change are ignored, so that they do not stop a gliding camera. */
  setInsets(insets: Insets): void {
    const { top, right, bottom, left } = this.view.insets;
    const same =
      top === insets.top && right === insets.right && bottom === insets.bottom && left === insets.left;
    if (!same) this.resized({ ...this.view, insets });
  }

  destroy(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.request);
    clearTimeout(this.restTimer);
  }

  private home(): Camera {
    const least = readable(this.view);
    const whole = fittedCamera(this.bounds, this.view);
    return this.whole || whole.zoom >= least ? whole : framedCamera(this.part, this.view, least, this.focus);
  }

  private resized(view: CameraView): void {
    this.view = view;
    if (this.taken) this.apply();
    else this.jump(this.home());
  }

  private apply(): void {
    this.world.style.transform = transformOf(this.camera, this.view);
    this.moved();
  }

  private promote(): void {
    this.world.style.willChange = 'transform';
    clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => {
      this.world.style.willChange = '';
    }, REST);
  }

  private jump(next: Camera): void {
    cancelAnimationFrame(this.request);
    this.camera = next;
    this.apply();
  }

  private glide(next: Camera, ms = EASE): void {
    if (this.options.isCalm()) {
      this.jump(next);
      return;
    }
    cancelAnimationFrame(this.request);
    const from = this.camera;
    const start = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / ms));
      this.camera = cameraBetween(from, next, eased(t));
      this.promote();
      this.apply();
      if (t < 1) this.request = requestAnimationFrame(step);
    };
    this.request = requestAnimationFrame(step);
  }
}
