/// <reference lib="dom" />
/**
 * Tests that nothing is shown by colour alone: each hero's signs differ from those of other heroes by their shape, in
 * black and white and in each kind of colour vision. Pictures are compared by lightness, never by hue.
 */
import { HEROES, type Hero } from '@hush/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BoardPage } from '../board-page/main.ts';
import { boardTest, openBoard, openPage } from './board-kit.ts';
import { rest } from './board-server.ts';
import { DESKTOP } from './browser.ts';
import { seeAs, VISIONS } from './visions.ts';

declare const hush: BoardPage;

interface Spot {
  readonly hero: Hero;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size in pixels at which pictures are compared, about that on a phone. */
const SIDE = 24;
/**
 * The least mean difference in lightness (of 255) between the signs of two heroes. The same sign in two colours differs
 * by less than 16.
 */
const LEAST = 18;

/**
 * The centre and the size of each kind of sign on a square of 60. Only the sign is compared, because the floor around it
 * differs.
 */
const SIGNS = { item: [0, -5, 12], exit: [-9, 9, 10], vortex: [0, 0, 10] } as const;

/** The positions of the heroes' pictures. */
const dolls = (page: Page): Promise<readonly Spot[]> =>
  page.evaluate(
    heroes =>
      heroes.map(hero => {
        const box = document.querySelector(`.board-pawn.${hero} .board-doll`)?.getBoundingClientRect();
        if (box === undefined) throw new Error(`no ${hero}`);
        return { hero, x: box.x, y: box.y, width: box.width, height: box.height };
      }),
    HEROES,
  );

/** The first feature of a kind for each hero, if it is in view. */
async function things(page: Page, kind: 'item' | 'exit' | 'vortex'): Promise<readonly Spot[]> {
  const places = await page.evaluate(what => {
    const world = document.querySelector('.board-world');
    if (world === null) throw new Error('no board');
    for (const layer of document.querySelectorAll<HTMLElement>('.board-pawns, .board-marks'))
      layer.style.visibility = 'hidden';
    const { a, e, f } = new DOMMatrix(getComputedStyle(world).transform);
    return hush
      .placesOf(what)
      .map(({ hero, x, y }) => ({ hero, left: e + x * 60 * a, top: f + y * 60 * a, size: 60 * a }));
  }, kind);
  return HEROES.map(hero => {
    const place = places.find(one => one.hero === hero);
    if (place === undefined) throw new Error(`no ${kind} of the ${hero}`);
    const [dx, dy, half] = SIGNS[kind].map(part => (part / 60) * place.size) as [number, number, number];
    const [x, y] = [place.left + place.size / 2 + dx - half, place.top + place.size / 2 + dy - half];
    return { hero, x, y, width: 2 * half, height: 2 * half };
  });
}

/** Marks of four heroes on the same kind of floor. */
async function marks(page: Page): Promise<readonly Spot[]> {
  await page.evaluate(heroes => {
    for (const layer of document.querySelectorAll<HTMLElement>('.board-pawns, .board-marks'))
      layer.style.visibility = '';
    const game = hush.newGame({ scenario: 1, players: 2 });
    const [mark] = hush.marksOf(game, 0).concat(hush.marksOf(game, 1));
    if (mark === undefined) throw new Error('no mark');
    hush.showMarks(
      game,
      heroes.map((hero, i) => ({ ...mark, id: hero, hero, kind: 'walk', path: [], at: { x: i, y: 5 } })),
    );
  }, HEROES);
  await rest(page);
  return page.evaluate(
    heroes =>
      heroes.map(hero => {
        const box = document.querySelector(`.board-mark.${hero} .board-whose`)?.getBoundingClientRect();
        if (box === undefined) throw new Error(`no mark of the ${hero}`);
        return { hero, x: box.x, y: box.y, width: box.width, height: box.height };
      }),
    HEROES,
  );
}

/** The smallest part of the page, in whole pixels, that contains all these positions. */
function around(spots: readonly Spot[]): Omit<Spot, 'hero'> {
  const [left, top] = [
    Math.floor(Math.min(...spots.map(({ x }) => x))),
    Math.floor(Math.min(...spots.map(({ y }) => y))),
  ];
  const right = Math.max(...spots.map(({ x, width }) => x + width));
  const bottom = Math.max(...spots.map(({ y, height }) => y + height));
  return { x: left, y: top, width: Math.ceil(right - left), height: Math.ceil(bottom - top) };
}

/**
 * The brightness of each pixel of some parts of the page, each scaled to a square. All parts come from one screenshot.
 */
async function lightsOf(
  page: Page,
  reader: Page,
  spots: readonly Spot[],
): Promise<readonly (readonly number[])[]> {
  const clip = around(spots);
  const picture = await page.screenshot({ clip });
  const placed = spots.map(spot => ({ ...spot, x: spot.x - clip.x, y: spot.y - clip.y }));
  return reader.evaluate(
    async ([address, side, parts]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('no canvas');
      return parts.map(({ x, y, width, height }) => {
        context.drawImage(image, x, y, width, height, 0, 0, side, side);
        const { data } = context.getImageData(0, 0, side, side);
        return Array.from({ length: data.length / 4 }, (_, i) => {
          const [red = 0, green = 0, blue = 0] = data.slice(i * 4, i * 4 + 3);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
      });
    },
    [`data:image/png;base64,${picture.toString('base64')}`, SIDE, placed] as const,
  );
}

/** Subtracts the mean lightness, so that only the shape is left. */
function shapeOf(light: readonly number[]): readonly number[] {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  return light.map(value => value - mean);
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

/** The two heroes whose signs differ least in shape. */
async function closest(page: Page, reader: Page, spots: readonly Spot[]): Promise<[number, string]> {
  const shapes = (await lightsOf(page, reader, spots)).map(shapeOf);
  const pairs = spots.flatMap((a, i) =>
    spots
      .slice(i + 1)
      .map((b, k): [number, string] => [
        distance(shapes[i] ?? [], shapes[i + 1 + k] ?? []),
        `${a.hero} and ${b.hero}`,
      ]),
  );
  return pairs.reduce((least, pair) => (pair[0] < least[0] ? pair : least));
}

const FINDERS: Readonly<Record<string, (page: Page) => Promise<readonly Spot[]>>> = {
  dolls,
  items: page => things(page, 'item'),
  exits: page => things(page, 'exit'),
  vortices: page => things(page, 'vortex'),
  marks,
};

boardTest(
  'the pictures, items, exits, vortices and marks of four heroes differ by shape in every kind of colour vision',
  async () => {
    const page = await openBoard({ ...DESKTOP, reducedMotion: 'reduce' }, 24, true);
    const reader = await openPage('/alone.html', DESKTOP);
    const alike: string[] = [];
    for (const [kind, find] of Object.entries(FINDERS)) {
      const spots = await find(page);
      for (const vision of ['none', ...VISIONS] as const) {
        await seeAs(page, vision);
        const [least, pair] = await closest(page, reader, spots);
        if (!(least > LEAST)) alike.push(`${kind}, ${vision}: ${pair} (${least.toFixed(1)})`);
      }
      await seeAs(page, 'none');
    }
    expect(alike).toEqual([]);
  },
);
