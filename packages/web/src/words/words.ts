/** Everything the game's page says, in four languages. The words lie in a folder per language. */
import type { Messages } from '@lingui/core';
import { type Locale, locale, speak } from './say.ts';

export { LOCALES, type Locale, locale, preferredLocale, say } from './say.ts';

const CATALOGS: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
};

/** Words of screens beside the game. */
const MORE: typeof CATALOGS = {
  en: () => import('./en-more.ts'),
  fr: () => import('./fr-more.ts'),
  nl: () => import('./nl-more.ts'),
  pl: () => import('./pl-more.ts'),
};

let more: Promise<void> | null = null;

export async function loadWords(next: Locale): Promise<void> {
  const [{ messages }, extra] = await Promise.all([CATALOGS[next](), more === null ? null : MORE[next]()]);
  speak(next, { ...messages, ...extra?.messages });
}

/** Before a screen is shown that no running game needs; from then on every language brings them along. */
export function moreWords(): Promise<void> {
  // Set before it is asked for: `loadWords` looks at it.
  more ??= Promise.resolve()
    .then(() => loadWords(locale.peek()))
    .catch((error: unknown) => {
      more = null; // asked for again by whoever needs them next
      throw error;
    });
  return more;
}
