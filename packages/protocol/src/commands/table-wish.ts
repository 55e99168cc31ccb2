/** What the host wishes to play at a table. */
import { err, ok, type Result, readWish, type Wish } from '@hush/rules';
import { cleanAbout, cleanTitle, LONGEST_SHEET_TEXT } from '../input/text.ts';
import { MOST_SEATS } from './seats.ts';

/** What the host chose to play and the largest number of players; everybody who sits when the game begins plays it. */
export type TableWish = Omit<Wish, 'players' | 'heroes' | 'actionTiles' | 'pile'> & {
  /** How many may sit down, people and bots; nine by default. Nobody who sits already has to leave. */
  readonly players?: number;
  /** The author's text about a custom scenario. */
  readonly about?: string;
  /** The day whose heist is played here, '2026-11-17'. Only who opens the table can say it; another wish ends it (PR-150g). */
  readonly heist?: string;
  /**
   * The run that plays along as ghosts, on the deal of which it was played: the number of a line of the heist's day, or `CREW/3`,
   * a line of a book. Only who opens the table can say it, as with a heist (PR-152d).
   */
  readonly ghost?: string;
  /** The seed of every game of this wish. It is secret: it is split from the wish before anybody sees it. */
  readonly seed?: string;
};

/** Fields of the rules' wish that a table decides itself, each with the sentence that says so. */
const NOT_WISHED: Readonly<Record<string, string>> = {
  heroes: 'A table places the heroes itself: a wish here names no "heroes".',
  actionTiles: 'A table deals the action tiles itself: a wish here names no "actionTiles".',
};

export function readTableWish(value: unknown): Result<TableWish, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err('A wish must be an object.');
  const decided = Object.keys(NOT_WISHED).find(key => Object.hasOwn(value, key));
  if (decided !== undefined) return err(NOT_WISHED[decided] ?? '');
  // A client that sends the wish of a heist back, changed or not, wishes for an ordinary game; the same with ghosts.
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

/**
 * The name of a custom scenario and the text about it are shown to everybody, so they are cleaned like any other
 * words.
 */
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

/** Whether people could know the deal before the game: it is that of a heist, or of a game that is played again. */
export const hasKnownDeal = ({ heist, ghost }: TableWish): boolean =>
  heist !== undefined || ghost !== undefined;
