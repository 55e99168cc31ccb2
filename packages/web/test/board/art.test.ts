/** Pictures that are pure functions: sand by volume, tiles by look. */
import { readFileSync } from 'node:fs';
import { AVATARS } from '@hush/protocol';
import { deckOf, HEROES, type Tile } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GLYPHS } from '../../src/art/glyphs.ts';
import { SHADES, symbolOf } from '../../src/art/palette.ts';
import { GLASS, lowerPath, sandAt, sandHeld, upperPath } from '../../src/art/sand-shape.ts';
import { animalAddress, heroAddress } from '../../src/art/sheets.ts';
import { type TileLook, tileAddress } from '../../src/board/tile-picture.ts';

test('HG-1b no grain is lost: what leaves the upper bulb is in the lower one', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), part => {
      const [above, below] = sandHeld(sandAt(part));
      expect(Math.abs(above - part)).toBeLessThan(0.01);
      expect(Math.abs(below - (1 - part))).toBeLessThan(0.01);
    }),
  );
});

test('levels come from volume: the upper one sinks slowly first and fast at the end', () => {
  const [full, half, quarter, last] = [1, 0.5, 0.25, 0.02].map(part => sandAt(part).low);
  const [a = 0, b = 0, c = 0, d = 0] = [full, half, quarter, last];
  expect(a).toBeGreaterThan(b);
  expect(b).toBeGreaterThan(c);
  expect(c).toBeGreaterThan(d);
  expect((a - b) / 0.5).toBeLessThan((c - d) / 0.23);
});

test('sand stays inside the glass', () => {
  for (const part of [0, 0.01, 0.3, 0.7, 0.99, 1]) {
    const sand = sandAt(part);
    const numbers = `${upperPath(sand)}${lowerPath(sand)}`.match(/-?\d+(\.\d+)? -?\d+(\.\d+)?/g) ?? [];
    for (const pair of numbers) {
      const [x = 0, y = 0] = pair.split(' ').map(Number);
      expect(Math.abs(x - GLASS.middle)).toBeLessThanOrEqual(46.1);
      expect(y).toBeGreaterThanOrEqual(GLASS.top - 0.1);
      expect(y).toBeLessThanOrEqual(GLASS.bottom + 0.1);
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

test('every avatar of the protocol has an animal, all different, and every hero a doll', () => {
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

/** Every reference has its shading, and every tag is closed. */
function expectWhole(svg: string): void {
  for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(svg).toContain(`id='${id}'`);
  expect(svg).not.toMatch(/undefined|NaN|style=|<script/);
  const open = (svg.match(/<[a-zA-Z]/g) ?? []).length;
  const closed = (svg.match(/\/>|<\//g) ?? []).length;
  expect(closed).toBe(open);
}

test('every tile is drawn whole, however it lies and whatever has happened', () => {
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

test('a picture changes with everything that is told, and with nothing else', () => {
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
