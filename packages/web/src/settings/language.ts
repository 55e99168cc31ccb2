/** The language is changed in more than one place, and kept. */
import { settings } from '../device/settings.ts';
import { type Locale, loadWords } from '../i18n/catalogs.ts';

export function chooseLocale(next: Locale): void {
  settings.locale.value = next;
  void loadWords(next);
}
