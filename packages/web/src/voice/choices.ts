/** The voice settings of this device. Each one is stored as soon as it is changed. */
import { effect, type Signal, signal } from '@preact/signals';
import { storage } from '../device/storage.ts';

export const MODES = ['open', 'push'] as const;
/** When the microphone sends. `open`: whenever talk is open. `push`: only while a button is held. */
export type Mode = (typeof MODES)[number];

function choice<T extends string>(name: string, usual: T, isOne: (text: string) => text is T): Signal<T> {
  const kept = storage.get(`speech.${name}`);
  const value = signal(kept !== null && isOne(kept) ? kept : usual);
  let isFirst = true;
  effect(() => {
    const text = value.value;
    if (!isFirst) storage.put(`speech.${name}`, text);
    isFirst = false;
  });
  return value;
}

export const microphoneMode: Signal<Mode> = choice('mode', 'open', (text): text is Mode =>
  MODES.some(known => known === text),
);
/** The browser's id of the chosen microphone; empty for the browser's default. */
export const chosenMicrophone: Signal<string> = choice(
  'device',
  '',
  (text): text is string => text.length < 200,
);
