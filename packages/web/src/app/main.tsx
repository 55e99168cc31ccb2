/** Where the page begins: words first, so that nothing is ever shown in the wrong language. */
import { render } from 'preact';
import { route } from '../device/route.ts';
import { settings } from '../device/settings.ts';
import { loadWords, preferredLocale } from '../i18n/catalogs.ts';
import { keepOffline } from '../offline/updates.ts';
import { App, fetchTable } from './app.tsx';
import { isFreeScreen } from './free-screens.ts';

// While the words are under way, so that nobody waits for one after the other.
if (route.peek().type === 'table') void fetchTable().catch(() => undefined); // told where it is shown
await loadWords(preferredLocale(settings.locale.peek() === '' ? null : settings.locale.peek()));
const root = document.getElementById('app');
if (root !== null) render(<App />, root);

keepOffline(() => isFreeScreen(route.peek()));
