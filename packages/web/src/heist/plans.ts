/** What an address of the practice screen says about its deal: a heist, a try, ghosts. */

/** A heist that is played in this page. */
export interface HeistPlan {
  readonly day: string;
  /** Tells the tries of this device apart; the first one counts. */
  readonly attempt: string;
}

export function heistIn(query: URLSearchParams): HeistPlan | null {
  const day = query.get('heist');
  return day === null ? null : { day, attempt: query.get('try') ?? '' };
}

/** The address of the record whose run plays along: of a heist (`ghost=3`), or of a line of a book (`ghost=CREW/3`). */
export function ghostIn(query: URLSearchParams): string | null {
  const [, crew, line] = /^(?:(\w{1,40})[/])?(\d{1,6})$/.exec(query.get('ghost') ?? '') ?? [];
  const day = query.get('heist');
  if (line === undefined) return null;
  if (crew !== undefined) return `/crew/${crew}/games/${line}/record`;
  return day === null ? null : `/api/heist/${encodeURIComponent(day)}/results/${line}/record`;
}
