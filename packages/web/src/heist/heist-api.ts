/** The requests of the heist screen. */
import type { HeistDeal, HeistEntry, HeistNews, HeistPost, HeistProof } from '@hush/protocol';
import type { Result } from '@hush/rules';
import { type RequestError, request } from '../device/http.ts';

type Answer<T> = Promise<Result<T, RequestError>>;

const at = (day: string, more: string): string => `/api/heist/${day}${more}`;

/** Reads the letter of a day; without a day, of the day that the server says is today. */
export const readLetter = (day: string | null): Answer<HeistNews> =>
  request(day === null ? '/api/heist' : at(encodeURIComponent(day), ''));

export const readDeal = (day: string): Answer<HeistDeal> => request(at(encodeURIComponent(day), '/deal'));

export const readProof = (day: string): Answer<HeistProof> => request(at(day, '/proof'));

export const openHeistTable = (day: string): Answer<{ readonly code: string }> =>
  request(at(day, '/tables'), { method: 'POST', body: '{}' });

export const readDayTable = (day: string): Answer<{ readonly results: readonly HeistEntry[] }> =>
  request(at(day, '/results'));

export const postResult = (day: string, post: HeistPost): Answer<{ readonly no: number }> =>
  request(at(day, '/results'), { method: 'POST', body: JSON.stringify(post) });

export const takeBackResult = (day: string, no: number, secret: string): Answer<unknown> =>
  request(at(day, `/results/${no}`), { method: 'DELETE', secret });
