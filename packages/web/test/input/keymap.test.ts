/** Tests of what each key means: two layouts, remapping, conflicts, and keys that the game does not use. */
import type { Game } from '@hush/rules';
import { afterEach, expect, test } from 'vitest';
import { settings } from '../../src/device/settings.ts';
import {
  conflictsOf,
  hasKey,
  heroOf,
  isAllowed,
  isKeyOf,
  isSingleKey,
  keyLabel,
  keyLayoutOf,
  keymapOf,
  keyNames,
  LAYOUTS,
  MEANINGS,
  nameOf,
  opensTalk,
  pianoStroke,
  withKeyLayout,
} from '../../src/input/keymap.ts';

afterEach(() => {
  settings.singleKeys.value = true;
  settings.keymap.value = {};
});

test.each(LAYOUTS)('PR-82e in the %s layout no key has two meanings, and Tab has none', layout => {
  const kept = withKeyLayout({}, layout);
  expect(keyLayoutOf(kept)).toBe(layout);
  expect(conflictsOf(kept)).toEqual([]);
  expect(Object.values(keymapOf(kept)).every(isAllowed)).toBe(true);
  expect(nameOf(kept, 'Tab')).toBeNull();
});

test.each(LAYOUTS)('PR-82e in the %s layout every action has a key', layout => {
  const keymap = keymapOf(withKeyLayout({}, layout));
  expect(MEANINGS.filter(meaning => keymap[meaning] === undefined)).toEqual([]);
});

test('PR-82e in the piano layout columns are heroes and rows are the player’s own actions', () => {
  const kept = withKeyLayout({}, 'piano');
  expect(nameOf(kept, 'KeyQ')).toBe('piano-1-1');
  expect(pianoStroke('piano-1-3', ['north', 'explore'])).toEqual({ hero: 'elf', action: 'north' });
  expect(pianoStroke('piano-2-4', ['north', 'explore'])).toEqual({ hero: 'dwarf', action: 'explore' });
  expect(pianoStroke('piano-3-1', ['north', 'explore'])).toBeNull();
  expect(pianoStroke('nudge', ['north'])).toBeNull();
  expect(keyNames(kept).filter(name => name.startsWith('piano'))).toHaveLength(12);
});

test('PR-82e in the classic layout digits choose heroes and letters choose actions', () => {
  expect(nameOf({}, 'KeyE')).toBe('explore');
  expect(nameOf({}, 'KeyS')).toBe('escalator');
  expect(nameOf({}, 'KeyV')).toBe('vortex');
  expect(nameOf({}, 'ArrowUp')).toBe('north');
  expect(heroOf('hero-2')).toBe('mage');
  expect(heroOf('north')).toBeNull();
});

test('PR-82e a remapped key replaces the default, and two actions on one key are reported', () => {
  const kept = { explore: 'KeyN' };
  expect(keymapOf(kept)['explore']).toBe('KeyN');
  expect(conflictsOf(kept)).toEqual([['nudge', 'explore']]);
  expect(conflictsOf({ explore: 'KeyP' })).toEqual([]);
  expect(nameOf({ explore: 'KeyP' }, 'KeyE')).toBeNull();
});

test.each(['Tab', 'ShiftLeft', 'ControlLeft', 'F5', 'Enter', ''])(
  'PR-82e %j cannot be a key of the game',
  code => {
    expect(isAllowed(code)).toBe(false);
  },
);

test('PR-82e letters, digits and signs count as single keys, and arrows do not', () => {
  expect(['KeyE', 'Digit1', 'Slash', 'Comma'].every(isSingleKey)).toBe(true);
  expect(['ArrowUp', 'Escape', 'Space'].some(isSingleKey)).toBe(false);
});

test('PR-82e labels of keys show what is printed on this keyboard', () => {
  expect(keyLabel('KeyQ', new Map([['KeyQ', 'a']]))).toBe('A');
  expect(keyLabel('KeyQ', null)).toBe('Q');
  expect(keyLabel('Digit1', null)).toBe('1');
  expect(keyLabel('ArrowUp', null)).toBe('↑');
});

test.each(['talk', 'speak'] as const)(
  'PR-82e with single keys switched off a letter does not %s, and another key does',
  meaning => {
    const letter = keymapOf({})[meaning] ?? '';
    settings.singleKeys.value = true;
    expect([hasKey(meaning), isKeyOf(meaning, letter), isKeyOf(meaning, 'PageDown')]).toEqual([
      true,
      true,
      false,
    ]);
    settings.singleKeys.value = false;
    expect([hasKey(meaning), isKeyOf(meaning, letter)]).toEqual([false, false]);
    settings.keymap.value = { [meaning]: 'PageDown' };
    expect([hasKey(meaning), isKeyOf(meaning, letter), isKeyOf(meaning, 'PageDown')]).toEqual([
      true,
      false,
      true,
    ]);
  },
);

test('HG-8g in a pause the talk key does not open the talk panel', () => {
  settings.singleKeys.value = true;
  const at = (status: Game['status']): boolean => opensTalk('KeyL', { status } as Game);
  expect([opensTalk('KeyL', null), at('setup'), at('playing'), at('paused')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
