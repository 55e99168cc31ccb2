/** The entry of the hourglass page. */
import { render } from 'preact';
import { keepOffline } from '../offline/updates.ts';
import { HourglassPage } from './hourglass-page.tsx';
import { startHourglass } from './model.ts';
import { loadHourglassWords } from './words.ts';

await loadHourglassWords();
startHourglass(location.hash);
const root = document.getElementById('app');
if (root !== null) render(<HourglassPage />, root);
keepOffline(() => false); // never reloads by itself, because the sand may be running
