/**
 * A fixed numbering of actions for programs that learn: every command of a game with the standard tiles has one number, and
 * a mask says which numbers are legal. docs/REFEREE.md has the table.
 */
import {
  type Cell,
  type Command,
  type CommandOf,
  cellOf,
  DIRECTIONS,
  type Game,
  HEROES,
  type Hero,
  laidTiles,
  reach,
  type Seat,
  STATUSES,
  slide,
  squareOf,
  stackSize,
  tileNumbered,
  tileOf,
} from '@hush/rules';

const TILES = 24;
const SEATS = 9;
const SIDES = 4;
const WAIT = 0;
const ONE_STEP = 1;
const FAR = ONE_STEP + HEROES.length * DIRECTIONS.length;
const ESCALATOR = FAR + HEROES.length * DIRECTIONS.length;
const VORTEX = ESCALATOR + HEROES.length;
const EXPLORE = VORTEX + HEROES.length * TILES;
const LAY = EXPLORE + 1;
const STEAL = LAY + TILES * SIDES;
const TURN = STEAL + 1;
const DISCARD = TURN + 1;
const NUDGE = DISCARD + TILES;
/** How many action numbers exist. */
export const ACTION_COUNT = NUDGE + SEATS;

/** The squares of a tile's doors, by side: north, east, south, west. */
const DOORS: readonly number[] = [2, 11, 13, 4];

/**
 * Returns the command that a number stands for; null for waiting, for an unused number, and for an action that is not
 * possible now.
 */
export function commandOfAction(game: Game, seat: Seat, action: number): Command | null {
  if (!Number.isInteger(action) || action <= WAIT || action >= ACTION_COUNT) return null;
  if (action < ESCALATOR) return moveOf(game, seat, action);
  if (action < VORTEX) return { type: 'escalator', seat, hero: heroOf(action - ESCALATOR) };
  if (action < EXPLORE) return vortexOf(game, seat, action - VORTEX);
  if (action === EXPLORE) return { type: 'explore', seat };
  if (action < STEAL) return { type: 'lay', seat, door: doorOf(action - LAY) };
  if (action === STEAL) return { type: 'steal', seat };
  if (action === TURN) return { type: 'turn', seat };
  if (action < NUDGE) return { type: 'discard', seat, tile: action - DISCARD + 1 };
  return { type: 'nudge', seat, to: action - NUDGE };
}

const heroOf = (index: number): Hero => HEROES[index] ?? 'barbarian';

/** A move of one step, or a move as far as the hero can go; the number says which. */
function moveOf(game: Game, seat: Seat, action: number): CommandOf<'move'> {
  const index = (action - ONE_STEP) % (HEROES.length * DIRECTIONS.length);
  const [hero, dir] = [heroOf(index >> 2), DIRECTIONS[index & 3] ?? 'north'];
  const steps = action < FAR ? 1 : Math.max(1, slide(game, hero, dir).length);
  return { type: 'move', seat, hero, dir, steps };
}

/** A jump to the hero's vortex on a tile; a tile has at most one vortex of each colour. */
function vortexOf(game: Game, seat: Seat, index: number): Command | null {
  const [hero, tile] = [heroOf(Math.floor(index / TILES)), (index % TILES) + 1];
  const square = tileNumbered(game, tile)?.features.findIndex(
    feature => feature?.type === 'vortex' && feature.hero === hero,
  );
  return square === undefined || square < 0 ? null : { type: 'vortex', seat, hero, to: cellOf(tile, square) };
}

const doorOf = (index: number): Cell => cellOf((index >> 2) + 1, DOORS[index & 3] ?? 0);

/** The numbers of a seat's legal commands, in the order of `reach`. Moves of intermediate length have no number. */
function legalNumbers(game: Game, seat: Seat): readonly number[] {
  const numbers = [WAIT];
  const legal = reach(game, seat);
  for (const [i, command] of legal.entries()) {
    if (command.type === 'move') {
      const next = legal[i + 1]; // `legal` has the moves of one direction in rising order of length
      if (command.steps === 1) numbers.push(ONE_STEP + moveIndex(command));
      if (next?.type !== 'move' || next.steps <= command.steps) numbers.push(FAR + moveIndex(command));
    } else {
      const number = numberOf(command);
      if (number !== null) numbers.push(number);
    }
  }
  return numbers;
}

const moveIndex = ({ hero, dir }: CommandOf<'move'>): number =>
  HEROES.indexOf(hero) * DIRECTIONS.length + DIRECTIONS.indexOf(dir);

/** Returns the number of a command; null for commands without a number, and for tiles beyond the standard set. */
function numberOf(command: Exclude<Command, CommandOf<'move'>>): number | null {
  switch (command.type) {
    case 'escalator':
      return ESCALATOR + HEROES.indexOf(command.hero);
    case 'vortex':
      return onTile(tileOf(command.to), VORTEX + HEROES.indexOf(command.hero) * TILES, 1);
    case 'explore':
      return EXPLORE;
    case 'lay':
      return onTile(tileOf(command.door), LAY + DOORS.indexOf(squareOf(command.door)), SIDES);
    case 'steal':
      return STEAL;
    case 'turn':
      return TURN;
    case 'discard':
      return onTile(command.tile, DISCARD, 1);
    default:
      return null;
  }
}

const onTile = (tile: number, first: number, each: number): number | null =>
  tile > TILES ? null : first + (tile - 1) * each;

/**
 * The number of a command that our bots would give. A move whose length has no number gets the number of a move of
 * one step.
 */
export function numberOfAdvice(game: Game, command: Command | null): number {
  if (command === null) return WAIT;
  if (command.type !== 'move') return numberOf(command) ?? WAIT;
  const isFar = command.steps === slide(game, command.hero, command.dir).length;
  return (isFar ? FAR : ONE_STEP) + moveIndex(command);
}

/** The mask of legal numbers as hexadecimal digits: bit n stands for action n. Waiting is always legal. */
export function maskOf(game: Game, seat: Seat): string {
  const digits = new Uint8Array(Math.ceil(ACTION_COUNT / 4));
  for (const action of legalNumbers(game, seat))
    digits[action >> 2] = (digits[action >> 2] ?? 0) | (1 << (action & 3));
  let text = '';
  for (let i = digits.length - 1; i >= 0; i--) text += HEX[digits[i] ?? 0];
  return text;
}

const HEX = '0123456789abcdef';

/** The public state as 150 numbers in a fixed order; docs/REFEREE.md describes them. */
export function observationOf(game: Game, left: number): readonly number[] {
  const { stack, drawn, heroes, out } = game;
  const board = new Array<number>(TILES * BOARD_FIELDS).fill(0);
  for (const { tile, x, y, turn, mall } of laidTiles(game))
    if (tile <= TILES) board.splice((tile - 1) * BOARD_FIELDS, BOARD_FIELDS, 1, x, y, turn, mall);
  return [
    STATUSES.indexOf(game.status),
    left,
    game.theft ? 1 : 0,
    game.turned,
    game.discards,
    stackSize(game),
    stack.next ?? 0,
    drawn?.tile ?? 0,
    game.talking ? 1 : 0,
    game.pawn ?? -1,
    ...HEROES.flatMap(hero => [heroes[hero] ?? -1, out[hero] ? 1 : 0]),
    ...board,
    ...Array.from({ length: MOST_MARKERS }, (_, i) => game.outOfOrder[i] ?? -1),
  ];
}

/** Numbers for each tile: whether it is laid, x, y, quarter turns, mall. */
const BOARD_FIELDS = 5;
/** The number of out-of-order markers in a box (CO-2b). */
const MOST_MARKERS = 12;
