/**
 * Tests of one hourglass on several phones: all agree on the order of presses, sand runs meanwhile, and bad requests are
 * refused.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterMillis, isNewer, readSharedHourglass, type SharedHourglass, tagOf } from '../src/index.ts';

const GLASS: SharedHourglass = {
  n: 3,
  by: 'aaaa',
  attempt: 0,
  state: 'running',
  capacity: 180_000,
  left: 100_000,
  turned: 1,
};

const anyGlass = fc.record({
  n: fc.integer({ min: 1, max: 4 }),
  by: fc.constantFrom('aaaa', 'bbbb', 'cccc'),
  attempt: fc.integer({ min: 0, max: 3 }),
  state: fc.constantFrom('ready' as const, 'running' as const, 'paused' as const),
  capacity: fc.constant(180_000),
  left: fc.integer({ min: 0, max: 180_000 }),
  turned: fc.integer({ min: 0, max: 9 }),
});

test('TM-1i if two messages differ, exactly one is newer, and the order is transitive', () => {
  fc.assert(
    fc.property(anyGlass, anyGlass, anyGlass, (a, b, c) => {
      expect(Number(isNewer(a, b)) + Number(isNewer(b, a))).toBe(tagOf(a) === tagOf(b) ? 0 : 1);
      if (isNewer(a, b) && isNewer(b, c)) expect(isNewer(a, c)).toBe(true);
    }),
  );
});

test('TM-1i of two presses the one with the higher number is newer, whoever pressed', () => {
  const older = { ...GLASS, n: 3, by: 'cccc', attempt: 3 };
  const newer = { ...GLASS, n: 4, by: 'aaaa', attempt: 0 };
  expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
});

test('TM-1i all phones end with the same hourglass, in whatever order messages arrive', () => {
  const newest = (heard: readonly SharedHourglass[]): string =>
    tagOf(heard.reduce((kept, next) => (isNewer(next, kept) ? next : kept)));
  fc.assert(
    fc.property(fc.array(anyGlass, { minLength: 1 }), heard => {
      expect(newest([...heard].reverse())).toBe(newest(heard));
    }),
  );
});

test('TM-1i while a message travels, the sand runs down to zero at most, and stands still in a pause', () => {
  expect(afterMillis(GLASS, 40_000).left).toBe(60_000);
  expect(afterMillis(GLASS, 400_000).left).toBe(0);
  expect(afterMillis({ ...GLASS, state: 'paused' }, 40_000).left).toBe(100_000);
  expect(afterMillis({ ...GLASS, state: 'ready' }, 40_000).left).toBe(100_000);
});

test('TM-1i an hourglass that is sent and read is unchanged', () => {
  fc.assert(
    fc.property(anyGlass, glass => {
      expect(readSharedHourglass(JSON.parse(JSON.stringify(glass)))).toEqual({ ok: true, value: glass });
    }),
  );
});

test.each([
  [null, 'object'],
  [[], '"n"'],
  [{ ...GLASS, n: 0 }, '"n"'],
  [{ ...GLASS, n: 1.5 }, '"n"'],
  [{ ...GLASS, left: -1 }, '"left"'],
  [{ ...GLASS, left: 180_001 }, 'more sand'],
  [{ ...GLASS, capacity: 999 }, '"capacity"'],
  [{ ...GLASS, turned: '1' }, '"turned"'],
  [{ ...GLASS, attempt: 10 }, '"attempt"'],
  [{ ...GLASS, by: 'a b' }, '"by"'],
  [{ ...GLASS, by: 'x'.repeat(17) }, '"by"'],
  [{ ...GLASS, state: 'over' }, '"state"'],
  [{ ...GLASS, extra: 1 }, '"extra"'],
])('TM-1i the hourglass %j is refused: %s', (value, why) => {
  expect(readSharedHourglass(value)).toMatchObject({ ok: false, error: expect.stringContaining(why) });
});
