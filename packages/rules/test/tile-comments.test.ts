/** Tests that removing the comments of a tile set changes no tile. */
import { expect, test } from 'vitest';
import { parseTiles, STANDARD_TILES, withoutTileComments } from '../src/index.ts';

test('CO-1b the standard set without its comments has the same 25 drawings', () => {
  const plain = withoutTileComments(STANDARD_TILES);
  expect(parseTiles(plain)).toEqual(parseTiles(STANDARD_TILES));
  expect(plain).not.toContain('Warm-up');
  expect(plain.length).toBeLessThan(7_000);
});

test('CO-1b a set padded with comments, blank lines and carriage returns has the same tiles as without them', () => {
  const padded = STANDARD_TILES.split('\n')
    .flatMap(line => [`# ${'x'.repeat(50)}`, `${line}\r`])
    .join('\n');
  expect(parseTiles(padded).ok).toBe(true);
  expect(withoutTileComments(padded)).toBe(withoutTileComments(STANDARD_TILES));
});
