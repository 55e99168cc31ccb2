/**
 * The tries of this device, one entry for each day. The first try that was opened counts, and its result is never
 * replaced. There are no accounts, so other devices are not checked.
 */
import type { HeistResult } from '@hush/protocol';
import { storage } from '../device/storage.ts';

export interface HeistTry {
  /** The code of the table, or the id of a game in this page. */
  readonly place: string;
  /** The result of the first try; null until the try is over. */
  readonly result: HeistResult | null;
  readonly faces: readonly string[];
  /** The record, which is sent when the player publishes the result. */
  readonly record: string | null;
  /** The line in the table of the day, and the secret with which it can be withdrawn; null if it was not published. */
  readonly shown: { readonly no: number; readonly secret: string } | null;
}

const NOTHING = { result: null, faces: [], record: null, shown: null } as const;

const nameOf = (day: string): string => `letter.${day}`;

/** Returns null if this device has not opened the letter of that day. */
export function tryOf(day: string): HeistTry | null {
  try {
    const kept = JSON.parse(storage.get(nameOf(day)) ?? 'null') as Partial<HeistTry> | null;
    return typeof kept?.place === 'string' ? { ...NOTHING, ...kept, place: kept.place } : null;
  } catch {
    return null; // the stored value is invalid
  }
}

const keep = (day: string, one: HeistTry): void => storage.put(nameOf(day), JSON.stringify(one));

/** Stores that the letter of a day was opened; a second call changes nothing. */
export function beginTry(day: string, place: string): void {
  if (tryOf(day) === null) keep(day, { ...NOTHING, place });
}

/** Stores the result of a heist; returns true if it was the first try of this device, which counts. */
export function endTry(
  day: string,
  {
    place,
    result,
    faces,
    record,
  }: Pick<HeistTry, 'place' | 'faces' | 'record'> & { readonly result: HeistResult },
): boolean {
  const known = tryOf(day);
  if (known !== null && (known.place !== place || known.result !== null))
    return known.place === place && JSON.stringify(known.result) === JSON.stringify(result);
  keep(day, { place, result, faces, record, shown: null });
  return true;
}

/** Stores which line of the table of a day is from this device; null after it was withdrawn. */
export function storeShownLine(day: string, shown: HeistTry['shown']): void {
  const known = tryOf(day);
  if (known !== null) keep(day, { ...known, shown });
}

/** Whether the anchor of a chain is the one that this device saw first, which is stored. */
export function isKnownAnchor({
  first,
  anchor,
}: {
  readonly first: number;
  readonly anchor: string;
}): boolean {
  const kept = storage.get('letter.anchor');
  if (kept === null) storage.put('letter.anchor', `${first} ${anchor}`);
  return kept === null || kept === `${first} ${anchor}`;
}
