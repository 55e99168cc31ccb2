/** Saying things in one of four languages. Messages are ids with values; which words are loaded, each page decides. */
import { signal } from '@preact/signals';
import { type Format, formatIn, type Values } from './format.ts';
import type { Key } from './keys.ts';

export const LOCALES = ['en', 'fr', 'nl', 'pl'] as const;
export type Locale = (typeof LOCALES)[number];

/** What is said, by its id. */
export type Messages = Readonly<Record<string, string>>;

let words: Messages = {};
let format: Format | undefined;
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
  words = messages;
  format = formatIn(next);
  document.documentElement.lang = next;
  locale.value = next;
}

/** What nobody has words for is said by its id. */
export function say(key: Key, values: Values = {}): string {
  void locale.value;
  return format?.(words[key] ?? key, values) ?? key;
}
