/**
 * Writes a game of a table as a record in the notation of the rules, for `hush replay` and `hush verify`. It reads
 * the public log alone, so the record contains nothing that a spectator did not see: the seed only if the game is
 * over, and never the order of the stack.
 */
import { err, ok, type Result, recordText } from '@hush/rules';
import type { Journal, ReadError } from '../journal/journal.ts';
import { decodeEntry, endsGame, GAME_ENDS, mayContain } from '../messages/entry.ts';
import { entriesBetween, type LastGame } from './last-game.ts';
import { logName } from './log-names.ts';
import { type GameWithKeys, LoggedGames } from './logged-games.ts';

/** Adds the events of entries to the games; returns the number of the first entry that cannot be read. */
function takeAll(logged: LoggedGames, entries: readonly string[]): number | null {
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return i + 1;
    for (const event of entry.value.events) logged.hear(event);
  }
  return null;
}

/**
 * The game to write: the game with this number (from 1), the last finished game, or (undefined) the game that began
 * last.
 */
type Which = number | 'finished' | undefined;

const isFinished = ({ events }: GameWithKeys): boolean => events.some(endsGame);

function pick(games: readonly GameWithKeys[], which: Which): GameWithKeys | undefined {
  if (which === 'finished') return games.findLast(isFinished);
  return games[(which ?? games.length) - 1];
}

/** Makes the record of a game from all entries of a table's log; returns the version of an entry that cannot be read. */
export function recordOfLog(
  entries: readonly string[],
  game?: Which,
): Result<string, 'no-game' | { readonly unreadable: number }> {
  const logged = new LoggedGames();
  const unreadable = takeAll(logged, entries);
  return unreadable === null ? written(pick(logged.games, game)) : err({ unreadable });
}

const written = (played: GameWithKeys | undefined): Result<string, 'no-game'> =>
  played === undefined ? err('no-game') : ok(recordText(played.events));

type NoGame = ReadError | 'unknown' | 'no-game';

/** Reads the record of a game from the journal, page by page. The table is not opened, so its sand does not start. */
export async function recordOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<string, NoGame>> {
  const logged = new LoggedGames();
  const read = await eachPage(code, journal, entries => takeAll(logged, entries));
  return read.ok ? written(pick(logged.games, game)) : read;
}

/** Calls `take` with each page and returns the number of entries. `take` returns the version of an entry that it cannot read. */
async function eachPage(
  code: string,
  journal: Journal,
  take: (entries: readonly string[], from: number) => number | null,
): Promise<Result<number, NoGame>> {
  const log = logName('table', code);
  for (let read = 0; ; ) {
    const page = await journal.read(log, read + 1);
    if (!page.ok) return err(page.error);
    if (page.version === 0 || page.version < read) return err('unknown'); // the log was purged, perhaps between two pages
    const unreadable = take(page.entries, read + 1);
    if (unreadable !== null) return err({ type: 'corrupt', log, version: read + unreadable });
    read += page.entries.length;
    if (read >= page.version) return ok(read);
  }
}

/** The entries of a game, with the keys of its players. */
export interface PlayedGame extends LastGame, Pick<GameWithKeys, 'keys' | 'isDealKnown'> {}

/** Whether an entry may contain events about who has a seat, what is played, or which games there are. */
const isTelling = mayContain(
  'tableOpened',
  'wishChanged',
  'memberJoined',
  'memberLeft',
  'gameSetUp',
  'gameAbandoned',
  ...GAME_ENDS,
);

/** All games of a table, each with only its set-up and its end, and with the keys of its players. */
export async function gamesOfTable(
  code: string,
  journal: Journal,
): Promise<Result<readonly GameWithKeys[], NoGame>> {
  const logged = new LoggedGames();
  const read = await eachPage(code, journal, entries => takeAll(logged, entries.filter(isTelling)));
  return read.ok ? ok(logged.games) : read;
}

/**
 * Reads one game. Most entries are not decoded, because a log may hold a year of games and other tables wait for the
 * same thread.
 */
export async function gameOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<PlayedGame, NoGame>> {
  const logged = new LoggedGames();
  const begins: number[] = [];
  const read = await eachPage(code, journal, (entries, from) => {
    for (const [i, text] of entries.entries()) {
      if (!isTelling(text)) continue;
      if (takeAll(logged, [text]) !== null) return i + 1;
      if (logged.games.length > begins.length) begins.push(from + i);
    }
    return null;
  });
  if (!read.ok) return read;
  const played = pick(logged.games, game);
  if (played === undefined) return err('no-game');
  const which = logged.games.indexOf(played);
  const from = begins[which] ?? 1;
  const entries = await entriesBetween(
    journal,
    logName('table', code),
    from,
    (begins[which + 1] ?? read.value + 1) - 1,
  );
  return entries.ok
    ? ok({ from, entries: entries.value, keys: played.keys, isDealKnown: played.isDealKnown })
    : entries;
}
