/**
 * The board: it shows scenes and reports the player's choices. Its layers are plain DOM under one camera. It knows no
 * rules; the page decides what it shows.
 */
import type { Hero } from '@hush/rules';
import { freeBox, keepingInView, middleOf, panned, toScreen, toWorld, zoomedAt } from './camera.ts';
import { CameraMotion } from './camera-motion.ts';
import { make, moveTo, placeBox } from './elements.ts';
import { type GestureListener, Gestures } from './gestures.ts';
import { boundsOf, CELL_SIZE, centreOf, grownBox, placeBeyond, pointKey, TILE_CELLS } from './layout.ts';
import { MarkLayer } from './mark-layer.ts';
import { PawnLayer } from './pawn-layer.ts';
import { PointerLayer } from './pointer-layer.ts';
import type {
  BoardApi,
  BoardEvents,
  BoardOptions,
  BoardPoint,
  ChoiceMark,
  FollowedHeroes,
  Insets,
  Scene,
  Walk,
} from './scene.ts';
import { marksUnderTouch, type Target } from './snap.ts';
import type { TagLayer } from './tag-layer.ts';
import { TileLayer } from './tile-layer.ts';
import { createTrail } from './trail.ts';

/** How far a tap may miss a mark and still choose it, in pixels of the screen. */
const REACH = 28;
/** If cells are smaller than this, a finger's tap zooms in first, and the next tap chooses. */
const SMALL = 34;
const NEAR = 54 / CELL_SIZE;
/** Pixels around the mall that the camera also shows, for the glow of doors, the heads of heroes and name tags. */
const AIR = 120;

export const createBoard = (element: HTMLElement, events: BoardEvents, options: BoardOptions): BoardApi =>
  new Board(element, events, options);

class Board implements BoardApi, GestureListener {
  private readonly element: HTMLElement;
  private readonly events: BoardEvents;
  private readonly options: BoardOptions;
  private readonly marksElement: HTMLElement;
  private readonly ground: HTMLElement;
  private readonly tiles: TileLayer;
  private readonly marks: MarkLayer;
  private readonly pawns: PawnLayer;
  private readonly pointers: PointerLayer;
  /** The layer of name tags; it is loaded when the first tag is shown. */
  private tags: TagLayer | null = null;
  private readonly tagElement: HTMLElement;
  private readonly beacons: HTMLElement;
  private readonly motion: CameraMotion;
  private readonly gestures: Gestures;
  private scene: Scene | null = null;
  private followed: FollowedHeroes | null;
  /**
   * The camera follows heroes only while the whole mall would be too small to read, and until the player moves the
   * camera.
   */
  private onlySmall = false;
  private steered = false;
  /** The marks that the current press may choose. */
  private meant: readonly Target[] = [];
  /** What the camera framed last: how many tiles, and how many places for a drawn tile. */
  private extent = '';
  private readonly fingers: HTMLElement;
  private heldAt: ((at: BoardPoint) => boolean) | null = null;
  private picking: ((at: BoardPoint) => void) | null = null;

  constructor(element: HTMLElement, events: BoardEvents, options: BoardOptions) {
    this.element = element;
    this.events = events;
    this.options = options;
    this.followed = options.follow ?? null;
    element.classList.add('board');
    make('div', 'board-sky', element);
    const world = make('div', 'board-world', element);
    this.ground = make('div', 'board-ground', world);
    const layer = (name = ''): HTMLElement => make('div', `board-layer ${name}`, world);
    this.tiles = new TileLayer(layer(), layer());
    const trail = createTrail(world);
    this.marksElement = layer('board-marks');
    this.beacons = layer('board-preview');
    const preview = layer('board-preview');
    this.marksElement.setAttribute('role', 'group');
    this.marks = new MarkLayer(this.marksElement, preview, {
      chosen: mark => events.chosen(mark),
      hovered: mark => this.hover(mark),
      ghost: mark => this.ghost(mark),
      emptied: () => element.focus({ preventScroll: true }),
    });
    const strode = (hero: Hero, path: readonly BoardPoint[]): void => {
      trail(hero, path);
      this.accompany(hero);
      events.moved?.();
    };
    this.pawns = new PawnLayer(layer('board-pawns'), strode, options);
    this.fingers = layer('board-fingers');
    this.tagElement = make('div', 'board-tags', element);
    this.pointers = new PointerLayer(make('div', 'board-pointers', element), options.labels, hero =>
      this.find(hero),
    );
    const moved = (): void => {
      this.pointers.follow(this.motion.camera, this.motion.view);
      this.tags?.follow(this.motion.camera, this.motion.view);
      events.moved?.();
    };
    this.motion = new CameraMotion(element, world, moved, options);
    this.gestures = new Gestures(element, this);
  }

  show(scene: Scene): void {
    if (scene.tiles.length === 0) return;
    const before = this.scene?.chosen;
    this.scene = scene;
    this.element.classList.toggle('alarm', scene.alarm);
    this.element.classList.toggle('calm', this.options.isCalm());
    this.element.classList.toggle('patterns', scene.patterns === true);
    this.element.classList.toggle('dots-hero', scene.dots === 'hero');
    this.element.classList.toggle('dots-off', scene.dots === 'off');
    this.element.classList.toggle('loud', scene.pulse?.loud === true);
    this.marksElement.inert = scene.still === true;
    this.marksElement.setAttribute('aria-label', this.options.labels.marks());
    this.tiles.show(scene);
    this.reframe(scene);
    this.marks.show(scene);
    this.pawns.show(scene);
    this.pointers.show(scene);
    if (this.followed === 'chosen' && before !== scene.chosen) this.accompany(scene.chosen);
    this.beckon(scene.pulse?.cells ?? []);
    if (scene.gazes?.length) this.tagging().catch(() => undefined);
    this.tags?.show(scene, this.marks.targets, this.marks.symbols);
    this.pointers.follow(this.motion.camera, this.motion.view);
    this.tags?.follow(this.motion.camera, this.motion.view);
  }

  private async tagging(): Promise<TagLayer> {
    const { TagLayer: Layer } = await import('./tag-layer.ts');
    this.tags ??= new Layer(this.tagElement);
    if (this.scene !== null) this.tags.show(this.scene, this.marks.targets, this.marks.symbols);
    this.tags.follow(this.motion.camera, this.motion.view);
    return this.tags;
  }

  /** Shows the name of the player who has moved a hero. Without a network no name is shown. */
  private name(hero: Hero, author: Walk['author']): void {
    if (author === null) return;
    this.tagging().then(
      tags => {
        tags.name(hero, author);
        tags.follow(this.motion.camera, this.motion.view);
      },
      () => undefined,
    );
  }

  /** Makes rings pulse on these squares, to which the player should look. */
  private beckon(cells: readonly BoardPoint[]): void {
    const key = cells.map(pointKey).join(' ');
    if (key === this.beacons.dataset['at']) return;
    this.beacons.dataset['at'] = key;
    this.beacons.replaceChildren();
    for (const { x, y } of cells)
      moveTo(make('i', 'board-beacon square', this.beacons), x * CELL_SIZE, y * CELL_SIZE);
    if (cells.length > 0) this.accompany(null);
  }

  walk(walk: Walk): void {
    this.pawns.walk(walk);
    this.name(walk.hero, walk.author);
  }

  springBack(hero: Hero, author: Walk['author']): void {
    this.pawns.springBack(hero);
    this.name(hero, author);
  }

  zoomBy(factor: number): void {
    const { camera, view } = this.motion;
    this.motion.glideTo(zoomedAt(camera, view, factor, middleOf(freeBox(view))));
  }

  fitAll(): void {
    this.steered = false;
    this.motion.fitAll();
  }

  centerOn(at: BoardPoint): void {
    this.motion.glideTo({ ...this.motion.camera, ...centreOf(at) });
  }

  follow(whom: FollowedHeroes | null, when: 'always' | 'small' = 'always'): void {
    this.followed = whom;
    this.onlySmall = when === 'small';
    this.accompany(this.scene?.chosen ?? null);
  }

  panBy(dx: number, dy: number): void {
    this.motion.steer(camera => panned(camera, dx, dy));
  }

  setInsets(insets: Insets): void {
    this.motion.setInsets(insets);
  }

  whenHeld(then: ((at: BoardPoint) => boolean) | null): void {
    this.heldAt = then;
  }

  pick(then: ((at: BoardPoint) => void) | null): void {
    this.picking = then;
  }

  overlay(): HTMLElement {
    return this.fingers;
  }

  destroy(): void {
    this.gestures.destroy();
    this.motion.destroy();
    this.tiles.destroy();
    this.pawns.destroy();
    this.tags?.destroy();
    this.element.replaceChildren();
  }

  // What happens when the player taps, presses or drags.

  pressed(at: BoardPoint): void {
    this.meant = this.under(at, REACH);
    this.hover(this.meant[0]?.mark ?? null);
  }

  tapped(at: BoardPoint, touch: boolean): void {
    const wished = this.meant[0]?.mark;
    this.cancelled();
    if (this.picking !== null) {
      this.picking(this.placeAt(at));
      return;
    }
    const { camera, view } = this.motion;
    // the places for a drawn tile are four squares wide, large enough to tap
    const isTile = wished?.kind === 'lay' || wished?.kind === 'discard';
    if (touch && !isTile && camera.zoom * CELL_SIZE < SMALL) {
      this.motion.glideTo({ ...toWorld(camera, view, at), zoom: NEAR });
      return;
    }
    // The pressed mark may no longer exist, because another player has moved since the press.
    const still = this.marks.targets.find(({ mark }) => mark.id === wished?.id);
    if (still !== undefined) this.events.chosen(still.mark);
    else this.tapHero(at);
  }

  held(at: BoardPoint): boolean {
    if (this.meant.length > 1 && this.events.undecided !== undefined)
      this.events.undecided(this.under(at, REACH).map(({ mark }) => mark));
    else if (!this.heldAt?.(this.placeAt(at))) return false;
    this.cancelled();
    return true;
  }

  cancelled(): void {
    this.meant = [];
    this.hover(null);
  }

  panned(dx: number, dy: number): void {
    this.steered = true;
    this.events.steered?.();
    this.panBy(dx, dy);
  }

  pinched(factor: number, at: BoardPoint): void {
    this.steered = true;
    this.events.steered?.();
    this.motion.steer((camera, view) => zoomedAt(camera, view, factor, at));
  }

  hovered(at: BoardPoint | null): void {
    this.hover(at === null ? null : (this.under(at, 4)[0]?.mark ?? null));
  }

  private placeAt(at: BoardPoint): BoardPoint {
    const { x, y } = toWorld(this.motion.camera, this.motion.view, at);
    return { x: Math.floor(x / CELL_SIZE), y: Math.floor(y / CELL_SIZE) };
  }

  private under(at: BoardPoint, reach: number): readonly Target[] {
    const { camera, view } = this.motion;
    return marksUnderTouch(this.marks.targets, toWorld(camera, view, at), reach / camera.zoom);
  }

  private hover(mark: ChoiceMark | null): void {
    this.marks.preview(mark);
    this.events.hovered?.(mark);
  }

  /** Finds the hero under a tap. The pawn's picture is taller than its square. */
  private tapHero(at: BoardPoint): void {
    const { camera, view } = this.motion;
    const size = CELL_SIZE * camera.zoom;
    const tapped = this.scene?.pawns.find(pawn => {
      const { x, y } = toScreen(camera, view, centreOf(pawn.at));
      return Math.abs(at.x - x) < size / 2 && at.y < y + size / 2 && at.y > y - size;
    });
    if (tapped !== undefined) this.events.heroTapped?.(tapped.hero);
  }

  private find(hero: Hero): void {
    const pawn = this.scene?.pawns.find(one => one.hero === hero);
    if (pawn !== undefined) this.centerOn(pawn.at);
    this.events.heroTapped?.(hero);
  }

  private ghost(mark: ChoiceMark): string {
    const place = this.scene === null ? undefined : placeBeyond(this.scene.tiles, mark.at);
    return this.scene === null || place === undefined ? '' : this.tiles.ghost(this.scene, place);
  }

  /**
   * Moves the camera after a move or a new choice, so that the pulsing squares, or else the followed heroes, stay in
   * view.
   */
  private accompany(mover: Hero | null): void {
    const { followed, scene } = this;
    if (followed === null || scene === null) return;
    if (this.onlySmall && (this.steered || this.motion.fitsAll())) return;
    const places = this.followedPlaces(scene, mover);
    if (places.length === 0) return;
    const isAll = followed === 'all' && !scene.pulse;
    const next = keepingInView(this.motion.camera, this.motion.view, boundsOf(places, 1), isAll);
    if (next !== null) this.motion.accompany(next);
  }

  /**
   * The squares that the camera keeps in view: the pulsing squares, because the player should look there, or else the
   * squares of the followed heroes.
   */
  private followedPlaces({ pawns, chosen, pulse }: Scene, mover: Hero | null): readonly BoardPoint[] {
    const followed = this.followed === 'chosen' ? (chosen ?? mover) : mover;
    const whom = pulse ? pulse.hero : followed;
    const isAll = this.followed === 'all' && !pulse;
    const heroes = pawns.filter(({ hero, out }) => (isAll ? !out : hero === whom));
    return [...heroes.map(({ at }) => at), ...(pulse?.cells ?? [])];
  }

  /** Frames the mall again after it has grown or shrunk, unless the player has moved the camera. */
  private reframe(scene: Scene): void {
    const { tiles, drawn } = scene;
    const places = (drawn?.places ?? []).flatMap(door => placeBeyond(tiles, door) ?? []);
    const bounds = boundsOf([...tiles, ...places], TILE_CELLS);
    this.motion.setBounds(bounds);
    placeBox(this.ground, grownBox(bounds, AIR));
    const before = this.extent;
    this.extent = `${tiles.length} ${places.length}`;
    const isLaying = drawn?.mine === true;
    if (before === this.extent || (this.motion.taken && before !== '' && !isLaying)) return;
    const mall = mallInView(scene);
    const focus = mall.heroes.length > 0 ? boundsOf(mall.heroes, 1) : bounds;
    const part = boundsOf([...mall.tiles, ...places], TILE_CELLS);
    // A player who lays a tile must see all its places, even after moving the camera.
    this.motion.frame(middleOf(focus), part, { instantly: before === '', whole: isLaying });
  }
}

/** The tiles and heroes of the mall in which the chosen hero is, because the space between two malls is empty (SC-13f). */
function mallInView({ tiles, pawns, sign, chosen }: Scene): {
  readonly tiles: readonly BoardPoint[];
  readonly heroes: readonly BoardPoint[];
} {
  const heroes = pawns.map(({ at }) => at);
  const one = pawns.find(({ hero }) => hero === chosen)?.at ?? heroes[0];
  if (!sign || one === undefined) return { tiles, heroes };
  const isThere = ({ x }: BoardPoint): boolean => x < sign.x === one.x < sign.x;
  return { tiles: tiles.filter(isThere), heroes: heroes.filter(isThere) };
}
