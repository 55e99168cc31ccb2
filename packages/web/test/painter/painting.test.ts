/**
 * Tests of painting: what tools do to a tile, and that every painted tile is the same after writing and reading its text.
 */
import { compileTile, type Drawing, drawTile, HEROES, parseTiles, sketchTiles } from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Brush,
  blankTile,
  edgeOf,
  hintFor,
  isPainted,
  joinSquares,
  mirrorPainting,
  paintAt,
  TOOLS,
  turnPainting,
} from '../../src/painter/painting.ts';
import { ALL_PLACES, placeAt, placeBeside, placeKey, placeMiddle } from '../../src/painter/places.ts';

const RUNS = 300 * Number(process.env['HUSH_RUNS'] ?? 1);
const square = (n: number) => ({ type: 'square', square: n }) as const;
const brush = (tool: Brush['tool'], hero: Brush['hero'] = 'elf'): Brush => ({ tool, hero });

/** A random edit of a tile. */
const deed = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      place: fc.constantFrom(...ALL_PLACES),
      tool: fc.constantFrom(...TOOLS.filter(tool => tool !== 'start' && tool !== 'escalator')),
      hero: fc.constantFrom(...HEROES),
      on: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ from: fc.nat(15), to: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.constantFrom('turn' as const, 'mirror' as const) },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

function done(tile: Drawing, one: Deed): Drawing {
  if (one === 'turn') return turnPainting(tile);
  if (one === 'mirror') return mirrorPainting(tile);
  if ('from' in one) return joinSquares(tile, one.from, one.to);
  return paintAt(tile, one.place, { tool: one.tool, hero: one.hero }, one.on);
}

test('PR-110a the text of any painted tile is read back as the same tile', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), fc.integer({ min: 2, max: 99 }), (deeds, number) => {
      const painted = deeds.reduce(done, blankTile(number, null, 'Mine'));
      const { sheets, problems } = sketchTiles(drawTile(painted));
      // The only fault that the tools can paint: a door in front of a shop.
      expect(problems.filter(({ code }) => code !== 'floor-behind')).toEqual([]);
      expect(sheets.map(({ tile }) => tile)).toEqual([compileTile(painted)]);
    }),
    { numRuns: RUNS, seed: 16 },
  );
});

test('PR-110a a tile turned four times, or mirrored twice, is unchanged, except for doors of tiles other than tile 1', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), deeds => {
      const painted = deeds.reduce(done, blankTile(30, null, 'Mine'));
      const { openings, ...turned } = [1, 2, 3, 4].reduce(turnPainting, painted);
      expect({ ...turned, openings: painted.openings }).toEqual(painted);
      expect(openings[2]).toBe('arrow');
      expect(mirrorPainting(mirrorPainting(painted))).toEqual(painted);
    }),
    { numRuns: RUNS, seed: 17 },
  );
});

test('PR-110b at every place where a tool paints, a second press of that tool erases', () => {
  const blank = blankTile(25, null, '');
  for (const place of ALL_PLACES)
    for (const tool of TOOLS.filter(one => one !== 'escalator' && one !== 'rubOut')) {
      const isRim = place.type === 'side' && tool === 'wall';
      if (isRim || hintFor(blank, place, brush(tool)) !== null) continue;
      const once = paintAt(blank, place, brush(tool), true);
      expect([isPainted(once, place, brush(tool)), place, tool]).toEqual([true, place, tool]);
      expect(paintAt(once, place, brush(tool), false)).toEqual(blank);
    }
});

test('BD-2b a wall on a side closes its door, and no tool makes a hole in the rim', () => {
  const north = { type: 'side', side: 0 } as const;
  const open = paintAt(blankTile(25, null, ''), north, brush('door'), true);
  expect(open.openings[0]).toBe('elf');
  expect(isPainted(open, north, brush('wall'))).toBe(false);
  const shut = paintAt(open, north, brush('wall'), true);
  expect(shut).toEqual(blankTile(25, null, ''));
  expect(paintAt(shut, north, brush('wall'), false)).toEqual(shut);
});

test('PR-110d a new tile, and a new tile 1, are legal before anything is painted', () => {
  expect(parseTiles(drawTile(blankTile(25, null, ''))).ok).toBe(true);
  expect(parseTiles(drawTile(blankTile(1, 'A', 'Court'))).ok).toBe(true);
});

test('BD-1d a shop has walls on all sides, which are removed together with it', () => {
  const blank = blankTile(25, null, '');
  const shop = paintAt(blank, square(5), brush('shop'), true);
  expect([0, 1, 2, 3].map(heading => edgeOf(shop, 5, heading))).toEqual(['wall', 'wall', 'wall', 'wall']);
  const edge = { type: 'edge', square: 5, heading: 1 } as const;
  expect(hintFor(shop, edge, brush('wall'))).toBe('shopWalls');
  expect(paintAt(shop, edge, brush('wall'), false)).toBe(shop);
  expect(paintAt(shop, square(5), brush('rubOut'), true)).toEqual(blank);
});

test('BD-6a an escalator joins two squares, and painting over one end removes both', () => {
  const joined = joinSquares(blankTile(25, null, ''), 0, 10);
  expect([joined.escalators[0], joined.escalators[10]]).toEqual([10, 0]);
  expect(joinSquares(joined, 0, 5).escalators[10]).toBe(-1);
  expect(paintAt(joined, square(10), brush('vortex'), true).escalators[0]).toBe(-1);
  expect(joinSquares(joined, 3, 3)).toBe(joined);
});

test('BD-3c the entrance cannot be removed, and the door tool restores a missing one', () => {
  const south = { type: 'side', side: 2 } as const;
  const blank = blankTile(25, null, '');
  expect(hintFor(blank, south, brush('door'))).toBe('entrance');
  const lost = { ...blank, openings: [null, null, null, null] };
  expect(paintAt(lost, south, brush('door'), true).openings[2]).toBe('arrow');
});

test.each([
  ['wall', 1.05, 0.5, 'edge 0 1'],
  ['wall', 2.4, 2.1, 'edge 6 2'],
  ['wall', 1.02, 1.03, null],
  ['wall', 0.5, 0.5, null],
  ['wall', 2.5, 0.1, 'side 0'],
  ['wall', -3, 9, null],
  ['door', 2.5, -0.4, 'side 0'],
  ['door', 3.6, 2.5, 'side 1'],
  ['door', 1.5, 1.5, null],
  ['vortex', 3.99, 3.99, 'square 15'],
  ['vortex', 4.01, 1, null],
  ['rubOut', 1.5, 1.5, 'square 5'],
  ['rubOut', 1.5, 2.05, 'edge 5 2'],
] as const)('PR-110b with the tool %s a finger at %f, %f chooses %s', (tool, x, y, expected) => {
  const place = placeAt({ x, y }, tool);
  expect(place === null ? null : placeKey(place)).toBe(expected);
});

test('PR-110e arrow keys reach every square, wall and side from the first square', () => {
  const back = {
    ArrowUp: 'ArrowDown',
    ArrowDown: 'ArrowUp',
    ArrowLeft: 'ArrowRight',
    ArrowRight: 'ArrowLeft',
  };
  const seen = new Map([[placeKey(square(0)), ALL_PLACES[0] ?? square(0)]]);
  for (const place of seen.values())
    for (const [key, other] of Object.entries(back)) {
      const next = placeBeside(place, key);
      if (next === null) continue;
      seen.set(placeKey(next), next);
      expect(placeBeside(next, other)).toEqual(place);
    }
  expect(seen.size).toBe(ALL_PLACES.length);
  expect(placeBeside(square(0), 'Enter')).toBe(null);
});

test('PR-110e at the middle of every place some tool chooses that place', () => {
  for (const place of ALL_PLACES) {
    const found = (['wall', 'door', 'vortex'] as const).map(tool => placeAt(placeMiddle(place), tool));
    expect(found).toContainEqual(place);
  }
});
