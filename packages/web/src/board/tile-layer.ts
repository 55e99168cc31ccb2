/**
 * The layer of tiles, lanterns and the signpost: images that rarely change. The tiles nearest to heroes are decoded
 * first.
 */
import type { Opening } from '@hush/rules';
import { make, makeImage, moveTo } from './elements.ts';
import { lanternAddress, signAddress } from './lantern.ts';
import {
  CELL_SIZE,
  centreOf,
  facesOf,
  type LayoutPlace,
  lanternFlagsOf,
  lanternsOf,
  placeBeyond,
  pointKey,
  TILE_EDGES,
  type TileSide,
} from './layout.ts';
import type { BoardPoint, Scene, SceneTile } from './scene.ts';
import { MARGIN, type TileLook, tileAddress } from './tile-picture.ts';

interface TileElements {
  image: HTMLImageElement | null;
  address: string;
  place: string;
}

/** How many images are decoded at the same time; more would delay the first one. */
const AT_ONCE = 2;

const moodOf = ({ alarm, noVortex, shows, patterns = false }: Scene): TileLook['mood'] => ({
  alarm,
  noVortex,
  shows,
  patterns,
});

export class TileLayer {
  private readonly tiles: HTMLElement;
  private readonly lights: HTMLElement;
  private readonly shown = new Map<number, TileElements>();
  private readonly lamps = new Map<string, HTMLImageElement>();
  private sign: HTMLImageElement | null = null;
  private waiting: readonly SceneTile[] = [];
  private busy = 0;
  private alarm = false;
  private readonly drawn: HTMLElement;
  private drawnKey = '';

  constructor(tiles: HTMLElement, lights: HTMLElement) {
    this.tiles = tiles;
    this.lights = lights;
    this.drawn = make('div', 'board-layer board-drawn', lights.parentElement ?? lights);
  }

  show(scene: Scene): void {
    const holes = lanternsOf(scene.tiles);
    this.showTiles(scene, new Set(holes.map(pointKey)));
    this.showLamps(scene, holes);
    this.showSign(scene);
    this.showDrawn(scene);
  }

  /** The picture of the drawn tile, turned as it would lie at this place. */
  ghost(scene: Scene, { turn }: LayoutPlace): string {
    const drawing = scene.drawn?.drawing;
    if (drawing === undefined) return '';
    const faces = TILE_EDGES.map(side => faceOfDrawn(drawing.openings[(side - turn) & 3]));
    return tileAddress({ drawing, turn, faces, lamps: [], outOfOrder: [], mood: moodOf(scene) });
  }

  destroy(): void {
    this.waiting = [];
  }

  private showTiles(scene: Scene, lanterns: ReadonlySet<string>): void {
    const here = new Set(scene.tiles.map(({ number }) => number));
    for (const [number, entry] of this.shown)
      if (!here.has(number)) {
        entry.image?.remove();
        this.shown.delete(number);
      }
    const changed = scene.tiles.filter(tile => this.update(tile, lookOf(scene, tile, lanterns)));
    const fresh = new Set(changed.map(({ number }) => number));
    this.waiting = [
      ...this.waiting.filter(({ number }) => here.has(number) && !fresh.has(number)),
      ...changed,
    ].sort((a, b) => nearness(scene, a) - nearness(scene, b));
    this.decodeNext();
  }

  /** Updates the place of a tile; returns true if the tile needs another picture. */
  private update(tile: SceneTile, look: TileLook): boolean {
    const entry = this.shown.get(tile.number) ?? { image: null, address: '', place: '' };
    this.shown.set(tile.number, entry);
    const at = pointKey(tile);
    if (entry.image && entry.place !== at) place(entry.image, tile);
    entry.place = at;
    const address = tileAddress(look);
    if (entry.address === address) return false;
    entry.address = address;
    return true;
  }

  /** Decodes an image before it replaces the old one, so that a tile never flickers. */
  private decodeNext(): void {
    const [tile, ...rest] = this.waiting;
    if (tile === undefined || this.busy >= AT_ONCE) return;
    this.waiting = rest;
    this.busy += 1;
    const entry = this.shown.get(tile.number);
    const image = makeImage(entry?.image ? 'board-tile' : 'board-tile new', entry?.address ?? '');
    const done = (): void => {
      this.busy -= 1;
      this.mount(tile, image);
      this.decodeNext();
    };
    image.decode().then(done, done);
    this.decodeNext();
  }

  private mount(tile: SceneTile, image: HTMLImageElement): void {
    const entry = this.shown.get(tile.number);
    if (entry === undefined || entry.address !== image.getAttribute('src')) return;
    place(image, tile);
    if (entry.image) entry.image.replaceWith(image);
    else this.tiles.append(image);
    entry.image = image;
  }

  private showLamps(scene: Scene, holes: readonly BoardPoint[]): void {
    const wanted = new Map(holes.map(at => [pointKey(at), at]));
    for (const [key, image] of this.lamps)
      if (!wanted.has(key)) {
        image.remove();
        this.lamps.delete(key);
      }
    for (const [key, at] of wanted) {
      const image = this.lamps.get(key) ?? makeImage('board-lamp', lanternAddress(scene.alarm), this.lights);
      if (scene.alarm !== this.alarm) image.src = lanternAddress(scene.alarm);
      this.lamps.set(key, image);
      const { x, y } = centreOf(at);
      moveTo(image, x, y);
    }
    this.alarm = scene.alarm;
  }

  /** Shows the drawn tile at each possible place. For the player who may lay it, these places are buttons. */
  private showDrawn(scene: Scene): void {
    const { drawn } = scene;
    const doors = drawn === null || drawn.mine ? [] : (drawn.places ?? []);
    const key = drawn === null ? '' : `${drawn.drawing.number} ${doors.map(pointKey).join(' ')}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.drawn.replaceChildren();
    for (const door of doors) {
      const beyond = placeBeyond(scene.tiles, door);
      if (beyond !== undefined) place(makeImage('board-tile', this.ghost(scene, beyond), this.drawn), beyond);
    }
  }

  private showSign({ sign }: Scene): void {
    if (!sign) {
      this.sign?.remove();
      this.sign = null;
      return;
    }
    this.sign ??= makeImage('board-lamp', signAddress('sign'), this.lights);
    const { x, y } = centreOf(sign);
    moveTo(this.sign, x, y);
  }
}

/** The sides of a tile that is not laid yet: its arrow is the entrance, its doors lead on. */
const faceOfDrawn = (opening: Opening | null | undefined): TileSide => {
  if (opening === 'arrow') return 'open';
  return opening ? 'door' : 'wall';
};

export const lookOf = (scene: Scene, tile: SceneTile, lanterns: ReadonlySet<string>): TileLook => ({
  drawing: tile.drawing,
  turn: tile.turn,
  faces: facesOf(tile, scene.tiles),
  lamps: lanternFlagsOf(tile, lanterns),
  outOfOrder: tile.outOfOrder,
  mood: moodOf(scene),
});

function place(image: HTMLImageElement, { x, y }: BoardPoint): void {
  moveTo(image, x * CELL_SIZE - MARGIN, y * CELL_SIZE - MARGIN);
  // Draws each tile over the tiles further north, so that it covers their shadows.
  image.style.zIndex = `${1000 + y * 16 + x}`;
}

const nearness = ({ pawns }: Scene, { x, y }: BoardPoint): number =>
  Math.min(...pawns.map(({ at }) => Math.hypot(at.x - x - 1.5, at.y - y - 1.5)));
