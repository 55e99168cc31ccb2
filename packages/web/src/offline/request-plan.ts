/** What the service worker does with a request. It keeps the page and its files, and nothing that changes while people play. */
import { type ScreenMatch, screenAt } from '@hush/protocol';

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** `navigate` for a page that is opened. */
  readonly mode: string;
}

/** `pass`: not touched. `file`: from the cache. `page`: from the network, and from the cache where the network fails. */
export type Plan = 'pass' | 'file' | 'page';

/** The screen at this address. Text that cannot be decoded is no address of ours. */
function screenOf(url: string): ScreenMatch | null {
  try {
    return screenAt(decodeURIComponent(new URL(url).pathname));
  } catch {
    return null;
  }
}

/** The file that shows what is at this address. */
export const pageFor = (url: string): string => screenOf(url)?.page ?? '/index.html';

export function planFor({ method, url, mode }: PageRequest, origin: string, files: readonly string[]): Plan {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return 'pass';
  if (mode === 'navigate') return screenOf(url) === null ? 'pass' : 'page';
  return files.includes(pathname) ? 'file' : 'pass';
}

/** Whether the server is restarting, or a proxy before it says so. The page knows what to do then. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;
