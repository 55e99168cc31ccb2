/** The words of the hourglass page: a small catalog of its own. */
import glass from 'virtual:words/glass';
import { recall, remember } from '../device/storage.ts';
import { type Locale, preferredLocale, speak } from '../i18n/say.ts';

async function load(next: Locale): Promise<void> {
  const words = await glass[next]();
  speak(next, words.default);
}

/** The same keepsake as on the game's page: who has chosen there need not choose here. */
const KEPT = 'set.locale';

function chosen(): string | null {
  const text = recall(KEPT) ?? '';
  return /^"[a-z]{2}"$/.test(text) ? text.slice(1, 3) : null;
}

export const loadHourglassWords = (): Promise<void> => load(preferredLocale(chosen()));

export function chooseLanguage(next: Locale): void {
  remember(KEPT, JSON.stringify(next));
  // Without a network, and a language that was never kept: the old one stays.
  void load(next).catch(() => undefined);
}
