/**
 * Decides how the service worker answers a request. It caches the page and its files, and nothing that changes during
 * play.
 */
import { type ScreenMatch, screenAt } from '@hush/protocol';

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** The mode of the request; `navigate` when a page is opened. */
  readonly mode: string;
}

/**
 * How a request is answered. `pass`: by the browser alone. `file`: from the cache first. `page`: from the network first,
 * otherwise from the cache.
 */
export type AnswerPlan = 'pass' | 'file' | 'page';

/** Returns the screen at this address; null for a path that cannot be decoded. */
function screenOf(url: string): ScreenMatch | null {
  try {
    return screenAt(decodeURIComponent(new URL(url).pathname));
  } catch {
    return null;
  }
}

/** The HTML file that shows this address. */
export const pageFor = (url: string): string => screenOf(url)?.page ?? '/index.html';

export function planFor(
  { method, url, mode }: PageRequest,
  origin: string,
  files: readonly string[],
): AnswerPlan {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return 'pass';
  if (mode === 'navigate') return screenOf(url) === null ? 'pass' : 'page';
  return files.includes(pathname) ? 'file' : 'pass';
}

/**
 * Whether a status means that the server is restarting, or that a proxy cannot reach it. The page in the cache shows what
 * to do then.
 */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;
