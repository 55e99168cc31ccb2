/**
 * Tests of the painter's store: a tile and its text are the same data, every stroke is stored, and every step can be
 * undone.
 */
import { parseTiles, STANDARD_TILES, sketchTiles } from '@hush/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blankTile, paintAt } from '../../src/painter/painting.ts';
import { draftFindings, isPlayable } from '../../src/workshop/check.ts';
import { EMPTY_DRAFT, isUntouched, withTile } from '../../src/workshop/draft.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the modules again, as a reload does. */
async function openPainter() {
  vi.resetModules();
  const desk = await import('../../src/workshop/desk.ts');
  const { currentDraft: draft } = await import('../../src/workshop/drafts.ts');
  const paint = (square: number): void =>
    desk.writeTile(
      paintAt(desk.deskTile.peek(), { type: 'square', square }, { tool: 'hourglass', hero: 'elf' }, true),
      { isNew: true },
    );
  return { ...desk, draft, paint };
}

test('PR-110d opening the painter stores nothing and reports no fault', async () => {
  const { deskSheet, deskTile, draft } = await openPainter();
  expect([deskSheet.value, deskTile.value.number]).toEqual([null, 25]);
  expect(isUntouched(draft.value)).toBe(true);
  expect([...kept]).toEqual([]);
});

test('PR-110c the first stroke adds tile 25 to the printed set, and a reload keeps it', async () => {
  const { draft, paint } = await openPainter();
  paint(5);
  const parsed = parseTiles(draft.value.tiles ?? '');
  expect(parsed.ok && parsed.value.map(({ number }) => number).at(-1)).toBe(25);
  expect(draft.value.tiles).toContain(STANDARD_TILES.trim());
  const later = await openPainter();
  expect(later.deskSheet.value?.tile.features[5]).toEqual({ type: 'hourglass' });
});

test('PR-110c each step can be undone and redone, including typed text and deleted tiles', async () => {
  const { deskTile, draft, paint, undoStep, redoStep, deleteTile, canUndo, canRedo } = await openPainter();
  paint(5);
  paint(6);
  const painted = draft.value.tiles ?? '';
  draft.value = { ...draft.value, tiles: painted.replace('"Fountain Court"', '"Typed"') };
  deleteTile();
  expect(sketchTiles(draft.value.tiles ?? '').sheets).toHaveLength(25);
  undoStep();
  expect(draft.value.tiles).toContain('"Typed"');
  undoStep();
  expect(draft.value.tiles).toBe(painted);
  undoStep();
  undoStep();
  expect([draft.value.tiles, deskTile.value, canUndo.value]).toEqual([null, blankTile(25, null, ''), false]);
  for (let i = 0; i < 4; i++) redoStep();
  expect([sketchTiles(draft.value.tiles ?? '').sheets.length, canRedo.value]).toEqual([25, false]);
});

test('PR-110a a copied tile gets the next number, and a changed printed tile keeps its own', async () => {
  const { chooseTile, copyTile, deskSheet, onDesk, paint, sketches } = await openPainter();
  chooseTile('5');
  paint(0);
  expect(sketches.value.sheets).toHaveLength(25);
  copyTile();
  expect([onDesk.value, deskSheet.value?.tile.features[0]]).toEqual(['25', { type: 'hourglass' }]);
  chooseTile('1A');
  copyTile();
  expect([onDesk.value, deskSheet.value?.tile.openings[2], sketches.value.problems]).toEqual([
    '26',
    'arrow',
    [],
  ]);
});

test('PR-110c a draft whose tiles cannot be read is stored unchanged', async () => {
  const { draft, paint } = await openPainter();
  paint(5);
  const tiles = draft.value.tiles ?? '';
  const at = tiles.lastIndexOf(' hg ');
  const holed = `${tiles.slice(0, at)}    ${tiles.slice(at + 4)}`;
  draft.value = { ...draft.value, tiles: holed };
  const later = await openPainter();
  expect(later.draft.value.tiles).toBe(holed);
  expect(later.sketches.value.problems.map(({ code, tile }) => [code, tile])).toEqual([['cell-hole', '25']]);
  expect(later.deskSheet.value?.id).toBe('25');
});

test('SC-Ca a painted tile is tried on top of a stack that can be played at once', () => {
  const tiles = STANDARD_TILES;
  const numbers = Array.from({ length: 24 }, (_, i) => i + 1);
  for (const { tile } of sketchTiles(tiles).sheets) {
    const scenario = withTile({ ...EMPTY_DRAFT, tiles }, tile, { numbers, name: 'Mine' });
    expect([tile.number, isPlayable(scenario, draftFindings(scenario))]).toEqual([tile.number, true]);
    expect(draftFindings(scenario).filter(({ weight }) => weight !== 'note')).toEqual([]);
    expect(scenario.top).toEqual(tile.number === 1 ? [] : [tile.number]);
  }
});

test('SC-Lg a scenario that tries a painted tile has the rules that the tile needs', () => {
  const tiles = STANDARD_TILES;
  const camera = sketchTiles(tiles).sheets.find(({ id }) => id === '16')?.tile;
  if (camera === undefined) throw new Error('no tile 16');
  expect(withTile({ ...EMPTY_DRAFT, tiles }, camera, { numbers: [], name: '' }).rules).toContain('cameras');
});
