/** Everything the game's page says, in four languages. The words lie in a folder per language. */
import { type Locale, locale, type Messages, speak } from './say.ts';

export { LOCALES, type Locale, locale, preferredLocale, say } from './say.ts';

const CATALOGS: Readonly<Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
};

export type Catalogs = typeof CATALOGS;

/** Words of screens beside the game, and of books. */
const SETS: Readonly<Record<'more' | 'book', Catalogs>> = {
  more: {
    en: () => import('./en-more.ts'),
    fr: () => import('./fr-more.ts'),
    nl: () => import('./nl-more.ts'),
    pl: () => import('./pl-more.ts'),
  },
  book: {
    en: () => import('./en-book.ts'),
    fr: () => import('./fr-book.ts'),
    nl: () => import('./nl-book.ts'),
    pl: () => import('./pl-book.ts'),
  },
};

const wanted = new Map<Catalogs, Promise<void>>();

export async function loadWords(next: Locale): Promise<void> {
  const sets = [CATALOGS, ...wanted.keys()];
  const found = await Promise.all(sets.map(catalogs => catalogs[next]()));
  speak(next, Object.assign({}, ...found.map(({ messages }) => messages)));
}

/** Before a screen is shown that says them; from then on every language brings them along. */
export function want(set: Catalogs): Promise<void> {
  const known = wanted.get(set);
  if (known !== undefined) return known;
  // Noted before it is asked for: `loadWords` looks at it.
  const words = Promise.resolve()
    .then(() => loadWords(locale.peek()))
    .catch((error: unknown) => {
      wanted.delete(set); // asked for again by whoever needs them next
      throw error;
    });
  wanted.set(set, words);
  return words;
}

export const moreWords = (): Promise<void> => want(SETS.more);

/** A book says what other screens say, too. */
export async function bookWords(): Promise<void> {
  await Promise.all([want(SETS.more), want(SETS.book)]);
}
