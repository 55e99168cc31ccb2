/**
 * The words of the game: lists, types made from the lists, and records indexed by them. The words follow
 * docs/RULES.md section 14; this file contains no rules.
 */

export const HEROES = ['barbarian', 'mage', 'elf', 'dwarf'] as const;
export type Hero = (typeof HEROES)[number];
export type ByHero<T> = Readonly<Record<Hero, T>>;

/** The symbol of each hero: every use of a colour also shows its symbol (ID-1i). */
export const EMBLEMS: ByHero<Emblem> = {
  barbarian: { colour: 'yellow', symbol: 'sword', letter: 'Y' },
  mage: { colour: 'purple', symbol: 'flask', letter: 'P' },
  elf: { colour: 'green', symbol: 'bow', letter: 'G' },
  dwarf: { colour: 'orange', symbol: 'axe', letter: 'O' },
};
export interface Emblem {
  readonly colour: 'yellow' | 'purple' | 'green' | 'orange';
  readonly symbol: 'sword' | 'flask' | 'bow' | 'axe';
  readonly letter: 'Y' | 'P' | 'G' | 'O';
}

/** The directions clockwise, so that turning a tile means adding to the index. */
export const DIRECTIONS = ['north', 'east', 'south', 'west'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const ACTIONS = [...DIRECTIONS, 'explore', 'vortex', 'escalator'] as const;
export type Action = (typeof ACTIONS)[number];

/** The actions printed on one player's action tile; empty for the leader (SC-9c). */
export type ActionTile = readonly Action[];

export const SIDES = ['A', 'B'] as const;
/** The two faces of tile 1 (CO-1c). */
export type Side = (typeof SIDES)[number];

/** The fixed list of wordless gestures, including pointing at a place (SC-12c, SC-12d). */
export const GESTURES = [
  'wave',
  'nod',
  'shake-head',
  'thumbs-up',
  'shrug',
  'hurry',
  'wait',
  'clap',
  'bow',
  'facepalm',
  'point',
] as const;
export type Gesture = (typeof GESTURES)[number];

/** A seat at the table; seats are numbered clockwise from 0, and the left neighbour is the next one (SC-9n). */
export type Seat = number;

/** A mall tile's number: 1 is the start tile. */
export type TileNumber = number;

/** Milliseconds of running sand since the hourglass started; never wall-clock time. */
export type Millis = number;

/**
 * A cell of the mall: tile * 16 + square, the square counted row by row in the tile's own drawing. It stays the same when
 * the tile is turned, laid, discarded and laid again.
 */
export type Cell = number;

export const cellOf = (tile: TileNumber, square: number): Cell => tile * 16 + square;
export const tileOf = (cell: Cell): TileNumber => cell >> 4;
export const squareOf = (cell: Cell): number => cell & 15;
/**
 * Whether a number from outside is a cell; fractions and numbers beyond 32 bits are refused first, because the
 * arithmetic above would be wrong for them.
 */
export const isCell = (cell: number): boolean => (cell | 0) === cell && cell >= 0;

export const isHero = (word: unknown): word is Hero => includes(HEROES, word);
export const isDirection = (word: unknown): word is Direction => includes(DIRECTIONS, word);
export const isAction = (word: unknown): word is Action => includes(ACTIONS, word);
export const isGesture = (word: unknown): word is Gesture => includes(GESTURES, word);

const includes = (list: readonly string[], word: unknown): boolean =>
  typeof word === 'string' && list.includes(word);

export function byHero<T>(make: (hero: Hero) => T): ByHero<T> {
  return { barbarian: make('barbarian'), mage: make('mage'), elf: make('elf'), dwarf: make('dwarf') };
}
