/** Draws scenes of the board on a canvas, from the same images as the board itself. */
import { HEROES, type Hero } from '@hush/rules';
import { HERO_SIZE, heroAddress } from '../art/sheets.ts';
import { lanternAddress } from '../board/lantern.ts';
import { CELL_SIZE, centreOf, lanternsOf, pointKey } from '../board/layout.ts';
import type { BoardPoint, Scene } from '../board/scene.ts';
import { lookOf } from '../board/tile-layer.ts';
import { MARGIN, tileAddress } from '../board/tile-picture.ts';

export type Context = CanvasRenderingContext2D;

/** Loads an image; rejects if the file cannot be read. */
async function pictureAt(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export function canvasOf(width: number, height: number): readonly [HTMLCanvasElement, Context] {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this device has no canvas');
  return [canvas, context];
}

interface MallImage {
  readonly address: string;
  /** The position of the image, in pixels of the board. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const TILE = 4 * CELL_SIZE + 2 * MARGIN;
const LAMP = 168;

/** All images of a mall in the order in which they are drawn: tiles from north to south, then lanterns. */
export function mallImages(scene: Scene): readonly MallImage[] {
  const holes = lanternsOf(scene.tiles);
  const lanterns = new Set(holes.map(pointKey));
  const tiles = [...scene.tiles]
    .sort((a, b) => a.y * 16 + a.x - (b.y * 16 + b.x))
    .map(tile => ({
      address: tileAddress(lookOf(scene, tile, lanterns)),
      x: tile.x * CELL_SIZE - MARGIN,
      y: tile.y * CELL_SIZE - MARGIN,
      size: TILE,
    }));
  const lamps = holes.map(hole => {
    const { x, y } = centreOf(hole);
    return { address: lanternAddress(scene.alarm), x: x - LAMP / 2, y: y - LAMP / 2, size: LAMP };
  });
  return [...tiles, ...lamps];
}

export type Pictures = ReadonlyMap<string, HTMLImageElement>;

/** Loads the images at these addresses, each once. */
export async function loadPictures(addresses: Iterable<string>): Promise<Pictures> {
  const wanted = [...new Set(addresses)];
  const images = await Promise.all(wanted.map(pictureAt));
  return new Map(wanted.map((address, i) => [address, images[i] as HTMLImageElement]));
}

export const HERO_ADDRESSES: readonly string[] = HEROES.map(heroAddress);

/** Draws the mall; the context is already moved and scaled to pixels of the board. */
export function drawMall(context: Context, scene: Scene, pictures: Pictures): void {
  for (const { address, x, y, size } of mallImages(scene)) {
    const image = pictures.get(address);
    if (image !== undefined) context.drawImage(image, x, y, size, size);
  }
}

/** Draws a hero with its feet on a cell; fractions are positions between two cells. */
export function drawHero(context: Context, hero: Hero, at: BoardPoint, pictures: Pictures): void {
  const image = pictures.get(heroAddress(hero));
  if (image === undefined) return;
  const [x, y] = [(at.x + 0.5) * CELL_SIZE, (at.y + 0.78) * CELL_SIZE];
  context.drawImage(
    image,
    x - HERO_SIZE.width / 2,
    y - HERO_SIZE.height + 14,
    HERO_SIZE.width,
    HERO_SIZE.height,
  );
}
