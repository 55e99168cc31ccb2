/** The tiles of a game by number: the standard set or a custom one of the players (CO-1a). */
import { describeProblem, parseTiles } from './parse-tiles.ts';
import { STANDARD_TILES } from './tile-set.ts';
import type { Tile } from './tiles.ts';
import type { Side } from './vocabulary.ts';

/** Tiles by number; tile 1 shows the chosen side. */
export type Deck = readonly (Tile | undefined)[];

export interface DeckChoice {
  /** The text of the players' own set; null for the standard one. */
  readonly tiles: string | null;
  readonly side: Side;
  /** The version of the standard set; 1 if the set-up does not name one. */
  readonly tileSet?: number;
}

/**
 * Every version of the standard set, the first one first. A released drawing never changes: a changed one is a new
 * version, so that running games and records keep their tiles (BD-7).
 */
const STANDARD_SETS: readonly string[] = [STANDARD_TILES];

/** The version that new games use. */
export const TILE_SET_VERSION: number = STANDARD_SETS.length;

export const isKnownTileSet = (version: unknown): boolean =>
  typeof version === 'number' && STANDARD_SETS[version - 1] !== undefined;

export function deckOf({ tiles, side, tileSet = 1 }: DeckChoice): Deck {
  return (tiles === null ? standardDecks(tileSet) : ownDecks(tiles))[side];
}

type Decks = Readonly<Record<Side, Deck>>;

function compileDecks(text: string): Decks {
  const parsed = parseTiles(text);
  if (!parsed.ok)
    throw new Error(`a game with unreadable tiles: ${parsed.error.map(describeProblem).join('; ')}`);
  return { A: deckOfSide(parsed.value, 'A'), B: deckOfSide(parsed.value, 'B') };
}

function deckOfSide(tiles: readonly Tile[], side: Side): Deck {
  const deck: (Tile | undefined)[] = [];
  for (const tile of tiles) if (tile.side === null || tile.side === side) deck[tile.number] = tile;
  return deck;
}

const STANDARD: readonly Decks[] = STANDARD_SETS.map(compileDecks);

function standardDecks(version: number): Decks {
  const decks = STANDARD[version - 1];
  if (decks === undefined)
    throw new Error(`a game with version ${version} of the tiles, which only a newer Hush knows`);
  return decks;
}

/**
 * The number of parsed tile sets that are kept. Parsing is slow, and the limit bounds the memory that players' own
 * sets take.
 */
const REMEMBERED = 16;
const remembered = new Map<string, Decks>();

function ownDecks(text: string): Decks {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const decks = compileDecks(text);
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  remembered.set(text, decks);
  return decks;
}
