/** Keys that do not play: for opening the corner where people talk, and for speaking. Both obey the same choices. */
import type { Game } from '@hush/rules';
import { settings } from '../device/settings.ts';
import { isSingleKey, keymapOf, nameOf } from './keymap.ts';

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
