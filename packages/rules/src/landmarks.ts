/**
 * The cells of a mall that the rules look for again and again: vortices, cameras, unexplored doors. A mall object
 * never changes, so each list is computed once per mall and cached.
 */
import { type Deck, deckOf } from './deck.ts';
import { SLOTS } from './geometry.ts';
import { doorAt, laidTiles, leadsToEmptyPlace, type Mall, type MallBoard } from './mall.ts';
import { type Feature, SQUARES } from './tiles.ts';
import { type ByHero, byHero, type Cell, cellOf } from './vocabulary.ts';

interface Landmarks {
  /** The tiles for which the lists were computed: with other tiles the lists of the same mall differ. */
  readonly deck: Deck;
  readonly vortices: ByHero<readonly Cell[]>;
  readonly cameras: readonly Cell[];
  readonly doors: readonly Cell[];
}

const cache = new WeakMap<Mall, Landmarks>();

function landmarksOf(board: MallBoard): Landmarks {
  const deck = deckOf(board.setUp);
  const known = cache.get(board.mall);
  if (known?.deck === deck) return known;
  const found = search(board, deck);
  cache.set(board.mall, found);
  return found;
}

function search(board: MallBoard, deck: Deck): Landmarks {
  const vortices = byHero((): Cell[] => []);
  const cameras: Cell[] = [];
  for (const { tile } of laidTiles(board))
    for (const square of SQUARES) {
      const feature: Feature | null = deck[tile]?.features[square] ?? null;
      if (feature?.type === 'vortex') vortices[feature.hero].push(cellOf(tile, square));
      if (feature?.type === 'camera') cameras.push(cellOf(tile, square));
    }
  return { deck, vortices, cameras, doors: searchDoors(board) };
}

const searchDoors = (board: MallBoard): readonly Cell[] =>
  laidTiles(board).flatMap(({ tile }) =>
    SLOTS.map(square => cellOf(tile, square)).filter(
      cell => doorAt(board, cell) !== null && leadsToEmptyPlace(board, cell),
    ),
  );

/** The laid vortices of each hero. */
export const laidVortices = (board: MallBoard): ByHero<readonly Cell[]> => landmarksOf(board).vortices;

/** The laid cameras, whether they work or not. */
export const laidCameras = (board: MallBoard): readonly Cell[] => landmarksOf(board).cameras;

/** Exploration spaces beyond which no tile lies (EX-1c, EX-5); arrows are never exploration spaces. */
export const unexploredDoors = (board: MallBoard): readonly Cell[] => landmarksOf(board).doors;
