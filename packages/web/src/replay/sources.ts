/**
 * Where a film comes from: a line of a crew's book, a table's last game, a game that was just played here, or a file. All of it is
 * read as untrusted: strictly, with a bound, all or nothing.
 */
import { auditLog, err, type GameEvent, ok, parseRecord, type Result } from '@hush/rules';
import type { Problem } from '../problems/problem-text.ts';
import { go } from '../table/route.ts';

/** What a page may be asked to show: `/replay/CREW/LINE`, `/replay/TABLE`, or nothing yet. */
export interface Source {
  readonly crew: string | null;
  readonly line: number;
  readonly table: string | null;
}

export type NoFilm = 'unreachable' | 'unknown' | 'noGame' | 'tooMany' | Problem;

export const LARGEST = 1_000_000;

const addressOf = ({ crew, line, table }: Source): string | null => {
  if (crew !== null) return `/crew/${crew}/games/${line}/record`;
  return table === null ? null : `/t/${table}/record`;
};

/** A game that was played in this page, with the names of those who played it. */
interface Kept {
  readonly record: string;
  readonly names: readonly string[];
}

let kept: Kept | null = null;

export const keptFilm = (): Kept | null => kept;

/** From the end of a game to its film. */
export function watch(record: string, names: readonly string[], path: string): void {
  kept = { record, names };
  go(path);
}

const REFUSED: Readonly<Record<number, NoFilm>> = { 404: 'unknown', 409: 'noGame', 429: 'tooMany' };

export async function fetchFilm(source: Source): Promise<Result<string, NoFilm> | null> {
  const address = addressOf(source);
  if (address === null) return null;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return err(REFUSED[answer.status] ?? 'unreachable');
    return ok(await answer.text());
  } catch {
    return err('unreachable');
  }
}

/** The events of a record, or where it stops making sense. */
export function readFilm(text: string): Result<readonly GameEvent[], Problem> {
  if (text.length > LARGEST) return err({ code: 'text-long', values: { n: LARGEST } });
  const events = parseRecord(text.replace(/^\uFEFF/, ''));
  if (events.ok) return events;
  const { line, column } = events.error;
  return err({ code: 'record-text', values: { line, column } });
}

/** Whether it can have happened just so (GB-3). */
export const isProven = (events: readonly GameEvent[]): boolean => auditLog(events).ok;
