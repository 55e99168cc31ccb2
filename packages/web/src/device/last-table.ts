/** The table at which this device last had a seat; the home screen has a link to it. */
import { tablePath } from './route.ts';
import { storage, storedSeatToken } from './storage.ts';

/** Milliseconds; after a day nobody waits at that table any more. */
const FRESH = 24 * 60 * 60_000;

/**
 * Returns the path of the last table; null if there is none, if the last visit was more than a day ago, or if the seat is
 * lost or given up.
 */
export function lastTable(): string | null {
  const [code, keys, at] = noted();
  const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < FRESH;
  if (typeof code !== 'string' || !isFresh || storedSeatToken(code) === null) return null;
  return tablePath(code, keys === true ? 'keys' : undefined);
}

function noted(): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(storage.get('table') ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
