/**
 * Finds the last finished game of a table by reading the log backwards, so that the cost does not grow with the
 * number of earlier games. Most entries are not decoded, only searched for a few words.
 */
import { err, type GameEvent, ok, type Result, recordText, type Steps } from '@hush/rules';
import type { Journal, ReadError } from '../journal/journal.ts';
import { decodeEntry, GAME_ENDS, isGameEvent, mayContain } from '../messages/entry.ts';
import { logName } from './log-names.ts';

/** The number of entries read at once. */
const WINDOW = 500;
/** The number of events that are written in one step. */
const TOGETHER = 100;

const isSetUp = mayContain('gameSetUp');
const isEnd = mayContain(...GAME_ENDS);

/** Reads the entries of a log between two versions, both included. */
export async function entriesBetween(
  journal: Journal,
  log: string,
  from: number,
  to: number,
): Promise<Result<readonly string[], ReadError | 'unknown'>> {
  const entries: string[] = [];
  while (from + entries.length <= to) {
    const page = await journal.read(log, from + entries.length);
    if (!page.ok) return err(page.error);
    if (page.entries.length === 0) return err('unknown'); // the log was purged meanwhile
    entries.push(...page.entries.slice(0, to - from - entries.length + 1));
  }
  return ok(entries);
}

/**
 * The entries of a game, from its set-up to the next set-up or the end of the log, and the version of the first
 * entry.
 */
export interface LastGame {
  readonly from: number;
  readonly entries: readonly string[];
}

export async function lastGameOf(
  code: string,
  journal: Journal,
): Promise<Result<LastGame, ReadError | 'unknown' | 'no-game'>> {
  const log = logName('table', code);
  const end = await journal.read(log, Number.MAX_SAFE_INTEGER);
  if (!end.ok) return err(end.error);
  if (end.version === 0) return err('unknown');
  let game: string[] = []; // the loop goes from the last entry to the first
  for (let to = end.version; to > 0; to -= WINDOW) {
    const from = Math.max(1, to - WINDOW + 1);
    const found = await entriesBetween(journal, log, from, to);
    if (!found.ok) return found;
    for (const [i, text] of [...found.value.entries()].reverse()) {
      game.push(text);
      if (!isSetUp(text)) continue;
      if (game.some(isEnd)) return ok({ from: from + i, entries: game.reverse() });
      game = [];
    }
  }
  return err('no-game');
}

/** Reads the events of a game, one entry in each step. If an entry cannot be read, the error is its number in the log. */
export function* readingGame({ from, entries }: LastGame): Steps<Result<readonly GameEvent[], number>> {
  const events: GameEvent[] = [];
  for (const [i, text] of entries.entries()) {
    const entry = decodeEntry(text);
    if (!entry.ok) return err(from + i);
    events.push(...entry.value.events.filter(isGameEvent));
    yield;
  }
  return events.length === 0 ? err(from) : ok(events);
}

/** Writes the record of a game, some events in each step. */
export function* writingGame(game: LastGame): Steps<Result<string, number>> {
  const events = yield* readingGame(game);
  return events.ok ? ok(yield* writing(events.value)) : events;
}

/** Writes the text of `recordText` in steps: the set-up is the head, and every later event is one line. */
export function* writing([first, ...rest]: readonly GameEvent[]): Steps<string> {
  if (first === undefined) return '';
  const head = recordText([first]);
  const parts = [head];
  for (let at = 0; at < rest.length; at += TOGETHER) {
    parts.push(recordText([first, ...rest.slice(at, at + TOGETHER)]).slice(head.length));
    yield;
  }
  return parts.join('');
}
