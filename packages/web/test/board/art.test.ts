/** Tests of pictures as pure functions: the sand by its volume, tiles by what they look like. */
import { readFileSync } from 'node:fs';
import { AVATARS } from '@hush/protocol';
import { DIRECTIONS, deckOf, HEROES, type Tile } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GLYPHS } from '../../src/art/glyphs.ts';
import { SHADES, symbolOf } from '../../src/art/palette.ts';
import { GLASS_SHAPE, lowerPath, sandAt, sandShares, upperPath } from '../../src/art/sand-shape.ts';
import { animalAddress, heroAddress } from '../../src/art/sheets.ts';
import { floorDesignOf } from '../../src/board/floors.ts';
import { type TileLook, tileAddress } from '../../src/board/tile-picture.ts';
import { actionIcon, actionTurn } from '../../src/table/names.ts';

test('HG-1b sand that leaves the upper bulb is drawn in the lower one, so the volume stays the same', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), part => {
      const [above, below] = sandShares(sandAt(part));
      expect(Math.abs(above - part)).toBeLessThan(0.01);
      expect(Math.abs(below - (1 - part))).toBeLessThan(0.01);
    }),
  );
});

test('PR-80b the levels of the sand follow its volume: the upper level sinks slowly at first and fast at the end', () => {
  const [full, half, quarter, last] = [1, 0.5, 0.25, 0.02].map(part => sandAt(part).low);
  const [a = 0, b = 0, c = 0, d = 0] = [full, half, quarter, last];
  expect(a).toBeGreaterThan(b);
  expect(b).toBeGreaterThan(c);
  expect(c).toBeGreaterThan(d);
  expect((a - b) / 0.5).toBeLessThan((c - d) / 0.23);
});

test('PR-80b no point of the sand is drawn outside of the glass', () => {
  for (const part of [0, 0.01, 0.3, 0.7, 0.99, 1]) {
    const sand = sandAt(part);
    const numbers = `${upperPath(sand)}${lowerPath(sand)}`.match(/-?\d+(\.\d+)? -?\d+(\.\d+)?/g) ?? [];
    for (const pair of numbers) {
      const [x = 0, y = 0] = pair.split(' ').map(Number);
      expect(Math.abs(x - GLASS_SHAPE.middle)).toBeLessThanOrEqual(46.1);
      expect(y).toBeGreaterThanOrEqual(GLASS_SHAPE.top - 0.1);
      expect(y).toBeLessThanOrEqual(GLASS_SHAPE.bottom + 0.1);
    }
  }
  expect(upperPath(sandAt(0))).toBe('');
  expect(lowerPath(sandAt(1))).toBe('');
});

/** The drawings of a sheet by the names of their views. */
function drawingsIn(address: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(address.replace(/#.*/, '')), 'utf8');
  expect(text).not.toMatch(/style=|<script/);
  for (const [, id] of text.matchAll(/url\(#([\w-]+)\)/g)) expect(text).toContain(`id="${id}"`);
  return new Map(
    [...text.matchAll(/<view id="(\w+)".*\n(<g.*<\/g>)/g)].map(([, id = '', art = '']) => [id, art]),
  );
}

test('PR-80b every avatar of the protocol has its own animal picture, and every hero has a picture', () => {
  const animals = drawingsIn(animalAddress('fox') ?? '');
  expect([...animals.keys()]).toEqual([...AVATARS]);
  expect(new Set(animals.values()).size).toBe(AVATARS.length);
  expect(animalAddress('a beast of tomorrow')).toBeUndefined();
  const dolls = drawingsIn(heroAddress('elf'));
  expect([...dolls.keys()]).toEqual([...HEROES]);
  expect(new Set(HEROES.map(heroAddress)).size).toBe(4);
});

test('ID-1i every hero has a colour of its own and a symbol that is drawn', () => {
  expect(new Set(HEROES.map(hero => SHADES[hero].base)).size).toBe(4);
  for (const hero of HEROES) expect(GLYPHS[symbolOf(hero)].length).toBeGreaterThan(20);
});

const deck = deckOf({ tiles: null, side: 'A' }).filter((tile): tile is Tile => tile !== undefined);

const lookOf = (drawing: Tile, more: Partial<TileLook> = {}): TileLook => ({
  drawing,
  turn: 0,
  faces: ['door', 'door', 'open', 'door'],
  lamps: [true, true, false, true],
  outOfOrder: [],
  mood: {
    alarm: false,
    noVortex: false,
    shows: { passages: true, balls: true, cameras: true, loudspeakers: true },
  },
  ...more,
});

const markupOf = (look: TileLook): string =>
  decodeURIComponent(tileAddress(look).replace('data:image/svg+xml,', ''));

/** Checks that every reference has a definition and every tag is closed. */
function expectWhole(svg: string): void {
  for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(`id='${id}'`);
  expect(svg).not.toMatch(/undefined|NaN|style=|<script/);
  const open = (svg.match(/<[a-zA-Z]/g) ?? []).length;
  const closed = (svg.match(/\/>|<\//g) ?? []).length;
  expect(closed).toBe(open);
}

test('PR-80b the drawing of every tile, in any rotation and state, is complete SVG', () => {
  expect(deck.length).toBe(24);
  const moods = [
    lookOf(deck[0] as Tile).mood,
    { alarm: true, noVortex: false, shows: { passages: false, balls: false, cameras: false } },
    {
      alarm: false,
      noVortex: true,
      shows: { passages: true, balls: true, cameras: true, loudspeakers: false },
    },
  ];
  for (const drawing of deck)
    for (const turn of [0, 1, 2, 3])
      for (const mood of moods) {
        const svg = markupOf(
          lookOf(drawing, { turn, mood, outOfOrder: turn % 2 ? [...Array(16).keys()] : [] }),
        );
        expectWhole(svg);
        expect(svg.length).toBeLessThan(24_000);
      }
});

test('PR-80b the picture of a tile changes with every field that describes it, and with no other field', () => {
  const drawing = deck[15] as Tile;
  const plain = tileAddress(lookOf(drawing));
  expect(tileAddress(lookOf(drawing))).toBe(plain);
  const others: readonly Partial<TileLook>[] = [
    { turn: 1 },
    { faces: ['open', 'open', 'open', 'open'] },
    { lamps: [false, false, false, false] },
    { outOfOrder: [drawing.features.findIndex(feature => feature?.type === 'camera')] },
    { mood: { ...lookOf(drawing).mood, alarm: true } },
    { mood: { ...lookOf(drawing).mood, shows: { passages: true, balls: true, cameras: false } } },
  ];
  const addresses = others.map(more => tileAddress(lookOf(drawing, more)));
  expect(new Set([plain, ...addresses]).size).toBe(others.length + 1);
});

/** Hue in degrees and saturation from 0 to 1 of a colour such as #f0dfa0. */
function hueOf(colour: string): { readonly hue: number; readonly saturation: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(i => Number.parseInt(colour.slice(i, i + 2), 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const hue = most === r ? (60 * (g - b)) / (most - least) : 999;
  return { hue, saturation: (most - least) / (1 - Math.abs(most + least - 1)) };
}

test.each(deck.map(tile => [tile.number, tile] as const))(
  'CO-5g every cell of tile %i is drawn yellow exactly if it has a camera',
  (_, drawing) => {
    const { light, dark } = floorDesignOf(drawing);
    for (const colour of [light, dark]) expect(markupOf(lookOf(drawing))).toContain(colour);
    const isYellow = [light, dark].every(colour => {
      const { hue, saturation } = hueOf(colour);
      return hue > 40 && hue < 60 && saturation > 0.6;
    });
    expect(isYellow).toBe(drawing.features.some(feature => feature?.type === 'camera'));
  },
);

test('SC-4f a green exploration space has a loudspeaker, muted if its rule is off', () => {
  const start = lookOf(deck[0] as Tile, { faces: ['door', 'door', 'door', 'door'] });
  const loud = markupOf(start);
  const muted = markupOf({
    ...start,
    mood: { ...start.mood, shows: { ...start.mood.shows, loudspeakers: false } },
  });
  const [, outline = 'none'] = /d="([^"]+)"/.exec(GLYPHS.loudspeaker) ?? [];
  const opacity = (svg: string): readonly string[] =>
    [...svg.slice(0, svg.indexOf(outline)).matchAll(/opacity='([\d.]+)'/g)].flatMap(
      ([, value]) => value ?? [],
    );
  expect(loud.split(outline)).toHaveLength(2);
  expect(opacity(loud).at(-1)).toBe('1');
  expect(opacity(muted).at(-1)).toBe('0.45');
});

test('ID-2a ID-2b the glyph of a move is an arrow in its direction, and that of `explore` is a magnifying glass', () => {
  expect(DIRECTIONS.map(dir => [actionIcon(dir), actionTurn(dir)])).toEqual([
    ['arrow', 0],
    ['arrow', 90],
    ['arrow', 180],
    ['arrow', 270],
  ]);
  expect(actionIcon('explore')).toBe('explore');
  // A magnifying glass: a circle made of two arcs, with a straight handle.
  expect(GLYPHS.explore).toMatch(/a([\d.]+) \1 0 1 1.*a?\1 \1 0 0 1/);
  expect(GLYPHS.explore).toMatch(/"m[\d.]+ [\d.]+ \d+ \d+"/);
});
