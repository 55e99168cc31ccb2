/**
 * The keyboard of the replay: space, arrows, brackets and digits, unless single-letter keys are turned off or somebody is
 * typing.
 */

import type { JSX } from 'preact';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { type Projector, SPEEDS } from './projector.ts';

const LEAP = 5_000;

/** The keys that the help lists, in this order. */
export const KEY_NOTES = {
  toggle: [' '],
  seek: ['ArrowLeft', 'ArrowRight'],
  step: [',', '.'],
  leap: ['[', ']'],
  ends: ['Home', 'End'],
  speed: SPEEDS.map(String),
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type KeyNote = keyof typeof KEY_NOTES;

/** Whether these keys are active: single keys can be switched off in the settings. */
export const keysHeard = (keys: readonly string[]): boolean =>
  settings.singleKeys.value || keys.every(key => key.length > 1);

/** What each key does. A key that the focused control uses itself is left to that control. */
export const KEYS: Readonly<Record<string, (projector: Projector) => void>> = {
  ' ': projector => projector.toggle(),
  ArrowLeft: projector => projector.seek(projector.at.peek() - LEAP),
  ArrowRight: projector => projector.seek(projector.at.peek() + LEAP),
  ',': projector => projector.step(-1),
  '.': projector => projector.step(1),
  '[': projector => projector.leap('last'),
  ']': projector => projector.leap('next'),
  Home: projector => projector.seek(0),
  End: projector => projector.seek(Number.MAX_SAFE_INTEGER),
};

export function heardKeys(projector: Projector): () => void {
  const heard = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey, target } = event;
    const isBusy = target instanceof Element && target.closest('input, button, ol, a') !== null;
    if (ctrlKey || altKey || metaKey || isBusy) return;
    if (key.length === 1 && !settings.singleKeys.peek()) return;
    const speed = SPEEDS.find(one => String(one) === key);
    const act = KEYS[key];
    if (speed !== undefined) projector.setSpeed(speed);
    else if (act === undefined) return;
    else act(projector);
    event.preventDefault();
  };
  addEventListener('keydown', heard);
  return () => removeEventListener('keydown', heard);
}

const LABELS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

const labelOf = (key: string): string => (key === ' ' ? say('replay.space') : (LABELS[key] ?? key));

export const ReplayKeyList = (): JSX.Element => (
  <details class="panel replay-keys">
    <summary>{say('replay.keys')}</summary>
    <dl>
      {(Object.keys(KEY_NOTES) as KeyNote[])
        .filter(note => keysHeard(KEY_NOTES[note]))
        .map(note => (
          <div key={note}>
            <dt>
              {KEY_NOTES[note].map(key => (
                <kbd key={key}>{labelOf(key)}</kbd>
              ))}
            </dt>
            <dd>{say(`replay.key.${note}`)}</dd>
          </div>
        ))}
    </dl>
  </details>
);
