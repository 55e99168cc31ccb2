/** The last twenty seconds of a game as an animated GIF, which every phone can show and share (ADR 16). */
import { type Game, HEROES, type Hero, type Millis, sandLeft } from '@hush/rules';
import { boundsOf, CELL_SIZE, grownBox, TILE_CELLS } from '../board/layout.ts';
import type { BoardPoint, Walk } from '../board/scene.ts';
import { planePoint, sceneOf } from '../model/scene-of.ts';
import { type Film, frameAt, gameAt, walkAt } from '../replay/film.ts';
import { GifEncoder } from './gif.ts';
import {
  type Context,
  canvasOf,
  drawHero,
  drawMall,
  HERO_ADDRESSES,
  loadPictures,
  mallImages,
  type Pictures,
} from './mall-canvas.ts';
import { paletteOf, Quantizer } from './quantize.ts';

const LENGTH: Millis = 20_000;
const STEP: Millis = 100;
/** For how many hundredths of a second the last frame is shown before the clip repeats. */
const LAST = 200;
const SIDE = 480;
const BAR = 28;
const LARGEST_CLIP = 1_500_000;
/** How many frames are drawn before the page may handle other events. */
const AT_ONCE = 6;

const STILL = { seat: -1, marks: [], chosen: null, dots: 'off' } as const;
const PER_SQUARE: Millis = 100;
const LONGEST_WALK: Millis = 600;

interface Stage {
  readonly canvas: HTMLCanvasElement;
  readonly context: Context;
  readonly pictures: Pictures;
  readonly scale: number;
  readonly corner: BoardPoint;
  /** For each state that the clip shows, the drawn mall. */
  readonly malls: Map<string, HTMLCanvasElement>;
}

/** Where a hero is on a move that began `age` milliseconds ago. */
function alongWalk({ path, by }: Walk, from: BoardPoint, age: Millis): BoardPoint {
  const points = [from, ...path];
  const whole = by === 'walk' ? Math.min(LONGEST_WALK, path.length * PER_SQUARE) : PER_SQUARE * 3;
  const place = Math.min(1, age / Math.max(1, whole)) * (points.length - 1);
  const [a, b] = [points[Math.floor(place)] ?? from, points[Math.ceil(place)] ?? from];
  const part = by === 'vortex' ? Math.round(place % 1) : place % 1;
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** The positions of all heroes who are in the mall at a moment. */
function heroesAt(film: Film, at: Millis): readonly { readonly hero: Hero; readonly at: BoardPoint }[] {
  const frame = frameAt(film, at);
  const game = gameAt(film, frame);
  return HEROES.flatMap(hero => {
    const cell = game.heroes[hero];
    if (cell === null) return [];
    const moved = lastMove(film, frame, hero);
    const rest = { hero, at: planePoint(game, cell) };
    if (moved === null) return [rest];
    const walk = walkAt(film, moved);
    const begun = gameAt(film, moved - 1);
    const from = begun.heroes[hero];
    const age = at - (film.events[moved]?.at ?? 0);
    if (walk === null || from === null || age > LONGEST_WALK) return [rest];
    return [{ hero, at: alongWalk(walk, planePoint(begun, from), age) }];
  });
}

function lastMove({ events }: Film, frame: number, hero: Hero): number | null {
  for (let i = frame; i > 0; i--) {
    const event = events[i];
    if (event?.type === 'heroMoved' && event.hero === hero) return i;
  }
  return null;
}

const mallKey = (game: Game): string =>
  mallImages(sceneOf(game, STILL))
    .map(({ address, x, y }) => `${x},${y},${address.length},${address.slice(-60)}`)
    .join();

function mallOf(stage: Stage, game: Game): HTMLCanvasElement {
  const key = mallKey(game);
  const known = stage.malls.get(key);
  if (known !== undefined) return known;
  const [canvas, context] = canvasOf(stage.canvas.width, stage.canvas.height);
  context.fillStyle = '#16123a';
  context.fillRect(0, 0, canvas.width, canvas.height);
  aim(context, stage);
  drawMall(context, sceneOf(game, STILL), stage.pictures);
  stage.malls.set(key, canvas);
  return canvas;
}

function aim(context: Context, { scale, corner }: Stage): void {
  context.setTransform(scale, 0, 0, scale, -corner.x * scale, -corner.y * scale);
}

/** Draws the sand below the board as a bar without text. */
function drawSand(context: Context, game: Game, at: Millis): void {
  const { width, height } = context.canvas;
  const share = Math.max(0, sandLeft(game, at) / game.hourglass.capacity);
  context.fillStyle = '#0d0b22';
  context.fillRect(0, height - BAR, width, BAR);
  context.fillStyle = '#3a3268';
  context.fillRect(12, height - BAR + 9, width - 24, 10);
  context.fillStyle = '#f0b94f';
  // The width is rounded to steps of four pixels, so that fewer frames differ.
  context.fillRect(12, height - BAR + 9, Math.ceil(((width - 24) * share) / 4) * 4, 10);
}

function drawMoment(stage: Stage, film: Film, at: Millis): void {
  const { context, pictures } = stage;
  const game = gameAt(film, frameAt(film, at));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(mallOf(stage, game), 0, 0);
  aim(context, stage);
  const heroes = [...heroesAt(film, at)].sort((a, b) => a.at.y - b.at.y);
  for (const { hero, at: place } of heroes) drawHero(context, hero, place, pictures);
  context.setTransform(1, 0, 0, 1, 0, 0);
  drawSand(context, game, at);
}

async function stageFor(film: Film, from: Millis): Promise<Stage> {
  const first = frameAt(film, from);
  const games = film.frames.slice(first);
  const addresses = games.flatMap(game => mallImages(sceneOf(game, STILL)).map(({ address }) => address));
  const pictures = await loadPictures([...addresses, ...HERO_ADDRESSES]);
  const tiles = games.flatMap(game => sceneOf(game, STILL).tiles);
  const { left, top, right, bottom } = grownBox(boundsOf(tiles, TILE_CELLS), CELL_SIZE / 2);
  const scale = SIDE / Math.max(right - left, bottom - top);
  const [canvas, context] = canvasOf(
    Math.round((right - left) * scale),
    Math.round((bottom - top) * scale) + BAR,
  );
  return { canvas, context, pictures, scale, corner: { x: left, y: top }, malls: new Map() };
}

const pixelsOf = ({ canvas, context }: Stage): Uint8ClampedArray =>
  context.getImageData(0, 0, canvas.width, canvas.height).data;

/** Whether canvas pixels can be read: some browsers return noise instead, against fingerprinting. */
function canRead({ context }: Stage): boolean {
  context.fillStyle = '#204060';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, i) => value === [0x20, 0x40, 0x60, 0xff][i % 4]);
}

/** Makes the clip; null if this device cannot. */
export async function makeClip(film: Film): Promise<Blob | null> {
  const from = Math.max(0, film.end - LENGTH);
  const stage = await stageFor(film, from);
  if (!canRead(stage)) return null;
  for (const step of [STEP, 2 * STEP, 4 * STEP]) {
    const bytes = await encode(stage, film, { from, step });
    if (bytes.length <= LARGEST_CLIP) return new Blob([bytes], { type: 'image/gif' });
  }
  return null;
}

interface Pace {
  readonly from: Millis;
  readonly step: Millis;
}

async function encode(stage: Stage, film: Film, { from, step }: Pace): Promise<Uint8Array<ArrayBuffer>> {
  const samples = [from, (from + film.end) / 2, film.end].map(at => {
    drawMoment(stage, film, at);
    return pixelsOf(stage);
  });
  const palette = paletteOf(samples);
  const quantizer = new Quantizer(palette);
  const gif = new GifEncoder(stage.canvas.width, stage.canvas.height, palette);
  let drawn = 0;
  for (let at = from; at < film.end; at += step) {
    drawMoment(stage, film, at);
    gif.add(quantizer.indices(pixelsOf(stage)), step / 10);
    if (++drawn % AT_ONCE === 0) await new Promise(resolve => setTimeout(resolve));
  }
  drawMoment(stage, film, film.end);
  gif.add(quantizer.indices(pixelsOf(stage)), LAST);
  return gif.end();
}
