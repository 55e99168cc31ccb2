/** Tests of the map of modules and their tests. */
import { expect, test } from 'vitest';
import { coverageMap, coverageRows, kindsOf } from '../coverage.mjs';

const ROWS = coverageRows();
const rowOf = (path: string) => ROWS.find(row => row.path === path);

test('every package has its modules in the map, and the tests of a module are counted by kind', () => {
  expect(new Set(ROWS.map(({ path }) => path.split('/')[1])).size).toBe(6);
  expect(rowOf('packages/protocol/src/table/draft.ts')).toMatchObject({ simulation: true, kills: true });
  const hourglass = rowOf('packages/rules/src/hourglass.ts');
  expect(hourglass?.rules).toBeGreaterThan(10);
  expect(hourglass?.mutants).toBeGreaterThan(0);
  expect(rowOf('packages/web/src/board/board.ts')).toMatchObject({ journeys: true, kills: false });
});

test('the map lists the least tested modules of each package first', () => {
  const [row] = ROWS;
  if (row === undefined) throw new Error('no modules');
  const none = {
    rules: 0,
    protocol: 0,
    other: 0,
    laws: 0,
    mutants: 0,
    simulation: false,
    kills: false,
    journeys: false,
  };
  const bare = { ...row, ...none, path: 'packages/rules/src/bare.ts', lines: 30 };
  const proven = { ...bare, path: 'packages/rules/src/proven.ts', rules: 3, simulation: true };
  expect([kindsOf(bare), kindsOf(proven)]).toEqual([0, 2]);
  const map = coverageMap([proven, bare]);
  expect(map).toContain('## rules: 2 modules, 1 of more than 20 lines');
  expect(map.indexOf('| bare.ts |')).toBeLessThan(map.indexOf('| proven.ts |'));
});
