/**
 * Loads the code for the keyboard when the mouse first moves or a key is first pressed. Keys that are pressed before the
 * code has arrived are handled when it has, so that none is lost.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Settings } from '../device/settings.ts';
import type { KeyWishes } from './key-events.ts';

type Keymap = typeof import('./keymap.ts');
type Attach = typeof import('./key-events.ts').attachKeys;

const found = signal<(Keymap & { readonly attachKeys: Attach }) | null>(null);
/** The keymap module; null until it is loaded. */
export const keyboard: ReadonlySignal<Keymap | null> = found;

async function fetchKeys(): Promise<void> {
  if (found.peek() !== null) return;
  const [keymap, { attachKeys }] = await Promise.all([import('./keymap.ts'), import('./key-events.ts')]);
  found.value = { ...keymap, attachKeys };
}

/** A mouse suggests that there is a keyboard. If loading fails, the first key press tries again. */
if (matchMedia('(any-hover: hover)').matches)
  addEventListener('pointermove', () => void fetchKeys().catch(() => undefined), { once: true });

const KEY_EVENTS = ['keydown', 'keyup'] as const;

/** Listens for keys until the returned function is called. */
export function attachKeyboard(
  controls: Parameters<Attach>[0],
  settings: Settings,
  wishes: KeyWishes,
): () => void {
  let detach: (() => void) | null = null;
  let here = true;
  const early: KeyboardEvent[] = [];
  const wake = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented) early.push(event);
    void fetchKeys().catch(() => undefined);
  };
  const unwatch = (): void => {
    for (const type of KEY_EVENTS) document.removeEventListener(type, wake);
  };
  const attach = (): void => {
    if (!here || detach !== null) return;
    unwatch();
    detach = found.peek()?.attachKeys(controls, settings, wishes) ?? null;
    for (const event of early.splice(0)) event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
  };
  for (const type of KEY_EVENTS) document.addEventListener(type, wake);
  const stop = effect(() => {
    if (found.value !== null) queueMicrotask(attach);
  });
  return () => {
    here = false;
    stop();
    unwatch();
    detach?.();
  };
}
