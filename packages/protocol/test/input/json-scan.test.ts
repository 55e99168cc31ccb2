/** Tests of measuring JSON before parsing it: depth and number of values, with brackets inside strings ignored. */
import { atOnce } from '@hush/rules';
import { expect, test, vi } from 'vitest';
import { readingBookFile } from '../../src/index.ts';
import { isWithinMeasure } from '../../src/input/json-scan.ts';

const MOST = { depth: 3, values: 10 };

test.each([
  ['{"a": [1, {"b": 2}]}', true],
  ['[[[[1]]]]', false],
  ['"[[[[[[[["', true],
  [String.raw`["\"[[[[[[[", 1]`, true],
  [String.raw`["\\", [[[1]]]]`, false],
  ['[1,2,3,4,5,6,7,8,9]', true],
  ['[1,2,3,4,5,6,7,8,9,10,11]', false],
  ['{"a":{},"b":{},"c":{},"d":{},"e":{},"f":{}}', false],
  ['', true],
  ['["never closed', true],
  [']]]]', true],
])('PR-64a JSON with %s is within three levels and ten values: %s', (text, within) => {
  expect(atOnce(isWithinMeasure(text, MOST))).toBe(within);
});

test('PR-64a a long text is scanned in many steps', () => {
  const steps = isWithinMeasure(`[${'1,'.repeat(100_000)}1]`, { depth: 3, values: 1_000_000 });
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBeGreaterThan(5);
});

test.each([
  ['five megabytes of brackets', '['.repeat(5_000_000)],
  ['a deep score', `{"crew":1,"name":"A","games":[{"score":${'['.repeat(1000)}${']'.repeat(1000)}}]}`],
  ['two million numbers', `[${'1,'.repeat(2_000_000)}1]`],
])('PR-64a a book file of %s is refused with one sentence and never parsed', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  const read = atOnce(readingBookFile(text));
  const calls = parse.mock.calls.length;
  parse.mockRestore();
  expect(read.ok ? '' : read.error.why).toMatch(
    /^The book is nested too deeply, or holds more than any book does[.]$/,
  );
  expect(calls).toBe(0);
});
