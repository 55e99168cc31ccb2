/**
 * The natural speed of a bot. Recorded tables of people differ in pace, and so do the people at one table. The speed
 * derives from public facts of the set-up, so a bot is the same on every server and after every restart.
 */
import type { Temper } from '@hush/protocol';
import type { Game, Seat } from '@hush/rules';

/** The standard deviation of the logarithms of delays: among tables, and among the players of one table. */
interface Natures {
  readonly tables: number;
  readonly own: number;
}

const NATURES: Readonly<Record<Temper, Natures>> = {
  calm: { tables: 0.4, own: 0.2 },
  brisk: { tables: 0.2, own: 0.1 },
  lightning: { tables: 0, own: 0 },
};

/** The limits of the factor. The slowest recorded table took 2.2 times as long as a table whose players all have factor 1. */
export const MIN_DELAY_FACTOR = 0.6;
export const MAX_DELAY_FACTOR = 2.2;

/** At a table with people the bots follow their pace, and a bot's own nature counts half. */
const WEIGHT_AMONG_PEOPLE = 0.5;

/** The factor by which all delays of a bot are multiplied; its median is 1. */
export function characterOf({ setUp }: Game, seat: Seat, temper: Temper, isAmongPeople: boolean): number {
  const { tables, own } = NATURES[temper];
  const nature = own * leaning(setUp.commitment, seat + 1);
  const all = isAmongPeople ? WEIGHT_AMONG_PEOPLE * nature : tables * leaning(setUp.commitment, 0) + nature;
  return Math.min(MAX_DELAY_FACTOR, Math.max(MIN_DELAY_FACTOR, Math.exp(all)));
}

/** The standard deviation of the logistic distribution, which is scaled to 1. */
const DEVIATION = Math.PI / Math.sqrt(3);
const DIGITS = 4;

/**
 * A number around 0 with a symmetric distribution, from the hash of the seed (SU-1g), which is public and differs in
 * every game. `place` chooses the digits of the hash: one place for the table, and one for each of nine seats.
 */
function leaning(commitment: string, place: number): number {
  const most = 16 ** DIGITS;
  const digits = Number.parseInt(commitment.slice(place * DIGITS, (place + 1) * DIGITS), 16);
  const share = (digits + 0.5) / most;
  return Math.log(share / (1 - share)) / DEVIATION;
}
