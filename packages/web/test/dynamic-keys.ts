/** Keys that the page puts together: the template with a star for its hole, and everything the hole may hold. */
import { TABLE_REFUSALS } from '@hush/protocol';
import { ACTIONS, DIRECTIONS, HEROES, LOSS_REASONS, REFUSALS, TALK } from '@hush/rules';
import { GOALS, VERBS } from '../src/play/lexicon.ts';
import type { Dynamic } from './words-check.ts';

export const DYNAMIC_KEYS: readonly Dynamic[] = [
  ['play.hero.*', HEROES],
  ['play.action.*', ACTIONS],
  ['play.to.*', DIRECTIONS],
  ['play.mark.*', ['vortex', 'place']],
  ['play.thing.*', ['item', 'exit', 'vortex']],
  ['play.news.*', ['vortex', 'escalator']],
  ['play.news.lost.*', LOSS_REASONS],
  ['refusals.*', [...Object.keys(REFUSALS), ...Object.keys(TABLE_REFUSALS)]],
  ['commands.hero.*', HEROES],
  ['commands.direction.*', DIRECTIONS],
  ['commands.verb.*', VERBS],
  ['commands.goal.*', GOALS],
  ['commands.name.*', GOALS],
  ['commands.done.*', ['explore', 'steal', 'turn', 'start', 'pause', 'resume', 'nudge', 'stare']],
  ['commands.unknown.*', ['item', 'exit']],
  ['commands.goalAt.*', ['item', 'exit']],
  ['commands.talk.*', TALK],
  [
    'sound.caption.*',
    [
      'explore',
      'vortex',
      'escalator',
      'hourglass',
      'alarm',
      'talk-opens',
      'talk-closes',
      'win',
      'loss',
      'refused',
      'passed',
    ],
  ],
];
