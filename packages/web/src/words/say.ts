/** Saying things in one of four languages. Messages are ids with values; which words are loaded, each page decides. */
import { type MessageDescriptor, type Messages, setupI18n } from '@lingui/core';
import { signal } from '@preact/signals';
import type { Key } from './keys.ts';

export const LOCALES = ['en', 'fr', 'nl', 'pl'] as const;
export type Locale = (typeof LOCALES)[number];

const i18n = setupI18n();
/** Reading it in a component makes the component follow a change of language. */
export const locale = signal<Locale>('en');

const isLocale = (word: string): word is Locale => LOCALES.some(known => known === word);

/** What was chosen on this device, or else the first of the browser's languages that we speak. */
export function preferredLocale(chosen: string | null = null): Locale {
  const wished = [chosen ?? '', ...navigator.languages].map(tag => tag.slice(0, 2).toLowerCase());
  return wished.find(isLocale) ?? 'en';
}

/** From now on everything is said with these. */
export function speak(next: Locale, messages: Messages): void {
  i18n.loadAndActivate({ locale: next, messages });
  document.documentElement.lang = next;
  locale.value = next;
}

export function say(key: Key, values?: Readonly<Record<string, string | number>>): string {
  void locale.value;
  return values === undefined ? i18n._(key) : i18n._({ id: key, values } satisfies MessageDescriptor);
}
