/** Small turns of speech that the announcer and the command box share. */
import type { Action, Millis } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { actionName } from './game-words.ts';

export const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' ');

export const some = (parts: readonly string[]): string => parts.join(', ');

/** `1:05`, spoken as minutes and seconds. */
export const spokenTime = (millis: Millis): string => {
  const seconds = Math.ceil(millis / 1000);
  return say('play.minutes', { m: Math.floor(seconds / 60), s: seconds % 60 });
};

export const actionNames = (actions: readonly Action[]): string =>
  actions.length === 0 ? say('play.noActions') : some(actions.map(actionName));
