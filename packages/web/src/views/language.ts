/** The language is changed in more than one place, and kept. */
import { settings } from '../table/settings.ts';
import { type Locale, loadWords } from '../words/words.ts';

export function chooseLocale(next: Locale): void {
  settings.locale.value = next;
  void loadWords(next);
}
