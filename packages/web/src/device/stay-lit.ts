/** Keeps the screen on while somebody looks at the page without touching it: a television, or a phone on the table. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createWakeLock, type Lock } from './wake-lock.ts';

interface Wake {
  request(type: 'screen'): Promise<Lock>;
}

const { wakeLock } = navigator as Navigator & { readonly wakeLock?: Wake };

/** Whether the screen can be kept on at all: not over plain HTTP, and not by every browser. */
export const canKeepScreenOn = wakeLock !== undefined;

/**
 * Keeps the screen on while `wanted` is true, or always without an argument. Browsers release the lock when a page is
 * hidden, so it is requested again.
 */
export function keepScreenOn(wanted: ReadonlySignal<boolean> = signal(true)): void {
  if (wakeLock === undefined) return;
  const light = createWakeLock(() => wakeLock.request('screen'));
  const isSeen = (): boolean => document.visibilityState === 'visible';
  effect(() => void light(wanted.value && isSeen()));
  document.addEventListener('visibilitychange', () => void light(wanted.peek() && isSeen()));
}
