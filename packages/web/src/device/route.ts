/** The router: reads the screen from the page's address, and changes it without loading the page again. */
import { type PathParams, type ScreenName, screenAt } from '@hush/protocol';
import { signal } from '@preact/signals';
import type { TargetedMouseEvent } from 'preact';

/**
 * The screens of the game's page. The hourglass is a page of its own. `lost` is shown at every address that belongs to no
 * screen.
 */
export type PageScreen = Exclude<ScreenName, 'hourglass'> | 'lost';

export interface Route {
  readonly screen: PageScreen;
  readonly params: PathParams;
  readonly query: URLSearchParams;
}

export function routeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Route {
  const query = new URLSearchParams(search);
  const found = screenAt(decoded(pathname));
  if (found === null || found.name === 'hourglass') return { screen: 'lost', params: {}, query };
  return { screen: found.name, params: found.params, query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The most bots at the practice table: it has nine seats, and one is the player's. */
const MOST_BOTS = 8;

/** How many bots play at the practice table of this page. */
export function botsIn(query: URLSearchParams): number {
  const bots = Number(query.get('bots'));
  return Number.isInteger(bots) && bots > 0 && bots <= MOST_BOTS ? bots : 0;
}

export interface TableViewMode {
  /** Whether the page is a shared screen without controls, such as a television. */
  readonly screen: boolean;
  /** Whether the page takes no seat. */
  readonly watch: boolean;
  /** Whether this device shows only the player's keys, because the board is on a shared screen. */
  readonly keys: boolean;
}

/** How this page shows a table: as a shared screen, as a spectator, as keys, or from a seat. */
export function viewIn(query: URLSearchParams): TableViewMode {
  const view = query.get('view');
  return { screen: view === 'screen', watch: view === 'watch' || view === 'screen', keys: view === 'keys' };
}

export const tablePath = (code: string, view?: 'watch' | 'screen' | 'keys' | undefined): string =>
  `/t/${code}${view === undefined ? '' : `?view=${view}`}`;

export const route = signal<Route>(routeOf(location));

/** Navigates without loading the page again. */
export function navigate(path: string): void {
  history.pushState(null, '', path);
  route.value = routeOf(location);
}

/**
 * The click handler of links. It navigates without loading the page again, unless a modifier key asks for another
 * window.
 */
export function followLink(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, search } = event.currentTarget;
  navigate(pathname + search);
}

addEventListener('popstate', () => {
  route.value = routeOf(location);
});
