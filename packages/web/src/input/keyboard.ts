/**
 * Loads the code for the keyboard: with the page on devices that probably have a keyboard, otherwise at the first key
 * press.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
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

/**
 * Loads the keys before the first screen, so that no key press is lost. After a network failure the first key press
 * tries again.
 */
export const likelyKeys: Promise<void> = matchMedia('(any-hover: hover)').matches
  ? fetchKeys().catch(() => undefined)
  : Promise.resolve();

/** Listens for keys until the returned function is called. */
export function attachKeyboard(
  controls: Parameters<Attach>[0],
  settings: Settings,
  wishes: KeyWishes,
): () => void {
  let detach: (() => void) | null = null;
  let here = true;
  const attach = (): void => {
    if (found.peek() === null || !here || detach !== null) return;
    document.removeEventListener('keydown', wake);
    detach = found.peek()?.attachKeys(controls, settings, wishes) ?? null;
  };
  const wake = (): void => void fetchKeys().then(attach, () => undefined);
  document.addEventListener('keydown', wake);
  attach();
  return () => {
    here = false;
    document.removeEventListener('keydown', wake);
    detach?.();
  };
}
