/** Tests of which tables without connections are evicted first. */
import { expect, test } from 'vitest';
import type { OpenTable } from '../../src/tables/open-table.ts';
import { UnattendedTables } from '../../src/tables/unattended-tables.ts';

/** A stand-in for a table at which this many people have sat down. */
const tableAfter = (people: number): OpenTable =>
  ({ table: { state: { nextMember: 1 + people } } }) as unknown as OpenTable;

test('PR-62d of more than 1,000 tables at which nobody ever sat, the one whose last client left the longest time ago is evicted; used tables do not count', () => {
  const tables = new UnattendedTables();
  const used = Array.from({ length: 1_500 }, () => tableAfter(1));
  for (const table of used) expect(tables.add(table)).toBeUndefined();
  const unused = Array.from({ length: 1_000 }, () => tableAfter(0));
  for (const table of unused) expect(tables.add(table)).toBeUndefined();
  expect(tables.add(tableAfter(0))).toBe(unused[0]);
});

test('PR-62a `longest` is the table that has been without clients for the longest time since its last client left', () => {
  const tables = new UnattendedTables();
  const [a, b, c] = [tableAfter(0), tableAfter(2), tableAfter(0)];
  for (const table of [a, b, c]) tables.add(table);
  expect(tables.longest).toBe(a);
  tables.add(a);
  expect(tables.longest).toBe(b);
  tables.delete(b);
  expect(tables.longest).toBe(c);
});
