/** Where in the game this page is, from its address and back. */
import { CODE_LETTERS } from '@hush/protocol';
import { signal } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';

export type Route =
  | { readonly type: 'home' }
  | { readonly type: 'table'; readonly code: string; readonly screen: boolean; readonly watch: boolean }
  | { readonly type: 'practice'; readonly bots: number }
  | { readonly type: 'introduction' }
  | { readonly type: 'crews' }
  | { readonly type: 'crew'; readonly id: string }
  | { readonly type: 'board' }
  | { readonly type: 'campaign' }
  | { readonly type: 'workshop'; readonly code: string | null }
  | {
      readonly type: 'replay';
      readonly crew: string | null;
      readonly line: number;
      readonly table: string | null;
    }
  | { readonly type: 'lost' };

const CODE_LENGTH = 8;
/** One of the nine seats is for whoever practises. */
const MOST_BOTS = 8;

/** A code as somebody types it: any case, spaces and dashes wherever they like. Null where it cannot be one. */
export function codeOf(typed: string): string | null {
  const code = typed.replace(/[\s\-–—_.]/gu, '').toUpperCase();
  const known = code.length === CODE_LENGTH && [...code].every(letter => CODE_LETTERS.includes(letter));
  return known ? code : null;
}

export function routeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Route {
  const path = pathname.replace(/\/+$/u, '');
  if (path === '') return { type: 'home' };
  if (path === '/practice') return { type: 'practice', bots: botsIn(search) };
  if (path === '/introduction') return { type: 'introduction' };
  if (path === '/crews') return { type: 'crews' };
  if (path === '/board') return { type: 'board' };
  const crew = /^\/crew\/(\w+)$/u.exec(path)?.[1];
  if (crew !== undefined) return { type: 'crew', id: crew.toUpperCase() };
  if (path === '/campaign') return { type: 'campaign' };
  const shared = /^\/(?:workshop|s\/(\w+))$/u.exec(path);
  if (shared !== null) return { type: 'workshop', code: shared[1]?.toUpperCase() ?? null };
  const film = /^\/replay(?:\/(\w+)(?:\/(\d+))?)?$/u.exec(path);
  if (film !== null) return replayOf(film[1]?.toUpperCase() ?? null, film[2]);
  const code = path.startsWith('/t/') ? codeOf(decodeURIComponentSafely(path.slice('/t/'.length))) : null;
  if (code === null) return { type: 'lost' };
  const view = new URLSearchParams(search).get('view');
  return { type: 'table', code, screen: view === 'screen', watch: view === 'watch' || view === 'screen' };
}

/** A line of a crew's book, the last game of a table, or whatever somebody has to show. */
const replayOf = (id: string | null, line: string | undefined): Route =>
  line === undefined
    ? { type: 'replay', crew: null, line: 0, table: id }
    : { type: 'replay', crew: id, line: Number(line), table: null };

/** How many bots play along in this page. */
function botsIn(search: string): number {
  const bots = Number(new URLSearchParams(search).get('bots'));
  return Number.isInteger(bots) && bots > 0 && bots <= MOST_BOTS ? bots : 0;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const tablePath = (code: string, view?: 'watch' | 'screen'): string =>
  `/t/${code}${view === undefined ? '' : `?view=${view}`}`;

export const route = signal<Route>(routeOf(location));

/** Goes there without loading the page anew. */
export function go(path: string): void {
  history.pushState(null, '', path);
  route.value = routeOf(location);
}

/** What a link does when it is pressed: it goes there without loading the page anew, unless somebody wants another window. */
export function follow(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, search } = event.currentTarget;
  go(pathname + search);
}

addEventListener('popstate', () => {
  route.value = routeOf(location);
});

/** The table somebody here has just opened: they sit down there without being asked again. */
export const seatWish = signal<string | null>(null);
