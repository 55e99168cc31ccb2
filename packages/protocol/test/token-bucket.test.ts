/** Tests of the token bucket that all limits use; its clock begins at a large number, as a server's clock does. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Rate, rateOf, TokenBucket } from '../src/token-bucket.ts';
import { forAll } from './for-all.ts';

const LATE = 1_700_000_000_000;

function bucketOf(rate: Rate): { readonly bucket: TokenBucket; pass(millis: number): void } {
  let now = LATE;
  return {
    bucket: new TokenBucket(rate, () => now),
    pass: millis => {
      now += millis;
    },
  };
}

test('PR-15b a token bucket of burst 3 and 2 per second gives three tokens at once and the next after 500 ms', () => {
  const { bucket, pass } = bucketOf({ burst: 3, perSecond: 2 });
  expect([1, 2, 3, 4].map(() => bucket.take())).toEqual([true, true, true, false]);
  expect(bucket.wait()).toBe(500);
  pass(499);
  expect(bucket.take()).toBe(false);
  pass(1);
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  expect(bucket.wait(2)).toBe(1000);
});

test('PR-15b a long rest fills a token bucket up to its burst and no further', () => {
  const { bucket, pass } = bucketOf(rateOf(6, 700));
  expect(bucket.isFull()).toBe(true);
  bucket.spend();
  expect(bucket.isFull()).toBe(false);
  pass(3_600_000);
  expect(bucket.isFull()).toBe(true);
  expect(Array.from({ length: 40 }, () => bucket.take()).filter(Boolean).length).toBe(6);
});

test('PR-31c a token bucket that is asked with a slower rate refills at that rate, and only up to its burst', () => {
  const { bucket, pass } = bucketOf({ burst: 100, perSecond: 10 });
  const slow = { burst: 50, perSecond: 1 };
  expect(bucket.take(50, slow)).toBe(true);
  expect(bucket.take(1, slow)).toBe(false);
  expect(bucket.take(40)).toBe(true);
  pass(1000);
  expect(bucket.take(1, slow)).toBe(false); // 89 of 100 tokens are missing, more than the slower rate's burst
});

/** The times at which a client gets tokens, if it sends nothing for a while and then asks at this interval. */
function givenAt(
  steps: readonly { readonly rest: number; readonly asks: number }[],
  rate: Rate,
): readonly number[] {
  const { bucket, pass } = bucketOf(rate);
  let at = 0;
  return steps.flatMap(({ rest, asks }) => {
    pass(rest);
    at += rest;
    return Array.from({ length: asks }, () => bucket.take()).flatMap(given => (given ? [at] : []));
  });
}

const burst = fc.integer({ min: 1, max: 9 });
const apart = fc.integer({ min: 1, max: 5_000 });
const steps = fc.array(fc.record({ rest: fc.nat(5_000), asks: fc.integer({ min: 1, max: 20 }) }));

test('PR-15b for any sequence of pauses and requests, no interval yields more tokens than burst and rate allow', () =>
  forAll(
    fc.tuple(steps, burst, apart),
    ([asked, most, every]) => {
      const given = givenAt(asked, rateOf(most, every));
      for (const [i, from] of given.entries()) {
        const excess = given.slice(i).map((to, more) => more + 1 - most - (to - from) / every);
        expect(Math.max(...excess)).toBeLessThanOrEqual(1e-6);
      }
    },
    { runs: 200, seed: 15 },
  ));

test('PR-15b a token is there exactly after the time that `wait` returns', () =>
  forAll(
    fc.tuple(burst, apart, fc.nat(9)),
    ([most, every, more]) => {
      const { bucket, pass } = bucketOf(rateOf(most, every));
      for (let i = 0; i < most + more; i++) bucket.spend();
      pass(bucket.wait());
      expect(bucket.wait()).toBe(0);
      expect(bucket.take()).toBe(true);
    },
    { runs: 200, seed: 15 },
  ));
