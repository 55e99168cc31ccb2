/**
 * Tags at heroes: the name of the player who has just moved a hero, and the bots that look at a hero. A tag has the same
 * size at every zoom. It takes the first place around its hero where it covers no hero, no destination and no other tag,
 * and no symbol if possible.
 */
import type { Hero } from '@hush/rules';
import { animalAddress } from '../art/sheets.ts';
import { type Camera, type CameraView, freeBox, toScreen } from './camera.ts';
import { glyph, make, makeImage } from './elements.ts';
import { CELL_SIZE, type Rectangle } from './layout.ts';
import type { BoardPoint, Scene, Walk } from './scene.ts';
import type { Target } from './snap.ts';

/** Milliseconds for which a name is shown. */
const LASTS = 2400;
/** Pixels between a tag and its hero. */
const GAP = 5;

interface Tag {
  readonly element: HTMLElement;
  readonly hero: Hero;
  width: number;
  height: number;
}

/** Rectangles that a tag must not cover, and those that it should not cover if possible, in pixels of the world. */
interface Obstacles {
  readonly hard: readonly Rectangle[];
  readonly soft: readonly Rectangle[];
}

const NOTHING: Obstacles = { hard: [], soft: [] };

/** The box of a hero's picture. */
const bodyAt = ({ x, y }: BoardPoint): Rectangle => ({
  left: (x + 0.5) * CELL_SIZE - 26,
  right: (x + 0.5) * CELL_SIZE + 26,
  top: (y + 0.78) * CELL_SIZE - 80,
  bottom: (y + 0.78) * CELL_SIZE + 12,
});

const cellBox = ({ x, y }: BoardPoint): Rectangle => ({
  left: x * CELL_SIZE,
  top: y * CELL_SIZE,
  right: (x + 1) * CELL_SIZE,
  bottom: (y + 1) * CELL_SIZE,
});

export class TagLayer {
  private readonly layer: HTMLElement;
  private readonly authors = new Map<Hero, Tag & { readonly timer: number }>();
  private gazes: readonly Tag[] = [];
  private gazing = '';
  private scene: Scene | null = null;
  private obstacles = NOTHING;

  constructor(layer: HTMLElement) {
    this.layer = layer;
  }

  show(scene: Scene, targets: readonly Target[], symbols: ReadonlySet<string>): void {
    this.scene = scene;
    const soft = [...symbols].map(key => {
      const [x = 0, y = 0] = key.split(',').map(Number);
      return cellBox({ x, y });
    });
    this.obstacles = {
      hard: [...scene.pawns.map(({ at }) => bodyAt(at)), ...targets.map(({ area }) => area)],
      soft,
    };
    const gazes = scene.gazes ?? [];
    const gazing = gazes.map(({ hero, avatar }) => `${hero} ${avatar}`).join();
    if (gazing === this.gazing) return;
    this.gazing = gazing;
    for (const { element } of this.gazes) element.remove();
    this.gazes = gazes.map(({ hero, avatar }) => {
      const element = this.make('board-gaze', avatar);
      glyph('stare', '', element);
      return measured(element, hero);
    });
  }

  /** Shows the name of the player who has moved this hero. */
  name(hero: Hero, author: Walk['author']): void {
    if (author === null) return;
    this.forget(hero);
    const element = this.make('', author.avatar);
    element.append(author.name);
    const timer = window.setTimeout(() => this.forget(hero), LASTS);
    this.authors.set(hero, { ...measured(element, hero), timer });
  }

  follow(camera: Camera, view: CameraView): void {
    const placed: Rectangle[] = [];
    const free = freeBox(view);
    const onScreen = (box: Rectangle): Rectangle => {
      const [from, to] = [
        toScreen(camera, view, { x: box.left, y: box.top }),
        toScreen(camera, view, { x: box.right, y: box.bottom }),
      ];
      return { left: from.x, top: from.y, right: to.x, bottom: to.y };
    };
    const hard = this.obstacles.hard.map(onScreen);
    const soft = this.obstacles.soft.map(onScreen);
    for (const tag of [...this.gazes, ...this.authors.values()]) {
      const pawn = this.scene?.pawns.find(({ hero }) => hero === tag.hero);
      tag.element.hidden = pawn === undefined;
      if (pawn === undefined) continue;
      const choices = around(onScreen(bodyAt(pawn.at)), tag);
      const cost = (box: Rectangle): number =>
        overlaps(box, [...hard, ...placed]) * 100 + overlaps(box, soft) + outside(box, free) * 1000;
      const best = choices.reduce((one, other) => (cost(other) < cost(one) ? other : one));
      placed.push(best);
      tag.element.style.transform = `translate(${best.left.toFixed(1)}px,${best.top.toFixed(1)}px)`;
    }
  }

  destroy(): void {
    for (const { timer } of this.authors.values()) clearTimeout(timer);
  }

  private make(kind: string, avatar: string): HTMLElement {
    const element = make('span', `board-tag ${kind}`, this.layer);
    const address = animalAddress(avatar);
    if (address !== undefined) makeImage('board-tag-animal', address, element);
    return element;
  }

  private forget(hero: Hero): void {
    const tag = this.authors.get(hero);
    clearTimeout(tag?.timer);
    tag?.element.remove();
    this.authors.delete(hero);
  }
}

const measured = (element: HTMLElement, hero: Hero): Tag => ({
  element,
  hero,
  width: element.offsetWidth,
  height: element.offsetHeight,
});

/** The places for a tag around a hero: above, right, left, below, above left and above right. */
function around(
  { left, right, top, bottom }: Rectangle,
  { width, height }: Pick<Tag, 'width' | 'height'>,
): readonly [Rectangle, ...Rectangle[]] {
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const at = (x: number, y: number): Rectangle => ({ left: x, top: y, right: x + width, bottom: y + height });
  const [above, below] = [top - GAP - height, bottom + GAP];
  return [
    at(middle.x - width / 2, above),
    at(right + GAP, middle.y - height / 2),
    at(left - GAP - width, middle.y - height / 2),
    at(middle.x - width / 2, below),
    at(right + GAP, above),
    at(left - GAP - width, above),
    at(right + GAP, below),
    at(left - GAP - width, below),
    at(middle.x - width / 2, above - height - GAP),
    at(middle.x - width / 2, below + height + GAP),
  ];
}

const covered = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const overlaps = (box: Rectangle, others: readonly Rectangle[]): number =>
  others.reduce((sum, other) => sum + covered(box, other), 0);

/** The area of a box that lies outside of another box. */
const outside = (box: Rectangle, free: Rectangle): number =>
  (box.right - box.left) * (box.bottom - box.top) - covered(box, free);
