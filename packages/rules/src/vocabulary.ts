/**
 * The words of the game: lists first, types from lists, records by list.
 * Words follow docs/RULES.md section 14; nothing here knows a rule.
 */

export const HEROES = ['barbarian', 'mage', 'elf', 'dwarf'] as const;
export type Hero = (typeof HEROES)[number];
export type ByHero<T> = Readonly<Record<Hero, T>>;

/** Every use of a colour also shows its symbol (ID-1i), so the two are only ever handed out together. */
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

/** Clockwise, so that turning a tile is adding to the index. */
export const DIRECTIONS = ['north', 'east', 'south', 'west'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const ACTIONS = [...DIRECTIONS, 'explore', 'vortex', 'escalator'] as const;
export type Action = (typeof ACTIONS)[number];

/** What one player holds: the actions printed on the action tile. None at all is the leader's (SC-9c). */
export type ActionTile = readonly Action[];

export const SIDES = ['A', 'B'] as const;
/** The two faces of tile 1 (CO-1c). */
export type Side = (typeof SIDES)[number];

/** A closed list of wordless signs, and pointing at a place (SC-12c, SC-12d). */
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

/** A seat at the table, clockwise from 0; the left neighbour is the next one (SC-9n). */
export type Seat = number;

/** A mall tile's number: 1 is the start tile. */
export type TileNumber = number;

/** Milliseconds of running sand since the hourglass started. Never wall time. */
export type Millis = number;

/**
 * A cell of the mall: tile * 16 + square, the square counted row by row in the tile's own drawing.
 * It stays the same however the tile is turned, laid, discarded and laid anew.
 */
export type Cell = number;

export const cellOf = (tile: TileNumber, square: number): Cell => tile * 16 + square;
export const tileOf = (cell: Cell): TileNumber => cell >> 4;
export const squareOf = (cell: Cell): number => cell & 15;
/** Numbers from outside may be anything; beyond 32 bits and between integers the arithmetic above would lie. */
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
