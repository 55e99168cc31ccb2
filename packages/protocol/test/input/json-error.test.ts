/** Tests of finding the place at which a text stops being JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonErrorIn } from '../../src/input/json-error.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('PR-25b `jsonErrorIn` finds an error exactly in the texts that JSON.parse refuses', () => {
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
])('PR-25b the JSON error in %j is reported at line %i, column %i', (text, line, column) => {
  expect(jsonErrorIn(text)).toEqual({ line, column });
});

test.each([
  ['ones', `[${'1,'.repeat(499_000)}x`],
  ['brackets', '['.repeat(999_000)],
  ['a text without an end', `"${'a'.repeat(999_000)}`],
  ['escapes without an end', `"${'\\n'.repeat(499_000)}`],
  ['spaces', `${' '.repeat(999_000)}x`],
])('PR-25b a text of a million times %s is searched for its error without a stack overflow', (_, text) => {
  expect(jsonErrorIn(text)).toMatchObject({ line: 1 });
});

test('PR-25b for an error in a text of more than a million characters no place is reported', () => {
  expect(jsonErrorIn(`["${'a'.repeat(900_000)}", x]`)).toEqual({ line: 1, column: 900_006 });
  expect(jsonErrorIn(`["${'a'.repeat(1_000_000)}", x]`)).toBeNull();
});
