/** Tests of the camera's arithmetic. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Camera,
  type CameraView,
  cameraBetween,
  cameraWithin,
  fittedCamera,
  framedCamera,
  freeBox,
  keepingInView,
  NO_INSETS,
  offScreen,
  panned,
  spreadPointers,
  toScreen,
  toWorld,
  transformOf,
  zoomedAt,
} from '../../src/board/camera.ts';

const DESK: CameraView = {
  width: 1440,
  height: 900,
  insets: { top: 90, right: 240, bottom: 130, left: 260 },
};
const PHONE: CameraView = { width: 390, height: 844, insets: { top: 176, right: 0, bottom: 262, left: 0 } };

const coordinate = fc.integer({ min: -2000, max: 2000 });
const cameras = fc.record({
  x: coordinate,
  y: coordinate,
  zoom: fc.double({ min: 0.2, max: 2.4, noNaN: true }),
});
const points = fc.record({ x: coordinate, y: coordinate });
const views = fc.constantFrom(DESK, PHONE, { ...DESK, insets: NO_INSETS });

const near = (a: number, b: number): void => expect(Math.abs(a - b)).toBeLessThan(1e-6);

test('PR-81a a point converted to the screen and back is the same point', () => {
  fc.assert(
    fc.property(cameras, views, points, (camera, view, at) => {
      const back = toWorld(camera, view, toScreen(camera, view, at));
      near(back.x, at.x);
      near(back.y, at.y);
    }),
  );
});

test('PR-81a zooming leaves the point under the fingers where it is', () => {
  fc.assert(
    fc.property(
      cameras,
      views,
      points,
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (camera, view, at, factor) => {
        const before = toWorld(camera, view, at);
        const after = toScreen(zoomedAt(camera, view, factor, at), view, before);
        near(after.x, at.x);
        near(after.y, at.y);
      },
    ),
  );
});

test('PR-81a panning moves every point as far as the finger', () => {
  fc.assert(
    fc.property(cameras, views, points, (camera, view, at) => {
      const before = toScreen(camera, view, at);
      const after = toScreen(panned(camera, 30, -12), view, at);
      near(after.x - before.x, 30);
      near(after.y - before.y, -12);
    }),
  );
});

const MALL = { left: -600, top: -900, right: 1200, bottom: 840 };

test('PR-81b the fitted camera shows the whole mall between the panels', () => {
  for (const view of [DESK, PHONE]) {
    const camera = fittedCamera(MALL, view);
    const free = freeBox(view);
    const [a, b] = [
      toScreen(camera, view, { x: MALL.left, y: MALL.top }),
      toScreen(camera, view, { x: MALL.right, y: MALL.bottom }),
    ];
    expect(a.x).toBeGreaterThanOrEqual(free.left);
    expect(a.y).toBeGreaterThanOrEqual(free.top);
    expect(b.x).toBeLessThanOrEqual(free.right);
    expect(b.y).toBeLessThanOrEqual(free.bottom);
  }
});

test('PR-81b a small mall is enlarged at most 1.15 times', () => {
  expect(fittedCamera({ left: 0, top: 0, right: 240, bottom: 240 }, DESK).zoom).toBeLessThanOrEqual(1.15);
});

test('PR-81b if the whole mall would be too small, the camera shows the heroes, and nothing beyond the mall’s edge', () => {
  const focus = { x: 1100, y: 700 };
  const camera = framedCamera(MALL, PHONE, 40 / 60, focus);
  expect(camera.zoom).toBeCloseTo(40 / 60);
  const seen = toScreen(camera, PHONE, focus);
  const free = freeBox(PHONE);
  expect(seen.x).toBeGreaterThan(free.left);
  expect(seen.x).toBeLessThan(free.right);
  expect(seen.y).toBeGreaterThan(free.top);
  expect(seen.y).toBeLessThan(free.bottom);
  expect(toWorld(camera, PHONE, { x: free.right, y: 0 }).x).toBeLessThanOrEqual(MALL.right + 41);
  expect(framedCamera(MALL, DESK, 27 / 60, focus).zoom).toBeGreaterThan(27 / 60 - 1e-9);
});

test('PR-81b a camera that is far outside of the mall is moved back to its edge', () => {
  const lost: Camera = { x: 9000, y: -9000, zoom: 1 };
  expect(cameraWithin(lost, MALL)).toEqual({ x: MALL.right, y: MALL.top, zoom: 1 });
});

test('PR-81b panels that are larger than the window are ignored', () => {
  const tiny: CameraView = {
    width: 300,
    height: 300,
    insets: { top: 200, right: 10, bottom: 200, left: 10 },
  };
  expect(freeBox(tiny)).toEqual({ left: 10, right: 290, top: 0, bottom: 300 });
});

test('PR-81b halfway between two cameras the zoom is their geometric mean', () => {
  const [a, b] = [
    { x: 0, y: 0, zoom: 0.5 },
    { x: 100, y: 40, zoom: 2 },
  ];
  expect(cameraBetween(a, b, 0)).toEqual(a);
  expect(cameraBetween(a, b, 1)).toEqual(b);
  expect(cameraBetween(a, b, 0.5)).toEqual({ x: 50, y: 20, zoom: 1 });
});

test('PR-81b the transform puts the point at which the camera looks into the middle of the free area', () => {
  expect(transformOf({ x: 100, y: 50, zoom: 2 }, { width: 800, height: 600, insets: NO_INSETS })).toBe(
    'translate(200.00px,200.00px) scale(2.0000)',
  );
});

test('PR-81c a hero in view has no pointer, and a hero out of view has one at the edge', () => {
  const camera: Camera = { x: 0, y: 0, zoom: 1 };
  expect(offScreen(camera, PHONE, { x: 0, y: 0 })).toBeNull();
  const east = offScreen(camera, PHONE, { x: 900, y: 0 });
  expect(east).toEqual({ x: 360, y: 379, angle: 90 });
  const north = offScreen(camera, PHONE, { x: 0, y: -900 });
  expect(north?.angle).toBe(0);
  expect(north?.y).toBe(PHONE.insets.top + 30);
  fc.assert(
    fc.property(cameras, views, points, (any, view, at) => {
      const free = freeBox(view);
      const pointer = offScreen(any, view, at);
      const { x, y } = toScreen(any, view, at);
      const inside = x > free.left && x < free.right && y > free.top && y < free.bottom;
      expect(pointer === null).toBe(inside);
      if (pointer === null) return;
      expect(pointer.x).toBeGreaterThanOrEqual(free.left + 30);
      expect(pointer.x).toBeLessThanOrEqual(free.right - 30);
      expect(pointer.y).toBeGreaterThanOrEqual(free.top + 30);
      expect(pointer.y).toBeLessThanOrEqual(free.bottom - 30);
    }),
  );
});

test('PR-81c pointers never overlap', () => {
  fc.assert(
    fc.property(cameras, views, fc.array(points, { minLength: 4, maxLength: 4 }), (camera, view, heroes) => {
      const pointers = spreadPointers(
        heroes.map(at => offScreen(camera, view, at)).filter(at => at !== null),
        view,
      );
      pointers.forEach((a, i) => {
        for (const b of pointers.slice(i + 1))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(46);
      });
    }),
    { seed: 4 },
  );
});

const boxes = fc
  .record({ at: points, width: fc.integer({ min: 60, max: 900 }), height: fc.integer({ min: 60, max: 900 }) })
  .map(({ at, width, height }) => ({
    left: at.x,
    top: at.y,
    right: at.x + width,
    bottom: at.y + height,
  }));

test.each([true, false])(
  'PR-81d a camera that follows heroes moves until they are in view, and then stops (with `closer` %s)',
  closer => {
    fc.assert(
      fc.property(cameras, views, boxes, (camera, view, box) => {
        const next = keepingInView(camera, view, box, closer) ?? camera;
        const free = freeBox(view);
        const [a, b] = [
          { x: box.left, y: box.top },
          { x: box.right, y: box.bottom },
        ] as const;
        const [from, to] = [toScreen(next, view, a), toScreen(next, view, b)];
        const seen = from.x > free.left && from.y > free.top && to.x < free.right && to.y < free.bottom;
        expect(seen || next.zoom <= 0.16).toBe(true);
        if (seen) expect(keepingInView(next, view, box, closer)).toBeNull();
      }),
    );
  },
);

test('PR-81d following one hero never changes the zoom, and following all heroes may zoom in', () => {
  const hero = { left: 5000, right: 5060, top: 0, bottom: 60 };
  expect(keepingInView({ x: 0, y: 0, zoom: 0.7 }, DESK, hero, false)).toEqual({ x: 5030, y: 30, zoom: 0.7 });
  expect(keepingInView({ x: 5030, y: 30, zoom: 0.2 }, DESK, hero, false)).toBeNull();
  expect(keepingInView({ x: 5030, y: 30, zoom: 0.2 }, DESK, hero, true)?.zoom).toBeCloseTo(1.15);
});
