/** `hush bench`: that it measures what it says, on a load that any machine bears. */
import { expect, test } from 'vitest';
import { hush } from './process.ts';

test('a small load is answered completely by the bare server and by ours, in news of the same length', () => {
  const size = ['--tables', '2', '--players', '4', '--seconds', '1', '--rate', '40', '--late', '40'];
  const { said, complained, exit } = hush(['bench', '--steady', '--json', ...size]);
  expect([exit, complained]).toEqual([
    0,
    expect.stringMatching(/^(?:opening tables at \w+\n){3}measuring\n$/),
  ]);
  const { subjects, early, late } = JSON.parse(said);
  expect(subjects.map(({ name }: { name: string }) => name)).toEqual(['bare', 'memory', 'sqlite']);
  for (const { equal, cpuPerAction } of subjects) {
    expect(equal).toMatchObject({ rate: 40, sent: 40, answered: 40 });
    expect(equal.bytesPerFrame).toBeGreaterThan(70);
    expect(equal.bytesPerFrame).toBeLessThanOrEqual(100);
    expect(cpuPerAction).toBeGreaterThan(0);
  }
  expect(late - early).toBeLessThan(4); // digits of numbers that grow
}, 120_000);

test('tables with bots are measured beside tables of people, and bots play at them', () => {
  const size = ['--tables', '2', '--players', '4', '--seconds', '2', '--rate', '20', '--bots', '4'];
  const { said, exit } = hush(['bench', '--json', ...size]);
  expect(exit).toBe(0);
  const { alone, beside, botRate, cpuBeside } = JSON.parse(said);
  for (const measured of [alone, beside]) expect(measured).toMatchObject({ sent: 40, answered: 40 });
  expect(botRate).toBeGreaterThan(0.5);
  expect(cpuBeside).toBeGreaterThan(0);
}, 120_000);

test.each([['--bots', 'many'], ['--tables', '0'], ['--rate', 'much'], ['--fast'], ['--serve', 'nothing']])(
  'what it does not understand it explains: %s %s',
  (...words) => {
    const { said, complained, exit } = hush(['bench', ...words]);
    expect([said, exit]).toEqual(['', 2]);
    expect(complained).toMatch(/^hush bench: usage: hush bench /);
  },
);
