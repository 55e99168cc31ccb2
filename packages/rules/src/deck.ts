/** The tiles of a game by number: the standard set or an own one of the players (CO-1a). */
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
}

export function deckOf({ tiles, side }: DeckChoice): Deck {
  return (tiles === null ? STANDARD : ownDecks(tiles))[side];
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

const STANDARD: Decks = compileDecks(STANDARD_TILES);

/** Cache: parsing is pure but slow, so the last used sets are kept; the limit bounds the memory for players' own sets. */
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
