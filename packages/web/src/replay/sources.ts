/**
 * Where a film comes from: a line of a crew's book, a table's last game, a game that was just played in this page, or a
 * file. All of these are untrusted input: they are parsed strictly, with a size limit, and refused as a whole if anything
 * is wrong.
 */
import { auditLog, err, type GameEvent, parseRecord, type Result } from '@hush/rules';
import { readBook } from '../book/crew-api.ts';
import { requestText } from '../device/http.ts';
import { navigate, tablePath } from '../device/route.ts';
import type { ShownProblem } from '../ui/problem-text.tsx';
import type { Names } from './film.ts';

/** Which record the address asks for: `/replay/CREW/LINE`, `/replay/TABLE`, or none. */
export interface ReplaySource {
  readonly crew: string | null;
  readonly line: number;
  readonly table: string | null;
}

export type NoFilm = 'unreachable' | 'unknown' | 'noGame' | 'tooMany' | 'damaged' | 'notNow' | ShownProblem;

export const LARGEST_RECORD = 1_000_000;

const addressOf = ({ crew, line, table }: ReplaySource): string | null => {
  if (crew !== null) return `/crew/${crew}/games/${line}/record`;
  return table === null ? null : `/t/${table}/record`;
};

/** A game that was played in this page, with the players' names. */
interface Kept {
  readonly record: string;
  /** The names of the players, by seat. */
  readonly names: readonly string[];
  /** The address of the table from which the viewer came, to which the back link leads. */
  readonly from: string;
}

let kept: Kept | null = null;

export const keptFilm = (): Kept | null => kept;

/**
 * Marks the game that was just played in this page and that no server knows; without it the same address asks for a file.
 */
const JUST_PLAYED = '#played';

export const cameFromFinishedGame = (): boolean => location.hash === JUST_PLAYED;

/**
 * Opens the replay of a game that has just ended. A table's game has its own address; any other exists only in this page.
 */
export function openReplay(record: string, names: readonly string[], table: string | null): void {
  kept = { record, names, from: location.pathname + location.search };
  navigate(table === null ? `/replay${JUST_PLAYED}` : `/replay/${table}`);
}

/** Goes back to the table from which the viewer came, as a player or as a spectator. */
export function backFrom({ crew, table }: ReplaySource): string {
  if (crew !== null) return `/crew/${crew}`;
  if (table === null) return '/';
  const path = tablePath(table);
  return kept?.from.split('?')[0] === path ? kept.from : path;
}

const REFUSED: Readonly<Record<number, NoFilm>> = {
  404: 'unknown',
  409: 'noGame',
  410: 'damaged',
  429: 'tooMany',
  503: 'notNow',
};

export async function fetchFilm(source: ReplaySource): Promise<Result<string, NoFilm> | null> {
  const address = addressOf(source);
  if (address === null) return null;
  const record = await requestText(address);
  return record.ok ? record : err(REFUSED[record.error.status] ?? 'unreachable');
}

/**
 * The names of a film. A record contains no names; they come from the page that played the game, or from the crew's book.
 * Everybody who may read a line's record may read its book.
 */
export async function namesFor({ crew, line }: ReplaySource, record: string): Promise<Names> {
  if (kept?.record === record) return { type: 'bySeat', names: kept.names };
  const book = crew === null ? null : await readBook(crew, null);
  const found = book?.ok === true ? book.value.lines.find(one => one.line === line) : undefined;
  return { type: 'people', names: found?.names ?? [] };
}

/** The events of a record; if it is invalid, the place of the problem. */
export function readFilm(text: string): Result<readonly GameEvent[], ShownProblem> {
  if (text.length > LARGEST_RECORD) return err({ code: 'text-long', values: { n: LARGEST_RECORD } });
  const events = parseRecord(text.replace(/^\uFEFF/, ''));
  if (events.ok) return events;
  const { line, column } = events.error;
  return err({ code: 'record-text', values: { line, column } });
}

export type ProofState = 'proven' | 'unfinished' | 'false';

/** Whether the record is a possible game with this seed (GB-3b); `unfinished` until the seed has been revealed. */
export function proofStateOf(events: readonly GameEvent[]): ProofState {
  if (events.at(-1)?.type !== 'seedRevealed') return 'unfinished';
  return auditLog(events).ok ? 'proven' : 'false';
}
