/** Tests of the codes of tables, scenarios, crews and hourglasses. */
import { expect, test } from 'vitest';
import { CODE_LENGTHS, CODE_LETTERS, type CodeKind, isCode, randomCode } from '../src/codes.ts';

const KINDS = Object.keys(CODE_LENGTHS) as readonly CodeKind[];

test.each([
  ['hourglass', 'BCDFGH', true],
  ['hourglass', '234567', true],
  ['hourglass', 'bcdfgh', false],
  ['hourglass', 'BCDFG', false],
  ['hourglass', 'BCDFGHJ', false],
  ['hourglass', 'BCDFGA', false],
  ['hourglass', 'BCDFG\n', false],
  ['crew', 'BCDFGHJKLMNP', true],
  ['crew', 'BCDFGHJKLMN', false],
  ['crew', 'BCDFGHJKLMNA', false],
  ['table', 'BCDFGHJK', true],
  ['table', 'BCDFGHJ', false],
  ['scenario', '23456789', true],
  ['scenario', '', false],
] as const)('PR-1a `isCode` for a %s and the text %j returns %s', (kind, text, expected) => {
  expect(isCode(kind, text)).toBe(expected);
});

test.each(KINDS)('PR-1a a random code of a %s is valid, and each letter can occur at each position', kind => {
  const codes = [...CODE_LETTERS].map((_, i) => randomCode(kind, n => i % n));
  expect(codes.every(code => isCode(kind, code))).toBe(true);
  expect(codes.map(code => code.at(-1)).join('')).toBe(CODE_LETTERS);
});
