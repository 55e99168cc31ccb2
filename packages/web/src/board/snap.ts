/** Which mark is meant by a touch, and which one lies in a direction, without a browser. */
import { areaOf, type Box } from './layout.ts';
import type { Mark, Point, SceneTile } from './scene.ts';

export interface Target {
  readonly mark: Mark;
  /** In pixels of the world. */
  readonly area: Box;
}

export const targetsOf = (marks: readonly Mark[], tiles: readonly SceneTile[]): readonly Target[] =>
  marks.map(mark => ({ mark, area: areaOf(mark, tiles) }));

const away = ({ left, right, top, bottom }: Box, { x, y }: Point): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

const sizeOf = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);

const sameArea = (a: Box, b: Box): boolean => a.left === b.left && a.top === b.top && a.right === b.right;

/** The nearest within reach, small ones before large ones, and whatever shares its place. */
export function meantBy(targets: readonly Target[], at: Point, reach: number): readonly Target[] {
  const near = targets
    .map(target => ({ target, distance: away(target.area, at) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || sizeOf(a.target.area) - sizeOf(b.target.area));
  const nearest = near[0]?.target;
  return nearest === undefined ? [] : targets.filter(({ area }) => sameArea(area, nearest.area));
}

const middle = ({ left, right, top, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** The next mark in a direction (a unit step): near ones first, and rather straight ahead than aside. */
export function nextTarget(targets: readonly Target[], from: Target, step: Point): Target | undefined {
  const start = middle(from.area);
  const rated = targets.flatMap(target => {
    const { x, y } = middle(target.area);
    const ahead = (x - start.x) * step.x + (y - start.y) * step.y;
    const aside = Math.abs((x - start.x) * step.y) + Math.abs((y - start.y) * step.x);
    return ahead > 1 ? [{ target, cost: ahead + 2 * aside }] : [];
  });
  return rated.sort((a, b) => a.cost - b.cost)[0]?.target;
}
