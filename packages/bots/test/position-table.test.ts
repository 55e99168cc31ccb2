/** The table of a joint search against a map with the same contents. */
import { expect, test } from 'vitest';
import { PositionTable } from '../src/position-table.ts';
import { dice } from './dice.ts';

test('9,000 positions, asked for 30,000 times, keep their numbers, costs and hops while the table grows', () => {
  const [table, known, roll] = [new PositionTable(), new Map<string, number[]>(), dice(7)];
  const wrong: string[] = [];
  for (let i = 0; i < 30_000; i++) {
    const [high, low] = [roll(1600) * 2048 + roll(2), roll(3) * 2048 + 5];
    const number = table.numberOf(high, low);
    const [expected, cost] = known.get(`${high} ${low}`) ?? [known.size];
    const isKept = cost === undefined ? table.cost(number) > i : table.cost(number) === cost;
    if (number !== expected || !isKept) wrong.push(`${high} ${low}: ${number}`);
    table.reach(number, { cost: i, promise: i % 50, parent: number - 1, hop: 3 * i });
    known.set(`${high} ${low}`, [number, i]);
  }
  expect(wrong).toEqual([]);
  const rows = Array.from({ length: table.size }, (_, n) => [
    `${table.high(n)} ${table.low(n)}`,
    [n, table.cost(n), table.promise(n), table.parent(n), table.hop(n)],
  ]);
  const wanted = [...known].map(([name, [n = -1, cost = -1]]) => [
    name,
    [n, cost, cost % 50, n - 1, 3 * cost],
  ]);
  expect(rows).toEqual(wanted);
  expect(table.size).toBeGreaterThan(9_000);
});
