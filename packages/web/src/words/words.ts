/** Everything the page says, in four languages. Messages are ids with values; the words lie in a folder per language. */
import { type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { signal } from '@preact/signals';
import type { Key } from './keys.ts';

export const LOCALES = ['en', 'fr', 'nl', 'pl'] as const;
export type Locale = (typeof LOCALES)[number];
export type { Key } from './keys.ts';

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

const i18n = setupI18n();
let more: Promise<void> | null = null;
/** Reading it in a component makes the component follow a change of language. */
export const locale = signal<Locale>('en');

const isLocale = (word: string): word is Locale => LOCALES.some(known => known === word);

/** What was chosen on this device, or else the first of the browser's languages that we speak. */
export function preferredLocale(chosen: string | null = null): Locale {
  const wished = [chosen ?? '', ...navigator.languages].map(tag => tag.slice(0, 2).toLowerCase());
  return wished.find(isLocale) ?? 'en';
}

export async function loadWords(next: Locale): Promise<void> {
  const [{ messages }, extra] = await Promise.all([CATALOGS[next](), more === null ? null : MORE[next]()]);
  i18n.loadAndActivate({ locale: next, messages: { ...messages, ...extra?.messages } });
  document.documentElement.lang = next;
  locale.value = next;
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

export function say(key: Key, values?: Readonly<Record<string, string | number>>): string {
  void locale.value;
  return values === undefined ? i18n._(key) : i18n._({ id: key, values } satisfies MessageDescriptor);
}
