/** What the page asks of the device: to stay lit while the sand runs, to fill the screen, to be installed. */
import { effect, signal } from '@preact/signals';
import { running } from './model.ts';
import { createWakeLock, type Lock } from './wake-lock.ts';

interface Wake {
  request(type: 'screen'): Promise<Lock>;
}

const { wakeLock } = navigator as Navigator & { readonly wakeLock?: Wake };

/** Whether the screen can be kept lit at all: not over plain http, and not by every browser. */
export const canStayLit = wakeLock !== undefined;

/** Browsers take the lock away from a hidden page, so it is asked for again. */
export function stayLit(): void {
  if (wakeLock === undefined) return;
  const light = createWakeLock(() => wakeLock.request('screen'));
  const isSeen = (): boolean => document.visibilityState === 'visible';
  effect(() => void light(running.value && isSeen()));
  document.addEventListener('visibilitychange', () => void light(running.peek() && isSeen()));
}

export const canFill = document.fullscreenEnabled === true;
export const filled = signal(false);

document.addEventListener('fullscreenchange', () => {
  filled.value = document.fullscreenElement !== null;
});

export function toggleFill(): void {
  const done = filled.peek() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => undefined); // refused by the browser: it stays as it is
}

interface Installing extends Event {
  prompt(): Promise<unknown>;
}

/** Set where the browser offers to install the page. */
export const installing = signal<Installing | null>(null);

addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  installing.value = event as Installing;
});
addEventListener('appinstalled', () => {
  installing.value = null;
});
