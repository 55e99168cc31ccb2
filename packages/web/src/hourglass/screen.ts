/** What the page asks of the device: to keep the screen on while the sand runs, to fill the screen, to install the page. */
import { signal } from '@preact/signals';
import { keepScreenOn } from '../device/stay-lit.ts';
import { running } from './model.ts';

export const keepScreenOnWhileRunning = (): void => keepScreenOn(running);

export const canFill = document.fullscreenEnabled === true;
export const isFullScreen = signal(false);

document.addEventListener('fullscreenchange', () => {
  isFullScreen.value = document.fullscreenElement !== null;
});

export function toggleFill(): void {
  const done = isFullScreen.peek() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => undefined); // if the browser refuses, nothing changes
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the page; null if there is none. */
export const installPrompt = signal<InstallPrompt | null>(null);

addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  installPrompt.value = event as InstallPrompt;
});
addEventListener('appinstalled', () => {
  installPrompt.value = null;
});
