/**
 * Calendar days (UTC). The code uses the number of the day since 1970; addresses use a text such as '2026-11-17', which
 * `dateOfDay` writes.
 */
import { dateOfDay } from '../crews/book-file.ts';

const DAY_SECONDS = 86_400;

/** Returns the number of a day; null if the text is not a date. */
export function dayIn(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  // biome-ignore lint/style/noRestrictedGlobals: the calendar is asked, not the clock
  const day = Date.parse(`${text}T00:00:00Z`) / (1000 * DAY_SECONDS);
  return Number.isNaN(day) || dateOfDay(day) !== text ? null : day;
}

/** The time at which a day begins, in seconds since 1970. */
export const dayBegins = (day: number): number => day * DAY_SECONDS;
