/** Tests of positions on the board, compared with the geometry of the rules. */
import {
  cellAt,
  cellOf,
  coordinatesOf,
  type Game,
  laidTiles,
  layTile,
  tileNumbered,
  unexploredDoors,
} from '@hush/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areaOf,
  boundsOf,
  CELL_SIZE,
  EDGE_SQUARES,
  facesOf,
  headingInto,
  lanternFlagsOf,
  lanternsOf,
  nextSquare,
  ownSquare,
  placeBeyond,
  pointKey,
  TILE_CELLS,
  turnedSquare,
} from '../../src/board/layout.ts';
import type { ChoiceMark, SceneTile } from '../../src/board/scene.ts';
import { planePoint, sceneOf } from '../../src/model/scene-of.ts';
import { grown, newGame, upTo } from './board-malls.ts';

const sceneTiles = (game: Game): readonly SceneTile[] =>
  sceneOf(game, { seat: 0, marks: [], chosen: null }).tiles;

/** Malls of every size, whose tiles were laid in any order. */
const malls = fc.array(fc.nat(50), { maxLength: 22 }).map(picks => {
  const game = newGame({ scenario: 7, level: 24 });
  let { mall } = game;
  picks.forEach((pick, i) => {
    const doors = unexploredDoors({ ...game, mall });
    const door = doors[pick % Math.max(1, doors.length)];
    if (door !== undefined) mall = layTile({ ...game, mall }, i + 2, door);
  });
  return { ...game, mall };
});

test('PR-80c turning a square four times brings it back, and `ownSquare` undoes `turnedSquare`', () => {
  for (let square = 0; square < 16; square++)
    for (let turn = 0; turn < 4; turn++) {
      expect(ownSquare(turnedSquare(square, turn), turn)).toBe(square);
      expect(turnedSquare(turnedSquare(square, turn), 4 - turn)).toBe(square);
    }
});

test('BD-2b the slots of a tile are four-fold symmetric, and each touches its side', () => {
  for (let side = 0; side < 4; side++) {
    expect(turnedSquare(EDGE_SQUARES[0] ?? 0, side)).toBe(EDGE_SQUARES[side]);
    expect(nextSquare(EDGE_SQUARES[side] ?? 0, side)).toBeUndefined();
  }
});

test('EX-2b the preview of a drawn tile is where the rules would lay the tile', () => {
  fc.assert(
    fc.property(malls, fc.nat(50), (game, pick) => {
      const doors = unexploredDoors(game);
      const door = doors[pick % Math.max(1, doors.length)];
      if (door === undefined) return;
      const laid = layTile(game, 24, door)[24];
      expect(placeBeyond(sceneTiles(game), planePoint(game, door))).toEqual({
        x: laid?.x,
        y: laid?.y,
        turn: laid?.turn,
      });
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('EX-5 the board shows a side as a door exactly where the rules could explore', () => {
  fc.assert(
    fc.property(malls, game => {
      const tiles = sceneTiles(game);
      const unexplored = new Set(unexploredDoors(game));
      for (const tile of tiles)
        facesOf(tile, tiles).forEach((face, side) => {
          const own = (side - tile.turn) & 3;
          const opening = tile.drawing.openings[own];
          if (opening === null || opening === undefined) expect(face).toBe('wall');
          else if (opening !== 'arrow')
            expect(face === 'door').toBe(unexplored.has(cellOf(tile.number, EDGE_SQUARES[own] ?? 0)));
        });
    }),
    { numRuns: 60, seed: 2 },
  );
});

test('BD-4d two tiles that touch at an opening are open on both sides or on neither', () => {
  const tiles = sceneTiles(grown(newGame({ scenario: 7, level: 24 }), upTo(24)));
  const open = tiles.flatMap(tile => facesOf(tile, tiles).filter(face => face === 'open'));
  expect(open.length).toBeGreaterThan(40);
  expect(open.length % 2).toBe(0);
});

test('PR-80b lanterns hang in holes between tiles: never on a tile, always beside two tiles or beside the start tile', () => {
  fc.assert(
    fc.property(malls, game => {
      const tiles = sceneTiles(game);
      const lanterns = lanternsOf(tiles);
      for (const { x, y } of lanterns) {
        expect(cellAt(game, [x, y])).toBeUndefined();
        expect(tiles.some(tile => x >= tile.x && x < tile.x + 4 && y >= tile.y && y < tile.y + 4)).toBe(
          false,
        );
        const around = tiles.filter(tile =>
          lanternFlagsOf(tile, new Set([pointKey({ x, y })])).includes(true),
        );
        expect(around.length >= 2 || around.some(({ number }) => number === 1)).toBe(true);
      }
      expect(new Set(lanterns.map(pointKey)).size).toBe(lanterns.length);
    }),
    { numRuns: 60, seed: 3 },
  );
});

test('PR-80b the start tile alone has four lanterns', () => {
  expect(lanternsOf(sceneTiles(newGame()))).toHaveLength(4);
});

test('PR-80c every corridor cell lies on the plane where its coordinates say', () => {
  const game = grown(newGame({ scenario: 7, level: 24 }), upTo(24));
  for (const { tile, turn, x, y } of laidTiles(game))
    for (let square = 0; square < 16; square++) {
      const seen = turnedSquare(square, turn);
      expect(planePoint(game, cellOf(tile, square))).toEqual({ x: x + (seen & 3), y: y + (seen >> 2) });
    }
});

const mark = (more: Partial<ChoiceMark>): ChoiceMark => ({
  id: 'a',
  kind: 'walk',
  at: { x: 2, y: 3 },
  hero: 'elf',
  path: [],
  label: '',
  ...more,
});

test('PR-80c a mark covers its cell; the mark for laying a tile covers the place behind the door, and the mark for discarding covers the tile', () => {
  const game = newGame();
  const tiles = sceneTiles(game);
  expect(areaOf(mark({}), tiles)).toEqual({ left: 120, top: 180, right: 180, bottom: 240 });
  const north = planePoint(game, cellOf(1, EDGE_SQUARES[0] ?? 0));
  expect(areaOf(mark({ kind: 'lay', at: north }), tiles)).toEqual({
    left: CELL_SIZE,
    top: -4 * CELL_SIZE,
    right: 5 * CELL_SIZE,
    bottom: 0,
  });
  expect(areaOf(mark({ kind: 'discard', at: { x: 1.5, y: 1.5 } }), tiles)).toEqual({
    left: 0,
    top: 0,
    right: 240,
    bottom: 240,
  });
});

test('PR-80c the arrow of a path points in the direction of its last step', () => {
  expect(headingInto([{ x: 0, y: -1 }], { x: 0, y: 0 })).toBe(0);
  expect(
    headingInto(
      [
        { x: 1, y: 0 },
        { x: 2, y: 0 },
      ],
      undefined,
    ),
  ).toBe(90);
  expect(headingInto([{ x: 0, y: 1 }], { x: 0, y: 0 })).toBe(180);
  expect(headingInto([{ x: -1, y: 0 }], { x: 0, y: 0 })).toBe(-90);
});

test('SC-13f the second mall is drawn beside the first, without overlapping, and the signpost between the two', () => {
  for (const tiles of [[], [2, 4, 5], upTo(15, 4)]) {
    const game = grown(newGame({ scenario: 13, level: 15, players: 2 }), tiles);
    const scene = sceneOf(game, { seat: 0, marks: [], chosen: null });
    const inMall = (mall: number): readonly SceneTile[] =>
      scene.tiles.filter(({ number }) => game.mall[number]?.mall === mall);
    const [first, second] = [boundsOf(inMall(0), TILE_CELLS), boundsOf(inMall(1), TILE_CELLS)];
    expect(second.left - first.right).toBeGreaterThanOrEqual(4 * CELL_SIZE);
    const sign = ((scene.sign?.x ?? 0) + 0.5) * CELL_SIZE;
    expect(sign).toBeGreaterThan(first.right);
    expect(sign).toBeLessThan(second.left);
    for (const { at, hero } of scene.pawns) {
      const apart = hero === 'barbarian' || hero === 'mage';
      expect(at.x * CELL_SIZE > first.right).toBe(apart);
    }
  }
});

test('SC-10e CO-2e CO-2d a scene has markers, the side of the theft tile, the drawn tile, and heroes who stand on their exits', () => {
  const before = grown(newGame({ scenario: 10, level: 12, players: 2 }), upTo(12));
  const used = cellOf(3, 11);
  const game: Game = {
    ...before,
    theft: true,
    outOfOrder: [used],
    out: { ...before.out, mage: true },
    heroes: { ...before.heroes, elf: null },
    drawn: { tile: 14, places: [cellOf(1, 2)], own: [], ball: null },
  };
  const explorer = game.actionTiles.findIndex(tile => tile.includes('explore'));
  const scene = sceneOf(game, { seat: explorer, marks: [], chosen: 'mage' });
  expect(scene.alarm).toBe(true);
  expect(scene.tiles.find(({ number }) => number === 3)?.outOfOrder).toEqual([11]);
  expect(scene.pawns.map(({ hero, out }) => [hero, out])).toEqual([
    ['barbarian', false],
    ['mage', true],
    ['dwarf', false],
  ]);
  expect(scene.drawn).toEqual({ drawing: tileNumbered(game, 14), mine: true, places: [{ x: 2, y: 0 }] });
  expect(sceneOf(game, { seat: 1 - explorer, marks: [], chosen: null }).drawn?.mine).toBe(false);
  expect(scene.shows).toEqual({ passages: true, balls: true, cameras: true, loudspeakers: true });
  expect(scene.sign).toBeNull();
});

test('SC-11g the board shows as removable exactly the tiles that the rules allow to be removed', () => {
  const game = { ...grown(newGame({ scenario: 11, level: 12, players: 2 }), upTo(8)), discards: 2 };
  const removable = sceneTiles(game).filter(tile => tile.removable);
  expect(removable.length).toBeGreaterThan(1);
  expect(removable.some(({ number }) => number === 1)).toBe(false);
  expect(coordinatesOf(game, cellOf(1, 0))).toEqual([0, 0]);
});
