/** Texts in one of our languages. A message is an id with values; each page decides which words it loads. */
import { signal } from '@preact/signals';
import { type Format, formatIn, type Values } from './format.ts';
import type { Key } from './keys.ts';

/** Every language, with its own name for itself. */
export const LANGUAGES = { en: 'English', fr: 'Français', nl: 'Nederlands', pl: 'Polski' } as const;
export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];

/** Texts by their ids. */
export type Messages = Readonly<Record<string, string>>;

let words: Messages = {};
let format: Format | undefined;
/** A component that reads this signal is rendered again when the language changes. */
export const locale = signal<Locale>('en');

const isLocale = (word: string): word is Locale => LOCALES.some(known => known === word);

/** The language chosen on this device; otherwise the first of the browser's languages that we have. */
export function preferredLocale(chosen: string | null = null): Locale {
  const wished = [chosen ?? '', ...navigator.languages].map(tag => tag.slice(0, 2).toLowerCase());
  return wished.find(isLocale) ?? 'en';
}

/** Changes the language and replaces the words. */
export function speak(next: Locale, messages: Messages): void {
  words = messages;
  format = formatIn(next);
  document.documentElement.lang = next;
  locale.value = next;
}

/** The text of a message. An unknown id is shown as it is. */
export const say = (key: Key, values: Values = {}): string => textOf(key, values);

/** The prefixes of an id: `game.name` of `game.name.3`, and `refusals` of `refusals.paused`. */
type PrefixOf<K> = K extends `${infer Area}.${infer Rest}`
  ? Area | (Rest extends `${infer Part}.${string}` ? `${Area}.${Part}` : never)
  : never;

/** The text of `prefix.one`, or of `otherwise` if this page does not know that id: a newer server may send one. */
export function sayOne(prefix: PrefixOf<Key>, one: string | number, otherwise?: Key): string {
  const key = `${prefix}.${one}`;
  return textOf(otherwise === undefined || Object.hasOwn(words, key) ? key : otherwise, {});
}

/** The sentence for a refusal of the rules or the table. */
export const refusalText = (why: string): string => sayOne('refusals', why, 'refusals.malformed');

function textOf(key: string, values: Values): string {
  void locale.value;
  return format?.(words[key] ?? key, values) ?? key;
}
