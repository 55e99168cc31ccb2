/** Picture cards, 1200 by 630: the result, the animals, and the board as it ended, or the sealed letter for a heist. */
import type { HeistResult } from '@hush/protocol';
import { type Game, HEROES, sandLeft } from '@hush/rules';
import { GLYPHS } from '../art/glyphs.ts';
import { SHADES, symbolOf } from '../art/palette.ts';
import { asAddress, svgOf } from '../art/picture.ts';
import { animalAddress } from '../art/sheets.ts';
import { boundsOf, TILE_CELLS } from '../board/layout.ts';
import { say } from '../i18n/catalogs.ts';
import { sceneOf } from '../model/scene-of.ts';
import { clockText, scenarioName } from '../table/names.ts';
import { LETTER_ART, LETTER_BOX } from './letter-art.ts';
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

const [WIDTH, HEIGHT] = [1200, 630];
const EDGE = 64;
const FACE = 84;
const MOST_FACES = 5;
const STILL = { seat: -1, marks: [], chosen: null, dots: 'off' } as const;

const DISPLAY = 'Fraunces, serif';
const WORDS = 'Atkinson, sans-serif';
const FIGURES = '"Atkinson Mono", monospace';

/** Loads the fonts of the page, because a card is drawn with them. */
const fonts = (): Promise<unknown> =>
  Promise.all(
    [`650 78px ${DISPLAY}`, `400 26px ${WORDS}`, `700 60px ${FIGURES}`].map(font =>
      document.fonts.load(font),
    ),
  );

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob === null ? reject(new Error('no PNG')) : resolve(blob)), 'image/png'),
  );

function text(
  context: Context,
  words: string,
  at: readonly [number, number],
  style: readonly [string, string],
): void {
  [context.font, context.fillStyle] = style;
  context.fillText(words, ...at);
}

function drawNight(context: Context): void {
  const wash = context.createRadialGradient(840, 280, 40, 840, 280, 760);
  wash.addColorStop(0, '#332c6e');
  wash.addColorStop(1, '#0d0b22');
  context.fillStyle = wash;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Darkens the left half, so that text over the mall is readable. */
function drawShade(context: Context): void {
  const shade = context.createLinearGradient(420, 0, 760, 0);
  shade.addColorStop(0, 'rgb(13 11 34 / 0.97)');
  shade.addColorStop(1, 'rgb(13 11 34 / 0)');
  context.fillStyle = shade;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Draws the title; a long one, as in French or Polish, is drawn smaller. */
function drawTitle(context: Context, title: string): void {
  text(context, `${say('shell.title')}!`, [EDGE, 112], [`650 56px ${DISPLAY}`, '#ffe7b0']);
  let size = 78;
  const font = (): string => `650 ${size}px ${DISPLAY}`;
  context.font = font();
  while (context.measureText(title).width > 520 && size > 40) {
    size -= 4;
    context.font = font();
  }
  text(context, title, [EDGE, 250], [font(), '#fff']);
}

function drawFaces(context: Context, faces: readonly string[], pictures: Pictures): void {
  for (const [i, face] of faces.slice(0, MOST_FACES).entries()) {
    const x = EDGE + i * (FACE + 18) + FACE / 2;
    const wood = context.createLinearGradient(0, 492, 0, 576);
    wood.addColorStop(0, '#fff6df');
    wood.addColorStop(1, '#dcc999');
    context.fillStyle = wood;
    context.beginPath();
    context.arc(x, 534, FACE / 2, 0, 2 * Math.PI);
    context.fill();
    const image = pictures.get(animalAddress(face) ?? '');
    if (image !== undefined) context.drawImage(image, x - 25, 509, 50, 50);
  }
}

const GLASS = asAddress(
  svgOf('0 0 24 24', [96, 96], `<g fill="#ffe3a0" color="#ffe3a0">${GLYPHS.glass}</g>`),
);

/** The card of a game, which has no table code and no names. */
export async function gameCard(game: Game, faces: readonly string[]): Promise<Blob> {
  await fonts();
  const scene = sceneOf(game, STILL);
  const pictures = await loadPictures([
    GLASS,
    ...faces.flatMap(face => animalAddress(face) ?? []),
    ...mallImages(scene).map(({ address }) => address),
    ...HERO_ADDRESSES,
  ]);
  const [canvas, context] = canvasOf(WIDTH, HEIGHT);
  drawNight(context);
  const { left, top, right, bottom } = boundsOf(scene.tiles, TILE_CELLS);
  const scale = Math.min(0.9, 640 / (right - left), 580 / (bottom - top));
  context.save();
  context.translate(850 - (scale * (left + right)) / 2, HEIGHT / 2 - (scale * (top + bottom)) / 2);
  context.scale(scale, scale);
  drawMall(context, scene, pictures);
  for (const { hero, at } of scene.pawns) drawHero(context, hero, at, pictures);
  context.restore();
  drawShade(context);
  // Heroes who have left are drawn in front of the mall.
  const outside = HEROES.filter(hero => game.heroes[hero] === null);
  for (const [i, hero] of outside.entries()) drawHero(context, hero, { x: 12.2 + i * 1.5, y: 9.3 }, pictures);
  const won = game.status === 'won';
  const showsSand = won && !game.setUp.house.noClock;
  drawTitle(context, say(won ? 'souvenir.won' : 'souvenir.lost'));
  const glass = pictures.get(GLASS);
  if (glass !== undefined) context.drawImage(glass, EDGE, 296, 72, 92);
  const time = clockText(showsSand ? sandLeft(game, game.at) : game.at);
  text(context, time, [156, 342], [`700 60px ${FIGURES}`, '#ffe7b0']);
  const { scenario, name } = game.setUp;
  const words = say(showsSand ? 'souvenir.left' : 'souvenir.lasted', { name: scenarioName(scenario, name) });
  text(context, words, [156, 384], [`400 26px ${WORDS}`, '#e6def5']);
  drawFaces(context, faces, pictures);
  return toPng(canvas);
}

const LETTER = asAddress(svgOf(LETTER_BOX, [760, 560], LETTER_ART));
const symbols = Object.fromEntries(
  HEROES.map(hero => [
    hero,
    asAddress(
      svgOf(
        '0 0 24 24',
        [96, 96],
        `<g fill="${SHADES[hero].on}" color="${SHADES[hero].on}">${GLYPHS[symbolOf(hero)]}</g>`,
      ),
    ),
  ]),
);

/** The card of a heist shows only the result and the animals, so that it reveals nothing about the mall. */
export async function heistCard(result: HeistResult, faces: readonly string[]): Promise<Blob> {
  await fonts();
  const pictures = await loadPictures([
    LETTER,
    GLASS,
    ...Object.values(symbols),
    ...faces.flatMap(face => animalAddress(face) ?? []),
  ]);
  const [canvas, context] = canvasOf(WIDTH, HEIGHT);
  drawNight(context);
  const letter = pictures.get(LETTER);
  if (letter !== undefined) context.drawImage(letter, 640, 120, 520, 383);
  drawTitle(context, say(result.won ? 'souvenir.won' : 'souvenir.lost'));
  drawResult(context, result, pictures);
  text(context, say('souvenir.heist'), [EDGE, 440], [`400 26px ${WORDS}`, '#e6def5']);
  drawFaces(context, faces, pictures);
  return toPng(canvas);
}

function drawResult(context: Context, { out, turns, sixths }: HeistResult, pictures: Pictures): void {
  for (const [i, hero] of HEROES.entries()) {
    const x = EDGE + 28 + i * 62;
    context.beginPath();
    context.arc(x, 336, 26, 0, 2 * Math.PI);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [SHADES[hero].base, SHADES[hero].light, 3];
    if (out[hero]) context.fill();
    else context.stroke();
    const symbol = pictures.get(symbols[hero] ?? '');
    if (out[hero] && symbol !== undefined) context.drawImage(symbol, x - 17, 319, 34, 34);
  }
  const glass = pictures.get(GLASS);
  for (let i = 0; i < Math.min(turns, 6); i++)
    if (glass !== undefined) context.drawImage(glass, 322 + i * 40, 316, 32, 40);
  for (let i = 0; i < 6; i++) {
    context.fillStyle = i < sixths ? '#f0b94f' : 'rgb(240 185 79 / 0.22)';
    context.beginPath();
    context.roundRect(EDGE + i * 44, 382, 36, 18, 6);
    context.fill();
  }
}
