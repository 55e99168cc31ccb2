/** The words of the hourglass page, and those of the dialog about the box, which are fetched with it. */
import box from 'virtual:words/box';
import glass from 'virtual:words/glass';
import { storage } from '../device/storage.ts';
import { type Locale, locale, preferredLocale, speak } from '../i18n/say.ts';

/** The sets of words that are loaded again when the language changes. */
let sets = [glass];

async function load(next: Locale): Promise<void> {
  const found = await Promise.all(sets.map(set => set[next]()));
  speak(next, Object.assign({}, ...found.map(words => words.default)));
}

/** The key under which the game's page also stores the language, so that a choice there holds here, too. */
const KEPT = 'set.locale';

function chosen(): string | null {
  const text = storage.get(KEPT) ?? '';
  return /^"[a-z]{2}"$/.test(text) ? text.slice(1, 3) : null;
}

export const loadHourglassWords = (): Promise<void> => load(preferredLocale(chosen()));

export async function loadBoxWords(): Promise<void> {
  if (sets.includes(box)) return;
  sets = [glass, box];
  try {
    await load(locale.peek());
  } catch (error) {
    sets = [glass]; // forgets the set, so that the next attempt fetches it again
    throw error;
  }
}

export function chooseLanguage(next: Locale): void {
  storage.put(KEPT, JSON.stringify(next));
  // Without a network and without a stored copy, the language does not change.
  void load(next).catch(() => undefined);
}
