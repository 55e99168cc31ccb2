/** Requests to the server about books: founding, reading, changing, entering games. */
import type { BoardBox, BookLine, Skip } from '@hush/protocol';
import { err, type Result } from '@hush/rules';
import { type RequestError, request } from '../device/http.ts';
import { deleteSecret, keepCrew, secretOf } from './known-crews.ts';

export interface Book {
  readonly name: string;
  /** The day on which the crew was founded, as days since 1970-01-01. */
  readonly founded: number;
  readonly shown: boolean;
  /** Scenarios of the path that the crew skips; undefined from an older server. */
  readonly skipped?: readonly number[];
  /** Whether this server has a leaderboard. */
  readonly board: boolean;
  /** The number of files that an export of the whole book needs. */
  readonly parts: number;
  readonly lines: readonly BookLine[];
}

export type ApiResult<T> = Result<T, RequestError>;

export const foundCrew = (
  name: string,
): Promise<ApiResult<{ readonly id: string; readonly secret: string }>> =>
  request('/api/crews', { method: 'POST', body: JSON.stringify({ name }) });

export const readBook = (id: string, secret: string | null): Promise<ApiResult<Book>> =>
  request(`/api/crews/${id}`, { secret });

export const changeCrew = (
  id: string,
  secret: string,
  change: { readonly name?: string; readonly shown?: boolean; readonly skip?: Skip },
): Promise<ApiResult<Book>> =>
  request(`/api/crews/${id}`, { method: 'PATCH', secret, body: JSON.stringify(change) });

export const forgetCrew = (id: string, secret: string): Promise<ApiResult<unknown>> =>
  request(`/api/crews/${id}`, { method: 'DELETE', secret });

export const strikeLine = (id: string, secret: string, line: number): Promise<ApiResult<Book>> =>
  request(`/api/crews/${id}/games/${line}`, { method: 'DELETE', secret });

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
  request(`/api/crews/${id}/games`, { method: 'POST', secret, body: JSON.stringify(played) });

/** The server's limit for an uploaded book. */
const LARGEST_BOOK = 5 * 1024 * 1024;

export const importBook = async (
  id: string,
  secret: string,
  file: Blob,
): Promise<ApiResult<Book & { readonly entered: number; readonly known: number }>> => {
  // The size is checked here, because the server closes the connection on a larger file without an answer.
  if (file.size > LARGEST_BOOK) return err({ code: 'too-big', status: 0 });
  return request(`/api/crews/${id}/book`, { method: 'POST', secret, body: await file.text() });
};

export const readBoard = (): Promise<ApiResult<{ readonly boxes: readonly BoardBox[] }>> =>
  request('/api/board');

/**
 * Opens a book with the secret from a link first. Anybody can invent a link, so a wrong secret in a link removes nothing;
 * the stored secret is deleted only if the server refuses the stored one. Reading needs no secret.
 */
export async function openBook(
  id: string,
  given: string | null,
  read: typeof readBook = readBook,
): Promise<ApiResult<Book>> {
  const secret = given ?? secretOf(id);
  const found = await read(id, secret);
  if (found.ok) keepCrew({ id, name: found.value.name, secret });
  if (found.ok || found.error.code !== 'token' || secret === null) return found;
  if (secret === secretOf(id)) deleteSecret(id);
  return openBook(id, null, read);
}
