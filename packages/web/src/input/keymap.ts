/**
 * Which key means what. Keys are known by where they lie (`code`), never by what is printed on them. Two layouts:
 * `classic` (a hero by number, then an arrow or a letter) and `piano` (columns are heroes, rows are my actions, no
 * choosing at all). Only what a player changed is kept. Tab is never a key of the game.
 */
import { type Action, DIRECTIONS, type Game, HEROES, type Hero } from '@hush/rules';
import { type Keymap, settings } from '../device/settings.ts';

export const LAYOUTS = ['classic', 'piano'] as const;
export type KeyLayout = (typeof LAYOUTS)[number];

export const MEANINGS = [
  'hero-1',
  'hero-2',
  'hero-3',
  'hero-4',
  ...DIRECTIONS,
  'explore',
  'escalator',
  'vortex',
  'steal',
  'turn',
  'nudge',
  'centre',
  'follow',
  'cancel',
  'zen',
  'speak',
  'talk',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** A key of the piano: row and column, from 1. */
export type PianoKey = `piano-${1 | 2 | 3}-${1 | 2 | 3 | 4}`;
export type KeyName = Meaning | PianoKey;

const ROWS = ['QWER', 'ASDF', 'ZXCV'] as const;

const PIANO: Keymap = Object.fromEntries(
  ROWS.flatMap((row, r) => [...row].map((letter, c) => [`piano-${r + 1}-${c + 1}`, `Key${letter}`])),
);

const COMMON: Keymap = {
  'hero-1': 'Digit1',
  'hero-2': 'Digit2',
  'hero-3': 'Digit3',
  'hero-4': 'Digit4',
  north: 'ArrowUp',
  east: 'ArrowRight',
  south: 'ArrowDown',
  west: 'ArrowLeft',
  nudge: 'KeyN',
  centre: 'Space',
  cancel: 'Escape',
  speak: 'KeyK',
  talk: 'KeyL',
};

const LETTERS: Readonly<Record<KeyLayout, Keymap>> = {
  classic: {
    explore: 'KeyE',
    escalator: 'KeyS',
    vortex: 'KeyV',
    steal: 'KeyX',
    turn: 'KeyT',
    zen: 'KeyZ',
    follow: 'KeyF',
  },
  piano: {
    explore: 'KeyG',
    escalator: 'KeyT',
    vortex: 'KeyB',
    steal: 'KeyY',
    turn: 'KeyH',
    zen: 'KeyM',
    follow: 'KeyJ',
    ...PIANO,
  },
};

export const keyLayoutOf = (kept: Keymap): KeyLayout => (kept['layout'] === 'piano' ? 'piano' : 'classic');

export const withLayout = (kept: Keymap, layout: KeyLayout): Keymap => ({ ...kept, layout });

/** Every key that does something, with what the player changed. */
export function keymapOf(kept: Keymap): Keymap {
  const usual: Keymap = { ...COMMON, ...LETTERS[keyLayoutOf(kept)] };
  return Object.fromEntries(Object.entries(usual).map(([name, code]) => [name, kept[name] ?? code]));
}

export const keyNames = (kept: Keymap): readonly KeyName[] => Object.keys(keymapOf(kept)) as KeyName[];

export const nameOf = (kept: Keymap, code: string): KeyName | null =>
  keyNames(kept).find(name => keymapOf(kept)[name] === code) ?? null;

/** Keys that leave the page, and those that are no key of their own. */
const FORBIDDEN = /^(Tab|Shift|Control|Alt|Meta|OS|F\d|ContextMenu|CapsLock|Enter)/;
export const isAllowed = (code: string): boolean => code !== '' && !FORBIDDEN.test(code);

/** Names that share a key: all but the first of them would never be heard. */
export function conflictsOf(kept: Keymap): readonly (readonly KeyName[])[] {
  const byCode = new Map<string, KeyName[]>();
  const keymap = keymapOf(kept);
  for (const name of keyNames(kept)) {
    const code = keymap[name] ?? '';
    byCode.set(code, [...(byCode.get(code) ?? []), name]);
  }
  return [...byCode.values()].filter(names => names.length > 1);
}

/** A letter, digit or sign alone, which people who dictate may press without wanting to (WCAG 2.1.4). */
export const isSingleKey = (code: string): boolean =>
  /^(Key|Digit|Numpad\d|Minus|Equal|Bracket|Semi|Quote|Back|Comma|Period|Slash|Intl)/.test(code);

export interface Stroke {
  readonly hero: Hero;
  readonly action: Action;
}

/** What a key of the piano plays: its column's hero, its row's action of mine. */
export function pianoStroke(name: KeyName, actions: readonly Action[]): Stroke | null {
  const [, row, column] = /^piano-(\d)-(\d)$/.exec(name) ?? [];
  const [hero, action] = [HEROES[Number(column) - 1], actions[Number(row) - 1]];
  return hero === undefined || action === undefined ? null : { hero, action };
}

export const heroOf = (name: KeyName): Hero | null =>
  (/^hero-\d$/.test(name) ? HEROES[Number(name.slice(5)) - 1] : undefined) ?? null;

const PLAIN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  ArrowLeft: '←',
  Space: '␣',
  Escape: 'Esc',
};

/** What is printed on a key here, as far as the browser knows: on AZERTY the piano begins with A. */
export function keyLabel(code: string, printed: ReadonlyMap<string, string> | null): string {
  return PLAIN[code] ?? printed?.get(code)?.toUpperCase() ?? code.replace(/^(Key|Digit|Numpad)/, '');
}

interface Keyboard {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>;
}

/** The device's own print on its keys; null where it does not tell. */
export async function printedKeys(): Promise<ReadonlyMap<string, string> | null> {
  const { keyboard } = navigator as Navigator & { readonly keyboard?: Keyboard };
  try {
    return (await keyboard?.getLayoutMap()) ?? null;
  } catch {
    return null;
  }
}

type OwnKey = 'talk' | 'speak';

/** A single letter only where single keys may do something. */
const isHeard = (code: string): boolean => settings.singleKeys.value || !isSingleKey(code);

/** Whether the key that means this does anything now. */
export const hasKey = (meaning: OwnKey): boolean => isHeard(keymapOf(settings.keymap.value)[meaning] ?? '');

export const isKeyOf = (meaning: OwnKey, code: string): boolean =>
  nameOf(settings.keymap.value, code) === meaning && isHeard(code);

/** Not in a pause: its cover lies over the corner, and nothing is left to say. */
export const opensTalk = (code: string, game: Game | null): boolean =>
  game?.status !== 'paused' && isKeyOf('talk', code);
