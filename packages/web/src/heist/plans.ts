/** Reads the deal from an address of the practice screen: a heist, a try, ghosts. */
import type { TableWish } from '@hush/protocol';

/** The plan of a heist that is played in this page. */
export interface HeistPlan {
  readonly day: string;
  /** An id by which tries of this device are told apart; the first try counts. */
  readonly attempt: string;
}

export function heistIn(query: URLSearchParams): HeistPlan | null {
  const day = query.get('heist');
  return day === null ? null : { day, attempt: query.get('try') ?? '' };
}

/** The URL of the record whose run is shown as ghosts: `3` means a line of the heist's day, `CREW/3` a line of a book. */
export function ghostAddress({ heist, ghost = '' }: Pick<TableWish, 'heist' | 'ghost'>): string | null {
  const [, crew, line] = /^(?:(\w{1,40})[/])?(\d{1,6})$/.exec(ghost) ?? [];
  if (line === undefined) return null;
  if (crew !== undefined) return `/crew/${crew}/games/${line}/record`;
  return heist === undefined ? null : `/api/heist/${encodeURIComponent(heist)}/results/${line}/record`;
}

/** The ghosts that an address of the practice screen names, if it names any. */
export function ghostIn(query: URLSearchParams): string | null {
  const [ghost, heist] = [query.get('ghost'), query.get('heist')];
  if (ghost === null) return null;
  return ghostAddress({ ghost, ...(heist === null ? {} : { heist }) }) === null ? null : ghost;
}
