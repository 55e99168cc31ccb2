/** The words of the hourglass page: a small catalog of its own. */
import { recall, remember } from '../device/storage.ts';
import { type Locale, type Messages, preferredLocale, speak } from '../i18n/say.ts';

const CATALOGS: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../i18n/en-glass.ts'),
  fr: () => import('../i18n/fr-glass.ts'),
  nl: () => import('../i18n/nl-glass.ts'),
  pl: () => import('../i18n/pl-glass.ts'),
};

async function load(next: Locale): Promise<void> {
  const { messages } = await CATALOGS[next]();
  speak(next, messages);
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
