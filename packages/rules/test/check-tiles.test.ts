/**
 * Tests of the validator of tile sets: violations of CO-5 and RULES 3, part by part, and differences that break no
 * rule.
 */
import { expect, test } from 'vitest';
import { checkTiles, STANDARD_TILES, type TileFinding } from '../src/index.ts';
import { drawingOf, redrawn, standardWith } from './drawings.ts';

test('CO-5l checking the standard set finds nothing', () => {
  expect(checkTiles(STANDARD_TILES)).toEqual([]);
});

const broken = (text: string): readonly string[] =>
  checkTiles(text)
    .filter(({ severity }) => severity === 'breaks')
    .map(({ rule, tile, why }) => `${rule} ${tile}: ${why}`);
const differing = (text: string): readonly string[] =>
  checkTiles(text)
    .filter(({ severity }) => severity === 'differs')
    .map(({ rule, tile, why }) => `${rule} ${tile}: ${why}`);

/** The standard set in which some texts of drawings are changed: [tile, from, to]. */
function planted(...changes: readonly (readonly [id: string, from: string, to: string])[]): string {
  const tiles: Record<string, string> = {};
  for (const [id, from, to] of changes) tiles[id] = redrawn(tiles[id] ?? drawingOf(id), from, to);
  return standardWith(tiles);
}

test.each<[string, string, readonly string[]]>([
  ['no yellow item', planted(['4', ' iY ', ' .  ']), ['CO-5 null: The yellow item is missing.']],
  ['two yellow items', planted(['2', ' vO ', ' iY ']), ['CO-5 4: There is more than one yellow item.']],
  [
    'an item beyond tile 9',
    planted(['4', ' iY ', ' .  '], ['13', ' vP ', ' iY ']),
    ['CO-5 13: The yellow item must be on one of the tiles 2-9.'],
  ],
  [
    'two items on one tile',
    planted(['4', ' vG ', ' iP '], ['5', ' iP ', ' .  ']),
    ['CO-5 4: The items must be on four different tiles.'],
  ],
  [
    'the yellow exit among tiles 2-9, the purple one not',
    planted(['9', ' xP ', ' xY '], ['10', ' xY ', ' xP ']),
    [
      'CO-5 9: The yellow exit must be on one of the tiles 10-12.',
      'CO-5 10: The purple exit must be on one of the tiles 2-9.',
    ],
  ],
  [
    'an exit beyond tile 12',
    planted(['12', ' xO ', ' .  '], ['20', ' vP ', ' xO ']),
    ['CO-5 20: The orange exit must be on one of the tiles 10-12.'],
  ],
  ['no green exit', planted(['11', ' xG ', ' .  ']), ['CO-5 null: The green exit is missing.']],
  [
    'two green exits',
    planted(['10', ' vG ', ' xG '], ['10', ' xY ', ' .  ']),
    ['CO-5 null: The yellow exit is missing.', 'CO-5 11: There is more than one green exit.'],
  ],
  [
    'two exits on one tile',
    planted(['10', ' vG ', ' xG '], ['11', ' xG ', ' .  ']),
    ['CO-5 10: The exits must be on four different tiles.'],
  ],
  [
    'three hourglasses',
    planted(['3', ' hg ', ' .  ']),
    ['CO-5 null: There must be four hourglass spaces, not 3.'],
  ],
  [
    'five hourglasses',
    planted(['20', ' vP ', ' hg ']),
    ['CO-5 null: There must be four hourglass spaces, not 5.'],
  ],
  [
    'an orange wall on tile 12',
    planted(['12', '####| .    .  |', '####| .  : .  |']),
    ['CO-5 12: Orange walls may only be on tiles 13 and higher.'],
  ],
  ['no crystal ball on 15', planted(['15', ' cb ', ' .  ']), ['CO-5 15: Tile 15 must have a crystal ball.']],
  ['no tile 15', standardWith({ 15: '' }), ['CO-5 null: Tile 15 must have a crystal ball.']],
  ['no camera on 16', planted(['16', ' cm ', ' .  ']), ['CO-5 16: Tile 16 must have a camera.']],
  ['no camera on 19', planted(['19', ' cm ', ' .  ']), ['CO-5 19: Tile 19 must have a camera.']],
  [
    'two cameras on 17',
    planted(['17', ' vG ', ' cm ']),
    ['CO-5 17: Of the tiles 1-19 only 16, 17, 18 and 19 have a camera, one each.'],
  ],
  [
    'a camera on 10',
    planted(['10', ' vG ', ' cm ']),
    ['CO-5 10: Of the tiles 1-19 only 16, 17, 18 and 19 have a camera, one each.'],
  ],
  [
    'thirteen things to mark',
    planted(['10', ' vG ', ' cb '], ['20', ' vP ', ' cb '], ['22', ' vG ', ' cb ']),
    ['CO-5 null: There may be at most 12 hourglasses, cameras and crystal balls in all, not 13.'],
  ],
])('CO-5l checking a set with %s reports a broken rule', (_, text, findings) => {
  expect(broken(text)).toEqual(findings);
});

test('CO-5j a set with twelve spaces that take a marker, and with a camera beyond tile 19, breaks no rule', () => {
  expect(broken(planted(['10', ' vG ', ' cb '], ['20', ' vP ', ' cm ']))).toEqual([]);
});

test.each([
  [
    'an hourglass with a second way on foot',
    planted(['3', '| .  | hg |', '| .    hg |']),
    '3',
    'hourglass space',
    2,
  ],
  ['an hourglass at a door', planted(['3', '| hg |', '| hg P']), '3', 'hourglass space', 2],
  [
    'an hourglass walled in',
    planted(['3', '+    +----+    +    +', '+    +----+    +----+']),
    '3',
    'hourglass space',
    0,
  ],
  [
    'an exit with a second way',
    planted(['9', '+----+----+----+    +', '+    +----+----+    +']),
    '9',
    'exit',
    2,
  ],
  [
    'a crystal ball with a passage for the dwarf',
    planted(['15', '| .  | cb |', '| .  : cb |']),
    '15',
    'crystal ball',
    2,
  ],
  ['a camera with a second way', planted(['17', '| e1 | cm ', '| e1   cm ']), '17', 'camera', 2],
])('CO-5k %s is reported because it is not a dead end', (...row) => {
  const [, text, tile, what, ways] = row;
  expect(broken(text)).toEqual([`CO-5 ${tile}: This ${what} must have one way in, not ${ways}.`]);
});

test('CO-5k items and vortices need not be dead ends', () => {
  expect(
    broken(planted(['5', '+----+----+----+----+\n  |####| .', '+----+----+----+    +\n  |####| .'])),
  ).toEqual([]);
});

test('CO-5l a finding about a square names the line and column where it is drawn', () => {
  const text = planted(['17', ' vG ', ' cm ']);
  const line = text.split('\n').findIndex(row => row.startsWith('tile 17 ')) + 1 + 4;
  const [finding] = checkTiles(text);
  expect(finding).toMatchObject({ tile: '17', line, column: 19 });
  expect(text.split('\n')[line - 1]?.slice(18, 22)).toBe(' cm ');
});

test('CO-5l a finding about a whole tile names the line of its header, and a finding about the set names no line', () => {
  const text = planted(['15', ' cb ', ' .  '], ['4', ' iY ', ' .  ']);
  const line = text.split('\n').findIndex(row => row.startsWith('tile 15 ')) + 1;
  const [item, ball] = checkTiles(text);
  expect(item).toMatchObject({ tile: null, line: null, column: null });
  expect(ball).toMatchObject({ tile: '15', line, column: 1 });
});

test('CO-5l a set that cannot be read is reported with the line and the broken rule', () => {
  const text = planted(['5', ' iP ', '    ']);
  const line = text.split('\n').findIndex(row => row.startsWith('tile 5 ')) + 1 + 2;
  expect(checkTiles(text)).toEqual<TileFinding[]>([
    {
      severity: 'breaks',
      rule: 'BD-1',
      tile: '5',
      line,
      column: 19,
      code: 'cell-hole',
      values: {},
      why: 'There is a hole: a cell needs floor or ####.',
    },
  ]);
});

test('CO-1b CO-1c a tile set without tile 1 is refused; a set with only one side of tile 1 is accepted and reported as different', () => {
  expect(broken(standardWith({ '1A': '', '1B': '' }))).toEqual([
    'CO-1 null: There is no tile 1 to start from.',
  ]);
  const oneSide = standardWith({ '1B': '' });
  expect(broken(oneSide)).toEqual([]);
  expect(differing(oneSide)).toEqual(['CO-1 null: Missing tiles: here 1B, in the standard set none.']);
});

const TWENTY_FIVE = redrawn(drawingOf('2').replace('tile 2', 'tile 25'), ' vO ', ' .  ');

test.each<[string, string, readonly string[]]>([
  [
    'one tile fewer',
    standardWith({ 21: '' }),
    [
      'CO-1 null: Missing tiles: here 21, in the standard set none.',
      'BD-3 null: Exploration spaces in purple on all tiles but tile 1: here 10, in the standard set 11.',
      'BD-3 null: Exploration spaces in green on all tiles but tile 1: here 10, in the standard set 11.',
      'BD-6 null: Vortices in yellow: here 3, in the standard set 4.',
      'BD-6 null: Escalators: here 16 on 14 tiles, in the standard set 17 on 15 tiles.',
      'SC-4a null: Passages in orange walls: here 9 on 5 tiles, in the standard set 10 on 6 tiles.',
    ],
  ],
  [
    'a tile more',
    `${STANDARD_TILES}\n${TWENTY_FIVE}`,
    [
      'CO-1 null: Tiles beyond 24: here 25, in the standard set none.',
      'BD-3 null: Exploration spaces in yellow on all tiles but tile 1: here 12, in the standard set 11.',
      'BD-3 null: Exploration spaces in green on all tiles but tile 1: here 12, in the standard set 11.',
      'BD-6 null: Escalators: here 18 on 16 tiles, in the standard set 17 on 15 tiles.',
    ],
  ],
  [
    'a door more on tile 5',
    planted(['5', '+    +\n  |####| .  |####| .  |', '+    +\n  |####| .  |####| .  Y']),
    ['BD-3 null: Exploration spaces in yellow on tiles 2-9: here 5, in the standard set 4.'],
  ],
  [
    'a vortex in another colour',
    planted(['20', ' vP ', ' vO ']),
    [
      'BD-6 null: Vortices in purple: here 3, in the standard set 4.',
      'BD-6 null: Vortices in orange: here 5, in the standard set 4.',
    ],
  ],
  [
    'no green vortex on 1A',
    planted(['1A', ' vG ', ' .  ']),
    [
      'BD-6 null: Vortices on tile 1A: here yellow purple orange, in the standard set yellow purple green orange.',
    ],
  ],
  [
    'a passage more',
    planted(['23', '| vO | ', '| vO : ']),
    ['SC-4a null: Passages in orange walls: here 11 on 6 tiles, in the standard set 10 on 6 tiles.'],
  ],
  [
    'an hourglass elsewhere',
    planted(['18', ' hg ', ' .  '], ['20', ' vP ', ' hg ']),
    [
      'BD-6 null: Vortices in purple: here 3, in the standard set 4.',
      'CO-5 null: Tiles with an hourglass space: here 3 7 11 20, in the standard set 3 7 11 18.',
    ],
  ],
  [
    'heroes who start off the centre',
    planted(['1A', '| .  | @    @    .  P', '| .  | .    @    @  P']),
    ['SU-2 1A: The heroes start on the four central squares.'],
  ],
  [
    'an upper floor that nobody reaches',
    planted(['5', '| e1  ', '| .   '], ['5', ' e1 ', ' .  ']),
    [
      ...Array(4).fill('BD-1 5: Nobody can reach this cell from the entrance.'),
      'BD-6 null: Escalators: here 16 on 14 tiles, in the standard set 17 on 15 tiles.',
    ],
  ],
  [
    'cells that only the dwarf reaches',
    planted(['13', '+    +    +----+    +', '+    +    +----+----+']),
    Array(2).fill('SC-4a 13: Only the dwarf can reach this cell from the entrance.'),
  ],
  [
    'an item on the only way to a door',
    planted(['4', 'G .    e1 |', 'G .  | e1 |']),
    ['MV-2 4: A hero standing here blocks the way to the opening in the west.'],
  ],
])(
  'CO-5l checking a set with %s reports differences from the standard, and no broken rule',
  (_, text, findings) => {
    expect(broken(text)).toEqual([]);
    expect(differing(text)).toEqual(findings);
  },
);
