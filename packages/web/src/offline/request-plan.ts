/** What the service worker does with a request. It keeps the page and its files, and nothing that lives. */

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** `navigate` for a page that is opened. */
  readonly mode: string;
}

/** Left alone, a file that is kept, or the page: from the network, and from the store where that fails. */
export type Plan = 'pass' | 'file' | 'page';

const PAGE = '/index.html';
const HOURGLASS_PAGE = '/hourglass.html';

const HOURGLASS = /^\/hourglass\/?$/;

/** The file that shows what is at this address. */
export const pageFor = (url: string): string =>
  HOURGLASS.test(new URL(url).pathname) ? HOURGLASS_PAGE : PAGE;

/** Addresses that the game's page knows how to show. */
const PAGES =
  /^\/(?:t\/[^/]+|practice|introduction|campaign|workshop|s\/[^/]+|crews|crew\/[^/]+|board|replay(?:\/[^/]+){0,2})?\/?$/;

export function planFor({ method, url, mode }: PageRequest, origin: string, files: readonly string[]): Plan {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return 'pass';
  if (mode === 'navigate') return PAGES.test(pathname) || HOURGLASS.test(pathname) ? 'page' : 'pass';
  return files.includes(pathname) ? 'file' : 'pass';
}

/** A server that is just being started again, or somebody before it, says so; the page knows what to do about it. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;
