/**
 * How quick somebody is by nature: no two tables of people have the same pace, nor do two who sit at one. It follows
 * from what everybody sees when a game begins, so a bot is the same on every server and after every restart.
 */
import type { Temper } from '@hush/protocol';
import type { Game, Seat } from '@hush/rules';

/** How far the logarithms of their delays lie apart: those of tables, and those of the people at one. */
interface Natures {
  readonly tables: number;
  readonly own: number;
}

const NATURES: Readonly<Record<Temper, Natures>> = {
  calm: { tables: 0.4, own: 0.2 },
  brisk: { tables: 0.2, own: 0.1 },
  lightning: { tables: 0, own: 0 },
};

export const QUICKEST = 0.6;
/** The slowest table that was recorded took so much longer than a table takes where everybody is 1. */
export const SLOWEST = 2.2;

/** Among people the tempo is theirs, and one's own nature shows half as much. */
const AMONG_PEOPLE = 0.5;

/** Times every delay; one in two is above 1. */
export function characterOf({ setUp }: Game, seat: Seat, temper: Temper, isAmongPeople: boolean): number {
  const { tables, own } = NATURES[temper];
  const nature = own * leaning(setUp.commitment, seat + 1);
  const all = isAmongPeople ? AMONG_PEOPLE * nature : tables * leaning(setUp.commitment, 0) + nature;
  return Math.min(SLOWEST, Math.max(QUICKEST, Math.exp(all)));
}

/** The logistic distribution has this deviation, and the one we want has 1. */
const DEVIATION = Math.PI / Math.sqrt(3);
const DIGITS = 4;

/**
 * A number around 0, as often above as below, from the table's promise (SU-1g): it is public, another one in every game,
 * and its digits are as good as dice. Some of them for the table, and some for each of nine seats.
 */
function leaning(commitment: string, place: number): number {
  const most = 16 ** DIGITS;
  const digits = Number.parseInt(commitment.slice(place * DIGITS, (place + 1) * DIGITS), 16);
  const share = (digits + 0.5) / most;
  return Math.log(share / (1 - share)) / DEVIATION;
}
