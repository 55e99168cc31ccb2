/**
 * The words of the game's page. A language is a folder here and a row of `LANGUAGES`; its words are loaded in sets
 * (`sets.ts`).
 */

import game from 'virtual:words/game';
import more from 'virtual:words/more';
import { signal } from '@preact/signals';
import { settings } from '../device/settings.ts';
import { type Locale, locale, type Messages, speak } from './say.ts';

export { LANGUAGES, LOCALES, type Locale, locale, preferredLocale, refusalText, say, sayOne } from './say.ts';

type RareSet = keyof typeof import('./rare-sets.ts')['RARE_SETS'];
export type WordSet = 'game' | 'more' | RareSet;

async function wordsOf(set: WordSet, next: Locale): Promise<Messages> {
  const loaders =
    set === 'game' ? game : set === 'more' ? more : (await import('./rare-sets.ts')).RARE_SETS[set];
  return (await loaders[next]()).default;
}

const wanted = new Map<WordSet, Promise<void>>();
const loaded = signal<ReadonlySet<WordSet>>(new Set());

export const hasWords = (set: WordSet): boolean => loaded.value.has(set);

/** Counts the calls of `loadWords`: a later call asks for all sets of the earlier ones. */
let asked = 0;
let spoken = 0;

export async function loadWords(next: Locale): Promise<void> {
  const call = ++asked;
  const sets: readonly WordSet[] = ['game', ...wanted.keys()];
  const found = await Promise.all(sets.map(set => wordsOf(set, next)));
  if (call < spoken) return; // a later call has ended first, and its words must not be replaced by fewer
  spoken = call;
  speak(next, Object.assign({}, ...found));
}

/** Changes the language and stores the choice on this device. */
export function chooseLocale(next: Locale): void {
  settings.locale.value = next;
  void loadWords(next);
}

/** Resolves when all words of these sets are loaded. A later change of language loads these sets, too. */
export async function requestWords(...sets: readonly WordSet[]): Promise<void> {
  await Promise.all(sets.map(want));
}

function want(set: WordSet): Promise<void> {
  const known = wanted.get(set);
  if (known !== undefined) return known;
  // The set must be in the map before `loadWords` reads it.
  const words = Promise.resolve()
    .then(() => loadWords(locale.peek()))
    .then(() => {
      loaded.value = new Set([...loaded.peek(), set]);
    })
    .catch((error: unknown) => {
      wanted.delete(set); // forget the set, so that the next screen that needs it fetches it again
      throw error;
    });
  wanted.set(set, words);
  return words;
}
