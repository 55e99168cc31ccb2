/** Tests of fingers, mouse and keys in the painter: strokes, undo, and strokes that are interrupted or simultaneous. */
import { type Drawing, drawTile, sketchTiles } from '@hush/rules';
import { expect, test } from 'vitest';
import { Easel } from '../../src/painter/easel.ts';
import { doorCount, faultsOf, praisesOf } from '../../src/painter/faults.ts';
import { recordState, redo, startHistory, undo } from '../../src/painter/history.ts';
import { type Brush, blankTile, edgeOf, joinSquares, paintAt } from '../../src/painter/painting.ts';

interface Desk {
  tile: Drawing;
  /** How many steps can be undone. */
  steps: number;
}

function easelWith(brush: Brush): { readonly easel: Easel; readonly desk: Desk } {
  const desk: Desk = { tile: blankTile(25, null, ''), steps: 0 };
  const easel = new Easel(
    {
      tile: () => desk.tile,
      write(tile, { isNew }) {
        desk.tile = tile;
        if (isNew) desk.steps++;
      },
    },
    brush,
  );
  return { easel, desk };
}

const WALL: Brush = { tool: 'wall', hero: 'elf' };
const wallsBelow = ({ tile }: Desk, squares: readonly number[]): readonly string[] =>
  squares.map(square => edgeOf(tile, square, 2));

test('PR-110b a quick drag along a line paints every wall on it, as one undo step', () => {
  const { easel, desk } = easelWith(WALL);
  easel.down(1, { x: 0.3, y: 1.02 });
  easel.move(1, { x: 3.7, y: 0.97 });
  easel.up(1, { x: 3.7, y: 0.97 });
  expect(wallsBelow(desk, [0, 1, 2, 3])).toEqual(['wall', 'wall', 'wall', 'wall']);
  expect([0, 1, 2].map(square => edgeOf(desk.tile, square, 1))).toEqual(['open', 'open', 'open']);
  expect(desk.steps).toBe(1);
});

test('PR-110b a drag that begins on a wall erases walls and leaves open edges alone', () => {
  const { easel, desk } = easelWith(WALL);
  desk.tile = paintAt(desk.tile, { type: 'edge', square: 0, heading: 2 }, WALL, true);
  easel.down(1, { x: 0.5, y: 1 });
  easel.move(1, { x: 1.6, y: 1 });
  easel.up(1, { x: 1.6, y: 1 });
  expect(wallsBelow(desk, [0, 1])).toEqual(['open', 'open']);
});

test('PR-110b a finger that leaves the tile paints nothing outside, and paints again when it comes back', () => {
  const { easel, desk } = easelWith(WALL);
  easel.down(1, { x: 0.5, y: 1 });
  easel.move(1, { x: -2, y: 1 });
  easel.move(1, { x: -2, y: 2 });
  easel.move(1, { x: 0.6, y: 2 });
  easel.up(1, { x: 9, y: 9 });
  expect(wallsBelow(desk, [0, 4, 8])).toEqual(['wall', 'wall', 'open']);
  expect(desk.steps).toBe(1);
});

test('PR-110b of two fingers and a mouse at once only the first paints; another pointer can paint after the first is lifted', () => {
  const { easel, desk } = easelWith(WALL);
  easel.down(1, { x: 0.5, y: 1 });
  easel.down(2, { x: 0.5, y: 3 });
  easel.move(2, { x: 3.5, y: 3 });
  easel.move(7, { x: 2.5, y: 2 });
  easel.up(2, { x: 3.5, y: 3 });
  easel.move(1, { x: 1.5, y: 1 });
  easel.up(1, { x: 1.5, y: 1 });
  expect(wallsBelow(desk, [0, 1])).toEqual(['wall', 'wall']);
  expect(wallsBelow(desk, [8, 9, 10, 11, 6])).toEqual(['open', 'open', 'open', 'open', 'open']);
  easel.down(2, { x: 0.5, y: 3 });
  easel.up(2, { x: 0.5, y: 3 });
  expect(wallsBelow(desk, [8])).toEqual(['wall']);
});

test('PR-110b turning the phone in the middle of a stroke keeps what was painted, and the next touch is another step', () => {
  const { easel, desk } = easelWith(WALL);
  easel.down(1, { x: 0.5, y: 1 });
  easel.cancel();
  easel.move(1, { x: 3.5, y: 1 });
  easel.up(1, { x: 3.5, y: 1 });
  expect(wallsBelow(desk, [0, 1])).toEqual(['wall', 'open']);
  easel.down(1, { x: 1.5, y: 1 });
  easel.up(1, { x: 1.5, y: 1 });
  expect([wallsBelow(desk, [0, 1]), desk.steps]).toEqual([['wall', 'wall'], 2]);
});

test('PR-110b an escalator is dragged from square to square, and a drag that ends outside paints nothing and shows why', () => {
  const { easel, desk } = easelWith({ tool: 'escalator', hero: 'elf' });
  easel.down(1, { x: 0.5, y: 0.5 });
  easel.move(1, { x: 2, y: 2 });
  expect([easel.from.value, easel.target.value]).toEqual([0, { x: 2, y: 2 }]);
  easel.up(1, { x: 2.5, y: 2.5 });
  expect(desk.tile.escalators[0]).toBe(10);
  const before = desk.tile;
  easel.down(1, { x: 3.5, y: 0.5 });
  easel.up(1, { x: 6, y: 0.5 });
  expect([desk.tile, easel.hint.value]).toEqual([before, 'drag']);
});

test('PR-110b two taps also make an escalator, and one tap removes it', () => {
  const { easel, desk } = easelWith({ tool: 'escalator', hero: 'elf' });
  const tap = (x: number, y: number): void => {
    easel.down(1, { x, y });
    easel.up(1, { x, y });
  };
  tap(0.5, 0.5);
  expect(easel.pending.value).toBe(0);
  tap(3.5, 3.5);
  expect([desk.tile.escalators[15], easel.pending.value]).toEqual([0, null]);
  tap(3.5, 3.5);
  expect(desk.tile.escalators).toEqual(blankTile(25, null, '').escalators);
});

test('PR-110e keys paint with the tool on squares, walls between them and doors at the sides', () => {
  const { easel, desk } = easelWith({ tool: 'vortex', hero: 'mage' });
  easel.press({ type: 'square', square: 6 });
  easel.press({ type: 'edge', square: 6, heading: 1 });
  easel.press({ type: 'side', side: 0 });
  easel.press({ type: 'side', side: 2 });
  expect(desk.tile.features[6]).toEqual({ type: 'vortex', hero: 'mage' });
  expect(edgeOf(desk.tile, 6, 1)).toBe('wall');
  expect(desk.tile.openings).toEqual(['mage', null, 'arrow', null]);
  expect([easel.hint.value, desk.steps]).toEqual(['entrance', 3]);
  easel.press({ type: 'square', square: 6 });
  expect(desk.tile.features[6]).toBe(null);
});

test('PR-110c undo goes back, redo goes forward, and a new stroke discards the undone steps', () => {
  const three = recordState(recordState(startHistory('a'), 'b'), 'c');
  expect(undo(three).now).toBe('b');
  expect(redo(undo(three))).toEqual(three);
  expect(undo(undo(undo(three))).now).toBe('a');
  expect(redo(three)).toEqual(three);
  expect(recordState(undo(three), 'd')).toEqual({ past: ['a', 'b'], now: 'd', future: [] });
});

const checkOf = (text: string) => {
  const sketches = sketchTiles(text);
  const [sheet] = sketches.sheets;
  if (sheet === undefined) throw new Error('no tile');
  const faults = faultsOf(sketches, sheet);
  return {
    faults: faults.map(({ code, square, weight }) => `${weight} ${code} ${square}`),
    sheet,
    all: faults,
  };
};

test('PR-110d a hole in a drawing is marked on its square, and the tile can still be painted', () => {
  const drawn = drawTile(blankTile(25, null, 'Hole'));
  const { faults, sheet } = checkOf(drawn.replace('| .    .  ', '| .       '));
  expect(faults).toEqual(['breaks cell-hole 1']);
  expect(drawTile(sheet.tile)).toBe(drawn);
});

test('PR-110d a tile with traps shows the squares of its faults, and lists what is right', () => {
  const hourglass: Brush = { tool: 'hourglass', hero: 'elf' };
  const blank = blankTile(25, null, '');
  const painted = paintAt(blank, { type: 'square', square: 12 }, hourglass, true);
  const { faults, sheet, all } = checkOf(drawTile(painted));
  expect(faults).toEqual(['tip ways-hourglass 12']);
  expect(praisesOf(sheet, all)).toEqual(['entry', 'reach', 'free']);
  expect(doorCount(sheet)).toBe(0);
  const walled = paintAt(painted, { type: 'edge', square: 12, heading: 1 }, WALL, true);
  const after = checkOf(drawTile(walled));
  expect([after.faults, praisesOf(after.sheet, after.all)]).toEqual([
    [],
    ['entry', 'reach', 'hourglass', 'free'],
  ]);
});

test('PR-110d a square behind walls is reported as cut off, and an escalator opens it', () => {
  const blank = blankTile(25, null, '');
  const walled = [
    { type: 'edge', square: 0, heading: 1 } as const,
    { type: 'edge', square: 0, heading: 2 } as const,
  ].reduce((tile, place) => paintAt(tile, place, WALL, true), blank);
  expect(checkOf(drawTile(walled)).faults).toEqual(['tip cut-off 0']);
  expect(checkOf(drawTile(joinSquares(walled, 0, 15))).faults).toEqual([]);
});
