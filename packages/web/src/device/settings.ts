/** The settings of this device. Each is a signal; a change is stored at once. */
import { effect, type Signal, signal } from '@preact/signals';
import { storage } from './storage.ts';

export const BUSES = ['master', 'effects', 'ambience', 'ui'] as const;
export type Bus = (typeof BUSES)[number];
export const MOTIONS = ['auto', 'on', 'off'] as const;
export type Motion = (typeof MOTIONS)[number];
/** The themes; `auto` follows the device's own choice of light or dark. */
export const THEMES = ['dark', 'bright', 'auto'] as const;
type Theme = (typeof THEMES)[number];
export const MARKINGS = ['always', 'hero', 'off'] as const;
export type Marking = (typeof MARKINGS)[number];
export const FOLLOW_MODES = ['mover', 'chosen', 'all'] as const;
export type FollowMode = (typeof FOLLOW_MODES)[number];
/** The text sizes in per cent of the usual size. */
export const TEXT_SIZES = ['100', '115', '130'] as const;
type TextSize = (typeof TEXT_SIZES)[number];

/** The remapped keys: for the name of a key's meaning, the `code` of the key that now has this meaning. */
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

/** The stored value of a setting, or the default if it is invalid. */
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
  /** Volumes from 0 to 1. */
  master: setting('master', 0.8, isVolume),
  effects: setting('effects', 1, isVolume),
  ambience: setting('ambience', 0.5, isVolume),
  ui: setting('ui', 0.7, isVolume),
  /** Whether sounds are also shown as text. */
  captions: setting('captions', false, isSwitch),
  vibration: setting('vibration', true, isSwitch),
  /** `auto` follows the device's own setting for reduced motion. */
  reducedMotion: setting<Motion>('reducedMotion', 'auto', oneOf(MOTIONS)),
  theme: setting<Theme>('theme', 'dark', oneOf(THEMES)),
  /** Whether patterns are drawn over the heroes' colours, for people who cannot tell the colours apart. */
  patterns: setting('patterns', false, isSwitch),
  textSize: setting<TextSize>('textSize', '100', oneOf(TEXT_SIZES)),
  /** Whether table code and QR code are hidden, for people who share their screen. */
  hideCode: setting('hideCode', false, isSwitch),
  leftHanded: setting('leftHanded', false, isSwitch),
  /** Which of the player's destinations are marked with a dot. */
  marks: setting<Marking>('marks', 'always', oneOf(MARKINGS)),
  /**
   * Which heroes the camera keeps in view, and whether following is switched on. Null means that the player has not
   * chosen; then the camera follows while the whole mall would be too small to read.
   */
  follow: setting<FollowMode>('follow', 'mover', oneOf(FOLLOW_MODES)),
  following: setting<boolean | null>('following', null, isSwitch),
  /** Whether letters and digits without a modifier key are shortcuts (WCAG 2.1.4). */
  singleKeys: setting('singleKeys', true, isSwitch),
  /** Whether a move needs a longer press while a talk window is open, because the first move closes the window. */
  talkGuard: setting('talkGuard', true, isSwitch),
  /**
   * Whether bots show the hero or square for which they wait; after the second nudge it pulses on the page of the person
   * who should act.
   */
  botHints: setting('botHints', true, isSwitch),
  /** The language; an empty value means the language of the browser. */
  locale: setting('locale', '', isLanguage),
  keymap: setting<Keymap>('keymap', {}, isKeymap),
} as const;

export type Settings = typeof settings;

/** A signal that says whether the device has this preference now. */
function preferred(query: string): Signal<boolean> {
  const list = globalThis.matchMedia?.(`(prefers-${query})`);
  const value = signal(list?.matches ?? false);
  list?.addEventListener('change', ({ matches }) => {
    value.value = matches;
  });
  return value;
}

const calmDevice = preferred('reduced-motion: reduce');
const brightDevice = preferred('color-scheme: light');

/** Whether motion is reduced: things then appear in place instead of moving there. */
export function isCalm(): boolean {
  const wished = settings.reducedMotion.value;
  return wished === 'auto' ? calmDevice.value : wished === 'on';
}

/** Whether the page has the bright theme. */
export function isBright(): boolean {
  const wished = settings.theme.value;
  return wished === 'auto' ? brightDevice.value : wished === 'bright';
}
