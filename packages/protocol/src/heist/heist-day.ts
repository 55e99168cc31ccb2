/** Days of the calendar (UTC): as a number since 1970 in the code, as '2026-11-17' in addresses. `dateOfDay` writes the text. */
import { dateOfDay } from '../crews/book-file.ts';

const DAY_SECONDS = 86_400;

/** The number of a day; null where the text is not a day of the calendar. */
export function dayIn(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  // biome-ignore lint/style/noRestrictedGlobals: the calendar is asked, not the clock
  const day = Date.parse(`${text}T00:00:00Z`) / (1000 * DAY_SECONDS);
  return Number.isNaN(day) || dateOfDay(day) !== text ? null : day;
}

/** When a day begins, in seconds since 1970. */
export const dayBegins = (day: number): number => day * DAY_SECONDS;
