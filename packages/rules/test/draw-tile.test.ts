/**
 * Tests of writing tiles as text (BD-1..BD-3, BD-6): the text is read as the same tile, and other parts of a set stay
 * as they are.
 */
import { expect, test } from 'vitest';
import {
  addTile,
  drawTile,
  parseTiles,
  redrawTile,
  removeTile,
  STANDARD_TILES,
  sketchTiles,
  squareAt,
  type TileSheet,
} from '../src/index.ts';
import { spotOf } from '../src/parse-tiles.ts';
import { drawingOf, redrawn, standardWith } from './drawings.ts';

const SHEETS = sketchTiles(STANDARD_TILES).sheets;
const sheetOf = (text: string, id: string): TileSheet => {
  const found = sketchTiles(text).sheets.find(sheet => sheet.id === id);
  if (found === undefined) throw new Error(`no tile ${id}`);
  return found;
};

test.each(SHEETS.map(({ id, tile }) => [id, tile] as const))(
  'BD-1d tile %s of the standard set is the same tile after writing and reading it',
  (_, tile) => {
    expect(parseTiles(drawTile(tile))).toEqual({ ok: true, value: [tile] });
  },
);

test('BD-1d writing a tile of the standard set gives its drawing in the set', () => {
  for (const id of ['1A', '2', '3', '13', '24'])
    expect(drawTile(sheetOf(STANDARD_TILES, id).tile)).toBe(drawingOf(id).replaceAll(/ +$/gm, ''));
});

test('PR-110a a tile name with a quotation mark is written so that it can be read again', () => {
  const { tile } = sheetOf(STANDARD_TILES, '5');
  const named = parseTiles(drawTile({ ...tile, name: 'The "Owl"' }));
  expect(named.ok && named.value[0]?.name).toBe('The ’Owl’');
});

test('PR-110a a tile drawn again keeps the remarks beside it, the comments between its rows and all other tiles', () => {
  const text = STANDARD_TILES.replace('tile 3 ', '# mine\ntile 3 ').replace(
    '  | .  |####| .  | hg |',
    '# here\n  | .  |####| .  | hg |',
  );
  const sheet = sheetOf(text, '3');
  const turned = redrawTile(text, sheet, { ...sheet.tile, name: 'Clocks' });
  expect(turned).toBe(text.replace(`"Clockmaker's Arcade"`, '"Clocks"'));
});

test('PR-110a adding a tile to a set and removing it again leaves the set unchanged', () => {
  const text = STANDARD_TILES.trimEnd();
  const { tile } = sheetOf(text, '5');
  const more = addTile(text, { ...tile, number: 25 });
  expect(sheetOf(more, '25').tile).toEqual({ ...tile, number: 25 });
  expect(removeTile(more, sheetOf(more, '25')).trimEnd()).toBe(text);
  expect(addTile(' \n', tile)).toBe(drawTile(tile));
});

test('BD-1e a drawing with holes is read as far as possible: a hole becomes floor, and an unclear edge becomes a wall', () => {
  const text = redrawn(redrawn(drawingOf('2'), '| e1 ', '|    '), '-YY-', '    ');
  const { sheets, problems } = sketchTiles(text);
  expect(sheets.map(({ id }) => id)).toEqual(['2']);
  expect(problems.map(({ code }) => code).sort()).toEqual(['cell-hole', 'escalator-ends', 'rim-hole']);
  expect(sheets[0]?.tile.features[0]).toBe(null);
});

test('BD-1e a tile without its nine rows is left out, and all other tiles are read', () => {
  const text = standardWith({ 4: drawingOf('4').split('\n').slice(0, 6).join('\n') });
  const { sheets, problems } = sketchTiles(text);
  expect(sheets).toHaveLength(24);
  expect(problems.map(({ code, tile }) => [code, tile])).toEqual([['rows', '4']]);
});

test('PR-110d `spotOf` gives the place of a square in the text, `squareAt` gives the square at a place, and walls belong to the square beside them', () => {
  const sheet = sheetOf(STANDARD_TILES, '7');
  for (let square = 0; square < 16; square++) {
    const { line, column } = spotOf(sheet, square);
    expect(squareAt(sheet, line, column)).toBe(square);
  }
  const [top = 0] = sheet.rows;
  expect([squareAt(sheet, top, 14), squareAt(sheet, top + 8, 9)]).toEqual([2, 13]);
  expect([squareAt(sheet, top + 5, 23), squareAt(sheet, top + 3, 3)]).toEqual([11, 4]);
  expect(squareAt(sheet, sheet.line, 1)).toBe(null);
});
