/** Tests that the standard tiles have a version, and that a released version never changes (BD-7). */
import { expect, test } from 'vitest';
import {
  deckOf,
  parseRecord,
  prepareGame,
  recordText,
  sha256,
  standardTileData,
  TILE_SET_VERSION,
} from '../src/index.ts';

/** The hash of all possible moves on the tiles of each version; names of shops may change. */
const FINGERPRINTS = ['a1edec666ca7c823'];

const meaningOf = (version: number): string =>
  sha256(JSON.stringify(standardTileData(version).map(({ name: _, ...tile }) => tile))).slice(0, 16);

test('BD-7a every version of the standard tiles still has the moves it had at its release', () => {
  // If this fails, a drawing has changed: add a new version in deck.ts beside the existing ones.
  expect(Array.from({ length: TILE_SET_VERSION }, (_, i) => meaningOf(i + 1))).toEqual(FINGERPRINTS);
});

test('BD-7b a set-up without a tile-set version uses the first version, and new games use the latest', () => {
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'a seed of some length');
  if (!prepared.ok) throw new Error(prepared.error);
  expect(prepared.value.event.setUp.tileSet ?? 1).toBe(TILE_SET_VERSION);
});

test('BD-7c a record with an unknown tile-set version is refused as a record of a newer Hush', () => {
  const prepared = prepareGame({ scenario: 1, players: 2 }, 'a seed of some length');
  if (!prepared.ok) throw new Error(prepared.error);
  const { event } = prepared.value;
  const later = { ...event, setUp: { ...event.setUp, tileSet: TILE_SET_VERSION + 1 } };
  const text = recordText([later]);
  expect(text).toMatch(/^tile-set +2$/m);
  expect(JSON.stringify(parseRecord(text))).toContain('newer Hush');
  expect(() => deckOf(later.setUp)).toThrow('newer Hush');
});
