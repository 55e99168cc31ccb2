/** The wish: what the host wants to play at a table. */
import { err, ok, type Result, readWish, type Wish } from '@hush/rules';
import { cleanAbout, cleanTitle, LONGEST_SHEET_TEXT } from '../input/text.ts';
import { MOST_SEATS } from './seats.ts';

/** The game that the host chose, and the number of seats. Everybody who has a seat when the game begins plays. */
export type TableWish = Omit<Wish, 'players' | 'heroes' | 'actionTiles' | 'pile'> & {
  /** The number of seats for people and bots, nine by default. Lowering it removes nobody. */
  readonly players?: number;
  /** The author's text about a custom scenario. */
  readonly about?: string;
  /**
   * The day whose heist is played here, as '2026-11-17'. Only the request that opens the table can set it; the host's next
   * wish removes it (PR-150g).
   */
  readonly heist?: string;
  /**
   * The run whose heroes are shown as ghosts; the table plays the same deal. It is the number of a line of the heist's day,
   * or `CREW/3`, a line of a crew's book. Only the request that opens the table can set it (PR-152d).
   */
  readonly ghost?: string;
  /** The seed of every game with this wish. It is secret and is removed from the wish before anybody sees it. */
  readonly seed?: string;
};

/** Fields of the rules' wish that only the table sets, each with the sentence that refuses it. */
const NOT_WISHED: Readonly<Record<string, string>> = {
  heroes: 'A table places the heroes itself: a wish here names no "heroes".',
  actionTiles: 'A table deals the action tiles itself: a wish here names no "actionTiles".',
};

export function readTableWish(value: unknown): Result<TableWish, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err('A wish must be an object.');
  const decided = Object.keys(NOT_WISHED).find(key => Object.hasOwn(value, key));
  if (decided !== undefined) return err(NOT_WISHED[decided] ?? '');
  // A host who sends the wish of a heist again, even unchanged, gets an ordinary game; the same is true of a wish
  // with ghosts.
  const { about, players, heist: _, ghost: ___, ...rest } = value as Readonly<Record<string, unknown>>;
  if (players !== undefined && !isSeats(players))
    return err(`"players" must be a whole number from 1 to ${MOST_SEATS}.`);
  const read = readWish({ ...rest, players: 1 });
  if (!read.ok) return read;
  const { players: __, ...wish } = read.value;
  return withCleanTitle({
    ...wish,
    ...(players === undefined ? {} : { players }),
    ...(about === undefined ? {} : { about: about as string }),
  });
}

/** Everybody sees the name of a custom scenario and the text about it, so both are cleaned like chat texts. */
function withCleanTitle(wish: TableWish): Result<TableWish, string> {
  const { scenario } = wish;
  if (typeof scenario === 'number')
    return wish.about === undefined ? ok(wish) : err('Only an own scenario has words "about" it.');
  const title = cleanTitle(scenario.name);
  if (!title.ok) return err(title.error.why);
  const named = { ...wish, scenario: { ...scenario, name: title.value } };
  if (wish.about === undefined) return ok(named);
  const about = cleanAbout(wish.about);
  return about === null
    ? err(`"about" must be a text of at most ${LONGEST_SHEET_TEXT} characters.`)
    : ok({ ...named, about });
}

const isSeats = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MOST_SEATS;

/** Whether people could know the deal before the game, because it is the deal of a heist or of an earlier game. */
export const hasKnownDeal = ({ heist, ghost }: TableWish): boolean =>
  heist !== undefined || ghost !== undefined;
