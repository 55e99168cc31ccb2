/**
 * Tests of reading tile drawings (BD-1..BD-3, BD-6): the resulting tiles, and the problems reported for invalid text.
 */
import { expect, test } from 'vitest';
import { describeProblem, parseTiles, STANDARD_TILES, type Tile, type TileProblem } from '../src/index.ts';
import { drawingOf, redrawn } from './drawings.ts';

function problemsIn(text: string): readonly TileProblem[] {
  const parsed = parseTiles(text);
  if (parsed.ok) throw new Error('this text was read without a complaint');
  return parsed.error;
}

/** The place and the reason of each problem, without its code. */
const spotted = (text: string): readonly Omit<TileProblem, 'code' | 'values'>[] =>
  problemsIn(text).map(({ rule, tile, line, column, why }) => ({ rule, tile, line, column, why }));

function tilesIn(text: string): readonly Tile[] {
  const parsed = parseTiles(text);
  if (!parsed.ok) throw new Error(parsed.error.map(describeProblem).join('\n'));
  return parsed.value;
}

function onlyTileIn(text: string): Tile {
  const [tile, ...more] = tilesIn(text);
  if (tile === undefined || more.length > 0) throw new Error('expected one tile');
  return tile;
}

const TWO = drawingOf('2');
const THREE = drawingOf('3');
const START = drawingOf('1A');

test('BD-1d a drawing is read as squares, walls, features and openings', () => {
  const tile = onlyTileIn(TWO);
  expect(tile).toMatchObject({ number: 2, side: null, name: 'Crumb & Cauldron Bakery', starts: [] });
  expect(tile.solid.flatMap((solid, square) => (solid ? [square] : []))).toEqual([6, 7]);
  expect(tile.features[3]).toEqual({ type: 'vortex', hero: 'dwarf' });
  expect(tile.openings).toEqual(['barbarian', 'elf', 'arrow', null]);
  expect([tile.escalators[0], tile.escalators[15]]).toEqual([15, 0]);
  expect(tile.steps.slice(0, 4)).toEqual([-1, 1, -1, -1]); // from a1 a hero can only step east
});

test('SC-4a an orange wall stops every hero except the dwarf', () => {
  const tile = onlyTileIn(drawingOf('13'));
  const eastOf = (square: number): number => square * 4 + 1;
  expect(tile.edges[eastOf(1)]).toBe('orange');
  expect(tile.steps[eastOf(1)]).toBe(-1);
  expect(tile.smallSteps[eastOf(1)]).toBe(2);
  const across = onlyTileIn(drawingOf('18')); // an orange edge between b2 and b3, which are one above the other
  expect(across.edges[5 * 4 + 2]).toBe('orange');
  expect([across.steps[5 * 4 + 2], across.smallSteps[5 * 4 + 2]]).toEqual([-1, 9]);
});

test.each([
  ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
  [
    'comment lines between and inside the drawings',
    (text: string) => `# a\n${text.replaceAll('\n', '\n# b\n')}`,
  ],
  ['remarks from column 25 on', (text: string) => text.replaceAll(/\+$/gm, '+ a remark +')],
  ['blank lines around', (text: string) => `\n\n  \n${text}\n\n`],
  [
    'a header with spaces to spare',
    (text: string) => text.replaceAll(/^(tile \d+)( +)(.*)$/gm, '$1   $2$3  '),
  ],
])('BD-1e a drawing with %s is read as the same tile', (_, dress) => {
  const plain = `${TWO}\n${THREE}`;
  expect(dress(plain)).not.toBe(plain);
  expect(tilesIn(dress(plain))).toEqual(tilesIn(plain));
});

test('BD-1e comment lines are counted, so an error is reported at its line in the file', () => {
  const text = `# one\n# two\n${redrawn(TWO, '  | .    .  |###', '# remark\n  |      .  |###')}`;
  expect(problemsIn(text).map(describeProblem)).toEqual([
    'tile 2, line 8, column 4: there is a hole: a cell needs floor or #### (BD-1)',
  ]);
});

/**
 * Rows of [what is wrong, from, to, line, column, rule, sentence]; the changes are in tile 2, whose header is line 1.
 */
const PLANTED: readonly [string, string, string, number, number, string, RegExp][] = [
  ['an empty cell', '| e1   .    .    vO |', '| e1        .    vO |', 3, 9, 'BD-1', /a hole: a cell needs/],
  ['a missing post', '+----+    +----+----+', '+----     +----+----+', 4, 8, 'BD-1', /corner post/],
  ['an unknown kind of cell', 'vO', 'zz', 3, 19, 'BD-1', /"zz" is not a kind of cell/],
  ['a feature in no colour', 'vO', 'vX', 3, 19, 'BD-1', /"vX" is not a kind of cell/],
  ['two features on a cell', ' vO ', 'vOhg', 3, 19, 'BD-1', /"vOhg" is not a kind/],
  ['no wall before solid', '| .    .  |###', '| .    .   ###', 5, 13, 'BD-1', /a hole: floor and solid/],
  [
    'an orange wall before solid',
    '| .    .  |###',
    '| .    .  :###',
    5,
    13,
    'BD-1',
    /a hole: floor and solid/,
  ],
  ['rock between floors', '| .    .    .    .  G', '| .    .  # .    .  G', 7, 13, 'BD-1', /two solid/],
  [
    'half a wall',
    '+    +----+    +    +',
    '+    +--  +    +    +',
    8,
    9,
    'BD-1',
    /"-- {2}" is not a kind of wall/,
  ],
  [
    'something in the margin',
    '  | .    .    .    .  G',
    ' x| .    .    .    .  G',
    7,
    1,
    'BD-1',
    /must be blank/,
  ],
  ['a remark that touches', '.    .  G', '.    .  G!', 7, 24, 'BD-1', /may touch the tile/],
  [
    'an opening beside its slot',
    '+----+----+-YY-+----+',
    '+----+-YY-+----+----+',
    2,
    9,
    'BD-2',
    /in the slot/,
  ],
  [
    'a second opening in a side',
    '+----+----+-YY-+----+',
    '+----+----+-YY-+-PP-+',
    2,
    19,
    'BD-2',
    /in the slot/,
  ],
  ['a hole in the rim', '+----+-^^-+----+----+', '+----+-^^-+----+    +', 10, 19, 'BD-2', /hole in the rim/],
  ['a hole beside the east door', '.    e1 |', '.    e1  ', 9, 23, 'BD-2', /hole in the rim/],
  ['a door in two colours', '-YY-', '-YP-', 2, 14, 'BD-2', /"-YP-" is not part of the rim/],
  ['no arrow', '-^^-', '----', 1, 1, 'BD-3', /the arrow in the south is missing/],
  ['a door in place of the arrow', '-^^-', '-OO-', 1, 1, 'BD-3', /south opening must be the arrow/],
  ['a second arrow', '-YY-', '-^^-', 1, 1, 'BD-3', /belongs in the south/],
  ['a lonely end of an escalator', '.    e1 |', '.    .  |', 3, 4, 'BD-6', /e1 needs exactly two ends/],
  ['a start square', ' vO ', ' @  ', 1, 1, 'SU-2', /only tile 1 has start squares/],
];

test.each(PLANTED)('BD-1e a drawing with %s is refused with its place', (...row) => {
  const [, from, to, line, column, rule, why] = row;
  expect(spotted(redrawn(TWO, from, to))).toEqual([
    { rule, tile: '2', line, column, why: expect.stringMatching(why) },
  ]);
});

test('BD-6a an escalator with three ends is reported at each of them', () => {
  const three = redrawn(TWO, '| e1   .    .    vO |', '| e1   e1   .    vO |');
  expect(spotted(three).map(({ line, column, rule }) => [line, column, rule])).toEqual([
    [3, 4, 'BD-6'],
    [3, 9, 'BD-6'],
    [9, 19, 'BD-6'],
  ]);
});

test('BD-3c an opening needs floor behind it', () => {
  const walled = redrawn(
    drawingOf('16'),
    '+----+----+----+----+\n  |####| e1',
    '+----+----+-GG-+----+\n  |####| e1',
  );
  expect(spotted(walled)).toEqual([
    { rule: 'BD-3', tile: '16', line: 3, column: 14, why: 'an opening needs floor behind it' },
  ]);
});

test.each([
  ['two doors in one colour', '-GG-', '-YY-', 'BD-3', /each of the four colours/],
  ['only three doors', '-GG-', '----', 'BD-3', /each of the four colours/],
  ['three start squares', '@    @  |', '@    .  |', 'SU-2', /needs four start squares/],
])('BD-3c tile 1 with %s is refused', (...row) => {
  const [, from, to, rule, why] = row;
  expect(spotted(redrawn(START, from, to))).toEqual([
    { rule, tile: '1A', line: 1, column: 1, why: expect.stringMatching(why) },
  ]);
});

test('BD-3a tile 1 with an arrow is refused', () => {
  const whys = problemsIn(redrawn(START, '-GG-', '-^^-')).map(({ why }) => why);
  expect(whys).toContain('tile 1 has no arrow');
});

test.each([
  ['no quotes', 'tile 2  Bakery'],
  ['tile 0', 'tile 0  "Zero"'],
  ['three digits', 'tile 100  "Hundred"'],
  ['a side C', 'tile 1C  "Third side"'],
  ['something else', 'shop 2  "Bakery"'],
])('CO-1b a header with %s is refused, and reading continues at the next header', (_, header) => {
  const text = `${TWO.replace(/^.*/, header)}\n\n${redrawn(THREE, ' hg ', ' ?? ')}`;
  expect(problemsIn(text).map(describeProblem)).toEqual([
    'line 1, column 1: expected a header such as: tile 5  "Name" (CO-1)',
    'tile 3, line 18, column 19: "??" is not a kind of cell (BD-1)',
  ]);
});

test.each([
  ['tile 1 without a side', START.replace('1A', '1'), '1'],
  ['another tile with a side', TWO.replace('tile 2', 'tile 2B'), '2B'],
])('CO-1b a set with %s is refused', (_, text, tile) => {
  const why = 'only tile 1 has two sides, 1A and 1B';
  expect(spotted(text)).toContainEqual({ rule: 'CO-1', tile, line: 1, column: 6, why });
});

test('CO-1b a tile drawn twice is refused at the second drawing', () => {
  expect(spotted(`${TWO}\n${THREE}\n${TWO}`)).toEqual([
    { rule: 'CO-1', tile: '2', line: 21, column: 6, why: 'tile 2 is drawn twice' },
  ]);
});

test('CO-1c drawings of sides A and B of tile 1 are two sides and no repeated tile', () => {
  expect(tilesIn(`${START}\n${drawingOf('1B')}`).map(({ side }) => side)).toEqual(['A', 'B']);
});

const withoutRow = (text: string, row: number): string => text.split('\n').toSpliced(row, 1).join('\n');

test.each([
  ['at the end of the text', withoutRow(TWO, 4), 9, 8],
  ['before a blank line', `${withoutRow(TWO, 4)}\n\n${THREE}`, 10, 8],
  ['before the next header', `${withoutRow(TWO, 4)}\n${THREE}`, 10, 8],
  ['in the middle', TWO.replace(/\n.*G\n/, '\n\n'), 7, 5],
])('BD-1e a tile that lacks a row %s is refused', (_, text, line, rows) => {
  expect(spotted(text)).toEqual([
    { rule: 'BD-1', tile: '2', line, column: 1, why: `a tile has 9 rows; this one ends after ${rows}` },
  ]);
});

test('BD-1e all problems of a text are reported at once, tile by tile', () => {
  const text = `${redrawn(TWO, 'vO', 'zz')}\n${redrawn(THREE, '-^^-', '----')}`;
  expect(spotted(text).map(({ tile, line }) => [tile, line])).toEqual([
    ['2', 3],
    ['3', 11],
  ]);
});

test.each([
  ['nothing at all', ''],
  ['only remarks', '# tile 5\n\n   \n'],
])('CO-1b a text with %s is refused, because it has no tile', (_, text) => {
  expect(problemsIn(text).map(describeProblem)).toEqual([
    'line 1, column 1: there is no tile in the text (CO-1)',
  ]);
});

test('BD-1e an absurdly long text is refused before it is parsed', () => {
  expect(spotted('x'.repeat(200_001))).toEqual([
    { rule: 'CO-1', tile: null, line: 1, column: 1, why: 'the text is longer than 200000 characters' },
  ]);
  expect(parseTiles(`${STANDARD_TILES}${'\n# more'.repeat(20_000)}`.slice(0, 200_000)).ok).toBe(true);
});

test('BD-1e a tile name that is too long is refused', () => {
  expect(spotted(TWO.replace(/"[^"]*"/, `"${'n'.repeat(61)}"`))).toEqual([
    { rule: 'CO-1', tile: '2', line: 1, column: 1, why: 'the name is longer than 60 characters' },
  ]);
});
