/** Asking the server about books. What goes wrong is a code, with another that says what exactly; nothing here throws. */
import type { BoardBox, BookLine, Skip } from '@hush/protocol';
import { readProblem, type ShownProblem } from '../ui/problem-text.tsx';

export interface Book {
  readonly name: string;
  /** Days since 1970. */
  readonly founded: number;
  readonly shown: boolean;
  /** Scenarios of the path that the crew leaves out; an older server does not say. */
  readonly skipped?: readonly number[];
  /** Whether this server has a board at all. */
  readonly board: boolean;
  /** So many files the whole book goes into. */
  readonly parts: number;
  readonly lines: readonly BookLine[];
}

/** Troubles that the page has words for. */
export const CREW_ERRORS = [
  'unreachable',
  'unknown',
  'token',
  'too-many',
  'known',
  'full',
  'not-won',
  'not-yours',
  'no-game',
  'no-table',
  'no-board',
  'malformed',
  'not-proven',
  'too-big',
  'unavailable',
  'quarantined',
  'origin',
  'other',
] as const;
export type CrewError = (typeof CREW_ERRORS)[number];

export interface Refused {
  readonly trouble: CrewError;
  /** What exactly; null where there is no more to say. */
  readonly problem: ShownProblem | null;
}

export type ApiResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Refused);

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly secret?: string | null;
  /** JSON already. */
  readonly body?: string;
}

const troubleOf = (code: unknown): CrewError => CREW_ERRORS.find(known => known === code) ?? 'other';

async function ask<T>(
  path: string,
  { method = 'GET', secret = null, body }: Ask = {},
): Promise<ApiResult<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const json = (await response.json()) as T & { readonly error?: unknown; readonly problem?: unknown };
    return response.ok
      ? { ok: true, value: json }
      : { ok: false, trouble: troubleOf(json.error), problem: readProblem(json.problem) };
  } catch {
    return { ok: false, trouble: 'unreachable', problem: null };
  }
}

export const foundCrew = (
  name: string,
): Promise<ApiResult<{ readonly id: string; readonly secret: string }>> =>
  ask('/api/crews', { method: 'POST', body: JSON.stringify({ name }) });

export const readBook = (id: string, secret: string | null): Promise<ApiResult<Book>> =>
  ask(`/api/crews/${id}`, { secret });

export const changeCrew = (
  id: string,
  secret: string,
  change: { readonly name?: string; readonly shown?: boolean; readonly skip?: Skip },
): Promise<ApiResult<Book>> =>
  ask(`/api/crews/${id}`, { method: 'PATCH', secret, body: JSON.stringify(change) });

export const forgetCrew = (id: string, secret: string): Promise<ApiResult<unknown>> =>
  ask(`/api/crews/${id}`, { method: 'DELETE', secret });

export const strikeLine = (id: string, secret: string, line: number): Promise<ApiResult<Book>> =>
  ask(`/api/crews/${id}/games/${line}`, { method: 'DELETE', secret });

export interface Played {
  readonly table: string;
  readonly seat: string;
  readonly names: readonly string[];
  readonly game: number;
}

export const enterGame = (
  id: string,
  secret: string,
  played: Played,
): Promise<ApiResult<{ readonly line: BookLine; readonly best: boolean }>> =>
  ask(`/api/crews/${id}/games`, { method: 'POST', secret, body: JSON.stringify(played) });

/** As much as a server takes at once. */
const LARGEST_BOOK = 5 * 1024 * 1024;

export const importBook = async (
  id: string,
  secret: string,
  file: Blob,
): Promise<ApiResult<Book & { readonly entered: number; readonly known: number }>> => {
  // A server hangs up on what is too big, and then nobody is told why.
  if (file.size > LARGEST_BOOK) return { ok: false, trouble: 'too-big', problem: null };
  return ask(`/api/crews/${id}/book`, { method: 'POST', secret, body: await file.text() });
};

export const readBoard = (): Promise<ApiResult<{ readonly boxes: readonly BoardBox[] }>> => ask('/api/board');
