/**
 * Decides how the service worker answers a request. It caches the page and its files, and nothing that changes during
 * play.
 */
import { type ScreenMatch, screenAt } from '@hush/protocol';

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** `navigate` when a page is opened. */
  readonly mode: string;
}

/** `pass`: not handled. `file`: cache first. `page`: network first, with the cache as fallback. */
export type AnswerPlan = 'pass' | 'file' | 'page';

/** The screen at this address; null for a path that cannot be decoded. */
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

/** The server is restarting, or a proxy in front of it cannot reach it. The cached page handles that itself. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;
