/** Where a text stops being JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonErrorIn } from '../src/json-place.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('it agrees with the engine about what is JSON, whole or with something cut, put in or changed', () => {
  const edits = fc.tuple(
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom('', ',', '"', '}', ']', '{', '[', ':', 'x', '\\', '\n', '1'),
  );
  fc.assert(
    fc.property(fc.json(), edits, (json, [at, cut, put]) => {
      const text = json.slice(0, at) + put + json.slice(at + cut);
      expect([text, jsonErrorIn(text) === null]).toEqual([text, isJson(text)]);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['', 1, 1],
  ['{"a": 1,}', 1, 9],
  ['{"a": 1,\n "b": tru}', 2, 7],
  ['[1, 2\n 3]', 2, 2],
  ['{"a" 1}', 1, 6],
  ['{"a": 1} x', 1, 10],
  ['[1}', 1, 3],
  ['{"a": "\u0001"}', 1, 7],
])('%j stops at line %i, column %i', (text, line, column) => {
  expect(jsonErrorIn(text)).toEqual({ line, column });
});
