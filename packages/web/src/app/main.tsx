/** Starts the game's page. It renders when its texts have arrived, so that nothing is ever shown in the wrong language. */
import { render } from 'preact';
import { route } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { loadWords, preferredLocale } from '../i18n/catalogs.ts';
import { keepOffline } from '../offline/updates.ts';
import { App } from './app.tsx';
import { SCREEN_PARTS } from './screens.tsx';

const current = () => SCREEN_PARTS[route.peek().screen];

// The screen and the texts are fetched at the same time. If the screen cannot be fetched, `Show` displays the error.
void current()
  .load()
  .catch(() => undefined);
await loadWords(preferredLocale(settings.locale.peek() === '' ? null : settings.locale.peek()));
const root = document.getElementById('app');
if (root !== null) render(<App />, root);

keepOffline(() => current().isFree);
