/** Tests of which mark a touch chooses, and to which mark arrow keys go. */
import { expect, test } from 'vitest';
import type { ChoiceMark, MarkKind } from '../../src/board/scene.ts';
import { marksUnderTouch, nextTarget, type Target, targetsOf } from '../../src/board/snap.ts';

const mark = (id: string, x: number, y: number, kind: MarkKind = 'walk'): ChoiceMark => ({
  id,
  kind,
  at: { x, y },
  hero: 'elf',
  path: [],
  label: id,
});
const ids = (targets: readonly Target[]): readonly string[] => targets.map(target => target.mark.id);

const MARKS = [mark('a', 0, 0), mark('b', 2, 0), mark('c', 0, 3), mark('c2', 0, 3)];
const targets = targetsOf(MARKS, []);

test('PR-80d a touch inside a square selects that square', () => {
  expect(ids(marksUnderTouch(targets, { x: 30, y: 30 }, 28))).toEqual(['a']);
});

test('PR-80d a touch beside a square selects the nearest mark within 28 pixels', () => {
  expect(ids(marksUnderTouch(targets, { x: 87, y: 30 }, 28))).toEqual(['a']);
  expect(ids(marksUnderTouch(targets, { x: 95, y: 30 }, 28))).toEqual(['b']);
  expect(ids(marksUnderTouch(targets, { x: 30, y: 95 }, 28))).toEqual([]);
});

test('PR-80d a touch on two marks of one square chooses both marks, in their order', () => {
  expect(ids(marksUnderTouch(targets, { x: 10, y: 200 }, 28))).toEqual(['c', 'c2']);
});

test('PR-80d a touch on a square inside of a larger area chooses the square', () => {
  const mixed = targetsOf([mark('tile', 1.5, 1.5, 'discard'), mark('cell', 1, 1)], []);
  expect(ids(marksUnderTouch(mixed, { x: 90, y: 90 }, 28))).toEqual(['cell']);
  expect(ids(marksUnderTouch(mixed, { x: 10, y: 10 }, 28))).toEqual(['tile']);
});

test('PR-80d an arrow key goes to the nearest mark in its direction, and prefers a mark straight ahead', () => {
  const cross = targetsOf(
    [mark('m', 0, 0), mark('n', 0, -2), mark('ne', 1, -1), mark('e', 4, 0), mark('w', -1, 1)],
    [],
  );
  const [middle] = cross;
  if (middle === undefined) throw new Error('no mark');
  const step = (x: number, y: number): string | undefined => nextTarget(cross, middle, { x, y })?.mark.id;
  expect(step(0, -1)).toBe('n');
  expect(step(1, 0)).toBe('ne');
  expect(step(-1, 0)).toBe('w');
  expect(nextTarget(cross, cross[3] ?? middle, { x: 1, y: 0 })).toBeUndefined();
});
