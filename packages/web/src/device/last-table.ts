/** The table at which this device last had a seat, so that the home screen leads back to it. */
import { tablePath } from './route.ts';
import { keptSeat, storage } from './storage.ts';

/** Milliseconds: after a day nobody waits at that table any more. */
const FRESH = 24 * 60 * 60_000;

/**
 * The path of that table; null where there is none, where the last visit was more than a day ago, or where the seat is
 * lost or given up.
 */
export function lastTable(): string | null {
  const [code, keys, at] = noted();
  const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < FRESH;
  if (typeof code !== 'string' || !isFresh || keptSeat(code) === null) return null;
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
