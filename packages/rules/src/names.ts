/** The text forms of the things of the game: cells, seats, times, tiles, heroes and actions. */
import {
  ACTIONS,
  type Action,
  type ActionTile,
  type Cell,
  cellOf,
  HEROES,
  type Hero,
  type Millis,
  type Seat,
  squareOf,
  type TileNumber,
  tileOf,
} from './vocabulary.ts';
import { listWord, NONE, type NotationWord, wordOf } from './words.ts';

/** The name of a cell: '5b3' is tile 5, column b, row 3 of the tile's own drawing. */
export const cellName = (cell: Cell): string =>
  `${tileOf(cell)}${COLUMNS[squareOf(cell) & 3]}${(squareOf(cell) >> 2) + 1}`;

export function cellNamed(name: string): Cell | undefined {
  const [, tile, column, row] = /^([1-9]\d?)([a-d])([1-4])$/.exec(name) ?? [];
  if (tile === undefined || column === undefined || row === undefined) return undefined;
  return cellOf(Number(tile), (Number(row) - 1) * 4 + COLUMNS.indexOf(column));
}

const COLUMNS = 'abcd';

/** The name of a seat: 'p1' is the first. */
export const seatName = (seat: Seat): string => `p${seat + 1}`;

export const seatNamed = (name: string): Seat | undefined =>
  /^p[1-9]$/.test(name) ? Number(name.slice(1)) - 1 : undefined;

/** `timeNamed` accepts at most nine digits of minutes, so a longer time is not written in minutes. */
const LONGEST_IN_MINUTES: Millis = 1e9 * 60_000;

/**
 * A time as text: '1:02.345'. A fractional, negative or huge number of milliseconds is written as a plain number, so
 * that it can be read back exactly.
 */
export function timeText(millis: Millis): string {
  if (!Number.isSafeInteger(millis) || millis < 0 || millis >= LONGEST_IN_MINUTES) return `${millis}ms`;
  const seconds = Math.floor(millis / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${digits(rest, 2)}.${digits(millis % 1000, 3)}`;
}

/** A time without its thousandths if they are zero: '3:00'. */
export const shortTime = (millis: Millis): string => timeText(millis).replace(/\.000$/, '');

const digits = (n: number, length: number): string => String(n).padStart(length, '0');

/** Reads a time in minutes and seconds, or in seconds alone: '1:02.345' and '62.345' are the same. */
export function timeNamed(text: string): Millis | undefined {
  const [, exact] = /^(-?\d[\d.e+-]*)ms$/.exec(text) ?? [];
  if (exact !== undefined) return finite(Number(exact));
  const [, minutes = '0', seconds, part = ''] =
    /^(?:(\d{1,9}):(?=[0-5]\d(?:\D|$)))?(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  return (Number(minutes) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
}

const finite = (n: number): number | undefined => (Number.isFinite(n) ? n : undefined);

export const CELL_WORD: NotationWord<Cell> = { what: 'a cell such as 5b3', write: cellName, read: cellNamed };
export const SEAT: NotationWord<Seat> = { what: 'a seat, p1 to p9', write: seatName, read: seatNamed };
export const TIME: NotationWord<Millis> = {
  what: 'a time such as 1:02.345',
  write: timeText,
  read: timeNamed,
};
export const SHORT_TIME: NotationWord<Millis> = { ...TIME, write: shortTime };
export const HERO: NotationWord<Hero> = wordOf('a hero', HEROES);
export const ACTION: NotationWord<Action> = wordOf('an action', ACTIONS);

export const TILE_WORD: NotationWord<TileNumber> = {
  what: 'a tile, 1 to 99',
  write: String,
  read: text => (/^[1-9]\d?$/.test(text) ? Number(text) : undefined),
};

/** An action tile as text: 'south+explore'; 'none' for the leader. */
export const ACTION_TILE: NotationWord<ActionTile> = listWord(ACTION, '+');

/** Consecutive tiles as text: '2-9', or '5' for a single one. */
const RUN: NotationWord<readonly TileNumber[]> = {
  what: 'tiles such as 2-9',
  write: run => (run.length === 1 ? `${run[0]}` : `${run[0]}-${run.at(-1)}`),
  read: text => {
    const [first, last, ...more] = text.split('-').map(TILE_WORD.read);
    if (first === undefined || more.length > 0) return undefined;
    if (!text.includes('-')) return [first];
    return last === undefined || last <= first ? undefined : upwards(first, last);
  },
};

const upwards = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Tiles as text, in any order: '2-9,15'. */
export const TILES: NotationWord<readonly TileNumber[]> = {
  what: `tiles such as 2-9,15 or ${NONE}`,
  write: tiles => listWord(RUN).write(runsOf(tiles)),
  read: text => listWord(RUN).read(text)?.flat(),
};

function runsOf(tiles: readonly TileNumber[]): readonly (readonly TileNumber[])[] {
  const runs: TileNumber[][] = [];
  for (const tile of tiles) {
    const run = runs.at(-1);
    if (run?.at(-1) === tile - 1) run.push(tile);
    else runs.push([tile]);
  }
  return runs;
}
