/**
 * The pawns on the board. A pawn animates its moves one after the other. If moves arrive faster than it can show them, it
 * glides straight to its place. Pawns jump only with reduced motion.
 */
import type { Hero } from '@hush/rules';
import { heroAddress } from '../art/sheets.ts';
import { glyph, make, makeImage } from './elements.ts';
import { CELL_SIZE, samePoint } from './layout.ts';
import type { BoardOptions, BoardPoint, Scene, ScenePawn, Walk } from './scene.ts';

const PER_SQUARE = 100;
const GLIDE = 150;
const SPRING = 160;
const SWIRL = 380;
const RIDE = 420;
const QUEUE = 2;
const FRAME = 16;
/** How old the time of the document's timeline may be, in milliseconds: after a page was idle it is too old. */
const LATE = 48;

interface Leg {
  readonly path: readonly BoardPoint[];
  readonly by: Walk['by'] | 'glide' | 'spring';
}

interface Pawn {
  readonly element: HTMLElement;
  readonly body: HTMLElement;
  at: BoardPoint;
  queue: Leg[];
  running: Animation | null;
  wish: Walk | null;
  springing: boolean;
}

const feet = ({ x, y }: BoardPoint): string =>
  `translate(${(x + 0.5) * CELL_SIZE}px,${(y + 0.78) * CELL_SIZE}px)`;

export class PawnLayer {
  private readonly layer: HTMLElement;
  private readonly options: Pick<BoardOptions, 'isCalm'>;
  private readonly strode: (hero: Hero, path: readonly BoardPoint[]) => void;
  private readonly pawns = new Map<Hero, Pawn>();
  private scene: Scene | null = null;
  private due = false;

  constructor(layer: HTMLElement, strode: PawnLayer['strode'], options: Pick<BoardOptions, 'isCalm'>) {
    this.layer = layer;
    this.strode = strode;
    this.options = options;
  }

  show(scene: Scene): void {
    this.scene = scene;
    this.settleSoon();
  }

  walk(walk: Walk): void {
    const pawn = this.pawns.get(walk.hero);
    if (pawn === undefined) return;
    pawn.wish = walk;
  }

  springBack(hero: Hero): void {
    const pawn = this.pawns.get(hero);
    if (pawn === undefined) return;
    pawn.springing = true;
    this.settleSoon();
  }

  destroy(): void {
    this.scene = null;
    for (const pawn of this.pawns.values()) pawn.running?.cancel();
  }

  /** Settles pawns at the end of the caller's turn, because `walk` may be called right after `show`. */
  private settleSoon(): void {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => this.settle());
  }

  private settle(): void {
    this.due = false;
    const { scene } = this;
    if (scene === null) return;
    for (const shown of scene.pawns) this.settlePawn(shown, scene);
    for (const [hero, pawn] of this.pawns)
      if (!scene.pawns.some(other => other.hero === hero)) {
        this.depart(pawn);
        this.pawns.delete(hero);
      }
  }

  private settlePawn(shown: ScenePawn, scene: Scene): void {
    const pawn = this.pawns.get(shown.hero) ?? this.add(shown);
    dress(pawn, shown, scene);
    const from = pawn.at;
    const { wish, springing } = pawn;
    pawn.wish = null;
    pawn.springing = false;
    if (samePoint(from, shown.at)) {
      if (springing && !this.options.isCalm()) shake(pawn);
      return;
    }
    pawn.at = shown.at;
    const leg: Leg = springing ? { path: [shown.at], by: 'spring' } : legOf(wish, shown.at);
    if (!springing) this.strode(shown.hero, [from, ...(leg.by === 'vortex' ? [] : leg.path)]);
    this.enqueue(pawn, leg);
  }

  private add({ hero, at }: ScenePawn): Pawn {
    const element = make('div', `board-pawn ${hero}`, this.layer);
    make('i', 'board-beacon', element);
    make('i', 'board-ring', element);
    const body = make('div', 'board-body', element);
    makeImage('board-doll', heroAddress(hero), body);
    const idle = { queue: [], running: null, wish: null, springing: false };
    const pawn: Pawn = { element, body, at, ...idle };
    stand(pawn, at);
    this.pawns.set(hero, pawn);
    return pawn;
  }

  private enqueue(pawn: Pawn, leg: Leg): void {
    if (this.options.isCalm()) {
      pawn.running?.cancel();
      pawn.queue = [];
      stand(pawn, pawn.at);
      return;
    }
    if (leg.by === 'spring') {
      pawn.queue = [leg];
      pawn.running?.finish();
    } else if (pawn.queue.length < QUEUE) pawn.queue.push(leg);
    // The queue of walks is full, so the pawn glides straight to its current place.
    else pawn.queue = [{ path: [pawn.at], by: 'glide' }];
    if (pawn.running === null) this.next(pawn);
  }

  private next(pawn: Pawn): void {
    const leg = pawn.queue.shift();
    const to = leg?.path.at(-1);
    if (leg === undefined || to === undefined) return;
    const start = pawn.element.style.transform;
    stand(pawn, to);
    const running = animate(pawn, leg, start);
    pawn.running = running;
    running.onfinish = () => {
      pawn.running = null;
      this.next(pawn);
    };
  }

  /** Animates the last move of a hero that leaves, if it is known, and then fades the pawn out. */
  private depart(pawn: Pawn): void {
    if (pawn.wish !== null) this.enqueue(pawn, { path: pawn.wish.path, by: pawn.wish.by });
    const fade = (): void => leave(pawn, this.options.isCalm());
    if (pawn.running === null) fade();
    else pawn.running.finished.then(fade, fade);
  }
}

function stand({ element }: Pawn, at: BoardPoint): void {
  element.style.transform = feet(at);
  element.style.zIndex = `${Math.round(at.y * 4) + 400}`;
}

function dress({ element }: Pawn, { hero, out }: ScenePawn, { chosen, pulse }: Scene): void {
  element.classList.toggle('chosen', chosen === hero);
  element.classList.toggle('meant', pulse?.hero === hero);
  element.classList.toggle('out', out);
  if (out && element.querySelector('.board-done') === null) glyph('check', 'board-done', element);
}

/** Returns the announced move, if it ends at this place; otherwise a straight glide. */
function legOf(wish: Walk | null, to: BoardPoint): Leg {
  const last = wish?.path.at(-1);
  if (wish === null || last === undefined || !samePoint(last, to))
    return { path: [to], by: wish?.by === 'vortex' ? 'vortex' : 'glide' };
  return { path: wish.path, by: wish.by };
}

const EASINGS: Readonly<Record<Exclude<Leg['by'], 'vortex'>, string>> = {
  walk: 'linear',
  escalator: 'ease-in-out',
  spring: 'cubic-bezier(.2,1.4,.4,1)',
  glide: 'ease-out',
};
const DURATIONS: Readonly<Record<Exclude<Leg['by'], 'vortex'>, number>> = {
  walk: PER_SQUARE,
  escalator: RIDE,
  spring: SPRING,
  glide: GLIDE,
};

function animate({ element, body }: Pawn, { path, by }: Leg, start: string): Animation {
  if (by === 'vortex') return swirl(element, body, start);
  if (by === 'walk') hop(body, path.length);
  const frames = [{ transform: start }, ...path.map(at => ({ transform: feet(at) }))];
  const squares = by === 'walk' ? path.length : 1;
  return atOnce(
    element.animate(frames, { duration: DURATIONS[by] * squares, easing: EASINGS[by], fill: 'backwards' }),
  );
}

/** Starts an animation in this frame; by default browsers let two or three frames pass first. */
function atOnce(animation: Animation): Animation {
  const [now, frame] = [performance.now(), Number(document.timeline.currentTime ?? 0)];
  animation.startTime = Math.max(frame, now - LATE) - FRAME;
  return animation;
}

/** Animates a vortex: the pawn changes its place while its body is too small to be seen. */
function swirl(element: HTMLElement, body: HTMLElement, start: string): Animation {
  const small = 'rotate(260deg) scale(.05)';
  atOnce(body.animate([{ transform: 'none' }, { transform: small }, { transform: 'none' }], SWIRL));
  const there = element.style.transform;
  const frames = [
    { transform: start, offset: 0 },
    { transform: start, offset: 0.5 },
    { transform: there, offset: 0.5 },
    { transform: there, offset: 1 },
  ];
  return atOnce(element.animate(frames, { duration: SWIRL, fill: 'backwards' }));
}

/** Makes the pawn hop once per square. */
function hop(body: HTMLElement, squares: number): void {
  const frames = ['none', 'translateY(-5px) scale(1.02,1.03)', 'none'].map(transform => ({ transform }));
  atOnce(body.animate(frames, { duration: PER_SQUARE, iterations: squares }));
}

function shake({ body }: Pawn): void {
  body.animate(
    [0, -4, 4, -2, 0].map(x => ({ transform: `translateX(${x}px)` })),
    SPRING,
  );
}

/** Removes a pawn that has left: it fades away where it stood. */
function leave({ element }: Pawn, isCalm: boolean): void {
  if (isCalm) {
    element.remove();
    return;
  }
  const fading = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 450, fill: 'forwards' });
  fading.onfinish = () => element.remove();
}
