/**
 * A game that was played at a table, as a record in the rules' own notation: what `hush replay` shows and
 * `hush verify` proves. Made of the public log alone, so it tells nothing that a spectator was not told: the seed is
 * in it once the game is over, and the order of the stack never is.
 */
import { err, type GameEvent, ok, type Result, recordText } from '@hush/rules';
import type { Journal, ReadError } from './journal.ts';
import type { LogEvent } from './lobby.ts';
import { decodeEntry, isGameEvent } from './wire.ts';

/** Events of one game, its set-up first. */
type Played = readonly GameEvent[];

/** Adds what entries of a table's log tell to its games, in order; which of them cannot be read, if one cannot. */
function takeAll(games: GameEvent[][], entries: readonly string[]): number | null {
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return i + 1;
    for (const event of entry.value.events) take(games, event);
  }
  return null;
}

function take(games: GameEvent[][], event: LogEvent): void {
  if (!isGameEvent(event)) return;
  if (event.type === 'gameSetUp') games.push([event]);
  else games.at(-1)?.push(event);
}

/** Which game: by its number (the first is 1), the last that came to an end, or without a word the last that began. */
type Which = number | 'finished' | undefined;

const isFinished = (game: Played): boolean =>
  game.some(({ type }) => type === 'gameWon' || type === 'gameLost');

function pick(games: readonly Played[], which: Which): Played | undefined {
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
  const games: GameEvent[][] = [];
  const unreadable = takeAll(games, entries);
  return unreadable === null ? written(pick(games, game)) : err({ unreadable });
}

const written = (played: Played | undefined): Result<string, 'no-game'> =>
  played === undefined ? err('no-game') : ok(recordText(played));

/** The same, from the journal, page by page; nobody's sand starts, and nobody waits long, because somebody reads. */
export async function recordOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<string, ReadError | 'unknown' | 'no-game'>> {
  const log = `table/${code}`;
  const games: GameEvent[][] = [];
  for (let read = 0; ; ) {
    const page = await journal.read(log, read + 1);
    if (!page.ok) return err(page.error);
    if (page.version === 0 || page.version < read) return err('unknown'); // purged, perhaps between two pages
    const unreadable = takeAll(games, page.entries);
    if (unreadable !== null) return err({ type: 'corrupt', log, version: read + unreadable });
    read += page.entries.length;
    if (read >= page.version) return written(pick(games, game));
  }
}
