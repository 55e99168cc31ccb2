/** Tests that docs/REFEREE.md is true: its example lines get the documented answers, and its arithmetic is that of the rules. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cellOf, coordinatesOf, type Game, squareOf } from '@hush/rules';
import { expect, test } from 'vitest';
import { createReferee } from '../src/referee.ts';

const DOC = readFileSync(fileURLToPath(new URL('../../../docs/REFEREE.md', import.meta.url)), 'utf8');

test('every example line in docs/REFEREE.md (after >) gets the answer that stands below it, and every command has an example', () => {
  const referee = createReferee();
  const pairs = [...DOC.matchAll(/^> (.*)\n< (.*)$/gm)];
  expect(pairs.length).toBe(DOC.split('\n> ').length - 1);
  for (const [i, [, asked = '', answer]] of pairs.entries())
    expect({ asked, answer: referee.answer(asked, i + 1).line }).toEqual({ asked, answer });
  const { why } = JSON.parse(referee.answer('{"do":"?"}', pairs.length + 1).line) as { readonly why: string };
  const verbs = why
    .replace(/^.*there are /, '')
    .replace('.', '')
    .split(', ');
  expect(verbs.length).toBeGreaterThan(15);
  expect(verbs.filter(verb => !DOC.includes(`\`${verb}\``))).toEqual([]);
});

/** The table of squares in docs/REFEREE.md, as formulas. */
const PLACES: Readonly<Record<number, (r: number, c: number) => readonly [number, number]>> = {
  0: (r, c) => [c, r],
  90: (r, c) => [3 - r, c],
  180: (r, c) => [3 - c, 3 - r],
  270: (r, c) => [r, 3 - c],
};

test.each([0, 90, 180, 270])(
  'BD-2b the squares of a tile turned by %i degrees are where docs/REFEREE.md says',
  degrees => {
    const laid = { tile: 5, x: 7, y: -2, turn: degrees / 90, mall: 0, joined: [0, 0, 0, 0] };
    const board = { mall: { 5: laid } } as unknown as Game;
    for (let square = 0; square < 16; square++) {
      const cell = cellOf(5, square);
      const [x, y] = PLACES[degrees]?.(squareOf(cell) >> 2, squareOf(cell) & 3) ?? [0, 0];
      expect(coordinatesOf(board, cell)).toEqual([7 + x, -2 + y]);
    }
  },
);
