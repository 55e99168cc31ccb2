/** How this device wants the game: each choice a signal, remembered through the keepsakes as soon as it changes. */
import { effect, type Signal, signal } from '@preact/signals';
import { storage } from './storage.ts';

export const BUSES = ['master', 'effects', 'ambience', 'ui'] as const;
export type Bus = (typeof BUSES)[number];
export const MOTIONS = ['auto', 'on', 'off'] as const;
export type Motion = (typeof MOTIONS)[number];
export const MARKINGS = ['always', 'hero', 'off'] as const;
export type Marking = (typeof MARKINGS)[number];
export const FOLLOWED = ['mover', 'chosen', 'all'] as const;
export type Followed = (typeof FOLLOWED)[number];

/** What was remapped only: the name of a key's meaning, and the `code` of the key that has it here. */
export type Keymap = Readonly<Record<string, string>>;

type Check<T> = (value: unknown) => value is T;

const isSwitch: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
const isVolume: Check<number> = (value): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;
const oneOf =
  <T extends string>(known: readonly T[]): Check<T> =>
  (value): value is T =>
    known.some(word => word === value);
const isLanguage: Check<string> = (value): value is string => typeof value === 'string' && value.length <= 5;
const isKeymap: Check<Keymap> = (value): value is Keymap =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(code => typeof code === 'string' && code.length <= 32);

/** What an older page or another hand wrote there is no reason not to start. */
function kept<T>(name: string, usual: T, check: Check<T>): T {
  try {
    const value: unknown = JSON.parse(storage.get(`set.${name}`) ?? 'null');
    return check(value) ? value : usual;
  } catch {
    return usual;
  }
}

function setting<T>(name: string, usual: T, check: Check<T>): Signal<T> {
  const value = signal(kept(name, usual, check));
  let first = true;
  effect(() => {
    const text = JSON.stringify(value.value);
    if (!first) storage.put(`set.${name}`, text);
    first = false;
  });
  return value;
}

export const settings = {
  /** How loud, 0 to 1. */
  master: setting('master', 0.8, isVolume),
  effects: setting('effects', 1, isVolume),
  ambience: setting('ambience', 0.5, isVolume),
  ui: setting('ui', 0.7, isVolume),
  /** Sounds in words. */
  captions: setting('captions', false, isSwitch),
  vibration: setting('vibration', true, isSwitch),
  /** `auto` does as the device asks. */
  reducedMotion: setting<Motion>('reducedMotion', 'auto', oneOf(MOTIONS)),
  /** Each hero's colour with a pattern of its own. */
  patterns: setting('patterns', false, isSwitch),
  leftHanded: setting('leftHanded', false, isSwitch),
  /** Which of my destinations carry a dot. */
  marks: setting<Marking>('marks', 'always', oneOf(MARKINGS)),
  /** Whom the camera keeps in view, and whether it does. */
  follow: setting<Followed>('follow', 'mover', oneOf(FOLLOWED)),
  following: setting('following', false, isSwitch),
  /** Whether letters and digits alone do something (WCAG 2.1.4). */
  singleKeys: setting('singleKeys', true, isSwitch),
  /** While talk is open a move takes a longer press, for the first move closes it. */
  talkGuard: setting('talkGuard', true, isSwitch),
  /** Empty: what the browser says. */
  locale: setting('locale', '', isLanguage),
  keymap: setting<Keymap>('keymap', {}, isKeymap),
} as const;

export type Settings = typeof settings;

const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
const calmDevice = signal(calm?.matches ?? false);
calm?.addEventListener('change', ({ matches }) => {
  calmDevice.value = matches;
});

/** Whether things should appear instead of moving. */
export function isCalm(): boolean {
  const wished = settings.reducedMotion.value;
  return wished === 'auto' ? calmDevice.value : wished === 'on';
}
