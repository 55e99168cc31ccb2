/** Keys that the page puts together: the template with a star for its hole, and everything the hole may hold. */
import { ACTIONS, DIRECTIONS, HEROES } from '@hush/rules';
import type { Dynamic } from './words-check.ts';

export const DYNAMIC_KEYS: readonly Dynamic[] = [
  ['play.hero.*', HEROES],
  ['play.action.*', ACTIONS],
  ['play.to.*', DIRECTIONS],
];
