/**
 * A game that was played at a table, as a record in the rules' own notation: what `hush replay` shows and
 * `hush verify` proves. Made of the public log alone, so it tells nothing that a spectator was not told: the seed is
 * in it once the game is over, and the order of the stack never is.
 */
import { err, type GameEvent, ok, type Result, recordText } from '@hush/rules';
import { type Journal, type ReadError, readAll } from './journal.ts';
import type { LogEvent } from './lobby.ts';
import { decodeEntry, isGameEvent } from './wire.ts';

/** Events of one game, its set-up first. */
type Played = readonly GameEvent[];

/** The games in the entries of a table's log, in order; or the version of the first entry that cannot be read. */
function gamesIn(entries: readonly string[]): Result<readonly Played[], number> {
  const games: GameEvent[][] = [];
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return err(i + 1);
    for (const event of entry.value.events) take(games, event);
  }
  return ok(games);
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
  const games = gamesIn(entries);
  if (!games.ok) return err({ unreadable: games.error });
  const played = pick(games.value, game);
  return played === undefined ? err('no-game') : ok(recordText(played));
}

/** The same, from the journal; nobody's sand starts because somebody reads. */
export async function recordOfTable(
  code: string,
  journal: Journal,
  game?: Which,
): Promise<Result<string, ReadError | 'unknown' | 'no-game'>> {
  const log = `table/${code}`;
  const found = await readAll(journal, log);
  if (!found.ok) return err(found.error);
  if (found.version === 0) return err('unknown');
  const record = recordOfLog(found.entries, game);
  if (record.ok || record.error === 'no-game') return record as Result<string, 'no-game'>;
  return err({ type: 'corrupt', log, version: record.error.unreadable });
}
