/** Tests that `hush bench` counts the messages it sends and receives; the load is so small that any machine can handle it. */
import { expect, test } from 'vitest';
import { type Measured, Staircase } from '../../src/bench/load.ts';
import { main } from '../../src/main.ts';
import { fakeIo } from '../fake-io.ts';
import { hush } from '../process.ts';

test('the search ends at the rate at which half of the trials pass, whatever rate it begins with', () => {
  for (const [start, borne] of [
    [1000, 4000],
    [5000, 700],
    [1500, 1501],
  ] as const) {
    const stairs = new Staircase(start);
    // one trial in nine fails as if disturbed
    for (let i = 0; !stairs.isOver; i++) stairs.climb(stairs.rate < borne && i % 9 !== 5, 0.5);
    const { rate = 0, low = 0, high = 0 } = stairs.capacity ?? {};
    expect(Math.abs(rate / borne - 1)).toBeLessThan(0.07);
    expect([low <= rate, rate <= high, high / low < 1.2]).toEqual([true, true, true]);
  }
});

test('the search ends without a rate when no trial passes', () => {
  const stairs = new Staircase(1000);
  while (!stairs.isOver) stairs.climb(false, 0.5);
  expect([stairs.capacity, stairs.isLoadTheLimit]).toEqual([null, false]);
});

test('if the load generator uses a whole processor, the search has no result', () => {
  const stairs = new Staircase(1000);
  while (!stairs.isOver) stairs.climb(stairs.rate < 2000, 0.99);
  expect(stairs.isLoadTheLimit).toBe(true);
});

// The load is so small that no hero is moved twice at a table: two moves of one hero by two people could overtake
// each other on a slow machine, and the second would be refused.
const SIZE = ['--tables', '10', '--players', '2', '--seconds', '1', '--rate', '20', '--rounds', '1'];

test('a small load is answered completely by the bare server and by our server, with messages of the same length', () => {
  const { said, complained, exit } = hush(['bench', '--steady', '--json', '--late', '40', ...SIZE]);
  expect([exit, complained]).toEqual([
    0,
    expect.stringMatching(/^(?:opening tables at \w+\n){3}measuring\n$/),
  ]);
  const { subjects, early, late } = JSON.parse(said);
  expect(subjects.map(({ name }: { name: string }) => name)).toEqual(['bare', 'memory', 'sqlite']);
  for (const { equal, cpuPerAction } of subjects) {
    expect(equal).toMatchObject({ rate: 20, sent: 20, answered: 20 });
    expect(equal.bytesPerFrame).toBeGreaterThan(70);
    expect(equal.bytesPerFrame).toBeLessThanOrEqual(100);
    expect(cpuPerAction).toBeGreaterThan(0);
  }
  const [bare, ...ours] = subjects.map(({ equal }: { equal: Measured }) => equal.bytesPerFrame);
  for (const bytes of ours) expect(Math.abs(bytes / bare - 1)).toBeLessThan(0.08);
  expect(late - early).toBeLessThan(4); // the lengths differ only by digits of growing numbers
});

test('tables with bots are measured beside tables of people, and the bots play', () => {
  const { said, exit } = hush(['bench', '--json', '--bots', '2', ...SIZE]);
  expect(exit).toBe(0);
  const { alone, beside, botRate, cpuBeside } = JSON.parse(said);
  for (const measured of [alone, beside]) expect(measured).toMatchObject({ sent: 20, answered: 20 });
  expect(botRate).toBeGreaterThan(0);
  expect(cpuBeside).toBeGreaterThan(0);
});

test.each([['--bots', 'many'], ['--tables', '0'], ['--rate', 'much'], ['--fast'], ['--serve', 'nothing']])(
  'unknown options end the command with its usage: %s %s',
  async (...words) => {
    const io = fakeIo();
    expect(await main(['bench', ...words], io)).toBe(2);
    expect(io.said()).toBe('');
    expect(io.complained()).toMatch(/^hush bench: usage: hush bench /);
  },
);
