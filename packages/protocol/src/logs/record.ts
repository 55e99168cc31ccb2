/**
 * A game that was played at a table, as a record in the rules' own notation: what `hush replay` shows and
 * `hush verify` proves. Made of the public log alone, so it tells nothing that a spectator was not told: the seed is
 * in it once the game is over, and the order of the stack never is.
 */
import { err, ok, type Result, recordText } from '@hush/rules';
import type { Journal, ReadError } from '../journal/journal.ts';
import { decodeEntry, endsGame, GAME_ENDS, mayContain } from '../messages/entry.ts';
import { entriesBetween, type LastGame } from './last-game.ts';
import { logName } from './log-names.ts';
import { LoggedGames, type Witnessed } from './logged-games.ts';

/** Adds what entries of a table's log tell to its games, in order; which of them cannot be read, if one cannot. */
function takeAll(witnesses: LoggedGames, entries: readonly string[]): number | null {
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return i + 1;
    for (const event of entry.value.events) witnesses.hear(event);
  }
  return null;
}

/** Which game: by its number (the first is 1), the last that came to an end, or without a word the last that began. */
type Which = number | 'finished' | undefined;

const isFinished = ({ events }: Witnessed): boolean => events.some(endsGame);

function pick(games: readonly Witnessed[], which: Which): Witnessed | undefined {
  if (which === 'finished') return games.findLast(isFinished);
  return games[(which ?? games.length) - 1];
}

/**
 * The record of a game from all entries of a table's log. An entry that
 * cannot be read is answered with its version.
 */
export function recordOfLog(
  entries: readonly string[],
  game?: Which,
): Result<string, 'no-game' | { readonly unreadable: number }> {
  const witnesses = new LoggedGames();
  const unreadable = takeAll(witnesses, entries);
  return unreadable === null ? written(pick(witnesses.games, game)) : err({ unreadable });
}

const written = (played: Witnessed | undefined): Result<string, 'no-game'> =>
  played === undefined ? err('no-game') : ok(recordText(played.events));

type NoGame = ReadError | 'unknown' | 'no-game';

/** The same, from the journal, page by page; nobody's sand starts because somebody reads. */
export async function recordOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<string, NoGame>> {
  const witnesses = new LoggedGames();
  const read = await eachPage(code, journal, entries => takeAll(witnesses, entries));
  return read.ok ? written(pick(witnesses.games, game)) : read;
}

/** Calls with one page after the other; how many entries there were. What cannot be read is answered by its number in the page. */
async function eachPage(
  code: string,
  journal: Journal,
  take: (entries: readonly string[], from: number) => number | null,
): Promise<Result<number, NoGame>> {
  const log = logName('table', code);
  for (let read = 0; ; ) {
    const page = await journal.read(log, read + 1);
    if (!page.ok) return err(page.error);
    if (page.version === 0 || page.version < read) return err('unknown'); // purged, perhaps between two pages
    const unreadable = take(page.entries, read + 1);
    if (unreadable !== null) return err({ type: 'corrupt', log, version: read + unreadable });
    read += page.entries.length;
    if (read >= page.version) return ok(read);
  }
}

/** A game of a table, from its set-up to the next one's or to the end, and whose it is. */
export interface PlayedGame extends LastGame {
  readonly keys: Witnessed['keys'];
}

/** Whether an entry may say who sits at the table and which games there are. */
const isTelling = mayContain('memberJoined', 'memberLeft', 'gameSetUp', 'gameAbandoned', ...GAME_ENDS);

/** Most entries are only looked at: a table may have seen a year of evenings, and others want to play meanwhile. */
export async function gameOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<PlayedGame, NoGame>> {
  const witnesses = new LoggedGames();
  const begins: number[] = [];
  const read = await eachPage(code, journal, (entries, from) => {
    for (const [i, text] of entries.entries()) {
      if (!isTelling(text)) continue;
      if (takeAll(witnesses, [text]) !== null) return i + 1;
      if (witnesses.games.length > begins.length) begins.push(from + i);
    }
    return null;
  });
  if (!read.ok) return read;
  const played = pick(witnesses.games, game);
  if (played === undefined) return err('no-game');
  const which = witnesses.games.indexOf(played);
  const from = begins[which] ?? 1;
  const entries = await entriesBetween(
    journal,
    logName('table', code),
    from,
    (begins[which + 1] ?? read.value + 1) - 1,
  );
  return entries.ok ? ok({ from, entries: entries.value, keys: played.keys }) : entries;
}
