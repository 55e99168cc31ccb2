/** Where the page begins: words first, so that nothing is ever shown in the wrong language. */
import { render } from 'preact';
import { App } from './app.tsx';
import { keepOffline } from './offline/updates.ts';
import { settings } from './table/settings.ts';
import { loadWords, preferredLocale } from './words/words.ts';

await loadWords(preferredLocale(settings.locale.peek() === '' ? null : settings.locale.peek()));
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
keepOffline();
