/** Finds the mark that a touch means and the next mark in a direction, without a browser. */
import { areaOf, type Rectangle } from './layout.ts';
import type { BoardPoint, ChoiceMark, SceneTile } from './scene.ts';

export interface Target {
  readonly mark: ChoiceMark;
  /** The area in pixels of the world. */
  readonly area: Rectangle;
}

export const targetsOf = (marks: readonly ChoiceMark[], tiles: readonly SceneTile[]): readonly Target[] =>
  marks.map(mark => ({ mark, area: areaOf(mark, tiles) }));

const away = ({ left, right, top, bottom }: Rectangle, { x, y }: BoardPoint): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

const sizeOf = ({ left, right, top, bottom }: Rectangle): number => (right - left) * (bottom - top);

const sameArea = (a: Rectangle, b: Rectangle): boolean =>
  a.left === b.left && a.top === b.top && a.right === b.right;

/** Finds the nearest mark within reach, small marks before large marks, and all marks at the same place. */
export function marksUnderTouch(
  targets: readonly Target[],
  at: BoardPoint,
  reach: number,
): readonly Target[] {
  const near = targets
    .map(target => ({ target, distance: away(target.area, at) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || sizeOf(a.target.area) - sizeOf(b.target.area));
  const nearest = near[0]?.target;
  return nearest === undefined ? [] : targets.filter(({ area }) => sameArea(area, nearest.area));
}

const middle = ({ left, right, top, bottom }: Rectangle): BoardPoint => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/**
 * The next mark in a direction (a unit step): near marks first, and marks straight ahead before marks to the side.
 */
export function nextTarget(targets: readonly Target[], from: Target, step: BoardPoint): Target | undefined {
  const start = middle(from.area);
  const rated = targets.flatMap(target => {
    const { x, y } = middle(target.area);
    const ahead = (x - start.x) * step.x + (y - start.y) * step.y;
    const aside = Math.abs((x - start.x) * step.y) + Math.abs((y - start.y) * step.x);
    return ahead > 1 ? [{ target, cost: ahead + 2 * aside }] : [];
  });
  return rated.sort((a, b) => a.cost - b.cost)[0]?.target;
}
