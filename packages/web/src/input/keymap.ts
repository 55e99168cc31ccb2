/**
 * The keymap. Keys are identified by their position (`code`), not by their label. There are two layouts: `classic`
 * (choose a hero by number, then press an arrow or a letter) and `piano` (columns are heroes, rows are the player's
 * actions). Only remapped keys are stored. Tab is never a key of the game.
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

/** A key of the piano layout: row and column, from 1. */
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

export const withKeyLayout = (kept: Keymap, layout: KeyLayout): Keymap => ({ ...kept, layout });

/** The whole keymap: the defaults of the layout with the player's changes. */
export function keymapOf(kept: Keymap): Keymap {
  const usual: Keymap = { ...COMMON, ...LETTERS[keyLayoutOf(kept)] };
  return Object.fromEntries(Object.entries(usual).map(([name, code]) => [name, kept[name] ?? code]));
}

export const keyNames = (kept: Keymap): readonly KeyName[] => Object.keys(keymapOf(kept)) as KeyName[];

export const nameOf = (kept: Keymap, code: string): KeyName | null =>
  keyNames(kept).find(name => keymapOf(kept)[name] === code) ?? null;

/** Keys that cannot be mapped: they belong to the browser or are modifiers. */
const FORBIDDEN = /^(Tab|Shift|Control|Alt|Meta|OS|F\d|ContextMenu|CapsLock|Enter)/;
export const isAllowed = (code: string): boolean => code !== '' && !FORBIDDEN.test(code);

/** Meanings that share a key; only the first of them works. */
export function conflictsOf(kept: Keymap): readonly (readonly KeyName[])[] {
  const byCode = new Map<string, KeyName[]>();
  const keymap = keymapOf(kept);
  for (const name of keyNames(kept)) {
    const code = keymap[name] ?? '';
    byCode.set(code, [...(byCode.get(code) ?? []), name]);
  }
  return [...byCode.values()].filter(names => names.length > 1);
}

/** Whether a key is a letter, digit or sign without a modifier: speech input may press it by accident (WCAG 2.1.4). */
export const isSingleKey = (code: string): boolean =>
  /^(Key|Digit|Numpad\d|Minus|Equal|Bracket|Semi|Quote|Back|Comma|Period|Slash|Intl)/.test(code);

export interface Stroke {
  readonly hero: Hero;
  readonly action: Action;
}

/** The hero of the key's column and the player's action of the key's row. */
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

/** The label of a key. Where the first piano key is printed as A, as on AZERTY, it is shown as A. */
export function keyLabel(code: string, printed: ReadonlyMap<string, string> | null): string {
  return PLAIN[code] ?? printed?.get(code)?.toUpperCase() ?? code.replace(/^(Key|Digit|Numpad)/, '');
}

interface Keyboard {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>;
}

/** Returns the labels printed on the keyboard (Keyboard API); null if the browser does not know them. */
export async function printedKeys(): Promise<ReadonlyMap<string, string> | null> {
  const { keyboard } = navigator as Navigator & { readonly keyboard?: Keyboard };
  try {
    return (await keyboard?.getLayoutMap()) ?? null;
  } catch {
    return null;
  }
}

type OwnKey = 'talk' | 'speak';

/** Whether a key is active: single keys can be switched off. */
const isHeard = (code: string): boolean => settings.singleKeys.value || !isSingleKey(code);

/** Whether the key with this meaning is switched on. */
export const hasKey = (meaning: OwnKey): boolean => isHeard(keymapOf(settings.keymap.value)[meaning] ?? '');

export const isKeyOf = (meaning: OwnKey, code: string): boolean =>
  nameOf(settings.keymap.value, code) === meaning && isHeard(code);

/** Whether a key opens the chat. It does not in a pause: the board is covered and talk is refused (HG-8f, HG-8g). */
export const opensTalk = (code: string, game: Game | null): boolean =>
  game?.status !== 'paused' && isKeyOf('talk', code);
