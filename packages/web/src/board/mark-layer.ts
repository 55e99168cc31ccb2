/**
 * The player's choices as buttons on the board. gestures.ts handles mouse and touch, so that a tap may miss a button by a
 * little. Keyboards and screen readers press the buttons themselves; the arrow keys move among them.
 */
import type { Hero } from '@hush/rules';
import type { GlyphName } from '../art/glyphs.ts';
import { symbolOf } from '../art/palette.ts';
import { heroAddress } from '../art/sheets.ts';
import { glyph, make, makeImage, moveTo, placeBox } from './elements.ts';
import { CELL_SIZE, headingInto, pointKey, type Rectangle, symbolsOn } from './layout.ts';
import type { BoardPoint, ChoiceMark, MarkKind, Scene } from './scene.ts';
import { nextTarget, type Target, targetsOf } from './snap.ts';

interface Wishes {
  chosen(mark: ChoiceMark): void;
  hovered(mark: ChoiceMark | null): void;
  /** The picture of the drawn tile at the place of this mark. */
  ghost(mark: ChoiceMark): string;
  /** Called when the focused mark is gone and no other mark is left. */
  emptied(): void;
}

const SIGN: Readonly<Record<MarkKind, GlyphName | null>> = {
  walk: null,
  place: null,
  vortex: 'vortex',
  escalator: 'stairs',
  explore: 'explore',
  lay: 'plus',
  discard: 'close',
};

const ARROWS: Readonly<Record<string, BoardPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
};

interface Entry {
  readonly button: HTMLButtonElement;
  look: string;
}

export class MarkLayer {
  targets: readonly Target[] = [];
  private readonly layer: HTMLElement;
  private readonly previewLayer: HTMLElement;
  private readonly wishes: Wishes;
  private readonly buttons = new Map<string, Entry>();
  private scene: Scene | null = null;
  private previewed: string | null = null;
  /** The cells with a symbol, which hints must not cover. */
  symbols: ReadonlySet<string> = new Set();

  constructor(layer: HTMLElement, previewLayer: HTMLElement, wishes: Wishes) {
    this.layer = layer;
    this.previewLayer = previewLayer;
    this.wishes = wishes;
    layer.addEventListener('keydown', event => this.keyed(event));
    layer.addEventListener('click', event => this.clicked(event));
    layer.addEventListener('focusin', event => {
      this.rove();
      wishes.hovered(this.targetOf(event.target)?.mark ?? null);
    });
    layer.addEventListener('focusout', () => wishes.hovered(null));
  }

  show(scene: Scene): void {
    if (scene.tiles !== this.scene?.tiles) this.symbols = symbolsOn(scene.tiles);
    this.scene = scene;
    const focused = this.targetOf(document.activeElement);
    this.targets = targetsOf(scene.marks, scene.tiles);
    this.sweep(new Set(scene.marks.map(({ id }) => id)));
    const seen = new Map<string, number>();
    for (const target of this.targets) {
      const place = `${target.area.left},${target.area.top}`;
      const twin = seen.get(place) ?? 0;
      seen.set(place, twin + 1);
      this.update(target, twin);
    }
    if (focused !== undefined && !this.buttons.has(focused.mark.id)) this.refocus(focused);
    this.rove();
    // The hero has moved while one of its destinations was shown, so the preview ends.
    if (!scene.marks.some(mark => previewId(mark) === this.previewed)) this.preview(null);
  }

  /** Shows the path to one mark and the hero or tile there; null hides the preview. */
  preview(mark: ChoiceMark | null): void {
    const id = mark === null ? null : previewId(mark);
    if (id === this.previewed) return;
    this.previewed = id;
    this.previewLayer.replaceChildren();
    for (const [known, { button }] of this.buttons) button.classList.toggle('hovered', known === mark?.id);
    if (mark?.hero)
      drawPreview(this.previewLayer, mark, mark.hero, {
        from: this.pawnAt(mark.hero),
        symbols: this.symbols,
      });
  }

  private targetOf(node: EventTarget | null): Target | undefined {
    return this.targets.find(({ mark }) => this.buttons.get(mark.id)?.button === node);
  }

  private pawnAt(hero: Hero | null): BoardPoint | undefined {
    return this.scene?.pawns.find(pawn => pawn.hero === hero)?.at;
  }

  private update({ mark, area }: Target, twin: number): void {
    const entry = this.buttons.get(mark.id) ?? this.add(mark.id);
    const { button } = entry;
    if (button.getAttribute('aria-label') !== mark.label) button.setAttribute('aria-label', mark.label);
    const lit = mark.hero !== null && mark.hero === this.scene?.chosen;
    const heading = mark.path.length > 0 ? headingInto(mark.path, this.pawnAt(mark.hero)) : 0;
    const drawn = this.scene?.drawn?.drawing.number;
    const below = this.scene?.pawns.some(({ at }) => at.x === mark.at.x && at.y === mark.at.y + 1) ?? false;
    const over = this.symbols.has(pointKey(mark.at));
    const look = [mark.kind, mark.hero, lit, heading, twin, area.left, area.top, drawn, below, over].join();
    if (look === entry.look) return;
    entry.look = look;
    button.className = `board-mark ${mark.kind} ${mark.hero ?? 'nobody'}${lit ? ' lit' : ''}${twin > 0 ? ' twin' : ''}${below ? ' high' : ''}${over ? ' over' : ''}`;
    placeBox(button, area);
    this.fill(button, mark, { heading: lit ? heading : null, over });
  }

  private add(id: string): Entry {
    const button = make('button', '', this.layer);
    button.type = 'button';
    button.dataset['mark'] = id;
    const entry = { button, look: '' };
    this.buttons.set(id, entry);
    return entry;
  }

  /** Draws a mark; with `heading` it has an arrow in this direction, at the edge if the square has a symbol. */
  private fill(
    button: HTMLButtonElement,
    mark: ChoiceMark,
    { heading, over }: { readonly heading: number | null; readonly over: boolean },
  ): void {
    button.replaceChildren();
    if (mark.kind === 'lay') makeImage('board-ghost-tile', this.wishes.ghost(mark), button);
    if (mark.kind === 'walk' && heading !== null) arrow(button, heading, over);
    if (mark.hero !== null && mark.kind !== 'discard')
      glyph(symbolOf(mark.hero), '', make('i', 'board-whose', button));
    const sign = SIGN[mark.kind];
    if (sign !== null) glyph(sign, '', make('i', 'board-chip', button));
  }

  private sweep(wanted: ReadonlySet<string>): void {
    for (const [id, { button }] of this.buttons)
      if (!wanted.has(id)) {
        button.remove();
        this.buttons.delete(id);
      }
  }

  /** Gives the focus to the nearest mark, because the focused one is gone. */
  private refocus({ area }: Target): void {
    const near = nearest(this.targets, area);
    if (near === undefined) this.wishes.emptied();
    else this.focus(near);
  }

  private focus({ mark }: Target): void {
    this.buttons.get(mark.id)?.button.focus({ preventScroll: true });
    this.rove();
  }

  /** Makes exactly one mark reachable by the tab key (roving tabindex); arrow keys move among all marks. */
  private rove(): void {
    const current = this.targetOf(document.activeElement)?.mark.id ?? this.targets[0]?.mark.id;
    for (const [id, { button }] of this.buttons) button.tabIndex = id === current ? 0 : -1;
  }

  private keyed(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    const from = this.targetOf(event.target);
    if (step === undefined || from === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = nextTarget(this.targets, from, step);
    if (to !== undefined) this.focus(to);
  }

  /** Handles clicks of keyboards and screen readers, which have detail 0; gestures.ts handles those of pointers. */
  private clicked(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const target = this.targetOf(button);
    if (event.detail === 0 && target !== undefined) this.wishes.chosen(target.mark);
  }
}

/** Draws a large arrow in the middle of a plain square, or a small one at the edge of a square with a symbol. */
function arrow(parent: Element, heading: number, over: boolean): void {
  if (over) make('i', 'board-arrow', parent).style.transform = `rotate(${heading}deg)`;
  else glyph('back', 'board-chevron', parent).style.transform = `rotate(${heading + 90}deg)`;
}

const previewId = (mark: ChoiceMark): string => `${mark.id}:${pointKey(mark.at)}`;

const nearest = (targets: readonly Target[], area: Rectangle): Target | undefined =>
  [...targets].sort((a, b) => distance(a.area, area) - distance(b.area, area))[0];

const distance = (a: Rectangle, b: Rectangle): number => Math.hypot(a.left - b.left, a.top - b.top);

/** Draws an arrow on each square of the path, and the hero at its end. */
function drawPreview(
  layer: HTMLElement,
  { path, at, kind }: ChoiceMark,
  hero: Hero,
  { from, symbols }: { readonly from: BoardPoint | undefined; readonly symbols: ReadonlySet<string> },
): void {
  const over = (cell: BoardPoint): string => (symbols.has(pointKey(cell)) ? 'over' : '');
  path.slice(0, -1).forEach((cell, i) => {
    const square = make('i', `board-step ${hero} ${over(cell)}`, layer);
    moveTo(square, cell.x * CELL_SIZE, cell.y * CELL_SIZE);
    arrow(square, headingInto(path.slice(0, i + 1), from), symbols.has(pointKey(cell)));
  });
  if (kind === 'explore' || kind === 'lay') return;
  const end = make('i', `board-step end ${hero} ${over(at)}`, layer);
  moveTo(end, at.x * CELL_SIZE, at.y * CELL_SIZE);
  makeImage('board-ghost', heroAddress(hero), end);
}
